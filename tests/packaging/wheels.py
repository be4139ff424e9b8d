"""Whether everything has a wheel for a Raspberry Pi, so that nothing is compiled there: ``make wheels``.

Asks the package index, for 64-bit ARM with the Python and the C library of Debian 12 and of Debian 13, and installs
nothing. What has no wheel and no answer below is a failure.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
ANSWERS = {
    "lgpio": "on a Raspberry Pi it is Debian’s python3-lgpio; the wheel is for the emulated machine alone",
}
"""What may be without a wheel, and where it comes from instead."""


@dataclass(frozen=True, slots=True)
class System:
    """A system that a table runs on: its name, its Python, and the newest glibc that a wheel may want."""

    name: str
    python: str
    glibc: int

    @property
    def options(self) -> tuple[str, ...]:
        platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(17, self.glibc + 1)]
        tags = [part for name in (*platforms, "manylinux2014_aarch64") for part in ("--platform", name)]
        return ("--python-version", self.python, "--implementation", "cp", "--only-binary", ":all:", *tags)


SYSTEMS = (System("Debian 12", "3.11", 36), System("Debian 13", "3.13", 41))


def needs() -> Iterator[tuple[str, str]]:
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    yield from (("the table", need) for need in project["dependencies"])
    for group, wanted in project["optional-dependencies"].items():
        yield from ((group, need) for need in wanted)


def wheels(need: str, system: System) -> list[str] | None:
    """The wheels that this and all that it needs come as; None where there are not wheels for all of it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--dry-run",
            "--ignore-installed",
            "--report",
            "-",
        ]
        command += ["--target", folder, *system.options, need]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    found = json.loads(done.stdout)["install"]
    return [one["download_info"]["url"].rpartition("/")[2] for one in found]


def main() -> int:
    """Ask for each, tell it, and give the number of those that have neither wheel nor answer."""
    missing = 0
    for group, need in needs():
        for system in SYSTEMS:
            found = wheels(need, system)
            answer = ANSWERS.get(need.partition(">")[0])
            missing += found is None and answer is None
            built = [name for name in found or () if "any.whl" not in name]
            words = (
                f"{len(found)} wheels, {', '.join(built) or 'none of them built'}" if found else answer or "NO WHEEL"
            )
            print(f"{group:9} {need:28} {system.name}, Python {system.python}: {words}", flush=True)
    return missing


if __name__ == "__main__":
    sys.exit(min(main(), 1))
