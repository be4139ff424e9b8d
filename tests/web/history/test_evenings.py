"""Random evenings with corrections, taking back, coming and going: every step of them can be shown."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PRESETS, BadRules, Event, GameHistory, Refused, Started, presets_of_all
from engine.i18n import languages, translated
from engine.statistics.record import record_of
from tests.engine.actions import actions_of, rules_for
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

EVENINGS = st.lists(st.integers(0, 2**40), min_size=60, max_size=60)


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


@pytest.mark.parametrize("preset", presets_of_all())
@settings(max_examples=4, deadline=None)
@given(st.data())
def test_every_step_can_be_shown(preset: str, data: st.DataObject) -> None:
    start = Started(preset, ("A", "B", "C"), None if preset in PRESETS else "A", data.draw(rules_for(preset)))
    book = evening(start, data.draw(EVENINGS), actions_of(preset)[0])
    if book is not None:
        shows_every_step(book)


@pytest.mark.parametrize(("preset", "language"), [("bar-pot", "de"), ("yahtzee-handout", "fr")])
def test_every_step_of_an_evening_has_a_page(preset: str, language: str) -> None:
    """From the dice that decide who starts, through antes and bets, to whatever comes of a correction."""
    chance = Random(4)
    numbers = [chance.randrange(2**40) for _ in range(40)]
    book = evening(Started(preset, ("A", "B", "C")), numbers, actions_of(preset)[0])
    assert book is not None
    archive = played.PlayedGames((None, book.events))
    client = create_app(ScriptedTable(WAITING), Appliance(archive=archive)).test_client()
    for path in ("/log/1", *(f"/log/1/{number}" for number in range(len(book.events)))):
        assert client.get(f"{path}?language={language}").status_code == 200


@settings(max_examples=12, deadline=None)
@given(
    st.one_of(
        st.tuples(ship.PRESETS, ship.EVENINGS, st.just(ship.action)),
        st.tuples(yahtzee.PRESETS, yahtzee.EVENINGS, st.just(yahtzee.action)),
    )
)
def test_the_coach_can_look_back_on_whatever_happened(drawn: tuple[str, list[int], Action]) -> None:
    preset, numbers, action = drawn
    book = evening(Started(preset, ("A", "B"), "A"), numbers, action)
    assert book is not None
    events = tuple(book.events)
    record = record_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))), look_back=True)
    assert all(part.hindsight.cost >= -1e-9 for part in record.parts if part.hindsight)
    assert preset not in ("yahtzee-handout", "yahtzee-official") or all(part.hindsight for part in record.parts)
