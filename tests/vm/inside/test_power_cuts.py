"""Power cuts on a real ext4, replayed from what a disk was asked to write, flush by flush."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.backup.backup import CONFIG, JOURNAL
from device.backup.restore import have_wait, put_back
from device.journal.journal import Journal
from tests.simulation.disk.journals import EVENTS, GAME, TEXTS, damaged_journal, old_journal
from tests.vm.inside.mapper import Mapped, content, load_modules, make_ext4, mounted, put
from tests.vm.inside.tables import backup_of, games_of, table_with
from tests.vm.recorded import MARK, Cut, Entry, cuts, entries

pytestmark = pytest.mark.vm

WRITTEN, RECORDING, REPLAYED, CHANGES = (Path(f"/dev/ram{number}") for number in range(4))

MORE = int(os.environ.get("CUTS", "1"))
"""How many times as many states are tried between two flushes."""

Games = list[list[str]]
Mark = Callable[[int], None]


@pytest.fixture(autouse=True, scope="module")
def _modules() -> None:
    load_modules()


@dataclass(frozen=True, slots=True)
class Found:
    """What a start found on a disk after a power cut."""

    games: Games
    notices: tuple[str, ...]


def record(
    tmp_path: Path, prepare: Callable[[Path], object], act: Callable[[Path, Mark], object]
) -> tuple[bytes, list[Entry]]:
    """The disk as ``prepare`` left it, and what it was asked to write by ``act``, which can put marks between."""
    make_ext4(WRITTEN)
    place = tmp_path / "disk"
    with mounted(WRITTEN, place):
        prepare(place)
    before = content(WRITTEN)
    put(RECORDING, [(0, bytes(4096))])
    device = Mapped("recorded", f"log-writes {WRITTEN} {RECORDING}")
    with mounted(device.path, place):
        act(place, lambda number: device.mark(str(number)))
    device.remove()
    recorded = list(entries(content(RECORDING, 128 << 20)))
    assert sum(bool(entry.flags & MARK) for entry in recorded) > 0
    return before, recorded


def replay(
    tmp_path: Path, before: bytes, left: Iterator[Cut], start: Callable[[Path], Found]
) -> Iterator[tuple[int, Found]]:
    """Mount what each power cut leaves, and start there: the last mark before the cut, and what was found."""
    put(REPLAYED, [(0, before)])
    as_it_is = f"linear {REPLAYED} 0"
    device = Mapped("replayed", as_it_is)
    for cut in left:
        put(REPLAYED, ((entry.at, entry.data) for entry in cut.durable))
        device.become(f"snapshot {REPLAYED} {CHANGES} N 8")
        put(device.path, ((entry.at, entry.data) for entry in cut.beside))
        with mounted(device.path, tmp_path / "disk") as place:
            found = start(place)
        device.become(as_it_is)  # or the next snapshot would take over the changes of this one
        yield int(cut.mark or 0), found
    device.remove()


def opened(folder: Path) -> Found:
    """Start the journal in that folder, and write to it once."""
    (folder / "kept").mkdir(exist_ok=True)
    with Journal(folder / "kept" / "journal.db") as journal:
        assert journal.trouble is None
        ledger = journal._ledger
        assert ledger is not None
        games = [[row[3] for row in ledger.rows(game)] for game in ledger.games()]
        journal.append(EVENTS[:1], 9.0)
        assert journal.trouble is None
        return Found(games, journal.notices)


def play(rounds: int) -> Callable[[Path, Mark], None]:
    """Write so many games, with quiet times between them, while a neighbour writes what it never syncs."""

    def act(folder: Path, mark: Mark) -> None:
        (folder / "kept").mkdir(exist_ok=True)
        number = now = 0
        file = folder / "kept" / "journal.db"
        with Journal(file, in_memory=True) as journal, (folder / "neighbour").open("wb") as neighbour:
            for step in GAME * rounds:
                journal.append(step, float(number))
                number += len(step)
                mark(number)
                neighbour.write(random.Random(number).randbytes(5000))
                neighbour.flush()
                for _ in range(number % 3 + 1):
                    now += 1
                    journal.tend(float(now))
                assert journal.trouble is None
            for _ in range(5):
                now += 1
                journal.tend(float(now))

    return act


Make = Callable[[Path, int], None]


@pytest.mark.parametrize(
    ("made", "before", "rounds", "each"),
    [(None, 0, 2, 3), (old_journal, 3, 1, 2), (damaged_journal, 3, 1, 2)],
    ids=["in play", "while a journal is updated", "while a journal is repaired"],
)
def test_a_power_cut_at_any_flush_loses_nothing_that_was_acknowledged(
    tmp_path: Path, made: Make | None, before: int, rounds: int, each: int
) -> None:
    """``before`` games are in a journal that is made first; ``each`` states beside the two at each flush are tried."""
    disk, recorded = record(tmp_path, lambda place: made and made(place / "kept", before), play(rounds))
    tried: Counter[str] = Counter()
    for acknowledged, found in replay(tmp_path, disk, cuts(recorded, random.Random(7), each * MORE), opened):
        assert all(game == TEXTS[: len(game)] for game in found.games)
        assert all(len(game) == len(TEXTS) for game in found.games[:-1])
        kept = sum(map(len, found.games)) - before * len(TEXTS)
        assert kept >= acknowledged, f"{acknowledged} were acknowledged, {kept} are left: {found.notices}"
        assert not any("lost" in notice for notice in found.notices), found.notices
        tried["repaired" if found.notices else "sound"] += 1
    print(f"\nstates: {tried.total()}, of them {tried['repaired']} repaired")
    assert tried.total() > 50


def test_a_power_cut_while_a_backup_is_put_back_leaves_it_or_what_was_there_before(tmp_path: Path) -> None:
    """Once it waits it is put back, by the next start if need be, and what was there before is kept."""
    backup = backup_of(tmp_path / "other", 2)

    def prepare(place: Path) -> None:
        table_with(place, 1)

    def act(place: Path, mark: Mark) -> None:
        have_wait(backup, place / CONFIG)
        mark(1)
        assert put_back(place / CONFIG)
        mark(2)

    def start(place: Path) -> Found:
        put_back(place / CONFIG)
        old = [one for one in place.glob("before-restore-*/journal.db") if len(games_of(one)) == 1]
        with Journal(place / JOURNAL) as journal:
            assert journal.trouble is None
            notices = journal.notices
        return Found(games_of(place / JOURNAL), (*notices, *("kept" for _ in old)))

    disk, recorded = record(tmp_path, prepare, act)
    tried: Counter[str] = Counter()
    for mark, found in replay(tmp_path, disk, cuts(recorded, random.Random(7), 2 * MORE), start):
        assert found.games in ([TEXTS], [TEXTS, TEXTS])
        is_back = len(found.games) == 2
        assert is_back or not mark
        assert found.notices == (("kept",) if is_back else ())
        tried["put back" if is_back else "as before"] += 1
    print(f"\nstates: {tried.total()}, of them {tried['put back']} put back")
    assert min(tried["put back"], tried["as before"]) > 5
