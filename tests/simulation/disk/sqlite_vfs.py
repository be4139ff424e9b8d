"""SQLite's files on a simulated disk: a VFS of ours (https://sqlite.org/vfs.html) around that of this system.

It is registered by ctypes in the library that Python's own module uses. A VFS, and not files cut at their end,
since the faults that matter are in the middle of a commit, of a checkpoint, of a rename.
"""

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from tests.simulation.disk.files import Op

OK, FULL, CANT_OPEN = 0, 13, 14
NO_WRITE, NO_SYNC = 10 | 3 << 8, 10 | 4 << 8
"""SQLITE_OK, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC."""
READ_WRITE, JOURNALS = 2, 0x800 | 0x4000 | 0x80000
"""SQLITE_OPEN_READWRITE; and of MAIN_JOURNAL, SUPER_JOURNAL and WAL."""


class Vfs(Structure):
    _fields_ = (
        ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p), ("rest", c_void_p * 16),
    )  # fmt: skip


class Methods(Structure):
    _fields_ = (
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p),
        ("sync", c_void_p), ("rest", c_void_p * 13),
    )  # fmt: skip


OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
CLOSE = CFUNCTYPE(c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Disk(Protocol):
    """The disk: its folder, its trouble, whether the power is gone, and what is done on it."""

    folder: str
    trouble: Any
    is_off: bool

    def is_ours(self, path: str) -> bool: ...

    def make(self, op: Op) -> None: ...


def is_there() -> bool:
    """Return whether Python's SQLite is the library of this system, whose files can be watched."""
    return Path("/proc/self/maps").is_file() and "libsqlite3.so.0" in Path("/proc/self/maps").read_text()


class Watcher:
    """A VFS whose writes, syncs and names are made on :attr:`disk`."""

    def __init__(self) -> None:
        self.disk: Disk | None = None
        self._library = ctypes.CDLL("libsqlite3.so.0")
        self._library.sqlite3_vfs_find.restype = c_void_p
        self._library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
        self._library.sqlite3_vfs_unregister.argtypes = [c_void_p]
        self._usual = Vfs.from_address(self._library.sqlite3_vfs_find(None))
        self._paths: dict[int, str] = {}
        self._unnamed: set[int] = set()
        """New journals: SQLite syncs the folder with their first sync."""
        self._methods: dict[int, Methods] = {}
        self._kept: list[Any] = []
        self._own = Vfs.from_buffer_copy(self._usual)
        self._own.name = b"simulated"
        self._own.open = self._pointer(OPEN, self._usual.open, self._open)
        self._own.delete = self._pointer(DELETE, self._usual.delete, self._delete)

    def use(self, disk: Disk | None) -> None:
        self.disk = disk
        if disk:
            self._library.sqlite3_vfs_register(ctypes.addressof(self._own), 1)
        else:
            self._library.sqlite3_vfs_unregister(ctypes.addressof(self._own))

    def _pointer(self, kind: Any, usual: int, does: Callable[..., int]) -> int | None:
        """Return the address of a function that calls ``does`` with the usual one; nothing is raised into SQLite."""
        call = kind(usual)

        def made(*given: Any) -> int:
            try:
                return int(does(call, *given))
            except Exception:
                return NO_WRITE

        pointer = kind(made)
        self._kept += (call, pointer)
        return cast(pointer, c_void_p).value

    def _disk_of(self, file: int) -> tuple[Disk | None, str]:
        path = self._paths.get(file, "")
        return (self.disk if self.disk and self.disk.is_ours(path) else None), path

    def _open(self, call: Any, _vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        path = os.fsdecode(ctypes.string_at(name)) if name else ""  # SQLite keeps the pointer
        disk = self.disk if self.disk and self.disk.is_ours(path) else None
        is_new = disk is not None and not Path(path).exists()
        if disk and (disk.is_off or (disk.trouble in ("full", "read-only") and is_new)):
            return CANT_OPEN
        if disk and disk.trouble == "read-only" and flags & READ_WRITE:
            return CANT_OPEN
        found = int(call(ctypes.addressof(self._usual), name, file, flags, out))
        at = c_void_p.from_address(file)
        if found == OK and disk and at.value:
            if at.value not in self._methods:
                self._methods[at.value] = self._watched(Methods.from_address(at.value))
            at.value = ctypes.addressof(self._methods[at.value])
            self._paths[file] = path
            if is_new:
                disk.make(Op("create", path))
                self._unnamed |= {file} if flags & JOURNALS else set()
        return found

    def _watched(self, usual: Methods) -> Methods:
        own = Methods.from_buffer_copy(usual)
        own.close = self._pointer(CLOSE, usual.close, self._close)
        own.write = self._pointer(WRITE, usual.write, self._write)
        own.truncate = self._pointer(TRUNCATE, usual.truncate, self._truncate)
        own.sync = self._pointer(SYNC, usual.sync, self._sync)
        return own

    def _close(self, call: Any, file: int) -> int:
        self._paths.pop(file, None)
        self._unnamed.discard(file)
        return int(call(file))

    def _write(self, call: Any, file: int, data: int, many: int, at: int) -> int:
        disk, path = self._disk_of(file)
        if disk and disk.trouble in ("full", "read-only"):
            return FULL if disk.trouble == "full" else NO_WRITE
        if disk:
            disk.make(Op("write", path, at=at, data=ctypes.string_at(data, many)))
        return NO_WRITE if disk and disk.is_off else int(call(file, data, many, at))

    def _truncate(self, call: Any, file: int, size: int) -> int:
        disk, path = self._disk_of(file)
        if disk and disk.trouble == "read-only":
            return NO_WRITE
        if disk:
            disk.make(Op("truncate", path, at=size))
        return NO_WRITE if disk and disk.is_off else int(call(file, size))

    def _sync(self, call: Any, file: int, how: int) -> int:
        disk, path = self._disk_of(file)
        if disk is None:
            return int(call(file, how))
        fails = disk.trouble == "no sync"
        disk.make(Op("fault" if fails else "sync", path))
        if not fails and file in self._unnamed:
            self._unnamed.remove(file)
            disk.make(Op("sync", disk.folder))
        return NO_SYNC if disk.is_off or fails else OK

    def _delete(self, call: Any, _vfs: int, name: bytes, folder: int) -> int:
        path = os.fsdecode(name)
        disk = self.disk if self.disk and self.disk.is_ours(path) else None
        if disk:
            if disk.is_off or disk.trouble == "read-only":
                return NO_WRITE
            disk.make(Op("unlink", path))
            if folder:
                disk.make(Op("sync", disk.folder))
        return int(call(ctypes.addressof(self._usual), name, folder))


_watcher = cache(Watcher)
"""One for the program's life: SQLite keeps pointers to it."""


@contextmanager
def watching(disk: Disk) -> Iterator[None]:
    """Have all files of SQLite below the folder of that disk lie on it."""
    _watcher().use(disk)
    try:
        yield
    finally:
        _watcher().use(None)
