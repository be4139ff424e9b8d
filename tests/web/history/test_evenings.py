"""Random evenings with corrections, taking back, coming and going: every step of them can be shown."""

from itertools import cycle
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadRules, Event, GameHistory, Refused, Started
from engine.i18n import languages, translated
from engine.statistics.record import record_of
from tests.engine.evenings import Action, something
from tests.engine.games.ship import strategies as ship
from tests.engine.games.yahtzee import strategies as yahtzee
from tests.web import played
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.history.replay import steps_of, told
from web.services.archive import ArchivedGame


def evening(start: Started, numbers: list[int], action: Action) -> GameHistory | None:
    """What happens at a table when these numbers decide it; None where nobody can play by these rules."""
    try:
        book = GameHistory(start)
    except BadRules:
        return None
    for number in numbers:
        event: Event | None = something(book, number, action)
        if event is not None:
            try:
                book.write(event)
            except Refused:
                continue
    return book


def shows_every_step(book: GameHistory) -> None:
    events = tuple(book.events)
    game = ArchivedGame(1, None, events, tuple(played.moments_of(events)))
    steps = steps_of(game)
    assert len(steps) == len(events)
    assert steps[-1].state == book.state
    for step in steps:
        assert step.aside >= 0
        for language in languages():
            assert translated(told(step), language).strip()
            assert translated(told(step, brief=True), language).strip()
    record = record_of(game, look_back=False)
    assert record.rolls == book.rolls
    assert {part.name for part in record.parts} == set(book.state.players)
    assert record.over is (book.state.player is None)


@settings(max_examples=60, deadline=None)
@given(ship.PRESETS, ship.RULES, ship.EVENINGS)
def test_every_step_of_ship_captain_crew_can_be_shown(
    preset: str, rules: dict[str, object], numbers: list[int]
) -> None:
    book = evening(Started(preset, ("A", "B", "C"), "A", rules), numbers, ship.action)
    if book is not None:
        shows_every_step(book)


@settings(max_examples=60, deadline=None)
@given(yahtzee.PRESETS, yahtzee.RULES, yahtzee.EVENINGS)
def test_every_step_of_yahtzee_can_be_shown(preset: str, rules: dict[str, Any], numbers: list[int]) -> None:
    book = evening(Started(preset, ("A", "B"), None, rules), numbers, yahtzee.action)
    if book is not None:
        shows_every_step(book)


@pytest.mark.parametrize(
    ("preset", "language"),
    [
        *zip(
            ["dice-game-depot", "rounds", "bar-pot", "all-about-dice", "yahtzee-handout"],
            cycle(languages()),
            strict=False,
        )
    ],
)
def test_every_step_of_an_evening_has_a_page(preset: str, language: str) -> None:
    """From the dice that decide who starts, through antes and bets, to whatever comes of a correction."""
    chance = Random(4)
    numbers = [chance.randrange(2**40) for _ in range(60)]
    action = yahtzee.action if preset.startswith("yahtzee") else ship.action
    book = evening(Started(preset, ("A", "B", "C")), numbers, action)
    assert book is not None
    client = create_app(
        ScriptedTable(WAITING), Appliance(archive=played.PlayedGames((None, book.events)))
    ).test_client()
    for number in range(len(book.events)):
        assert client.get(f"/log/1/{number}?language={language}").status_code == 200
    assert client.get(f"/log/1?language={language}").status_code == 200


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["dice-game-depot", "rounds", "bar-pot", "all-about-dice"]), ship.EVENINGS)
def test_the_coach_can_look_back_on_whatever_happened(preset: str, numbers: list[int]) -> None:
    book = evening(Started(preset, ("A", "B"), "A"), numbers, ship.action)
    assert book is not None
    events = tuple(book.events)
    record = record_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))), look_back=True)
    costs = [part.hindsight.cost for part in record.parts if part.hindsight]
    assert all(cost >= 0 for cost in costs)


@pytest.mark.parametrize("preset", ["yahtzee-handout", "yahtzee-official"])
@settings(max_examples=8, deadline=None)
@given(yahtzee.EVENINGS)
def test_the_coach_can_look_back_on_whatever_happened_in_yahtzee(preset: str, numbers: list[int]) -> None:
    book = evening(Started(preset, ("A", "B")), numbers, yahtzee.action)
    assert book is not None
    events = tuple(book.events)
    record = record_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))), look_back=True)
    assert all(part.hindsight is not None and part.hindsight.cost >= -1e-9 for part in record.parts)
