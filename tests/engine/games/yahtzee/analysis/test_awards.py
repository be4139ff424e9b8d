"""Balut with its points: the last box is exact, earlier ones are simulated with their error."""

from itertools import product

import pytest

from engine import Kept, Refused, Rolled, Scored, Started, apply, fold, game_of
from engine.games.yahtzee.analysis.advice import advise, win_chances
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import PRESETS
from engine.games.yahtzee.state import State, Turn
from engine.values import replace

RULES = PRESETS["balut"]
FULL: dict[str, tuple[int, ...]] = {
    "fours": (12, 12, 12, 16),
    "fives": (15, 15, 15, 15),
    "sixes": (18, 18, 18, 18),
    "straight": (20, 20, 15, 15),
    "full_house": (20, 20, 20, 20),
    "choice": (25, 25, 25, 20),
    "balut": (0, 0, 0, 0),
}


def state_of(*cards: dict[str, tuple[int, ...]], turn: Turn | None = None) -> State:
    start: State = fold([Started("balut", ("Ann", "Bo"), "Ann")])
    return replace(start, cards=dict(zip(("Ann", "Bo"), map(Card, cards), strict=True)), turn=turn or Turn("Ann"))


LAST = FULL | {"choice": (25, 25, 25)}
TO_COME = Turn("Ann", 2, (6, 6, 6, 1, 2))


def test_the_last_box_is_exact() -> None:
    state = state_of(LAST, FULL, turn=TO_COME)
    best = state.totals["Bo"]
    shares = []
    for keep in ((6, 6, 6), (6, 6, 6, 2)):
        kept = apply(state, Kept(keep))
        ends = [
            apply(apply(kept, Rolled(faces)), Scored("choice")).totals["Ann"]
            for faces in product(range(1, 7), repeat=5 - len(keep))
        ]
        shares.append(sum((end > best) + (end == best) / 2 for end in ends) / len(ends))
    advice = advise(state, "beat")
    of = {choice.keep: choice.value for choice in advice.choices if choice.throw}
    assert advice.error == 0
    assert [of[6, 6, 6], of[2, 6, 6, 6]] == pytest.approx(shares)
    chances = win_chances(state)
    assert chances is not None
    assert chances.error == 0
    assert chances.of == {"Ann": pytest.approx(advice.best.value), "Bo": pytest.approx(1 - advice.best.value)}


def test_points_that_a_box_would_complete_are_worth_more_than_its_score() -> None:
    """The total alone would take 30 in choice; four straights give four points."""
    card = {"straight": (20, 15, 15), "choice": (10, 10)}
    state = state_of(card, {}, turn=Turn("Ann", 3, (2, 3, 4, 5, 6)))
    assert (advise(state, "points").best.box, advise(state, "points").error > 0) == ("straight", True)
    fours = state_of({"fours": (12, 12, 12), "choice": (25, 25, 25)}, {}, turn=Turn("Ann", 3, (4, 4, 4, 4, 6)))
    assert advise(fours, "points").best.box == "fours"


def test_chances_are_played_out_with_their_error_and_are_the_same_for_the_same_state() -> None:
    begun = state_of({}, {})
    chances = win_chances(begun)
    assert chances is not None
    assert chances == win_chances(state_of({}, {}))
    assert sum(chances.of.values()) == pytest.approx(1)
    assert abs(chances.of["Ann"] - 0.5) < 1.5 * chances.error < 0.1
    ahead = win_chances(state_of(FULL | {"balut": ()}, {"balut": (0, 0, 0, 0)}))
    assert ahead is not None
    assert ahead.of["Ann"] > 0.9
    gone = win_chances(replace(begun, gone=frozenset({"Bo"})))
    assert gone is None


def test_a_card_of_ones_own_boxes_is_not_played_out_but_its_last_box_is_known() -> None:
    start: State = fold([Started("balut", ("Ann", "Bo"), "Ann", {"boxes": ["choice", "balut"]})])
    assert win_chances(start) is None
    with pytest.raises(Refused, match="own rules"):
        advise(start, "points")
    last = replace(start, cards={"Ann": Card({"choice": (20,) * 4, "balut": (0,) * 3}), "Bo": Card()})
    assert advise(last, "points").error == 0


def test_the_advice_names_its_error() -> None:
    told = game_of("balut").advice(state_of({}, {}), "points")
    assert 0 < told["error"] < 1  # type: ignore[operator]
    assert "error" not in game_of("yacht").advice(fold([Started("yacht", ("Ann",), "Ann")]), "points")
