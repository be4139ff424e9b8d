"""The exact odds, against dynamic programming over the public functions."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import factorial, prod

import pytest

from engine import Rolled, Rules, State, apply, legal_actions, rules_of
from engine.games.ship.analysis.chances import best_chance, odds
from tests.engine.games.ship.histories import decisions, throws
from tests.engine.games.ship.playing import state_of

QUALIFY = Fraction(42_314_697_971, 78_364_164_096)


@pytest.mark.parametrize(
    ("options", "mean"),
    [
        ({}, Fraction(160_042_333_703, 39_182_082_048)),
        ({"auto_hold": False}, Fraction(160_042_333_703, 39_182_082_048)),  # A8: holding never hurts
        ({"cargo_reroll": "each"}, Fraction(169_123_624_727, 39_182_082_048)),
    ],
)
def test_the_mean_score_of_the_best_play(options: dict[str, object], mean: Fraction) -> None:
    found = odds(rules_of("dice-game-depot", options))
    assert (found.most_likely, found.expected_score) == (QUALIFY, mean)
    assert sum(found.scores.values()) == 1


@pytest.mark.parametrize(
    ("cargo_reroll", "score"), [("all", Fraction(58900073641, 9795520512)), ("each", Fraction(30509257, 4782969))]
)
def test_the_mean_score_where_one_may_switch(cargo_reroll: str, score: Fraction) -> None:
    options = {"sequences": "either", "progress": "switch", "cargo_reroll": cargo_reroll}
    assert odds(rules_of("dice-game-depot", options)).expected_score == score


def test_fifty_four_in_a_hundred_is_a_chance_and_worth_eight_in_a_hundred_at_even_money() -> None:
    """004-15 and A28."""
    assert odds(Rules()).qualify == QUALIFY
    assert round(float(best_chance(Rules(), 8)), 6) == 0.218575
    assert (round(float(QUALIFY), 2), round(float(2 * QUALIFY - 1), 5)) == (0.54, 0.07995)


@cache
def mean_by_hand(sequence: tuple[int, ...], have: int, dice: int, rolls: int, cargo: int | None = None) -> Fraction:
    """Return the highest mean score, cargo thrown again as a whole, by counting all throws out."""
    stay = Fraction(cargo or 0)
    if not rolls:
        return stay
    again = Fraction(0)
    for faces in throws(dice):
        left, now = list(faces), have
        while now < 3 and sequence[now] in left:
            left.remove(sequence[now])
            now += 1
        ways = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        again += ways * mean_by_hand(sequence, now, len(left), rolls - 1, sum(left) if now == 3 else None)
    return max(stay, again / int(6**dice)) if cargo is not None else again / int(6**dice)


@pytest.mark.parametrize("sequence", [(6, 5, 4), (1, 2, 3), (3, 2, 1), (4, 5, 6)])
@pytest.mark.parametrize("dice", [5, 6])
def test_the_mean_score_of_each_sequence_counted_out(sequence: tuple[int, ...], dice: int) -> None:
    rules = rules_of("dice-game-depot", {"sequences": "-".join(map(str, sequence)), "dice": dice})
    assert odds(rules).expected_score == mean_by_hand(sequence, 0, dice, 3)


def test_one_roll_qualifies_in_205_of_1296() -> None:
    assert odds(Rules(rolls=1)).qualify == Fraction(205, 1296) == Fraction(1230, 7776)
    assert odds(Rules(dice=12, rolls=1)).qualify > Fraction(1, 2)


def test_stay_on_seven_with_one_roll_left_and_on_eight_with_two() -> None:
    stays = {(one.rolls_left, sum(one.turn.cargo)): not one.throw for one in odds(Rules()).policy if one.turn.qualified}
    assert {
        left: min(cargo for (rolls, cargo), stay in stays.items() if stay and rolls == left) for left in (1, 2)
    } == {
        1: 7,
        2: 8,
    }


def test_keep_fours_with_one_roll_left_and_fives_with_two() -> None:
    for one in odds(Rules(cargo_reroll="each")).policy:
        if one.turn.qualified and one.throw:
            least = 4 if one.rolls_left == 1 else 5
            kept = Counter(one.turn.kept + one.hold) - Counter(one.release)
            assert kept == Counter(face for face in one.turn.loose if face >= least)


@pytest.mark.parametrize("progress", ["commit", "switch", "both"])
def test_either_sequence_helps_and_freedom_never_hurts(progress: str) -> None:
    one = odds(rules_of("all-about-dice", {}))
    either = odds(rules_of("all-about-dice", {"sequences": "either", "progress": progress}))
    bound = odds(rules_of("all-about-dice", {"sequences": "either", "progress": "commit"}))
    assert one.expected_score < bound.expected_score <= either.expected_score
    assert either.most_likely >= either.qualify > one.qualify


def test_bow_to_stern_qualifies_as_often_and_leaves_a_richer_cargo() -> None:
    stern = odds(rules_of("dice-game-depot", {"sequences": "1-2-3"}))
    assert stern.qualify == QUALIFY
    assert stern.expected_score > odds(Rules()).expected_score


OPTIONS: list[dict[str, object]] = [
    {},
    {"cargo_reroll": "each"},
    {"cargo_reroll": "each", "cargo_unhold": False, "anchor_bonus": 1},
    {"sequences": "either"},
    {"sequences": "either", "progress": "commit", "cargo_reroll": "each"},
    {"sequences": "either", "progress": "switch", "rolls": 2},
    {"auto_hold": False, "rolls": 2, "dice": 6},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_engine_played_to_its_best_by_its_legal_actions_has_the_same_odds(options: dict[str, object]) -> None:
    """Dynamic programming over ``apply`` and ``legal_actions``."""

    def best(state: State, worth: str) -> Fraction:
        """Return the value of a state before a throw."""
        turn = state.turn
        assert turn is not None
        return thrown(turn.held, tuple(sorted(turn.kept)), turn.taken, worth, state)

    known: dict[object, Fraction] = {}

    def thrown(held: tuple[int, ...], kept: tuple[int, ...], taken: int, worth: str, state: State) -> Fraction:
        key = (held, kept, taken, worth)
        if key not in known:
            total = Fraction(0)
            for dice in throws(state.must_roll):
                ways = factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))
                total += ways * lying(apply(state, Rolled(dice)), worth)
            known[key] = total / 6**state.must_roll
        return known[key]

    def lying(state: State, worth: str) -> Fraction:
        if state.player != "Ann":
            score = state.scores["Ann"]
            return Fraction((score or 0) if worth == "points" else int(score is not None))
        values = []
        for left in decisions(state):
            score = left.turn.score if left.turn and "stop" in legal_actions(left) else None
            if score is not None:
                values.append(Fraction(score if worth == "points" else 1))
            if "roll" in legal_actions(left):
                values.append(best(left, worth))
        return max(values)

    rules = rules_of("dice-game-depot", options)
    start = state_of(**options)  # type: ignore[arg-type]
    assert best(start, "points") == odds(rules).expected_score
    assert best(start, "qualify") == odds(rules).most_likely
