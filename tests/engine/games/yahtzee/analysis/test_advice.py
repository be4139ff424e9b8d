"""Advice where the best choice is known or can be counted by hand."""

import pytest

from engine import Refused
from engine.games.yahtzee.analysis.advice import advise, mean_total
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import PRESETS
from tests.engine.games.yahtzee.playing import BOXES, HANDOUT, OFFICIAL, scratched_but, state_of

BOTH = pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])


@pytest.mark.parametrize(("preset", "mean"), [(OFFICIAL, 254.5877287), (HANDOUT, 254.4862191)])
def test_a_card_is_worth_what_is_known_at_the_start(preset: str, mean: float) -> None:
    assert mean_total(PRESETS[preset], Card()) == pytest.approx(mean, abs=2e-5)
    first = advise(state_of("", preset), "points")
    assert first.best.value == pytest.approx(mean, abs=2e-5)
    assert (first.best.throw, len(first.choices)) == (5, 1)


@BOTH
@pytest.mark.parametrize(
    ("box", "words", "keep", "gain"),
    [
        ("large_straight", "12356 +1235 4", None, 40),
        ("large_straight", "12356 +1235 3", (1, 2, 3, 5), 40 / 6),
        ("sixes", "66123 +66 112", (6, 6), 12 + 18 / 6),
        ("yahtzee", "44123 +44 446", (4, 4, 4, 4), 50 / 6),
        ("full_house", "33322", None, 25),
        ("full_house", "33321 +333 21", (1, 3, 3, 3), 25 / 6),
    ],
)
def test_the_last_box_is_played_as_by_hand(
    box: str, words: str, keep: tuple[int, ...] | None, gain: float, preset: str
) -> None:
    state = state_of(f"{scratched_but(box)} {words}", preset)
    before = state.totals["Ann"]
    advice = advise(state, "points")
    if keep is None:
        assert (advice.best.box, advice.best.points) == (box, gain)
    else:
        best = [one for one in advice.choices if one.cost < 1e-9]
        assert keep in [one.keep for one in best]
    assert advice.best.value == pytest.approx(before + gain, abs=2e-5)


def test_costs_are_what_a_choice_is_worth_less_than_the_best() -> None:
    advice = advise(state_of("66613"), "points")
    assert advice.best.keep == (6, 6, 6)
    assert [one.cost for one in advice.choices] == sorted(one.cost for one in advice.choices)
    for one in advice.choices:
        assert one.cost == pytest.approx(advice.best.value - one.value)
    assert {one.box for one in advice.choices if one.box} == set(BOXES)
    assert len(advice.choices) == len(BOXES) + 15


def test_after_the_third_roll_only_boxes_are_left() -> None:
    advice = advise(state_of("66123 +66 661 +6666 6"), "points")
    assert (advice.best.box, advice.best.points) == ("yahtzee", 50)
    assert all(one.throw == 0 for one in advice.choices)


def test_a_forced_joker_leaves_one_box() -> None:
    advice = advise(state_of("33333 =yahtzee 44444"), "points")
    assert [one.box for one in advice.choices if one.box] == ["fours"]


def test_what_is_certain_costs_nothing() -> None:
    """A further Yahtzee earns its hundred in the last box, whichever it is."""
    state = state_of(f"33333 =yahtzee {scratched_but('yahtzee', 'chance')} 55555")
    advice = advise(state, "points")
    assert advice.best.box == "chance"
    assert advice.best.value == pytest.approx(state.totals["Ann"] + 125, abs=2e-5)


@pytest.mark.parametrize(
    ("words", "aim", "options", "code", "why"),
    [
        ("", "luck", {}, "no_advice", "There is advice for points, beat, and to reach a score, as in “reach 250”."),
        ("", "reach 99999", {}, "no_advice", "There is advice for points, beat, and to reach a score"),
        ("", "reach 250", {}, "too_early", "The chance to reach a score is given from the last 3 open boxes on."),
        ("", "beat", {}, "no_advice", "Nobody else plays: there is advice to reach a score, as in “reach 250”."),
        ("66123", "points", {"rolls": 2}, "no_advice", "There is advice for points where the whole game is played"),
        ("66123 =ones", "points", {"boxes": "ones"}, "no_advice", "The game is over: there is nothing to advise on."),
    ],
)
def test_advice_is_refused(words: str, aim: str, options: dict[str, object], code: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        advise(state_of(words, **options), aim)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert refused.value.why.startswith(why)


def test_the_others_must_have_played_before_they_can_be_beaten() -> None:
    with pytest.raises(Refused, match="The others still play"):
        advise(state_of("66123", players="Ann Ben"), "beat")
