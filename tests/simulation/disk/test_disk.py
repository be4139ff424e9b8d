"""Power cuts at every call to the disk: no event that was acknowledged is lost or doubled, whatever was not synced.

Thousands of cuts with ``pytest -m long -s tests/simulation/test_disk.py``.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from device.journal.journal import Journal
from tests.simulation.disk.files import Model, Op
from tests.simulation.disk.journals import EVENTS, GAME, TEXTS, damaged_journal, no_journal, old_journal
from tests.simulation.disk.simulated import SimulatedDisk, Trouble, simulating
from tests.simulation.disk.sqlite_vfs import is_there

pytestmark = pytest.mark.skipif(not is_there(), reason="Python's SQLite is not the library of this system")


class Recorder(SimulatedDisk):
    """A disk that keeps all calls. The syncs of these numbers fail."""

    def __init__(self, folder: Path, failing: range) -> None:
        self.ops: list[Op] = []
        self._failing = failing
        super().__init__(folder)

    def make(self, op: Op) -> None:
        self.ops.append(op)
        super().make(op)

    @property
    def trouble(self) -> Trouble:
        return "no sync" if sum(op.name in ("sync", "fault") for op in self.ops) + 1 in self._failing else ""

    @trouble.setter
    def trouble(self, trouble: Trouble) -> None:
        """Leave it as the numbers say."""


def written(folder: Path, rounds: int, disk: Recorder) -> None:
    """Write so many games, with quiet times between their steps; note how many events were acknowledged."""
    with simulating(disk), Journal(folder / "journal.db", in_memory=True) as journal:
        number = now = 0
        for step in (*GAME * rounds, ()):
            if step:
                journal.append(step, float(number))
            number += len(step)
            for _ in range(number % 3 + 1 if step else 20):
                now += 1
                journal.tend(float(now))
            if journal.trouble is None:
                disk.ops.append(Op("ack", at=number))


def states(ops: list[Op], files: dict[str, bytes], chance: Random, each: int) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Yield what power cuts can leave, ``each`` times after every call: the events acknowledged by then, and files."""
    model, acknowledged = Model(files), 0
    for op in ops:
        if op.name == "ack":
            acknowledged = op.at
            continue
        model.make(op)
        for how in ("none", "all", *chance.choices(("some", "torn"), k=max(0, each - 2)))[:each]:
            yield acknowledged, model.left(chance, how)


Made = Callable[[Path, int], None]
SHORT: tuple[tuple[Made, range, int, int], ...] = (
    (no_journal, range(0), 1, 4),
    (no_journal, range(9, 11), 1, 4),
    (old_journal, range(0), 1, 3),
    (damaged_journal, range(0), 1, 3),
)
LONG = [
    (made, range(first, first + many), 3, 6)
    for made in (no_journal, old_journal, damaged_journal)
    for first in range(1, 24)
    for many in (1, 2, 12)
]


@pytest.mark.parametrize(
    ("made", "failing", "rounds", "each"), [*SHORT, *(pytest.param(*case, marks=pytest.mark.long) for case in LONG)]
)
def test_a_power_cut_at_any_call_loses_nothing_that_was_acknowledged(
    quick: Path, made: Made, failing: range, rounds: int, each: int
) -> None:
    folder = quick / "journal"
    before = 0 if made is no_journal else 3
    made(folder, before)
    files = {str(file): file.read_bytes() for file in folder.iterdir()}
    disk = Recorder(folder, failing)
    written(folder, rounds, disk)
    assert sum(op.name == "sync" for op in disk.ops) > 5

    @cache
    def opened(state: tuple[tuple[str, bytes], ...]) -> tuple[list[list[str]], tuple[str, ...]]:
        """The games of a journal with these files, after it was opened and written once, and what it says."""
        cut = quick / "cut"
        shutil.rmtree(cut, ignore_errors=True)
        cut.mkdir()
        for path, data in state:
            (cut / Path(path).relative_to(folder)).write_bytes(data)
        with Journal(cut / "journal.db") as journal:
            assert journal.trouble is None
            games = [[row[3] for row in journal.ledger.rows(game)] for game in journal.ledger.games()]
            journal.append(EVENTS[:1], 9.0)
            assert journal.trouble is None
            return games, journal.notices

    tried: Counter[str] = Counter()
    for acknowledged, left in states(disk.ops, files, Random(str(failing)), each):
        games, notices = opened(tuple(sorted(left.items())))
        assert all(game == TEXTS[: len(game)] for game in games)
        assert all(len(game) == len(TEXTS) for game in games[:-1]), "a game is followed by the next when it is whole"
        kept = sum(map(len, games)) - before * len(TEXTS)
        assert kept >= acknowledged, f"{acknowledged} were acknowledged, {kept} are left: {notices}"
        assert not any("lost" in notice for notice in notices), notices
        tried["repaired" if notices else "sound"] += 1
    print(f"\n{made.__name__}, syncs {failing} fail: {dict(tried)}")
    assert tried.total() > 80
