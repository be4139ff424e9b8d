"""Corrected, merged and hidden names: every figure is that of a history in which the players had these names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import Event
from engine.game import kinds_of_all
from engine.statistics.player_names import NAMES_AS_STORED, PlayerNames
from engine.statistics.record import LAST, day_of
from tests.web.played import PlayedGames, ship, yahtzee
from web.services.archive import Archive

EVENING = datetime(2026, 11, 20, 21).timestamp()
NIGHT = 86_400.0
TABLES = (("Mia", "Jonas", "Lin"), ("Miia", "Bo"), ("mia", "Jonas"), ("Lin", "Bo", "<b>x</b>"), ("Mia", "Zoë"))
"""Who played together: “Mia”, “Miia” and “mia” never did."""

MERGED = PlayerNames({"Miia": "Mia", "mia": "Mia"})
CASES = {
    "merged": MERGED,
    "merged into a new name": PlayerNames({"Mia": "Maria", "Miia": "Maria", "mia": "Maria"}),
    "corrected": PlayerNames({"<b>x</b>": "Xenia"}),
    "swapped": PlayerNames({"Bo": "Zoë", "Zoë": "Bo"}),
    "in a circle, with names that never played": PlayerNames({"Lin": "Kim", "Kim": "Lin", "nobody": "Mia"}),
}

OPEN = ("merged into a new name", "swapped")
"""Those that are tried with an open game too."""


def games(called: Callable[[str], str] = str) -> Sequence[tuple[float, tuple[Event, ...]]]:
    """Twelve games on four evenings, with the players called like that."""
    found = []
    for seed in range(12):
        players = tuple(called(name) for name in TABLES[seed % len(TABLES)])
        played = yahtzee(seed, players[:2]) if seed % 4 == 3 else ship(seed, players)
        found.append((EVENING + NIGHT * (seed // 3), played))
    return found


def figures(archive: Archive, names: Sequence[str]) -> dict[str, Any]:
    """Everything that an archive says of its players, but for the order of games on one day."""
    days = [day_of(EVENING + NIGHT * night, 0) or 0 for night in range(4)]
    spans = [None, (days[0], days[0]), (days[1], days[3]), (0, LAST)]
    return {
        "accounts": {name: archive.accounts(name, 12) for name in names},
        "boards": [archive.board(kind, span, 50) for kind in kinds_of_all() for span in spans],
        "wins": [archive.wins(day) for day in days],
        "players": [archive.players(start, 2) for start in range(8)],
        "names": archive.names(50),
        "listed": archive.listed(0, 50, LAST),
        "known": [archive.has_player(name) for name in names],
    }


@cache
def as_played(last_is_open: bool) -> PlayedGames:
    return PlayedGames(*games(), last_is_open=last_is_open)


@pytest.mark.parametrize(
    ("case", "last_is_open"), [*((case, False) for case in CASES), *((case, True) for case in OPEN)]
)
def test_all_figures_are_those_of_players_who_were_called_so(case: str, last_is_open: bool) -> None:
    names = CASES[case]
    shown = sorted({names.called(name) for table in TABLES for name in table} | {"Kim"})
    archive = as_played(last_is_open)
    archive.player_names = names
    expected = PlayedGames(*games(names.called), last_is_open=last_is_open)
    found, wanted = figures(archive, shown), figures(expected, shown)
    if last_is_open:  # the game that is on keeps its names
        wanted = _with_open_game(wanted, games()[-1][1], names)
    assert found == wanted


def _with_open_game(figures: dict[str, Any], events: Sequence[Event], names: PlayerNames) -> dict[str, Any]:
    back = {names.called(name): name for name in events[0].players}  # type: ignore[attr-defined]

    def renamed(record: Any) -> Any:
        if not record.is_open:
            return record
        return replace(record, parts=tuple(replace(one, name=back[one.name]) for one in record.parts))

    records, length = figures["listed"]
    accounts = {
        name: {kind: replace(one, latest=[renamed(game) for game in one.latest]) for kind, one in kinds.items()}
        for name, kinds in figures["accounts"].items()
    }
    return figures | {"listed": ([renamed(one) for one in records], length), "accounts": accounts}


def test_a_hidden_player_is_in_no_list_and_the_others_have_their_figures() -> None:
    archive = as_played(False)
    archive.player_names = NAMES_AS_STORED
    before = figures(archive, ["Jonas"])
    archive.player_names = PlayerNames({"Miia": "Mia"}, frozenset({"Mia", "<b>x</b>"}))
    after = figures(archive, ["Jonas", "Mia", "Miia", "<b>x</b>"])
    told = {name for start in range(0, 8, 2) for name in (one.name for one in after["players"][start][0])}
    assert told == {"Jonas", "Lin", "Bo", "mia", "Zoë"}
    assert set(after["names"]) == told
    assert {row.name for board in after["boards"] for row in board} <= told
    assert {name for wins in after["wins"] for name in wins} <= told
    assert {name for name, accounts in after["accounts"].items() if accounts} == {"Jonas"}
    assert after["known"] == [True, False, False, False]
    now, then = (one["accounts"]["Jonas"]["ship_captain_crew"] for one in (after, before))
    assert now.tally == then.tally
    assert {part.name for record in after["listed"][0] for part in record.parts} == told | {""}


def test_an_old_name_leads_to_the_player_of_now() -> None:
    archive = as_played(False)
    archive.player_names = MERGED
    assert archive.accounts("Miia", 12) == archive.accounts("Mia", 12)
    assert archive.accounts("Mia", 12)["ship_captain_crew"].name == "Mia"


def test_two_names_in_one_game_are_both_counted() -> None:
    archive = PlayedGames((EVENING, ship(1, ("Ann", "Anna", "Bo"))))
    apart = [archive.accounts(name, 12)["ship_captain_crew"] for name in ("Ann", "Anna")]
    archive.player_names = PlayerNames({"Ann": "Anna"})
    together = archive.accounts("Anna", 12)["ship_captain_crew"]
    assert together.tally.games == 2
    assert together.tally.score == apart[0].tally.score + apart[1].tally.score
    assert [record.number for record in together.latest] == [1]


def test_to_undo_is_to_take_the_alias_away() -> None:
    archive = as_played(False)
    archive.player_names = NAMES_AS_STORED
    before = figures(archive, ["Mia", "Miia"])
    archive.player_names = NAMES_AS_STORED.renamed("Miia", "Mia").without("Bo")
    archive.player_names = archive.player_names.restored("Miia").restored("Bo")
    assert figures(archive, ["Mia", "Miia"]) == before


def test_each_stored_name_is_shown_under_one_name_and_found_under_it() -> None:
    """Any aliases, with chains and circles: a partition of the stored names."""
    chance, letters = Random(0), "ABCDEFG"
    for _ in range(40):
        aliases: Mapping[str, str] = {one: chance.choice(letters) for one in letters if chance.random() < 0.6}
        names = PlayerNames(aliases, frozenset(chance.sample(letters, chance.randrange(3))))
        assert all(one in names.stored(shown) for one in letters if (shown := names.called(one))), names
        found = [stored for shown in letters for stored in names.stored(shown)]
        assert len(found) == len(set(found)), names
        assert all(map(names.called, found)), names
