"""A machine that lies in a folder, with small packages of Quarterdeck signed with keys of the test."""

import atexit
import errno
import io
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

from device.config.editor import template
from device.storage.database import SCHEMA
from device.update.boot_guard import Versions
from device.update.installation import Installation
from device.update.signed_package import IDENTITY, NAMESPACE, sign

PYTHONS = ("cp311", "cp312", "cp313", "cp314")


def make_key(folder: Path, name: str) -> Path:
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    return key


def trusted(key: Path) -> str:
    return f'{IDENTITY} namespaces="{NAMESPACE}" {key.with_name(f"{key.name}.pub").read_text("utf-8")}'


def version_files(folder: Path, version: str, key: Path | None, *, schema: int = SCHEMA) -> None:
    (folder / "bin").mkdir(parents=True)
    (folder / "lib" / "common").mkdir(parents=True)
    (folder / "lib" / "common" / "one.py").write_text("ONE = 1\n")
    for python in PYTHONS[::2]:
        (folder / "lib" / python).mkdir()
        (folder / "lib" / python / "two.py").write_text("TWO = 2\n")
    program = folder / "bin" / "quarterdeck"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    about = {"version": version, "journal_schema": schema, "pythons": PYTHONS}
    (folder / "build.json").write_text(json.dumps(about))
    (folder / "allowed_signers").write_text(trusted(key) if key else "")


def package(folder: Path, version: str, key: Path | None, **how: Any) -> Path:
    """Put a package of that version into the folder, signed if there is a key. Each is built once.

    ``architecture`` and ``name`` are those that it says it has, ``said`` another version that it says it has, ``size``
    its unpacked size in kB as it says; ``news`` its changelog, ``filler`` bytes of random content.
    """
    return Path(shutil.copy(_built(version, key, PYTHONS, **how), folder))


@cache
def _built(
    version: str,
    key: Path | None,
    _pythons: tuple[str, ...],
    *,
    architecture: str = "arm64",
    name: str = "quarterdeck",
    size: int = 4,
    news: str = "",
    filler: int = 0,
    said: str | None = None,
) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="quarterdeck-packages-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    tree = folder / "tree"
    files = tree / "opt" / "quarterdeck" / version
    version_files(files, version, key)
    if news:
        (files / "CHANGELOG.md").write_text(news, "utf-8")
    if filler:
        (files / "lib" / "filler").write_bytes(os.urandom(filler))
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(
        f"Package: {name}\nVersion: {version if said is None else said}\nArchitecture: {architecture}\n"
        f"Maintainer: The authors <a@example.org>\nInstalled-Size: {size}\nDescription: dice tray\n"
    )
    file = folder / f"quarterdeck_{version}_{architecture}.deb"
    unchecked = ["--nocheck"] if said is not None else []
    build = ["dpkg-deb", "--build", *unchecked, "--root-owner-group", "-Znone", str(tree), str(file)]
    subprocess.run(build, check=True, capture_output=True)
    if key:
        sign(file, key)
    return file


class PulledStick(io.BufferedIOBase):
    """A file on a stick that is pulled after its first bytes."""

    FIRST = 200

    def __init__(self, source: IO[Any]) -> None:
        self._source = source

    def read(self, size: int | None = -1, /) -> bytes:
        if self._source.tell():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return bytes(self._source.read(self.FIRST if size is None else min(size, self.FIRST)))

    def close(self) -> None:
        self._source.close()
        super().close()


class Room:
    """A machine of type arm64 on which version 1.0 is installed and has been kept."""

    def __init__(self, folder: Path, key: Path) -> None:
        self.folder = folder
        self.key = key
        self.root = folder / "opt"
        self.config = folder / "state" / "quarterdeck.toml"
        self.config.parent.mkdir()
        self.config.write_text(template(), "utf-8")
        self.root.mkdir()
        version_files(self.root / "1.0", "1.0", self.key)
        (self.root / "current").symlink_to("1.0")
        self.run: list[str] = []
        self.answers: dict[str, tuple[int, str]] = {
            "dpkg --print-architecture": (0, "arm64"),
            "findmnt": (0, "ext4"),
            "sync": (0, ""),
        }

    @property
    def versions(self) -> Versions:
        return Versions(self.root, self.config.parent, self.folder / "run")

    @property
    def installation(self) -> Installation:
        return Installation(self.root, self.config, self.command, is_root=True)

    def command(self, command: Sequence[str]) -> tuple[int, str]:
        """Run the command for real, except for systemctl, which is noted, and those with an answer of the test."""
        if command[0] == "systemctl":
            self.run.append(" ".join(command))
            return 0, ""
        for begin, answer in self.answers.items():
            if " ".join(command).startswith(begin):
                return answer
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip()

    def package(self, version: str = "1.1", **how: Any) -> Path:
        return package(self.folder, version, how.pop("key", self.key), **how)

    def update(self, file: Path, *, downgrade: bool = False) -> list[str]:
        return list(self.installation.update(file, downgrade=downgrade))
