"""The archive answers for games of turns what a count of all games gives, also where the lowest total wins."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from device.archive.database import ArchiveDatabase
from device.archive.rows import day_here
from device.archive.schema import VERSION
from engine import game_of
from engine.statistics.record import ArchivedGame, record_of
from tests.device import recount
from tests.engine.turns import strategies as turns
from tests.web import played
from tests.web.games.logs import whole_game

EVENING = datetime(2026, 11, 20, 21).timestamp()
NIGHT = 86_400.0


@pytest.mark.parametrize("last_is_open", [False, True])
@pytest.mark.parametrize("preset", turns.PRESETS)
def test_players_and_boards_are_those_of_a_count(preset: str, last_is_open: bool) -> None:
    """The last game is over; whether it is the open one too makes no difference."""
    games = [(EVENING + NIGHT * (seed // 3), whole_game(preset, seed)) for seed in range(8)]
    archive = played.PlayedGames(*games, last_is_open=last_is_open)
    kept = [
        ArchivedGame(number, clock, events, tuple(played.moments_of(events)), last_is_open and number == len(games))
        for number, (clock, events) in enumerate(games, 1)
    ]
    records = [record_of(one, look_back=not one.is_open) for one in kept]
    kind, days = game_of(preset).kind, [day_here(EVENING + NIGHT * night) or 0 for night in range(3)]
    assert [archive.record(one.number) for one in kept] == records
    for span in (None, (days[0], days[0]), (days[2], days[2]), (days[0], days[2])):
        assert archive.board(kind, span, 50) == recount.board(records, kind, span)
    for name in ("Mia", "Jonas", "nobody"):
        for points in (5, 100):
            assert archive.accounts(name, points) == recount.accounts(records, name, points)
    assert archive.players(0, 10)[0] == recount.players(records)


def test_an_archive_of_the_version_before_is_rebuilt(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("CREATE TABLE cargoes (name TEXT)")
        base.execute(f"PRAGMA user_version = {VERSION - 1}")
    with ArchiveDatabase(file) as shelf:
        assert list(shelf.extents()) == []
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
