"""What a power cut can leave of a journal: the writer's system calls are recorded, and replayed up to any moment.

A write is on disk for certain once its file was synced after it. What was not synced may be there or not, each write by
itself, and each sector of a write by itself. After a sync that failed nothing written before it becomes durable by a
later one: Linux takes such pages for clean. Names behave alike: a new name or a renaming is durable once the folder was
synced.
"""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.end_to_end.program import ROOT

SECTOR = 512
CALLS = "openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink,unlinkat,chmod"

_CALL = re.compile(r"^\d+\s+(?P<name>\w+)\((?P<given>.*)\)\s+= (?P<result>-?\d+)")
_HEX = re.compile(r"\\x([0-9a-f]{2})")


@dataclass(frozen=True, slots=True)
class Op:
    """One system call on a file below the watched folder, or an acknowledgement (``name`` "ack", ``at`` its number)."""

    name: str
    path: str = ""
    target: str = ""
    at: int = 0
    data: bytes = b""


@dataclass(slots=True, eq=False)
class _File:
    """A file's content as it is on disk for certain, and the calls since then, in their order.

    A call that a failed sync has left undecided stays so; later ones that were synced cover it.
    """

    durable: bytearray = field(default_factory=bytearray)
    decided: list[tuple[Op, bool]] = field(default_factory=list)
    pending: list[Op] = field(default_factory=list)

    def decide(self, *, certain: bool) -> None:
        self.decided += [(op, certain) for op in self.pending]
        self.pending = []

    def synced(self) -> None:
        self.decide(certain=True)
        if all(certain for _, certain in self.decided):
            for op, _ in self.decided:
                _apply(self.durable, op)
            self.decided = []

    def left(self, chance: random.Random, how: str) -> bytes:
        content = bytearray(self.durable)
        for op, certain in (*self.decided, *((op, False) for op in self.pending)):
            if certain or how == "all" or (how == "some" and chance.random() < 0.5):
                _apply(content, op)
            elif how == "torn":
                _apply(content, op, {n for n in range(len(op.data) // SECTOR + 1) if chance.random() < 0.5})
        return bytes(content)


def record(folder: Path, rounds: int, fault: str = "") -> list[Op]:
    """Run the writer on ``journal.db`` in that folder, and return what it did. ``fault`` is strace's, for syncs."""
    log = folder.with_name(f"{folder.name}.strace")
    inject = ["-e", f"inject=fsync,fdatasync:error=EIO:when={fault}"] if fault else []
    command = ["strace", "-f", "-y", "-xx", "-s", "70000", "-e", f"trace={CALLS}", *inject, "-o", str(log)]
    writer = [sys.executable, "-m", "tests.end_to_end.writers", str(folder / "journal.db"), str(rounds)]
    subprocess.run([*command, *writer], cwd=ROOT, check=True, capture_output=True, timeout=120)
    return list(_ops(log, folder))


def _ops(log: Path, folder: Path) -> Iterator[Op]:
    place = str(folder.resolve())
    for line in log.read_text("ascii").splitlines():
        call = _CALL.match(line)
        if call is None:
            continue
        name, given, result = call["name"], call["given"], int(call["result"])
        texts = ("".join(either) for either in re.findall(r'<((?:\\x..)*)>|"((?:\\x..)*)"', given))
        paths = [_bytes(text).decode("utf-8", "replace") for text in texts if text]
        if name == "write" and given.startswith("1<"):
            said = paths[-1].split()
            if said[:1] == ["ack"]:
                yield Op("ack", at=int(said[1]))
            continue
        ours = [path for path in paths if path == place or path.startswith(f"{place}/")]
        if not ours:
            continue
        if name in ("fsync", "fdatasync"):
            yield Op("sync" if result == 0 else "fault", ours[0])
        elif result < 0:
            continue
        elif name == "openat" and "O_CREAT" in given:
            yield Op("create", ours[0])
            if "O_TRUNC" in given:
                yield Op("truncate", ours[0], at=0)
        elif name in ("pwrite64", "write"):
            data = _bytes(re.findall(r'"((?:\\x..)*)"', given)[-1])
            numbers = [int(one) for one in re.findall(r", (\d+)", given)]
            yield Op("write", ours[0], at=numbers[-1] if name == "pwrite64" else -1, data=data)
        elif name == "ftruncate":
            yield Op("truncate", ours[0], at=int(given.rpartition(",")[2]))
        elif name == "rename":
            yield Op("rename", ours[0], ours[1])
        elif name in ("unlink", "unlinkat"):
            yield Op("unlink", ours[-1])


def _bytes(text: str) -> bytes:
    return bytes(int(one, 16) for one in _HEX.findall(text))


def _apply(content: bytearray, op: Op, sectors: set[int] | None = None) -> None:
    """Apply a write or a truncation; of a write only these sectors, if they are given."""
    if op.name == "truncate":
        del content[op.at :]
        content.extend(bytes(op.at - len(content)))
        return
    at = len(content) if op.at < 0 else op.at
    for number, start in enumerate(range(0, len(op.data), SECTOR)):
        if sectors is None or number in sectors:
            piece = op.data[start : start + SECTOR]
            content.extend(bytes(max(0, at + start - len(content))))
            content[at + start : at + start + len(piece)] = piece


class Disk:
    """A disk on which these calls are made one after the other; it began with the files that were there."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._names = {path: _File(bytearray(data)) for path, data in files.items()}
        self._durable = dict(self._names)
        self._steps: list[dict[str, _File]] = []
        """The names after each change that was not synced."""

    def make(self, op: Op) -> None:
        """Make one call."""
        file = self._names.get(op.path)
        if op.name in ("write", "truncate"):
            self._names.setdefault(op.path, _File()).pending.append(op)
        elif op.name == "sync" and file is None:  # a folder
            self._durable, self._steps = dict(self._names), []
        elif op.name == "sync" and file is not None:
            file.synced()
            self._durable.setdefault(op.path, file)
        elif op.name == "fault" and file is not None:
            file.decide(certain=False)
        elif (op.name == "create") is (file is None):
            self._name(op, file or _File())

    def _name(self, op: Op, file: _File) -> None:
        self._names.pop(op.path, None)
        if op.name != "unlink":
            self._names[op.target or op.path] = file
        self._steps.append(dict(self._names))

    def left(self, chance: random.Random, how: str) -> dict[str, bytes]:
        """Return what a power cut leaves now: of what is not synced "none", "all", "some" writes, or "torn" ones."""
        steps = [self._durable, *self._steps]
        names = steps[0] if how == "none" else steps[-1] if how == "all" else chance.choice(steps)
        return {path: file.left(chance, how) for path, file in names.items()}


def states(
    ops: list[Op], files: dict[str, bytes], chance: random.Random, each: int
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Yield what power cuts can leave, ``each`` times after every call: the events acknowledged by then, and files."""
    disk, acknowledged = Disk(files), 0
    for op in ops:
        if op.name == "ack":
            acknowledged = op.at
            continue
        disk.make(op)
        for how in ("none", "all", *chance.choices(("some", "torn"), k=max(0, each - 2)))[:each]:
            yield acknowledged, disk.left(chance, how)
