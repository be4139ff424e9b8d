"""The archive beside a journal: real files, read while the journal is written."""

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device.archive.builder import compare, look_back
from device.archive.database import ArchiveDatabase, Volume, archive_of, batches
from device.archive.reader import JournalArchive
from device.archive.updater import ArchiveUpdater
from device.journal.journal import Journal
from device.storage.database import JournalDatabase
from engine import Corrected, Rolled, Started, encode
from engine.statistics.record import LAST, Record
from tests import years
from tests.device.archive.test_updater import until
from tests.device.journal.ledgers import LEFT, START, WON
from tests.web import played

DAY = 1.8e9


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of a game that is over, one that was left, and one that is open."""
    with Journal(tmp_path / "journal.db", clock=lambda: DAY) as it:
        for events in (WON, LEFT, [START]):
            it.append(events, 5.0)
        yield it


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def archive(file: Path, journal: Journal) -> Iterator[JournalArchive]:
    found = JournalArchive(archive_of(file), journal)
    yield found
    found.close()


def brought_up(file: Path) -> None:
    compare(file, archive_of(file))
    look_back(archive_of(file))


def records(archive: JournalArchive) -> Sequence[Record]:
    return archive.last(99)[::-1]


def checksums(file: Path) -> dict[int, int]:
    with ArchiveDatabase(archive_of(file)) as shelf:
        return {game: checksum for game, _, checksum, _ in shelf.extents()}


def test_before_anything_was_taken_in_there_is_the_open_game(archive: JournalArchive) -> None:
    assert [(one.number, one.is_open, one.clock) for one in records(archive)] == [(3, True, DAY)]
    assert archive.game(1) is None


def test_all_games_are_there_with_what_the_coach_says_of_those_that_are_over(
    file: Path, archive: JournalArchive
) -> None:
    brought_up(file)
    found = records(archive)
    assert [(one.number, one.over, one.looked_back, one.is_open) for one in found] == [
        (1, True, True, False),
        (2, False, False, False),
        (3, False, False, True),
    ]
    assert {one.clock for one in found} == {DAY}
    hindsight = found[0].parts[0].hindsight
    assert hindsight is not None
    assert hindsight.luck > 7


def test_the_chances_to_win_come_with_what_the_coach_says_and_go_with_a_change(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    compare(file, archive_of(file))
    assert archive.win_course(1) == ()
    brought_up(file)
    assert [point.chances[0] for point in archive.win_course(1)][::2] == [494, 1000]
    assert archive.win_course(2) == archive.win_course(3) == archive.win_course(99) == ()
    journal.append(WON[1:], 9.0)
    assert archive.win_course(3) == ()
    brought_up(file)
    assert archive.win_course(3) == archive.win_course(1)
    journal.append([Corrected(1, (6, 5, 4, 1, 1)), Corrected(2, (6, 5, 4, 6, 6))], 9.0)
    assert archive.win_course(3) == ()
    brought_up(file)
    assert archive.win_course(3)[-1].chances == (0, 1000)


def test_a_course_that_cannot_be_read_makes_the_file_a_spoilt_one(file: Path, archive: JournalArchive) -> None:
    brought_up(file)
    with closing(sqlite3.connect(archive_of(file))) as base, base:
        base.execute("UPDATE rows SET course = '[[0, 1, [5000]]]'")
    assert archive.win_course(1) == ()
    assert archive.is_spoilt


def test_a_game_comes_with_its_events_and_their_moments(file: Path, archive: JournalArchive) -> None:
    brought_up(file)
    game = archive.game(1)
    assert game is not None
    assert (game.events, game.moments, game.clock, game.is_open) == (WON, (5.0,) * 5, DAY, False)
    assert archive.game(9) is None


def test_the_open_game_is_shown_as_it_stands_without_being_taken_in(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    brought_up(file)
    journal.append([Rolled((6, 5, 4, 3, 3))], 6.0)
    assert records(archive)[-1].rolls == 1
    game = archive.game(3)
    assert game is not None
    assert (len(game.events), game.is_open, game.clock) == (2, True, DAY)


def test_the_journal_is_read_after_everything_else_while_it_is_written_and_keeps_its_lock(
    file: Path, journal: Journal
) -> None:
    asks = "import os, runpy, sys; runpy.run_module('device.archive.builder', run_name='__main__'); print(os.nice(0))"
    command = [sys.executable, "-c", asks, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    assert done.stdout == "19\n"
    assert set(checksums(file)) == {1, 2, 3}
    journal.append([Rolled((6, 5, 4, 3, 3))], 6.0)
    with closing(sqlite3.connect(file, timeout=0)) as other, pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("SELECT count(*) FROM events")


def test_only_what_has_changed_is_taken_in_again(file: Path, journal: Journal, archive: JournalArchive) -> None:
    brought_up(file)
    before = checksums(file)
    journal.append([Rolled((6, 5, 4, 3, 3))], 6.0)
    brought_up(file)
    after = checksums(file)
    assert [game for game in after if after[game] != before[game]] == [3]
    assert records(archive)[0].looked_back


def test_a_game_that_was_corrected_after_its_end_is_looked_back_on_again(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    journal.reopen(1)
    brought_up(file)
    assert records(archive)[0].looked_back
    journal.append([Corrected(2, (6, 5, 4, 6, 5))], 7.0)
    now = records(archive)[0]
    assert (now.looked_back, now.parts[1].total, now.corrections) == (False, 11, 1)
    brought_up(file)
    assert records(archive)[0].looked_back


def test_an_archive_of_another_version_is_rebuilt(file: Path, archive: JournalArchive) -> None:
    brought_up(file)
    with sqlite3.connect(archive_of(file)) as base:
        base.execute("PRAGMA user_version = 99")
        base.execute("DELETE FROM games")
    base.close()
    brought_up(file)
    assert len(records(archive)) == 3


def test_a_game_that_this_version_cannot_read_is_listed_and_nothing_more(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    line = json.dumps({**json.loads(encode(START)), "preset": "chess"})
    journal.close()
    ledger = JournalDatabase(file)
    ledger.write([(9, 0, 0.0, line)])
    ledger.close()
    brought_up(file)
    last = records(archive)[-1]
    assert (last.number, last.parts, last.over) == (9, (), False)
    assert archive.game(9) is None


@pytest.mark.usefixtures("no_yahtzee")
def test_a_game_that_the_table_cannot_play_is_listed_and_nothing_more(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    journal.append(played.yahtzee(4), 5.0)
    journal.append([Started("yahtzee-handout", ("Zoe", "Max"), "Zoe")], 6.0)
    assert (records(archive)[-1].number, records(archive)[-1].parts) == (5, ())
    brought_up(file)
    for number in (4, 5):
        record = archive.record(number)
        assert record is not None
        assert (record.parts, record.over) == ((), False)
        assert archive.game(number) is None
    assert 4 not in [one.number for one in archive.unfinished(9)]
    assert set(archive.names(9)) == {"Mia", "Jonas"}


def test_an_archive_that_holds_a_game_which_the_table_cannot_play_is_rebuilt(
    file: Path, journal: Journal, archive: JournalArchive, request: pytest.FixtureRequest
) -> None:
    journal.append(played.yahtzee(4), 5.0)
    journal.append([START], 6.0)
    brought_up(file)
    assert [record.number for record in records(archive) if record.kind == "yahtzee"] == [4]
    request.getfixturevalue("no_yahtzee")
    assert records(archive) is not None
    compare(file, archive_of(file), rebuild=archive.is_spoilt)
    record = archive.record(4)
    assert record is not None
    assert record.parts == ()


def test_games_that_the_journal_has_no_more_go(file: Path, tmp_path: Path, archive: JournalArchive) -> None:
    brought_up(file)
    assert archive.game(2) is not None
    with Journal(tmp_path / "other.db") as other:
        other.append(LEFT, 1.0)
        compare(tmp_path / "other.db", archive_of(file))
    assert [one.number for one in records(archive)] == [1, 3]
    assert archive.game(2) is None


def test_pages_are_answered_while_games_are_taken_in(file: Path, archive: JournalArchive) -> None:
    """Each answer is of one moment: never of a game whose totals are not in yet."""
    brought_up(file)
    steps = list(batches(list(years.games(160, DAY, seed=3)), 10))
    expected = [3 + sum(len(step) for step in steps[:done]) for done in range(len(steps) + 1)]
    sizes: list[int] = []
    answered = threading.Condition()

    def write() -> None:
        with ArchiveDatabase(archive_of(file)) as shelf:
            for step, size in zip(steps, expected[1:], strict=True):
                shelf.put([Volume(replace(one.record, number=one.number + 9), one.rows) for one in step])
                with answered:
                    assert answered.wait_for(lambda: sizes[-1:] == [size], 120)  # noqa: B023

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        while not writer.done():
            for account in archive.accounts("Mia A", 1000).values():
                assert account.course[-1] == (account.tally.luck_in_all, account.tally.cost_in_all)
                assert sum(account.scores.values()) == account.tally.turns
            dice = archive.dice(None, 1000)
            assert dice.course[-1] == dice.faces
            with answered:
                sizes.append(archive.listed(0, 1, 0)[1])
                answered.notify()
        writer.result()
    assert sizes == sorted(sizes)
    assert set(sizes) - {3} == set(expected[1:])
    assert not archive.is_spoilt
    assert archive.listed(0, 1, 0)[1] == 163


def test_games_that_cannot_be_taken_in_are_reported_and_taken_in_later(file: Path, journal: Journal) -> None:
    archive_of(file).mkdir()
    with ArchiveUpdater(file, journal, every=0.05, again=0.05) as archivist:
        until(lambda: archivist.archive.is_behind)
        assert [one.number for one in records(archivist.archive)] == [3]
        archive_of(file).rmdir()
        until(lambda: not archivist.archive.is_behind)
        assert len(records(archivist.archive)) == 3


def test_the_shakes_of_some_days_are_found_once_they_are_over(
    file: Path, journal: Journal, archive: JournalArchive
) -> None:
    for name, *dice in (("Ann", (1, 2, 2, 4, 6)), ("Bo",), ("Cy", (5, 5, 5, 5, 5))):
        journal.append([Started("shake-of-the-day", (name,)), *map(Rolled, dice)], 1.0)
    brought_up(file)
    found = [game.events[0] for number in archive.games_of("shake", 0) if (game := archive.game(number))]
    assert [start.players for start in found if isinstance(start, Started)] == [("Cy",), ("Ann",)]
    assert archive.games_of("shake", LAST + 1) == []
    assert "shake" not in archive.accounts("Ann", 5)
