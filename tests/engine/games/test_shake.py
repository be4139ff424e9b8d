"""Shake of the Day: the exact chances of its patterns, what they pay, and its limits."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine import BadRules, GameHistory, Joined, Left, Refused, Rolled, Started, Stopped, legal_actions, rules_of
from engine.games.shake import PATTERNS, PRESET, Kept, PotChanged, chance, fits, money, moved, one_in


def shake(*throws: tuple[int, ...], **options: Any) -> GameHistory:
    history = GameHistory(Started(PRESET, ("Ann",), "Ann", {"pot": 1000, "seed": 300} | options))
    for dice in throws:
        history.write(Rolled(dice))
    return history


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_chance_of_one_throw_is_that_of_all_7776(pattern: str) -> None:
    ways = sum(fits(pattern, dice, 6) for dice in product(range(1, 7), repeat=5))
    assert chance(5, 1, True, 6, frozenset((pattern,))) == Fraction(ways, 7776)


@pytest.mark.parametrize(
    ("throws", "keep", "pattern", "expected"),
    [
        (1, True, "five", Fraction(1, 1296)),
        (1, True, "four", Fraction(13, 648)),
        (1, True, "full_house", Fraction(25, 648)),
        (1, True, "straight", Fraction(5, 162)),
        (3, False, "five", 1 - Fraction(1295, 1296) ** 3),
        (3, True, "five", Fraction(347897, 7558272)),  # as of a Yahtzee
        (3, True, "set_face", Fraction(91, 216) ** 5),
    ],
)
def test_chances_are_exact(throws: int, keep: bool, pattern: str, expected: Fraction) -> None:
    assert chance(5, throws, keep, 6, frozenset((pattern,))) == expected


def test_a_chance_in_words() -> None:
    assert [one_in(Fraction(1, 1296)), one_in(Fraction(347897, 7558272)), one_in(Fraction(2, 1295))] == [
        "1 in 1,296",
        "about 1 in 21.7",
        "about 1 in 648",
    ]
    assert [money(10_050, "$"), money(500, "€"), money(-250, "£")] == ["$100.50", "5\N{NO-BREAK SPACE}€", "−£2.50"]


@pytest.mark.parametrize(
    ("dice", "options", "won", "pot"),
    [
        ((5, 5, 5, 5, 5), {}, 1050, 300),
        ((5, 5, 5, 5, 5), {"pays": {"five": "80%"}}, 840, 300),
        ((5, 5, 5, 5, 5), {"pays": {"five": "40%"}}, 420, 630),
        ((5, 5, 5, 5, 5), {"pays": {"five": "9999", "three": "100"}}, 1050, 300),
        ((5, 5, 5, 2, 1), {"pays": {"five": "9999", "three": "100"}}, 100, 950),
        ((3, 3, 3, 3, 3), {"pays": {"set_face": "100%", "five": "10%"}, "face": 3}, 1050, 300),
        ((4, 4, 4, 4, 4), {"pays": {"set_face": "100%", "five": "10%"}, "face": 3}, 105, 945),
        ((2, 3, 4, 5, 6), {"pays": {"straight": "50%"}}, 525, 525),
        ((1, 2, 3, 5, 6), {"pays": {"straight": "50%"}}, 0, 1050),
    ],
)
def test_what_a_pattern_pays_and_leaves(dice: tuple[int, ...], options: dict[str, Any], won: int, pot: int) -> None:
    state = shake(dice, **options).state
    assert (state.totals["Ann"], state.winner, 1000 + moved(state)) == (won, "Ann" if won else None, pot)


def test_the_best_of_several_rolls_counts_and_the_highest_ends_the_shake() -> None:
    three: dict[str, Any] = {"throws": 3, "pays": {"five": "100%", "three": "100"}}
    assert shake((1, 1, 1, 2, 3), (1, 2, 3, 4, 6), (1, 2, 3, 4, 6), **three).state.totals == {"Ann": 100}
    assert shake((1, 1, 1, 1, 1), **three).state.player is None
    history = shake((1, 1, 1, 2, 3), **three)
    history.write(Stopped())
    assert history.state.totals == {"Ann": 100}


@pytest.mark.parametrize(
    ("rolled", "keep", "legal"),
    [(False, True, {"roll"}), (True, True, {"roll", "keep", "stop"}), (True, False, {"roll", "stop"})],
)
def test_dice_stay_between_two_rolls_where_the_bar_has_it_so(rolled: bool, keep: bool, legal: set[str]) -> None:
    history = shake(*[(1, 1, 1, 2, 3)] * rolled, throws=2, keep=keep)
    assert {*legal_actions(history.state)} == legal
    if "keep" not in legal:
        with pytest.raises(Refused) as refused:
            history.write(Kept((1,)))
        assert refused.value.code == ("nothing_kept" if rolled else "nothing_thrown")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"price": 60, "montana": True}, "50 cents"),
        ({"dice": 6, "montana": True}, "five dice"),
        ({"pays": {"five": "500"}, "montana": True}, "share"),
        ({"dice": 4}, "needs more dice"),
        ({"pays": {}}, "patterns"),
        ({"pays": {"six": "100%"}}, "patterns"),
        ({"pays": {"five": "101%"}}, "share"),
        ({"pays": {"five": 100}}, "share"),
        ({"pot": "much"}, "whole number"),
        ({"shaken": [["Ann"]]}, "names and days"),
        ({"shaken": "Ann"}, "names and days"),
        ({"shaken": [["Ann", "now"]]}, "names and days"),
        ({"price": -1}, "must be 0 to"),
        ({"pricee": 1}, "did you mean"),
    ],
)
def test_rules_that_cannot_be_are_refused_in_a_sentence(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadRules, match=why):
        rules_of(PRESET, options)


def test_a_shake_is_one_players_and_nothing_leaves_the_pot_in_montana() -> None:
    with pytest.raises(BadRules):
        GameHistory(Started(PRESET, ("Ann", "Bo")))
    history = shake(montana=True)
    for event, code in {Joined("Bo"): "mid_game", Left("Ann"): "no_leaving", PotChanged(-1): "pot_stays"}.items():
        with pytest.raises(Refused) as refused:
            history.write(event)
        assert refused.value.code == code
    history.write(PotChanged(1))
    assert moved(history.state) == 1
