"""The files of a package, as they lie on the machine: one folder a version, and the few that all versions share."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from device.config.schema import WebConfig
from device.storage.database import SCHEMA
from device.systemd.unit import (
    HIGHEST_PRIVILEGED,
    REQUESTS,
    STICK_FOLDER,
    UNITS_BESIDE,
    UnitPlan,
    files_of,
    text_of,
)
from device.update import boot_guard
from release.sbom import sbom
from release.systems import systems_of
from release.wheels import BadWheel, download, lock_of, pins, unpack

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
WHEELS = ROOT / "build" / "wheels"
LOCALES = ROOT / "engine" / "i18n" / "locale"
SHARED = Path("usr/lib/quarterdeck")
NOT_REPRODUCIBLE = "WHEEL"
"""File of the project's own wheel that names the tools it was made with."""

TRIAL_UNIT = """\
[Unit]
Description=Supervision of a new version of Quarterdeck
ConditionPathExists={trial}

[Service]
Type=exec
ExecStart=/usr/bin/python3 -I /{guard} supervise
"""


def source_files() -> list[Path]:
    """Return the files of the working tree that git tracks or would track, relative to its root."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True)
    names = (name.decode() for name in done.stdout.split(b"\0") if name)
    return sorted(Path(name) for name in names if (ROOT / name).is_file())


def own_wheel(folder: Path) -> Path:
    """Build the project's wheel in that folder from a clean copy of its files, with the tools of the lock file."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as temporary:
        copy = Path(temporary, "source")
        for file in source_files():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file)
        tools = Path(temporary, "tools.txt")
        named = {name: pinned for name, pinned, _hashes in pins(lock_of(systems_of("amd64")[0]))}
        tools.write_text("".join(f"{name}=={named[name]}\n" for name in ("setuptools", "babel")))
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        built = subprocess.run(
            [*command, "--wheel-dir", str(folder), "--build-constraint", str(tools), str(copy)]
            if _knows_build_constraints()
            else ["env", f"PIP_CONSTRAINT={tools}", *command, "--wheel-dir", str(folder), str(copy)],
            capture_output=True,
            text=True,
            check=False,
        )
    if built.returncode:
        raise BadWheel(f"The project's own wheel can't be built: {built.stderr[-800:]}")
    return next(folder.glob("quarterdeck-*.whl"))


def version_tree(folder: Path, version: str, architecture: str, own: Path, signers: str, *, is_release: bool) -> None:
    """Write the folder of a version: ``bin/``, ``lib/``, its bill of materials and what the update needs to know."""
    # English has British dates, whose data begin with those of en_001
    languages = ("en_001", "en_GB", *sorted(path.name for path in LOCALES.iterdir() if path.is_dir()))
    wheels: list[Path] = []
    systems = systems_of(architecture)
    for system in systems:
        found = download(system, WHEELS / f"{system.tag}-{architecture}")
        unpack(found, folder / "lib" / "common", folder / "lib" / system.tag, (*languages, "root"))
        wheels += [wheel for wheel in found if wheel.name not in {one.name for one in wheels}]
    unpack([own], folder / "lib" / "common", folder / "lib" / "common", languages)
    next((folder / "lib" / "common").glob(f"quarterdeck-*.dist-info/{NOT_REPRODUCIBLE}")).unlink()
    (folder / "bin").mkdir()
    shutil.copy(HERE / "launcher.sh", folder / "bin" / "quarterdeck")
    (folder / "bin" / "quarterdeck").chmod(0o755)
    shutil.copy(ROOT / "CHANGELOG.md", folder / "CHANGELOG.md")
    (folder / "allowed_signers").write_text(signers, "utf-8")
    about = {
        "version": version,
        "architecture": architecture,
        "release": is_release,
        "journal_schema": SCHEMA,
        "pythons": [system.tag for system in systems],
    }
    (folder / "build.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    (folder / "sbom.cdx.json").write_text(sbom(version, architecture, wheels) + "\n", "utf-8")


def shared_tree(root: Path, debian: Path) -> None:
    """Write what all versions share: the command and the guard into the tree, the units into debhelper's folder."""
    command, guard = root / "usr" / "bin" / "quarterdeck", root / SHARED / "boot_guard.py"
    for folder in (command.parent, guard.parent):
        folder.mkdir(parents=True, exist_ok=True)
    current = boot_guard.ROOT / "current" / "bin" / "quarterdeck"
    command.write_text(f'#!/bin/sh\nexec {current} "$@"\n')
    command.chmod(0o755)
    shutil.copy(boot_guard.__file__, guard)
    plan = UnitPlan(current, port=HIGHEST_PRIVILEGED, guard=Path("/", SHARED, "boot_guard.py"))
    (debian / "quarterdeck.service").write_text(text_of("quarterdeck.service", plan), "utf-8")
    text = TRIAL_UNIT.format(trial=boot_guard.ROOT / boot_guard.TRIAL, guard=SHARED / "boot_guard.py")
    (debian / "quarterdeck.quarterdeck-trial.service").write_text(text, "utf-8")
    for name in (f"{REQUESTS}.path", f"{REQUESTS}.service"):
        (debian / f"quarterdeck.{name}").write_text(text_of(name, plan), "utf-8")
    usual = UnitPlan(current, WebConfig().port)
    for path, text in files_of(usual).items():
        (root / path.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        (root / path.relative_to("/")).write_text(text, "utf-8")
    for name in (*UNITS_BESIDE, "quarterdeck-stick@"):
        (debian / f"quarterdeck.{name}.service").write_text(text_of(f"{name}.service", usual), "utf-8")
    rules = [text_of(f"{name}.rules", usual) for name in ("stick", "screen")]
    (debian / "quarterdeck.udev").write_text("".join(rules), "utf-8")
    (debian / "quarterdeck.tmpfiles").write_text(STICK_FOLDER, "utf-8")
    (root / SHARED / "watchdog.conf").write_text(text_of("watchdog.conf"), "utf-8")


def _knows_build_constraints() -> bool:
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--help"], capture_output=True, text=True, check=True
    ).stdout
    return "--build-constraint" in shown
