"""The software bill of materials of a package, in CycloneDX 1.5 JSON (https://cyclonedx.org/docs/1.5/json/)."""

import email
import hashlib
import json
import re
import uuid
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

OF_THIS_PROJECT = uuid.UUID("3f0a8f0e-6f53-5d0b-9c0e-51444b434b00")
"""Namespace of the serial numbers, so that the same content has the same number."""

BUNDLED = re.compile(r"[^/]+\.libs/(lib[^/]+?)(?:-[0-9a-f]{8})+((?:\.\w+)*?)\.so((?:\.\w+)*)")
"""A library that auditwheel has put into a wheel: its name, with a hash, and its version."""


def bundled(wheel: Path) -> list[tuple[str, str]]:
    """Return name and version of the libraries that lie in a wheel; a version may be empty."""
    with zipfile.ZipFile(wheel) as archive:
        found = filter(None, map(BUNDLED.fullmatch, archive.namelist()))
        return sorted({(f"{one[1]}{one[2]}", one[3].strip(".")) for one in found})


def sbom(version: str, architecture: str, wheels: Iterable[Path]) -> str:
    """Return the bill of materials of that version: each wheel with its hash, licence, source and libraries."""
    components = [_component(wheel) for wheel in sorted(wheels)]
    content = json.dumps(components, sort_keys=True)
    return json.dumps(
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "serialNumber": f"urn:uuid:{uuid.uuid5(OF_THIS_PROJECT, f'{version} {architecture} {content}')}",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "bom-ref": "quarterdeck",
                    "name": "quarterdeck",
                    "version": version,
                    "licenses": [{"license": {"id": "MIT"}}],
                    "properties": [{"name": "architecture", "value": architecture}],
                }
            },
            "components": components,
            "dependencies": [{"ref": "quarterdeck", "dependsOn": [one["bom-ref"] for one in components]}],
        },
        indent=2,
    )


def _component(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        about = min((name for name in archive.namelist() if name.endswith(".dist-info/METADATA")), key=len)
        headers = email.message_from_bytes(archive.read(about))
    name, version = headers["Name"], headers["Version"]
    licence = headers["License-Expression"] or (headers["License"] or "").strip().partition("\n")[0]
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": wheel.name,
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}?file_name={wheel.name}",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}],
    }
    libraries = [
        {"type": "library", "name": library, "bom-ref": f"{wheel.name}/{library}"} | ({"version": of} if of else {})
        for library, of in bundled(wheel)
    ]
    return (
        component
        | ({"licenses": [{"license": {"name": licence}}]} if licence else {})
        | ({"components": libraries} if libraries else {})
    )
