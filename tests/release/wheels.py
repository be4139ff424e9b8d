"""Small wheels, made by the test."""

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path


def wheel(folder: Path, name: str, files: Mapping[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / name
    package, version, *_ = name.split("-")
    about = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\nLicense: MIT\n"
    with zipfile.ZipFile(made, "w") as archive:
        for place, text in {**files, f"{package}-{version}.dist-info/METADATA": about}.items():
            archive.writestr(place, text)
    return made


def lock(*wheels: Path) -> str:
    lines = []
    for one in wheels:
        name, version, *_ = one.name.split("-")
        lines.append(f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(one.read_bytes()).hexdigest()}\n")
    return "# a lock file\n" + "".join(lines)
