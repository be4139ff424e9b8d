"""The systems that a package is for: machine types, and the Python of each Debian release."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class System:
    """A Debian release on a machine type. ``python`` is its Python, such as 3.11, ``glibc`` the newest that it has."""

    debian: str
    python: str
    glibc: int
    machine: str

    @property
    def tag(self) -> str:
        """Return the name of the folder with wheels for this Python only, such as ``cp311``."""
        return f"cp{self.python.replace('.', '')}"

    @property
    def options(self) -> tuple[str, ...]:
        """Return pip's options for wheels of this system: of several the one that pip would take there."""
        platforms = [f"manylinux_2_{minor}_{self.machine}" for minor in range(self.glibc, 16, -1)]
        named = [part for name in (*platforms, f"manylinux2014_{self.machine}") for part in ("--platform", name)]
        return ("--python-version", self.python, "--implementation", "cp", "--only-binary", ":all:", *named)


MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's name of each machine type, and the wheels' name of it."""

DEBIANS = (("bookworm", "3.11", 36), ("trixie", "3.13", 41))
"""Each Debian release, its Python and its glibc. Raspberry Pi OS has the same."""


def systems_of(architecture: str) -> tuple[System, ...]:
    """Return the systems that a package of that machine type runs on."""
    return tuple(System(*debian, MACHINES[architecture]) for debian in DEBIANS)
