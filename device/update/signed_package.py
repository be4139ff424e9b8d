"""Signed Debian packages: one file to install with apt, and to update with.

A Debian package is an ``ar`` archive of three members (deb(5)); further members are ignored by dpkg. The signature of
all bytes before it is the last member, in OpenSSH's format (``ssh-keygen -Y sign``).

Before its signature is checked, nothing of a package is read but the headers of its members. A small package may hold
a control file that takes all memory when it is unpacked.
"""

import io
import lzma
import re
import shutil
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from device.errors import BadUpdate
from device.files.os_errors import reason_of
from engine.i18n import gettext as _

MAGIC = b"!<arch>\n"
HEADER = 60
"""Bytes of a member's header: name (16), time, owner, group and mode (32), size in decimal (10), and two marks."""

END = b"`\n"
SIGNATURE = "_sshsig"
"""Name of the last member."""

NAMESPACE, IDENTITY = "quarterdeck-update", "quarterdeck"
"""What the signature is for, and who signs, as ssh-keygen names them."""

VERSION = re.compile(r"[0-9][A-Za-z0-9.+~-]{0,60}")
"""A version, which is the name of a folder: without an epoch, whose colon would divide the program's search path."""

MOST_MEMBERS = 8
"""Members of a package at the most: it has four."""

LONGEST_SIGNATURE = 16 << 10
LONGEST_CONTROL = 1 << 20
"""Bytes of the archive with what a package says of itself, packed and unpacked, that are read."""

MOST_MEMORY = 128 << 20
"""Bytes that unpacking it may take: xz at its best takes 65 MiB."""

PIECE = 1 << 20
"""Bytes that are copied at a time."""

PATIENCE = 120.0
"""Timeout in seconds of a program that reads the package."""


@dataclass(frozen=True, slots=True)
class Member:
    """Member of an ``ar`` archive: its name, and where its header, its content and the next header begin."""

    name: str
    begin: int
    content: int
    end: int


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """What a package says of itself: version, architecture, and its size when unpacked, in bytes."""

    version: str
    architecture: str
    unpacked: int


def members(source: BinaryIO) -> Iterator[Member]:
    """Yield the members of an archive.

    Raises ValueError if it is none or has more than :data:`MOST_MEMBERS`, EOFError if it is cut short.
    """
    size = source.seek(0, 2)
    source.seek(0)
    if source.read(len(MAGIC)) != MAGIC:
        raise ValueError("not an ar archive")
    place = len(MAGIC)
    for _number in range(MOST_MEMBERS):
        if place >= size:
            return
        source.seek(place)
        header = source.read(HEADER)
        if len(header) < HEADER:
            raise EOFError("a header is cut short")
        if not header.endswith(END) or not header[48:58].strip().isdigit():
            raise ValueError("a header is damaged")
        content = place + HEADER
        end = content + int(header[48:58])
        if end > size:
            raise EOFError("a member is cut short")
        yield Member(header[:16].decode("ascii").rstrip(" /"), place, content, end)
        place = end + end % 2
    if place < size:
        raise ValueError("too many members")


def sign(package: Path, key: Path) -> None:
    """Add a signature with that private key as the last member. Raises :class:`~device.errors.BadUpdate`."""
    command = [shutil.which("ssh-keygen") or "ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE]
    with package.open("rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True, timeout=PATIENCE, check=False)
    signature = done.stdout
    if done.returncode or not signature:
        raise BadUpdate(_("{file} can’t be signed with the key {key}.", file=package, key=key))
    header = f"{SIGNATURE:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(signature):<10}".encode() + END
    with package.open("ab") as target:
        target.write(header + signature + b"\n" * (len(signature) % 2))


def check_signature(package: Path, signers: Path) -> None:
    """Raise :class:`~device.errors.BadUpdate` unless the package is whole and signed with one of the keys in that file.

    ``signers`` is an ALLOWED SIGNERS file of ssh-keygen(1).
    """
    try:
        with package.open("rb") as source:
            first, *_others, last = members(source)
            if first.name != "debian-binary":
                raise ValueError("not a Debian package")
            if last.name != SIGNATURE:
                # a file that is cut short between two members has no signature either
                raise BadUpdate(_("{file} is incomplete or not signed: copy it again.", file=package.name))
            source.seek(last.content)
            signature = source.read(min(last.end - last.content, LONGEST_SIGNATURE))
            source.seek(0)
            if not _is_signed(source, last.begin, signature, signers):
                raise BadUpdate(
                    _(
                        "{file} was changed, or isn’t signed by the makers of Quarterdeck: download it again.",
                        file=package.name,
                    )
                )
    except BadUpdate:
        raise
    except EOFError:
        raise BadUpdate(_("{file} is incomplete: copy it again.", file=package.name)) from None
    except ValueError:
        raise BadUpdate(
            _("{file} isn’t an update of Quarterdeck: choose a file quarterdeck_….deb.", file=package.name)
        ) from None
    except OSError as error:
        raise BadUpdate(
            _("{file} can’t be read ({why}): copy it again.", file=package.name, why=reason_of(error))
        ) from None


def facts_of(package: Path) -> PackageFacts:
    """Return what the package says of itself. Raises :class:`~device.errors.BadUpdate` if it is of something else."""
    try:
        found = dict(line.split(": ", 1) for line in _control(package).splitlines() if ": " in line)
        if found["Package"] == "quarterdeck" and VERSION.fullmatch(found["Version"]):
            return PackageFacts(found["Version"], found["Architecture"], int(found["Installed-Size"]) << 10)
    except (OSError, EOFError, LookupError, ValueError, tarfile.TarError, lzma.LZMAError, zlib.error):
        pass
    raise BadUpdate(_("{file} isn’t an update of Quarterdeck: choose a file quarterdeck_….deb.", file=package.name))


def _control(package: Path) -> str:
    """Return the control file of a package that was packed with xz, gzip or not at all."""
    with package.open("rb") as source:
        [member] = [one for one in members(source) if one.name.startswith("control.tar")]
        source.seek(member.content)
        data = source.read(min(member.end - member.content, LONGEST_CONTROL))
    if member.name.endswith(".xz"):
        data = lzma.LZMADecompressor(memlimit=MOST_MEMORY).decompress(data, LONGEST_CONTROL)
    elif member.name.endswith(".gz"):
        data = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, LONGEST_CONTROL)
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        file = archive.extractfile("./control")
        return file.read(LONGEST_CONTROL).decode("utf-8") if file else ""


def _is_signed(source: BinaryIO, length: int, signature: bytes, signers: Path) -> bool:
    with tempfile.NamedTemporaryFile(prefix="quarterdeck-", suffix=".sig") as file:
        file.write(signature)
        file.flush()
        command = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", IDENTITY, "-n", NAMESPACE, "-s", file.name]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as verifier:
            assert verifier.stdin is not None
            try:
                copy_bytes(source, verifier.stdin, length)
                verifier.stdin.close()
            except BrokenPipeError:
                pass
            return verifier.wait(PATIENCE) == 0


def copy_bytes(source: BinaryIO, target: IO[bytes], length: int) -> None:
    while length > 0 and (piece := source.read(min(length, PIECE))):
        target.write(piece)
        length -= len(piece)


CHANGELOG = "CHANGELOG.md"
LONGEST = 1 << 20
"""Bytes of a changelog that are read."""

MOST = 100
"""Notes of a version that are shown."""


def notes_of(changelog: str, version: str) -> tuple[str, ...]:
    """Return the notes of that version, or of what is not released yet if it has no section of its own.

    A section begins with ``## VERSION``; each note is an item of a list, its lines joined and without Markdown's marks.
    """
    sections = _sections(changelog)
    return sections.get(version) or sections.get("unreleased") or ()


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
    return {
        name: tuple(note.replace("`", "").replace("**", "") for note in notes[:MOST]) for name, notes in found.items()
    }


def changelog_in(folder: Path) -> str:
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
