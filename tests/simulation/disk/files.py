"""What a power cut can leave of files, by the calls that were made on them.

A write is on disk for certain once its file was synced after it. What was not synced may be there or not, each write by
itself, and each sector of a write by itself. After a sync that failed nothing written before it becomes durable by a
later one: Linux takes such pages for clean. Names behave alike: a new name or a renaming is durable once the folder was
synced.
"""

from dataclasses import dataclass, field
from random import Random

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Op:
    """One system call on a file below the watched folder."""

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

    def left(self, chance: Random, how: str) -> bytes:
        content = bytearray(self.durable)
        for op, certain in (*self.decided, *((op, False) for op in self.pending)):
            if certain or how == "all" or (how == "some" and chance.random() < 0.5):
                _apply(content, op)
            elif how == "torn":
                _apply(content, op, {n for n in range(len(op.data) // SECTOR + 1) if chance.random() < 0.5})
        return bytes(content)


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


class Model:
    """What is on a disk after these calls; it began with the files that were there."""

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

    def left(self, chance: Random, how: str) -> dict[str, bytes]:
        """Return what a power cut leaves now: of what is not synced "none", "all", "some" writes, or "torn" ones."""
        steps = [self._durable, *self._steps]
        names = steps[0] if how == "none" else steps[-1] if how == "all" else chance.choice(steps)
        return {path: file.left(chance, how) for path, file in names.items()}
