"""What is new in a version: the section of its changelog, of this version or of a package."""

import subprocess
from pathlib import Path

from device.update.signed_package import PackageFacts

CHANGELOG = "CHANGELOG.md"
LONGEST = 1 << 20
"""Bytes of a changelog that are read."""

MOST = 100
"""Notes of a version that are shown."""

UNRELEASED = "unreleased"


def notes_of(changelog: str, version: str) -> tuple[str, ...]:
    """Return the notes of that version, or of what is not released yet if it has no section of its own.

    A section begins with ``## VERSION``; each note is an item of a list, its lines joined and without Markdown's marks.
    """
    sections = _sections(changelog)
    return sections.get(version) or sections.get(UNRELEASED) or ()


def _sections(changelog: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    notes: list[str] = []
    for line in changelog.splitlines():
        if line.startswith("## "):
            name = line[3:].strip().lower().strip("[]").split()
            notes = found.setdefault(name[0].strip("[]") if name else "", [])
        elif line.startswith(("- ", "* ")):
            notes.append(line[2:].strip())
        elif line.startswith("  ") and notes:
            notes[-1] = f"{notes[-1]} {line.strip()}"
    return {name: tuple(_plain(note) for note in notes[:MOST]) for name, notes in found.items()}


def _plain(note: str) -> str:
    return note.replace("`", "").replace("**", "")


def changelog_in(folder: Path) -> str:
    """Return the changelog of an installed version; empty if it has none that can be read."""
    try:
        with (folder / CHANGELOG).open("rb") as source:
            return source.read(LONGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def changelog_of(package: Path, facts: PackageFacts) -> str:
    """Return the changelog in a package, empty if there is none. No more of the package is unpacked than needed."""
    place = f"./opt/quarterdeck/{facts.version}/{CHANGELOG}"
    unpack = ["dpkg-deb", "--fsys-tarfile", str(package)]
    pick = ["tar", "--extract", "--to-stdout", "--occurrence=1", "--file", "-", place]
    quiet = subprocess.DEVNULL
    with (
        subprocess.Popen(unpack, stdout=subprocess.PIPE, stderr=quiet) as unpacker,
        subprocess.Popen(pick, stdin=unpacker.stdout, stdout=subprocess.PIPE, stderr=quiet) as picker,
    ):
        assert unpacker.stdout is not None
        assert picker.stdout is not None
        unpacker.stdout.close()
        text = picker.stdout.read(LONGEST).decode("utf-8", "replace")
        picker.kill()
        unpacker.kill()
    return text
