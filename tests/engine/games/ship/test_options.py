"""The options of the rules, their spellings, and the errors for invalid ones."""

import pytest

from engine import PRESETS, BadRules, Match, Rules, Stakes, rules_of


@pytest.mark.parametrize(
    ("key", "value", "field", "read"),
    [
        ("dice", 6, "dice", 6),
        ("dice", "6", "dice", 6),
        ("rolls", 9, "rolls", 9),
        ("sequences", "6-5-4", "sequences", ((6, 5, 4),)),
        ("sequences", "1-2-3", "sequences", ((1, 2, 3),)),
        ("sequences", "3-2-1", "sequences", ((3, 2, 1),)),
        ("sequences", [[4, 5, 6]], "sequences", ((4, 5, 6),)),
        ("sequences", "either", "sequences", ((6, 5, 4), (1, 2, 3))),
        ("sequences", [[6, 5, 4], [1, 2, 3]], "sequences", ((6, 5, 4), (1, 2, 3))),
        ("sequences", ["1-2-3", "6-5-4"], "sequences", ((6, 5, 4), (1, 2, 3))),
        ("sequences", [1, 2, 3], "sequences", ((1, 2, 3),)),
        ("progress", "commit", "progress", "commit"),
        ("auto_hold", False, "auto_hold", False),
        ("auto_hold", "false", "auto_hold", False),
        ("cargo_reroll", "each", "cargo_reroll", "each"),
        ("cargo_unhold", False, "cargo_unhold", False),
        ("anchor_bonus", 1, "anchor_bonus", 1),
        ("rolling", "interleaved", "rolling", "interleaved"),
        ("match", "single_round", "match", Match()),
        ("match", "rounds(4)", "match", Match("rounds", 4)),
        ("match", "rounds(4, cumulative)", "match", Match("rounds", 4)),
        ("match", "hands(first_to=2)", "match", Match("hands", 2)),
        ("match", "hands(3)", "match", Match("hands", 3)),
        ("match", "total", "match", Match("total", 3)),
        ("match", {"kind": "rounds", "rounds": 3}, "match", Match("rounds", 3)),
        ("match", {"kind": "hands", "first_to": 2}, "match", Match("hands", 2)),
        ("first_starter", "rolloff(3)", "first_starter", "rolloff"),
        ("first_starter", "chosen", "first_starter", "chosen"),
        ("next_starter", "winner", "next_starter", "winner"),
        ("tie", "carry", "tie", "carry"),
        ("nobody_qualifies", "carry", "nobody_qualifies", "carry"),
        ("stakes", "drinks", "stakes", Stakes("drinks")),
        ("stakes", "pot", "stakes", Stakes("pot", 1)),
        ("stakes", "pot(5)", "stakes", Stakes("pot", 5)),
        ("stakes", "pot(ante=5)", "stakes", Stakes("pot", 5)),
        ("stakes", "pot(first_shooter)", "stakes", Stakes("pot")),
        ("stakes", {"kind": "pot", "ante": 2}, "stakes", Stakes("pot", 2)),
        ("stakes", {"kind": "pot", "set_by": "first_shooter"}, "stakes", Stakes("pot")),
        ("side_bets", ["qualify"], "side_bets", {"qualify"}),
        ("side_bets", "qualify", "side_bets", {"qualify"}),
        ("side_bets", [], "side_bets", set()),
        ("labels", "mate", "labels", {"crew": "mate", "cargo": "crew"}),
        ("labels", {"no_score": "sunk"}, "labels", {"no_score": "sunk"}),
    ],
)
def test_a_value_is_read_as_it_is_meant(key: str, value: object, field: str, read: object) -> None:
    assert getattr(rules_of("dice-game-depot", {key: value}), field) == read


@pytest.mark.parametrize(
    ("preset", "options", "ante"),
    [
        ("bar-pot", {}, None),
        ("bar-pot", {"stakes": "pot"}, None),
        ("bar-pot", {"ante": 2}, 2),
        ("bar-pot", {"set_by": "agreed"}, 1),
        ("rounds", {"stakes": "pot", "ante": 4}, 4),
        ("rounds", {"stakes": "pot", "set_by": "first_shooter"}, None),
    ],
)
def test_an_ante_that_is_said_is_agreed(preset: str, options: dict[str, object], ante: int | None) -> None:
    assert rules_of(preset, options).stakes == Stakes("pot", ante)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"dice": 13}, "“dice” is 13: it must be 5 to 12"),
        ({"dice": True}, "“dice” is true: it must be a whole number"),
        ({"dice": "six"}, "“dice” is “six”: it must be a whole number"),
        ({"rolls": 0}, "“rolls” is 0: it must be 1 to 9"),
        ({"anchor_bonus": 2}, "“anchor_bonus” is 2: it must be 0 to 1"),
        (
            {"sequences": "6-4-5"},
            "“sequences” is “6-4-5”: it can be 6-5-4, 1-2-3, 3-2-1, 4-5-6 or either; did you mean “6-5-4”",
        ),
        ({"sequences": []}, "“sequences” is “”: it can be"),
        ({"auto_hold": True, "sequences": "either"}, "“auto_hold” can’t be true with two sequences"),
        ({"tie": "caried"}, "“tie” is “caried”: it can be allowed, rolloff, carry or replay; did you mean “carry”"),
        ({"match": "rounds(0)"}, "“match” is 0: it must be 1 to 1000"),
        ({"match": "rounds(many)"}, "“match” is “many”: it must be a whole number"),
        ({"match": {"kind": "rounds", "hands": 3, "rounds": 2}}, "rounds takes one number"),
        ({"stakes": "drinks(2)"}, "only a pot has an ante"),
        ({"stakes": "pot(0)"}, "“ante” is 0: it must be 1 to 1000000"),
        ({"ante": 2}, "“ante” is 2: there is no pot for an ante"),
        ({"stakes": "pot", "ante": 2, "set_by": "first_shooter"}, "use one of the two"),
        (
            {"first_starter": "rolloff(5)"},
            "“first_starter” is “rolloff(5)”: the roll-off to start uses three dice, and the highest starts",
        ),
        ({"side_bets": ["win"]}, "“side_bets” is “win”: it can be qualify"),
        ({"labels": {"captain": ""}}, "the word for captain has up to 30 letters"),
        ({"labels": {"boat": "ship"}}, "“labels” is “boat”: it can be ship"),
        ({"dise": 6}, "there is no option “dise”; did you mean “dice”"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(options: dict[str, object], why: str) -> None:
    with pytest.raises(BadRules) as refusal:
        rules_of("dice-game-depot", options)
    assert why in str(refusal.value)


def test_every_variant_of_one_document_can_be_played_with_any_preset() -> None:
    variants: dict[str, object] = {"cargo_reroll": "each", "sequences": "1-2-3", "next_starter": "winner"}
    variants |= {"tie": "carry", "nobody_qualifies": "carry", "anchor_bonus": 1}
    assert all(isinstance(rules_of(preset, variants), Rules) for preset in PRESETS)
