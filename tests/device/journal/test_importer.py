"""Games that come from elsewhere: one file for a game, or many games in a file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.errors import BadGame, BadJournal
from device.journal import importer
from device.journal.importer import ImportedGame, games_in, take_games
from device.journal.journal import Journal
from device.journal.reader import exported, past_game, past_games, reading
from engine import Event, Started, dump
from tests.device.journal.ledgers import LEFT, START, WON
from tests.web import played


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as it:
        yield it


def written(file: Path, *games: tuple[Event, ...] | str) -> Path:
    file.write_text("".join(f"{one if isinstance(one, str) else dump(one)}\n" for one in games), "utf-8")
    return file


def told(journal: Journal, *files: Path) -> list[str]:
    return [
        str(one) if isinstance(one, BadGame) else f"{one.place.rpartition('/')[2]} {one.number} {one.is_new}"
        for one in take_games(journal, files)
    ]


def games_of(journal: Journal) -> list[tuple[Event, ...]]:
    with reading(journal.file) as ledger:
        return [past.events for past in past_games(ledger)]


@pytest.mark.usefixtures("no_yahtzee")
def test_a_game_that_the_table_cannot_play_is_not_imported(tmp_path: Path, journal: Journal) -> None:
    file = written(tmp_path / "games.json", played.yahtzee(3), LEFT)
    refused, taken = told(journal, file)
    assert refused.endswith("line 1 is not a game that can be imported: the table can’t play Yahtzee, official yet.")
    assert taken.endswith("line 2 1 True")
    assert games_of(journal) == [LEFT]


def test_a_shake_of_another_table_is_not_taken_into_the_pot(tmp_path: Path, journal: Journal) -> None:
    file = written(tmp_path / "game.json", (Started("shake-of-the-day", ("Ann",), "Ann", {"pot": 500_000}),))
    assert told(journal, file)[0].endswith("is a Shake of the Day: it belongs to the pot of its own table.")
    assert journal.shakes() == []


@pytest.mark.parametrize("events", [WON, LEFT, (START,), played.yahtzee(3)])
def test_what_was_exported_is_imported_the_same_and_once(
    tmp_path: Path, journal: Journal, events: tuple[Event, ...]
) -> None:
    with Journal(tmp_path / "other.db") as other:
        other.append(events, 3.0)
        with reading(other.file) as ledger:
            file = written(tmp_path / "game.json", exported(past_game(ledger, None)))
    assert told(journal, file) == ["game.json 1 True"]
    assert told(journal, file) == ["game.json 1 False"]
    assert games_of(journal) == [events]
    assert journal.last_game() is None


def test_a_file_may_hold_many_games_and_a_game_many_lines(tmp_path: Path, journal: Journal) -> None:
    many = written(tmp_path / "many.jsonl", WON, "", LEFT, WON)
    spread = tmp_path / "spread.json"
    spread.write_text(json.dumps(json.loads(dump(played.ship(4))), indent=2))
    assert told(journal, many, spread, many) == [
        *("many.jsonl, line 1 1 True", "many.jsonl, line 3 2 True", "many.jsonl, line 4 1 False", "spread.json 3 True"),
        *("many.jsonl, line 1 1 False", "many.jsonl, line 3 2 False", "many.jsonl, line 4 1 False"),
    ]
    assert games_of(journal) == [WON, LEFT, played.ship(4)]


def test_a_bad_line_is_named_and_the_others_are_kept(tmp_path: Path, journal: Journal) -> None:
    file = written(tmp_path / "many.jsonl", "no JSON", WON, dump(WON).replace("6,5,4,6,6", "6,5,4,6,7"), LEFT)
    first, won, third, left = told(journal, file, tmp_path / "none.json")[:4]
    assert first.startswith(f"{file}, line 1 is not a game that can be imported: not a log")
    assert third.startswith(f"{file}, line 3 is not a game that can be imported: ")
    assert (won, left) == ("many.jsonl, line 2 1 True", "many.jsonl, line 4 2 True")
    assert games_of(journal) == [WON, LEFT]
    assert told(journal, tmp_path / "none.json") == [f"{tmp_path}/none.json can’t be read (No such file or directory)."]


def test_games_are_written_many_at_a_time(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "AT_ONCE", 10)
    games = [played.ship(seed) for seed in range(25)]
    found = take_games(journal, [written(tmp_path / "many.jsonl", *games)])
    first = next(found)
    assert isinstance(first, ImportedGame)
    assert len(games_of(journal)) == 10
    assert [one.number for one in (first, *found) if isinstance(one, ImportedGame)] == list(range(1, 26))
    assert games_of(journal) == games


def test_games_are_not_taken_over_where_the_disk_takes_nothing(tmp_path: Path, journal: Journal) -> None:
    journal.append(LEFT, 1.0)
    journal._ledger._base.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]
    with pytest.raises(BadJournal, match="can’t be written"):
        list(take_games(journal, [written(tmp_path / "game.json", WON)]))
    journal.tend(1e9)
    assert games_of(journal) == [LEFT]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"no JSON",
        json.dumps({"schema": 99, "events": []}).encode(),
        json.dumps({"schema": 1, "events": [{"type": "rolled", "dice": [1, 2, 3, 4, 5]}]}).encode(),
        b'{"schema": 1, "events": []}',
        b"\xff\xfe",
        b"[" * 100_000,
        dump((START,)).replace('"Mia"', '"\\ud800"').encode(),
        dump((Started("dice-game-depot", ("A", "B"), "A", {"labels": {"ship": "?"}}),))
        .replace("?", "\\udc00")
        .encode(),
    ],
)
def test_what_is_no_game_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "game.json").write_bytes(text)
    [(_, found)] = games_in(tmp_path / "game.json")
    assert isinstance(found, BadGame)
    assert str(found).startswith(f"{tmp_path}/game.json is not a game")


def test_a_line_that_is_too_long_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "LONGEST", len(dump(WON)) + 1)
    file = written(tmp_path / "many.jsonl", WON, "x" * 3000, LEFT)
    first, second, third = (found for _, found in games_in(file))
    assert isinstance(second, BadGame)
    assert "line 2 is not a game: it is longer than" in str(second)
    assert not isinstance(first, BadGame)
    assert not isinstance(third, BadGame)
