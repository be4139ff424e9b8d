"""Writes the lock files: ``python -m release.lock`` (``make lock``). Asks the package index for the newest releases.

A lock file names each package once, with the hashes of its wheels for both machine types.
"""

import hashlib
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

from release.systems import DEBIANS, MACHINES, System
from release.wheels import lock_of

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"

LIMITS = {"cp311": ("numpy<2",), "cp313": ()}
"""What is held back, and for which Python.

Debian 12's picamera2 is compiled for numpy 1 and fails to load with numpy 2, in the process that reads the camera. So
that release has numpy 1.
"""

APART = "opencv-python-headless"
"""Downloaded without dependencies: its metadata requires numpy 2, but the binary also works with numpy 1.26."""

LEFT_OUT = {"certifi", "charset-normalizer", "idna", "portalocker", "requests", "tqdm", "urllib3"}
"""Requirements of ncnn for fetching models from the internet, which a table never does."""

HEAD = """\
# Written by `make lock` for Python {python}. Each package has the hashes of its wheels for arm64 and amd64.
"""


def needed() -> list[str]:
    """Return what a table of the package needs: what every table needs, and what the link to a venue needs."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["link"]]


def locked(python: str, debian: str, glibc: int) -> str:
    """Return the text of the lock file for that Python. Raises CalledProcessError if a wheel is missing."""
    apart = [need for need in needed() if need.startswith(APART)]
    others = [need for need in needed() if need not in apart]
    hashes: dict[tuple[str, str], set[str]] = defaultdict(set)
    for machine in MACHINES.values():
        system = System(debian, python, glibc, machine)
        with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, *system.options]
            subprocess.run([*command, *others, *LIMITS[system.tag]], check=True)
            subprocess.run([*command, "--no-deps", *apart], check=True)
            for wheel in sorted(Path(folder).glob("*.whl")):
                name, version, *_ = wheel.name.split("-")
                if (package := name.lower().replace("_", "-")) not in LEFT_OUT:
                    hashes[(package, version)].add(hashlib.sha256(wheel.read_bytes()).hexdigest())
    lines = [HEAD.format(python=python)]
    for (name, version), found in sorted(hashes.items()):
        marks = "".join(f" \\\n    --hash=sha256:{one}" for one in sorted(found))
        lines.append(f"{name}=={version}{marks}\n")
    return "".join(lines)


def main() -> None:
    for debian, python, glibc in DEBIANS:
        file = lock_of(System(debian, python, glibc, ""))
        file.write_text(locked(python, debian, glibc), "utf-8")
        print(file)


if __name__ == "__main__":
    main()
