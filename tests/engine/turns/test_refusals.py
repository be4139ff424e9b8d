"""What every game of turns refuses: moves that its rules don't allow, and rules out of range."""

import pytest

from engine import BadRules, Refused, rules_of
from tests.engine.turns.playing import event_of, game

Options = dict[str, object]

MOVES: dict[str, list[tuple[str, str, Options, str, str]]] = {
    "pig": [
        ("", ".", {}, "nothing_thrown", "Roll first."),
        ("6", "66", {}, "wrong_number", "Ann rolls 1 die now, not 2."),
        ("6", "7", {}, "not_a_face", "A die shows 1 to 6, not 7."),
        ("6 1", ".", {}, "nothing_thrown", "Roll first."),
    ],
    "threes": [
        ("", "+3", {}, "nothing_thrown", "Roll first."),
        ("", ".", {}, "no_standing", "You can’t stand yet: roll until all dice are set aside."),
        ("", "333333", {}, "wrong_number", "Ann rolls 5 dice now, not 6."),
        ("33621", "33333", {}, "nothing_set_aside", "Set aside at least one die first."),
        ("33621", "+", {}, "no_dice", "Choose the dice to set aside."),
        ("33621", "+5", {}, "not_there", "There’s no 5 on the tray."),
        ("33621", "+66", {}, "not_there", "Only 1 of the dice shows a 6."),
        ("33621", "+333", {}, "not_there", "Only 2 of the dice show a 3."),
        ("33621", "+9", {}, "not_a_face", "A die shows 1 to 6, not 9."),
        ("33621 +33", "+3", {}, "not_there", "There’s no 3 on the tray."),
        ("33621 +33", "3333", {}, "wrong_number", "Ann rolls 3 dice now, not 4."),
    ],
    "midnight": [
        ("", "66666", {}, "wrong_number", "Ann rolls 6 dice now, not 5."),
        ("", "6666666", {}, "wrong_number", "Ann rolls 6 dice now, not 7."),
        ("", ".", {}, "no_standing", "You can’t stand yet: roll until all dice are set aside."),
        ("146652", "666666", {}, "nothing_set_aside", "Set aside at least one die first."),
        ("146652", "+3", {}, "not_there", "There’s no 3 on the tray."),
        ("146652", "+666", {}, "not_there", "Only 2 of the dice show a 6."),
    ],
    "farkle": [
        ("", ".", {}, "nothing_thrown", "Roll first."),
        ("", "+1", {}, "nothing_thrown", "Roll first."),
        ("", "1234561", {}, "wrong_number", "Ann rolls 6 dice now, not 7."),
        ("123466", "123456", {}, "nothing_set_aside", "Set aside at least one die that scores first."),
        ("123466", ".", {}, "nothing_set_aside", "Set aside at least one die that scores first."),
        ("123466", "+", {}, "no_dice", "Choose the dice to set aside."),
        ("123466", "+5", {}, "not_there", "There’s no 5 on the tray."),
        ("123466", "+11", {}, "not_there", "Only 1 of the dice shows a 1."),
        ("123466", "+12", {}, "scores_nothing", "One 2 scores nothing: it takes three of a kind."),
        ("123466", "+166", {}, "scores_nothing", "2 dice with a 6 score nothing: it takes three of a kind."),
        ("123456", "+12346", {}, "scores_nothing", "One 2 scores nothing: it takes three of a kind."),
        ("123456", "+123456", {"scores": "plain"}, "scores_nothing", "One 2 scores nothing: it takes three of a kind."),
        ("123466 +1", "+2", {}, "scores_nothing", "One 2 scores nothing: it takes three of a kind."),
        ("123466 +1", ".", {}, "not_opened", "Ann has 100 points: the first scoring turn takes 500."),
        ("123466 +1", "123456", {}, "wrong_number", "Ann rolls 5 dice now, not 6."),
        ("223446", "+2", {}, "nothing_thrown", "Roll first."),
    ],
    "bar-dice": [
        ("", ".", {}, "nothing_thrown", "Roll first."),
        ("", "+1", {}, "nothing_thrown", "Roll first."),
        ("", "1234", {}, "wrong_number", "Ann rolls 5 dice now, not 4."),
        ("", "123456", {}, "wrong_number", "Ann rolls 5 dice now, not 6."),
        ("16623", "+5", {}, "not_there", "There’s no 5 on the tray."),
        ("16623", "+11", {}, "not_there", "Only 1 of the dice shows a 1."),
        ("16623 +16623", "1", {}, "nothing_to_throw", "Ann keeps all dice: press STAND, or keep fewer."),
        ("16623 +166", "166", {}, "wrong_number", "Ann rolls 2 dice now, not 3."),
    ],
}
"""By preset: the events before, the event, options, and the code and the sentence of its refusal."""

RULES: dict[str, list[tuple[Options, str]]] = {
    "pig": [
        ({"dice": 3}, "“dice” is 3: it must be 1 to 2"),
        ({"goal": 24}, "“goal” is 24: it must be 25 to 500"),
        ({"ends": "soon"}, "“ends” is “soon”: it can be round or at_once"),
        ({"tie": "x"}, "“tie” is “x”: it can be rolloff or shared"),
    ],
    "threes": [
        ({"dice": 3}, "“dice” is 3: it must be 4 to 6"),
        ({"dice": 7}, "“dice” is 7: it must be 4 to 6"),
    ],
    "farkle": [
        ({"goal": 1999}, "“goal” is 1999: it must be 2000 to 20000"),
        ({"opening": 1001}, "“opening” is 1001: it must be 0 to 1000"),
        ({"scores": "all"}, "“scores” is “all”: it can be plain or pocket"),
        ({"three_farkles": "x"}, "“three_farkles” is “x”: it can be true or false"),
    ],
    "bar-dice": [
        ({"lives": 0}, "“lives” is 0: it must be 1 to 10"),
        ({"match": "lots"}, "“match” is “lots”: it can be lives, horse or single"),
        ({"tie": "shared"}, "there is no option “tie”"),
    ],
}
"""By preset: options, and the beginning of the refusal."""


@pytest.mark.parametrize(
    ("preset", "words", "event", "options", "code", "why"),
    [(preset, *case) for preset, cases in MOVES.items() for case in cases],
)
def test_a_move_that_is_not_allowed_is_refused_and_changes_nothing(
    preset: str, words: str, event: str, options: Options, code: str, why: str
) -> None:
    book = game(preset, words, "Ann Ben", "", **options)
    before, log = book.state, list(book.events)
    with pytest.raises(Refused) as refused:
        book.write(event_of(preset, event))
    assert (refused.value.code, refused.value.why) == (code, why)
    assert (book.state, book.events) == (before, log)


@pytest.mark.parametrize(
    ("preset", "options", "why"), [(preset, *case) for preset, cases in RULES.items() for case in cases]
)
def test_rules_out_of_range_are_refused(preset: str, options: Options, why: str) -> None:
    with pytest.raises(BadRules) as refused:
        rules_of(preset, options)
    assert str(refused.value).startswith(why)
