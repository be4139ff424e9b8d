"""The options of the rules, and the errors for invalid ones."""

import pytest

from engine import BadRules, rules_of
from engine.games.yahtzee.rules import PRESETS
from tests.engine.games.yahtzee.playing import BOXES, HANDOUT, OFFICIAL


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
def test_without_options_a_preset_is_itself(preset: str) -> None:
    assert rules_of(preset, {}) == PRESETS[preset]
    assert rules_of(preset, {}).boxes == BOXES


def test_the_presets_differ_in_their_jokers_alone() -> None:
    handout, official = (rules_of(name, {}) for name in (HANDOUT, OFFICIAL))
    assert (handout.joker_on_zero, handout.joker_scratches_upper) == (False, True)
    assert (official.joker_on_zero, official.joker_scratches_upper) == (True, False)
    options = {"joker_on_zero": True, "joker_scratches_upper": False}
    assert rules_of(HANDOUT, options).joker_on_zero == official.joker_on_zero


@pytest.mark.parametrize("written", [["chance", "ones"], "chance ones", "ones,chance", ["ones", "ones", "chance"]])
def test_boxes_are_written_in_any_order(written: object) -> None:
    assert rules_of(HANDOUT, {"boxes": written}).boxes == ("ones", "chance")


def test_a_table_has_words_of_its_own() -> None:
    rules = rules_of(HANDOUT, {"labels": {"chance": "gamble"}})
    assert (rules.label("chance"), rules.label("full_house")) == ("gamble", "Full house")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"dice": 6}, "“dice” is 6: it must be 2 to 5"),
        ({"dice": "many"}, "“dice” is “many”: it must be a whole number"),
        ({"rolls": 0}, "“rolls” is 0: it must be 1 to 9"),
        ({"bonus_from": 0}, "“bonus_from” is 0: it must be 1 to 105"),
        ({"boxes": []}, "“boxes” is []: a card needs at least one box"),
        ({"boxes": 3}, "“boxes” is 3: it is a list of boxes, as in [ones, yahtzee, chance]"),
        ({"boxes": ["fivs"]}, "“boxes” is “fivs”: it can be ones, twos"),
        ({"joker_on_zero": "perhaps"}, "“joker_on_zero” is “perhaps”: it can be true or false"),
        ({"labels": {"cargo": "x"}}, "“labels” is “cargo”: it can be ones"),
        ({"labels": "mate"}, "“labels” is “mate”: it gives terms of the game your own words"),
        ({"joker": True}, "there is no option “joker”; did you mean “joker_on_zero”?"),
        ({"xyz": 1}, "there is no option “xyz”; choose from dice, rolls, boxes, bonus_from, joker_on_zero"),
    ],
)
def test_a_mistake_is_named(options: dict[str, object], why: str) -> None:
    with pytest.raises(BadRules) as refused:
        rules_of(HANDOUT, options)
    assert str(refused.value).startswith(why)
