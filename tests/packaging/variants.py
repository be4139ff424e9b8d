"""Packages that differ from a built one: other versions, and versions with a fault."""

import json
import shutil
import subprocess
from pathlib import Path

from device.update.signed_package import sign

FAULTS = {
    "import": ("device/commands/run.py", "import a_library_that_is_not_there\n"),
    "schema": (
        "device/config/schema.py",
        "\n\ndef load(file):\n    raise BadConfig(f'{file} has a key that this version refuses.')\n",
    ),
    "not ready": (
        "device/runtime/assemble.py",
        "\n\nHousekeeping.__call__ = lambda self: time.sleep(1000)\n",
    ),
    "hang": (
        "device/runtime/assemble.py",
        "\n\n_sound = Housekeeping.__call__\n"
        "Housekeeping.__call__ = lambda self: time.sleep(1000) if self._clock() - self._began > 5 else _sound(self)\n",
    ),
}
"""What is added to which module of a bad release.

An import error, an error of the schema, a loop that hangs while the page is up before systemd is told READY, and one
that hangs after that.
"""


def variant(package: Path, version: str, folder: Path, key: Path, fault: str | None = None) -> Path:
    tree = folder / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    _call("dpkg-deb", "--raw-extract", str(package), str(tree))
    [old] = (tree / "opt" / "quarterdeck").iterdir()
    new = old.rename(old.with_name(version))
    about = json.loads((new / "build.json").read_text("utf-8"))
    (new / "build.json").write_text(json.dumps(about | {"version": version}))
    if fault:
        name, text = FAULTS[fault]
        with (new / "lib" / "common" / name).open("a", encoding="utf-8") as module:
            module.write(text)
    for file in (tree / "DEBIAN").iterdir():
        if file.name != "md5sums":
            file.write_text(file.read_text("utf-8").replace(old.name, version), "utf-8")
    (tree / "DEBIAN" / "md5sums").unlink(missing_ok=True)
    made = folder / f"quarterdeck_{version}_amd64.deb"
    _call("dpkg-deb", "--build", "--root-owner-group", "-Znone", str(tree), str(made))
    shutil.rmtree(tree)
    private = folder / "key"
    shutil.copy(key, private)
    private.chmod(0o600)
    sign(made, private)
    return made


def _call(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
