"""The journal: durable, append-only, one writer; in memory while the disk takes nothing; never without a clean game."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from device.errors import BadJournal
from device.journal import opener
from device.journal.journal import AGAIN, Journal
from device.journal.reader import reading
from device.storage.database import JournalDatabase, Opening, Row
from engine import Event, Rolled, Started, Stopped, encode

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
ROLL = Rolled((6, 5, 4, 3, 3))
OTHER = Started("dice-game-depot", ("Ada", "Ben"), "Ben")

SCHEMA_1 = """
CREATE TABLE events (game INTEGER NOT NULL, number INTEGER NOT NULL, moment REAL NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x5144434B; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
"""


def open_events(journal: Journal) -> tuple[Event, ...]:
    kept = journal.last_game()
    return kept.events if kept else ()


def rows_in(file: Path) -> list[tuple[int, int]]:
    with reading(file) as ledger:
        return [row[:2] for game in ledger.games() for row in ledger.rows(game)]


def test_what_was_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.last_game() is None
        journal.append([START], 0.0)
        journal.append([ROLL, Stopped()], 4.5)
    with Journal(tmp_path / "journal.db") as journal:
        kept = journal.last_game()
        assert kept is not None
        assert (kept.events, kept.moment) == ((START, ROLL, Stopped()), 4.5)


def test_a_start_begins_the_next_game_and_keeps_the_one_before(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        journal.append([ROLL], 1.0)
        journal.append([START], 2.0)
        assert open_events(journal) == (START,)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (2, 0)]


def test_a_game_that_was_left_can_be_gone_back_to(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        journal.append([OTHER], 1.0)
        assert journal.reopen(1).events == (START,)
        journal.append([ROLL], 2.0)
        with pytest.raises(BadJournal, match="has no game 3"):
            journal.reopen(3)
    with Journal(tmp_path / "journal.db") as journal:
        assert open_events(journal) == (START, ROLL)
        journal.append([START], 3.0)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (2, 0), (3, 0)]


def test_a_game_from_elsewhere_is_kept_and_not_opened(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        assert journal.add([OTHER, ROLL]) == 2
        assert open_events(journal) == (START,)
        assert journal.reopen(2).events == (OTHER, ROLL)


def test_it_is_durable_and_strict(tmp_path: Path) -> None:
    ledger = JournalDatabase(tmp_path / "journal.db")
    assert ledger._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ledger._base.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(sqlite3.IntegrityError):
        ledger._base.execute("INSERT INTO events VALUES (1, 'one', 0, 0, 'x', x'00')")
    ledger.close()


@pytest.mark.parametrize(
    "change",
    ["UPDATE events SET moment = 9", "DELETE FROM events", "UPDATE openings SET game = 2", "DELETE FROM openings"],
)
def test_nothing_in_it_can_be_rewritten(tmp_path: Path, change: str) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
    base = sqlite3.connect(tmp_path / "journal.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        base.execute(change)
    base.close()


def test_a_copy_taken_at_any_moment_holds_all_that_was_appended(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        for count in range(1, 6):
            journal.append([ROLL, Stopped()] if count % 2 else [START], float(count))
            copy = tmp_path / f"copy{count}"
            copy.mkdir()
            for file in tmp_path.glob("journal.db*"):
                shutil.copy(file, copy)
            with Journal(copy / "journal.db") as after_the_power_cut:
                assert open_events(after_the_power_cut) == open_events(journal)


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db"), pytest.raises(BadJournal, match="another Quarterdeck is running"):
        Journal(tmp_path / "journal.db")


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.close()
    before = file.read_bytes()
    with pytest.raises(BadJournal, match="no journal of Quarterdeck"):
        Journal(file)
    assert file.read_bytes() == before


def test_a_journal_of_a_later_schema_is_kept_as_it_is_and_a_new_one_begun(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
    base = sqlite3.connect(tmp_path / "journal.db")
    base.executescript("PRAGMA user_version = 4; CREATE TABLE players (name TEXT);")
    base.close()
    before = (tmp_path / "journal.db").read_bytes()
    with Journal(tmp_path / "journal.db") as journal:
        assert open_events(journal) == ()
        assert "from a newer version of Quarterdeck (it has schema 4, this version writes 3)" in journal.notices[0]
        journal.append([OTHER], 1.0)
    assert (tmp_path / "journal.newer-1.db").read_bytes() == before
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.notices == ()
        assert open_events(journal) == (OTHER,)


def test_a_header_that_names_another_schema_is_mended(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
    for number in (0, 1, 2, 7, 6619138, -3):
        base = sqlite3.connect(tmp_path / "journal.db")
        base.executescript(f"PRAGMA user_version = {number}; PRAGMA application_id = {number};")
        base.close()
        with Journal(tmp_path / "journal.db") as journal:
            assert open_events(journal) == (START,)
            assert journal.notices == ()


@pytest.mark.parametrize("wrong", ["place INTEGES", "place  NTEGER", "pl\\ce INTEGER"])
def test_a_damaged_table_in_a_file_whose_header_names_a_later_schema_is_no_later_schema(
    tmp_path: Path, wrong: str
) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START], 0.0)
    base = sqlite3.connect(file)
    base.executescript("PRAGMA user_version = 183;")
    base.close()
    assert file.read_bytes().count(b"place INTEGER") == 1
    file.write_bytes(file.read_bytes().replace(b"place INTEGER", wrong.encode()))
    with Journal(file) as journal:
        assert open_events(journal) == (START,)
        assert "was damaged" in journal.notices[0]
    assert (tmp_path / "journal.damaged-1.db").exists()


def test_a_game_begun_while_a_journal_cannot_be_repaired_takes_no_other_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START, ROLL], 0.0)
    file.write_bytes(b"not SQLite" + file.read_bytes()[10:])
    disk = Disk(monkeypatch)
    disk.refuses = lambda: OSError("Input/output error")
    with Journal(file, in_memory=True) as journal:
        journal.append([OTHER], 1.0)
        assert journal.trouble
        disk.refuses = None
        journal.tend(100.0)
        assert journal.trouble is None
        assert open_events(journal) == (OTHER,)
        assert journal.reopen(1).events == (START, ROLL)


def test_a_journal_of_the_version_before_is_taken_over(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "journal.db")
    base.executescript(SCHEMA_1)
    for row in [(1, 0, 0.0, encode(OTHER)), (2, 0, 0.0, encode(START)), (2, 1, 7.0, encode(ROLL))]:
        base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
    base.commit()
    base.close()
    with Journal(tmp_path / "journal.db") as journal:
        assert open_events(journal) == (START, ROLL)
        assert journal.notices == ()
        assert journal.reopen(1).events == (OTHER,)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("in the way")
    for folder in (in_the_way, Path("/proc/quarterdeck")):
        with pytest.raises(BadJournal, match=f"The journal {folder}/journal\\.db cannot be opened"):
            Journal(folder / "journal.db")


class Disk:
    """Stands between journal and disk, and takes nothing while ``refuses`` says why."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refuses: Callable[[], Exception] | None = None
        write = JournalDatabase.write

        def perhaps(ledger: JournalDatabase, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
            if self.refuses:
                raise self.refuses()
            write(ledger, rows, openings)

        monkeypatch.setattr(JournalDatabase, "write", perhaps)


@pytest.mark.parametrize("why", ["database or disk is full", "attempt to write a readonly database", "disk I/O error"])
def test_while_the_disk_takes_nothing_the_game_goes_on_and_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    disk = Disk(monkeypatch)
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        disk.refuses = lambda: sqlite3.OperationalError(why)
        journal.append([ROLL, Stopped()], 1.0)
        journal.append([ROLL], 2.0)
        assert journal.trouble is not None
        assert why in journal.trouble
        assert "goes on in memory" in journal.trouble
        assert open_events(journal) == (START, ROLL, Stopped(), ROLL)
        assert rows_in(tmp_path / "journal.db") == [(1, 0)]
        journal.tend(10.0)
        disk.refuses = None
        journal.tend(10.0 + 0.5 * AGAIN)
        assert journal.trouble is not None
        journal.tend(10.0 + AGAIN)
        assert journal.trouble is None
        assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (1, 2), (1, 3)]
    with Journal(tmp_path / "journal.db") as journal:
        assert open_events(journal) == (START, ROLL, Stopped(), ROLL)


def test_what_is_in_memory_is_written_when_the_program_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with Journal(tmp_path / "journal.db") as journal:
        disk.refuses = lambda: OSError("Input/output error")
        journal.append([START], 0.0)
        disk.refuses = None
    assert rows_in(tmp_path / "journal.db") == [(1, 0)]


def test_a_write_that_succeeded_although_the_disk_denied_it_is_not_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = JournalDatabase.write
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)

        def deny(ledger: JournalDatabase, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
            write(ledger, rows, openings)
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(JournalDatabase, "write", deny)
        journal.append([ROLL], 1.0)
        monkeypatch.setattr(JournalDatabase, "write", write)
        journal.append([Stopped()], 2.0)
        assert journal.trouble is None
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (1, 2)]


def fill(file: Path, games: int = 3) -> None:
    with Journal(file) as journal:
        journal.append([START, ROLL, Stopped()] * games, 1.0)


@pytest.mark.parametrize("damage", ["text", "half", "hole", "first sector", "no game"])
def test_a_damaged_journal_is_set_aside_and_a_new_one_begun(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=300)
    data = bytearray(file.read_bytes())
    match damage:
        case "text":
            data = bytearray(b"dear diary, " * 100)
        case "half":
            data = data[: len(data) // 2]
        case "hole":
            data[len(data) // 2 : len(data) // 2 + 4096] = bytes(4096)
        case "first sector":
            data[:512] = bytes(reversed(data[:512]))
        case "no game":
            data = data.replace(encode(Stopped()).encode(), b'{"type":"stripped"}'[: len(encode(Stopped()))])
    file.write_bytes(data)
    with Journal(file) as journal:
        assert "The damaged file is kept as journal.damaged-1.db" in journal.notices[0]
        assert open_events(journal) in [(), (START,), (START, ROLL), (START, ROLL, Stopped())]
        assert (tmp_path / "journal.damaged-1.db").read_bytes() == data
        journal.append([START], 2.0)
        journal.append([ROLL], 3.0)
    with Journal(file) as journal:
        assert journal.notices == ()
        assert open_events(journal) == (START, ROLL)


def test_what_can_be_read_of_a_damaged_journal_is_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=300)
    data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4096] = bytes(4096)
    file.write_bytes(data)
    with Journal(file) as journal:
        assert "confirmed events were saved" in journal.notices[0]
    assert len(rows_in(file)) > 600


def test_a_journal_that_is_damaged_during_the_game_costs_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.db"
    fill(file)
    write = JournalDatabase.write
    with Journal(file) as journal:
        journal.append([START], 0.0)
        journal.append([ROLL], 1.0)
        monkeypatch.setattr(JournalDatabase, "write", _damaged_once(write))
        journal.append([Stopped()], 2.0)
        assert journal.trouble is None
        assert "all 12 confirmed events were saved" in journal.notices[0]
        assert open_events(journal) == (START, ROLL, Stopped())
        journal.append([ROLL], 3.0)
    with Journal(file) as journal:
        assert open_events(journal) == (START, ROLL, Stopped(), ROLL)
        assert journal.reopen(2).events == (START, ROLL, Stopped())


def _damaged_once(write: Callable[..., None]) -> Callable[..., None]:
    from device.storage.database import Damaged

    left = [Damaged("database disk image is malformed")]

    def perhaps(ledger: JournalDatabase, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
        if left:
            raise left.pop()
        write(ledger, rows, openings)

    return perhaps


@pytest.mark.parametrize("jump", [10 * 365 * 86400.0, -10 * 365 * 86400.0])
def test_a_clock_that_jumps_ten_years_changes_no_order(tmp_path: Path, jump: float) -> None:
    clock = [1.8e9]
    with Journal(tmp_path / "journal.db", clock=lambda: clock[0]) as journal:
        journal.append([START], 5.0)
        clock[0] += jump
        journal.append([OTHER], 1.0)
        clock[0] -= 2 * jump
        journal.append([ROLL], 2.0)
    with Journal(tmp_path / "journal.db", clock=lambda: 0.0) as journal:
        assert open_events(journal) == (OTHER, ROLL)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (2, 0), (2, 1)]


NEWER = (
    '{"type":"teleported"}',
    '{"dice":[6,5,4,3,3],"spin":2,"type":"rolled"}',
    '{"type":"started","players":["Mia"],"preset":"bar-dice"}',
    '{"type":"started","players":["Mia","Jonas"],"preset":"dice-game-depot","options":{"gravity":"low"}}',
)
"""An event, a field, a preset and an option of a newer version."""


@pytest.mark.parametrize("line", NEWER)
def test_a_game_of_a_newer_version_is_kept_as_it_is_and_another_can_be_begun(tmp_path: Path, line: str) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=1)
    starts = '"started"' in line
    ledger = JournalDatabase(file)
    ledger.write([(2 if starts else 1, 0 if starts else 3, 5.0, line)], [Opening(2, 6.0)] if starts else [])
    ledger.close()
    with Journal(file) as journal:
        assert journal.trouble is None
        [notice] = journal.notices
        assert "comes from a newer version of Quarterdeck: it is kept" in notice
        assert journal.last_game() is None
        journal.append([OTHER, ROLL], 7.0)
    with Journal(file) as journal:
        assert journal.notices == ()
        assert open_events(journal) == (OTHER, ROLL)
        if not starts:
            with pytest.raises(BadJournal, match="comes from a newer version"):
                journal.reopen(1)
    assert not list(tmp_path.glob("*.damaged-*"))
    with reading(file) as ledger:
        assert line in [row[3] for row in ledger.all_rows()]


def test_an_older_journal_with_a_game_of_a_newer_version_is_taken_over_whole(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "journal.db")
    base.executescript(SCHEMA_1)
    for row in [(1, 0, 0.0, encode(OTHER)), (1, 1, 0.0, NEWER[0])]:
        base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
    base.commit()
    base.close()
    before = (tmp_path / "journal.db").read_bytes()
    with Journal(tmp_path / "journal.db") as journal:
        assert "comes from a newer version" in journal.notices[0]
        journal.append([START], 1.0)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (2, 0)]
    assert (tmp_path / "journal.before-update-1.db").read_bytes() == before


def test_a_journal_that_lost_its_end_says_how_many_events_and_goes_on_under_another_id(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=1)
    shorter = file.read_bytes()
    fill(file, games=2)
    file.write_bytes(shorter)
    ids = []
    for notices in [1, 0]:
        with Journal(file) as journal:
            assert len(journal.notices) == notices
            assert not notices or "has lost 6 confirmed events of the journal: 3 are left" in journal.notices[0]
            assert journal._ledger is not None
            ids.append(journal._ledger.identity)
    assert ids[0] == ids[1]
    assert ids[0].parent is not None


def test_a_journal_that_is_gone_is_missed_once(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=2)
    file.unlink()
    with Journal(file) as journal:
        assert "is gone, which held 6 events" in journal.notices[0]
    with Journal(file) as journal:
        assert journal.notices == ()


def test_events_lie_in_the_file_itself_after_a_quiet_second(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START, ROLL], 0.0)
        assert Path(f"{file}-wal").stat().st_size > 0
        journal.tend(50.0)
        journal.tend(50.9)
        assert Path(f"{file}-wal").stat().st_size > 0
        journal.tend(51.0)
        assert Path(f"{file}-wal").stat().st_size == 0
        base = sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)
        assert base.execute("SELECT count(*) FROM events").fetchone() == (2,)
        base.close()


def test_of_a_long_journal_the_latest_events_are_checked_at_the_start_and_the_others_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opener, "EVERY_ROW", 50)
    monkeypatch.setattr(opener, "LATEST", 20)
    file = tmp_path / "journal.db"
    fill(file, games=400)
    data = file.read_bytes()
    place = data.index(encode(ROLL).encode())
    file.write_bytes(data[: place + 9] + b"1" + data[place + 10 :])
    with Journal(file) as journal:
        assert journal.notices == ()
        for second in range(10):
            journal.tend(float(second))
        assert len(journal.notices) == 1
        assert "is not what was written): it is repaired at the next start" in journal.notices[0]
        journal.append([START], 3.0)
    with Journal(file) as journal:
        assert "was repaired: " in journal.notices[0]
        assert open_events(journal) == (START,)
    with Journal(file) as journal:
        assert journal.notices == ()
