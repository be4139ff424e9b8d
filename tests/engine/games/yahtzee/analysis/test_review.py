"""The review of a game."""

import random

import pytest

from engine import GameHistory, Refused, Rolled, Scored, Started
from engine.games.yahtzee.analysis.advice import advise, mean_total
from engine.games.yahtzee.analysis.review import Decision, review
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import PRESETS
from engine.history import history_of
from engine.turns.coach import Review
from tests.engine.evenings import played_at_random
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL, events_of, game
from tests.engine.games.yahtzee.strategies import action


def looked_back(book: GameHistory) -> Review[Decision]:
    """Return the review of the game."""
    return review([(entry.before, entry.event) for entry in book.played])


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
def test_luck_and_costs_add_up_to_the_total(preset: str) -> None:
    book = played_at_random(Started(preset, ("Ann", "Ben")), action, random.Random(7))
    found = looked_back(book)
    for name, total in book.state.totals.items():
        begun = mean_total(PRESETS[preset], Card())
        assert found.begun[name] == begun
        assert begun + found.of(name).luck - found.of(name).cost == pytest.approx(total, abs=0.001)
        assert found.of(name).cost > 20
    assert len([one for one in found.decisions if one.box]) == 26
    assert all(one.cost >= 0 for one in found.decisions)
    assert len(found.rolls) == book.rolls


def test_the_best_play_costs_nothing() -> None:
    chance, book = random.Random(3), GameHistory(Started(HANDOUT, ("Ann",)))
    while book.state.turn:
        for event in events_of(advise(book.state, "points").best, chance):
            book.write(event)
    found = looked_back(book)
    assert found.of("Ann").cost == 0
    assert found.begun["Ann"] + found.of("Ann").luck == pytest.approx(book.state.totals["Ann"], abs=0.001)


def test_a_decision_says_what_it_cost_and_what_was_better() -> None:
    found = looked_back(game("66666 =chance"))
    (decision,) = found.decisions
    assert (decision.box, decision.rolls_left, decision.best.box) == ("chance", 2, "yahtzee")
    assert decision.cost > 30
    (roll,) = found.rolls
    assert roll.luck > 50


def test_a_keep_that_was_taken_back_is_no_decision() -> None:
    assert [one.keep for one in looked_back(game("66123 +1 +66 123")).decisions] == [(6, 6)]


def test_rules_without_a_table_have_no_review() -> None:
    with pytest.raises(Refused, match="a preset’s own rules"):
        looked_back(game("66123", rolls=2))


@pytest.mark.parametrize("awards", [True, False])
def test_luck_and_mistakes_are_those_of_the_total_and_there_are_none_where_awards_decide(awards: bool) -> None:
    log = (Started("balut", ("Mia", "Jonas"), "Mia", {"awards": awards}), Rolled((6, 6, 6, 6, 6)), Scored("balut"))
    book = history_of(log)
    parts = book.game.figures([(entry.before, entry.event) for entry in book.played], book.state, look_back=True)
    assert [part.hindsight is None for part in parts] == [awards] * 2
