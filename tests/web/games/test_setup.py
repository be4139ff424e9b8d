"""The set-up of every game: its options are those of the engine, and say all of its rules."""

import pytest

from engine import BadRules, game_of, presets_of_all, rules_of
from web.games import KINDS


@pytest.mark.parametrize("preset", presets_of_all())
def test_the_form_has_a_field_for_every_term_that_the_rules_let_a_house_name(preset: str) -> None:
    def may_be_named(term: str) -> bool:
        try:
            return bool(rules_of(preset, {"labels": {term: "Gold"}}))
        except BadRules:
            return False

    game = game_of(preset)
    fields = {term for option in KINDS[game.kind].options if option.key == "labels" for term in option.choices}
    assert fields == {term for term in {*game.terms, *fields} if may_be_named(term)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_of_the_form_has_texts_and_needs_one_that_is_there(kind: str) -> None:
    setup = KINDS[kind]
    keys = {option.key for option in setup.options}
    for option in setup.options:
        if option.switched:
            assert option.title
            assert option.line
            assert all(option.choices.values()), option.key
        if option.needs:
            assert option.needs[0] in keys
    assert setup.title
    assert setup.symbol or setup.dice


@pytest.mark.parametrize("kind", KINDS)
def test_every_quick_game_has_a_title_and_rules_of_its_game(kind: str) -> None:
    for quick in KINDS[kind].quick:
        assert quick.title
        assert game_of(quick.preset).kind == kind
        assert rules_of(quick.preset, quick.options).name == quick.preset


def test_the_odds_of_changed_rules_are_a_sentence_where_they_are_quick() -> None:
    ship = KINDS["ship_captain_crew"]
    usual = rules_of("dice-game-depot", {})
    changed = ship.odds(rules_of("dice-game-depot", {"cargo_reroll": "each"}), usual)
    assert changed == "Full crew in 54% of turns (standard 54%), averaging 4.3 points (standard 4.1)."
    assert ship.odds(rules_of("dice-game-depot", {"dice": 8}), usual) == "No odds for these house rules."
    cards = rules_of("yahtzee-handout", {})
    assert KINDS["yahtzee"].odds(rules_of("yahtzee-handout", {"rolls": 4}), cards) == ""


def test_the_odds_of_a_game_of_turns_are_the_mean_of_a_turn() -> None:
    def odds(preset: str, **options: object) -> str:
        return KINDS[game_of(preset).kind].odds(rules_of(preset, options), rules_of(preset, {}))

    assert odds("threes", dice=4) == "With the best play, a turn averages 5.8 points (standard 6.3)."
    assert odds("pig", goal=50) == "With the best play, a turn averages 8.1 points."
    assert odds("farkle", scores="plain").startswith("With the best play, a turn averages ")
    assert odds("midnight", tie="shared") == ""
    assert odds("bar-dice", lives=1) == ""
