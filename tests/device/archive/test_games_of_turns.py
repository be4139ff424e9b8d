"""The archive answers for games of turns what a count of all games gives, also where the lowest total wins."""

from datetime import datetime

import pytest

from device.archive.rows import day_here
from engine import game_of
from engine.statistics.record import ArchivedGame, record_of
from tests.device import recount
from tests.engine.turns import strategies as turns
from tests.web import played
from tests.web.games.logs import whole_game

EVENING = datetime(2026, 11, 20, 21).timestamp()
NIGHT = 86_400.0


@pytest.mark.parametrize("preset", turns.PRESETS)
def test_players_and_boards_are_those_of_a_count(preset: str) -> None:
    games = [(EVENING + NIGHT * (seed // 2), whole_game(preset, seed)) for seed in range(5)]
    archive = played.PlayedGames(*games, last_is_open=True)
    kept = [
        ArchivedGame(number, clock, events, tuple(played.moments_of(events)), number == len(games))
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
