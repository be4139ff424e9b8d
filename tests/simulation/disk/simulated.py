"""A simulated disk below the real file system: what is written is there, and what a power cut leaves is another matter.

Calls of SQLite (:mod:`~tests.simulation.disk.sqlite_vfs`) and of Python's files, by functions of ``os``, are made on
a model. A disk that is full, read-only, or fails to sync refuses them as Linux does.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal
from unittest.mock import patch

from tests.simulation.disk.files import Model, Op
from tests.simulation.disk.sqlite_vfs import watching

Trouble = Literal["", "full", "read-only", "no sync"]
ERRNO = {"full": errno.ENOSPC, "read-only": errno.EROFS, "no sync": errno.EIO}


class PowerCut(BaseException):
    """The power is gone: nothing after this call has happened."""


class SimulatedDisk:
    """The disk below that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.trouble: Trouble = ""
        self.calls_left: int | None = None
        """Calls until the power is gone; None: it stays."""
        self.begin()

    def begin(self) -> None:
        """Begin with what is there, all of it on the disk."""
        self.is_off, self.calls_left, self.trouble = False, None, ""
        self._model = Model({str(file): file.read_bytes() for file in self.files})

    @property
    def files(self) -> list[Path]:
        return sorted(file for file in Path(self.folder).rglob("*") if file.is_file())

    def is_ours(self, path: str) -> bool:
        return path.startswith(f"{self.folder}/") or path == self.folder

    def make(self, op: Op) -> None:
        """Note a call, if the power is on."""
        if self.calls_left is not None:
            self.calls_left -= 1
            self.is_off = self.is_off or self.calls_left <= 0
        if not self.is_off:
            self._model.make(op)

    def cut(self, chance: Random) -> None:
        """Leave in the folder what the disk has: of what is not synced all, nothing, some writes or torn ones."""
        left = self._model.left(chance, chance.choice(("none", "all", "some", "torn")))
        self.is_off, self.calls_left, self.trouble = False, None, ""
        for file in self.files:
            file.unlink()
        for path, data in left.items():
            Path(path).parent.mkdir(exist_ok=True)  # a folder may be gone whose files are not, for certain
            Path(path).write_bytes(data)
        self.begin()

    def rot(self, chance: Random, spared: str) -> str:
        """Spoil a place of one file, which is in use or not, as a worn card does, but not that one. Return its name."""
        file = chance.choice([one for one in self.files if one.stat().st_size and one.name != spared])
        data = bytearray(file.read_bytes())
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                data[at : at + 512] = bytes(len(data[at : at + 512]))
            case 2:
                data[at : at + 512] = chance.randbytes(len(data[at : at + 512]))
            case _:
                del data[at:]
        file.write_bytes(data)
        return file.name


@contextmanager
def simulating(disk: SimulatedDisk) -> Iterator[None]:
    """Have all files below that folder lie on the disk."""
    with watching(disk), ExitStack() as stack:
        for name, call in _calls(disk).items():
            stack.enter_context(patch.object(os, name, call))
        yield


def _calls(disk: SimulatedDisk) -> dict[str, Callable[..., Any]]:
    """Return the functions of ``os`` that change files, for that disk."""
    real: dict[str, Callable[..., Any]] = {
        name: getattr(os, name)
        for name in ("open", "pwrite", "fsync", "fdatasync", "rename", "replace", "unlink", "remove")
    }

    def path_of(handle: int) -> str:
        return str(Path(f"/proc/self/fd/{handle}").readlink())

    def refuse(path: str) -> None:
        if disk.is_off:
            raise PowerCut
        if disk.trouble in ("full", "read-only"):
            raise OSError(ERRNO[disk.trouble], os.strerror(ERRNO[disk.trouble]), path)

    def made(op: Op) -> None:
        disk.make(op)
        if disk.is_off:
            raise PowerCut

    def opened(path: Any, flags: int, *more: Any, **others: Any) -> int:
        name = os.fspath(path)
        ours = isinstance(name, str) and disk.is_ours(name) and bool(flags & (os.O_WRONLY | os.O_RDWR))
        if ours:
            refuse(name)
        is_new = ours and not Path(name).exists()
        handle = int(real["open"](path, flags, *more, **others))
        if is_new:
            try:
                made(Op("create", name))
            except PowerCut:  # a program without power has no open files, and this one goes on
                os.close(handle)
                raise
        return handle

    def pwrite(handle: int, data: bytes, at: int) -> int:
        path = path_of(handle)
        if disk.is_ours(path):
            refuse(path)
            made(Op("write", path, at=at, data=data))
        return int(real["pwrite"](handle, data, at))

    def sync(handle: int) -> None:
        path = path_of(handle)
        if not disk.is_ours(path):
            real["fsync"](handle)
            return
        if Path(path).is_file() and path.endswith(".new"):  # written by Python's own buffer
            made(Op("write", path, at=0, data=Path(path).read_bytes()))
        fails = disk.trouble == "no sync"
        made(Op("fault" if fails else "sync", path))
        if fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def renamed(path: Any, target: Any, **more: Any) -> None:
        one, other = os.fspath(path), os.fspath(target)
        if disk.is_ours(str(one)):
            refuse(one)
            made(Op("rename", one, other))
        real["replace"](path, target, **more)

    def removed(path: Any, **more: Any) -> None:
        name = os.fspath(path)
        if disk.is_ours(str(name)) and Path(name).exists():
            refuse(name)
            made(Op("unlink", name))
        real["unlink"](path, **more)

    return {
        "open": opened, "pwrite": pwrite, "fsync": sync, "fdatasync": sync, "rename": renamed, "replace": renamed,
        "unlink": removed, "remove": removed,
    }  # fmt: skip
