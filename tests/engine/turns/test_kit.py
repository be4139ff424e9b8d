"""Files of games: what they may say, what is refused and how, and figures known from elsewhere."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GameHistory, Refused, Rolled, Started, Stopped, game_of, legal_actions, rules_of
from engine.face import RuleLine
from engine.game import register, unregister
from engine.i18n import translated
from engine.reports.odds_report import OddsAsked
from engine.reports.win_chances import best_of, sum_of
from engine.turns.coach import advise
from engine.turns.kit.file.play import TARGET, Pattern, Play
from engine.turns.kit.file.reading import made_of, read
from engine.turns.kit.file.tables import BadGame
from engine.turns.kit.files import added_game, game_of_file, own_game
from engine.turns.kit.game import KitGame
from engine.turns.kit.scoring.chances import for_points, setting_of
from engine.turns.kit.simulation import points_on, simulated
from engine.turns.kit.throws.luck import begun, spread_of
from engine.values import replace
from tests.engine.turns.moves import move_of
from tests.engine.turns.random_files import CLASSES, file_of
from tests.engine.turns.strategies import PRESETS

DROPS = """title = "Try"
line = "Roll."
[turn]
dice = 5
leaves = [2, 5]
score = {sum = 1, without = [2, 5]}
"""

HANDS = """title = "Low"
line = "Roll."
[turn]
dice = 3
throws = 2
aside = "any"
[game]
wins = "hands"
lives = 2
[[hand]]
name = "triple"
title = "triple"
alike = 3
[[hand]]
name = "rest"
title = "nothing"
"""

TEN = """title = "Ten"
line = "Roll."
[turn]
dice = 5
aside = "scoring"
stop = true
to_bank = 500
hot = "must"
sets = [{alike = 1, has = 1, points = 100}, {alike = 3, face = 100}, {run = 4, points = 500}]
[game]
wins = "points"
goal = 1000
ends = "last_turns"
"""

LAST = """title = "Last"
line = "Roll."
[turn]
dice = 2
score = {has = 1, each = 1}
ends_without_score = true
[game]
wins = "last_point"
goal = 21
"""

PUSH = """title = "Push"
line = "Roll."
[turn]
dice = 2
stop = true
bust = {has = 1}
[game]
wins = "points"
goal = 50
"""

SETS_ROLLS = "The first player of a round sets how many rolls the others have."
ADD_UP = "The dice set aside add up."
LAST_TURNS = "At 1,000 points everyone else has one more turn. The most points win."
IN_TOKENS = "The highest hand is worth tokens: triple 1, nothing 4."
NUMBER = 'title = "N"\nline = "N."\nvalue = 3\nleast = 2\nmost = 12\n'

TOGETHER = [
    *(
        (LAST.replace("dice = 2", f"dice = 2\n{rule}"), 5, f'“{key}” and “wins = "last_point"” don’t go together')
        for key, rule in (
            ("leaves", "leaves = [1]"),
            ("stop", "stop = true"),
            ("throws", "throws = 3"),
            ("bust", "bust = {has = 6}"),
        )
    ),
    (LAST + 'tie = "shared"', 10, '“tie = "shared"” and “wins = "last_point"” don’t go together'),
    (LAST + 'ends = "at_once"', 10, '“ends” and “wins = "last_point"” don’t go together'),
    (LAST + 'best = "low"', 10, '“best = "low"” and “wins = "last_point"” don’t go together'),
    (LAST + 'marks = {7 = "cheers"}', 10, "“[words.cheers]” is missing"),
    (PUSH + 'best = "low"', 9, '“goal” and “best = "low"” don’t go together'),
    (PUSH + 'ends = "last_turns"', 10, 'last_turns"” does nothing without “aside = "scoring"”'),
    (PUSH.replace("bust = {has = 1}", "throws = 3"), 5, "“stop” does nothing without “bust = {has = 1}”"),
    (PUSH.replace("goal = 50", 'ends = "at_once"\nrounds = 3'), 9, 'at_once"” does nothing without “goal = 50”'),
    (PUSH + "same_target = true", 10, "“same_target” does nothing without “first_target = 1”"),
    (PUSH + "first_target = 1", 10, "“first_target” does nothing without"),
    (TEN.replace("stop = true\n", ""), 8, "“sets” does nothing without “stop = true”"),
    (TEN.replace("dice = 5", "dice = 5\nthrows = 2"), 5, '“throws” and “aside = "scoring"” don’t go together'),
    (TEN + "streak = 3", 14, "“streak” does nothing without “streak_costs = 500”"),
    (HANDS.replace("lives", "tokens = 9\nlives"), 10, "“lives” and “tokens” don’t go together"),
    (HANDS.replace("throws = 2", "throws = 2\nstop = true"), 6, "“stop” and “[[hand]]” don’t go together"),
    (HANDS.replace("throws = 2", "throws = 1"), 6, '“aside = "any"” does nothing without “throws = 2”'),
    (HANDS.replace("throws = 2", "throws = 2\nagain = true"), 5, "“throws” and “again” don’t go together"),
    (HANDS.replace("lives = 2", 'lives = 2\ntie = "shared"'), 10, 'shared"” and “[[hand]]” don’t go together'),
    (HANDS + "tokens = 2", 17, "“tokens” does nothing without “tokens = 11”"),
    (HANDS.replace("lives", "first_to") + "out = true", 17, "“out” does nothing without “lives = 3”"),
    (HANDS.replace("lives = 2", "lives = 2\nrounds = 5"), 10, "“rounds” and “[[hand]]” don’t go together"),
    (HANDS.replace("alike = 3", "exact = [1, 1]"), 10, "the hand “triple” never counts"),
]


@pytest.mark.parametrize(
    ("preset", "mean"), [("going-to-boston", Fraction(931, 72)), ("drop-dead", Fraction(837242, 52117))]
)
def test_the_mean_of_a_turn_is_that_of_the_books(preset: str, mean: Fraction) -> None:
    assert game_of(preset).odds(rules_of(preset, {}))["expected_turn"] == mean


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("dice = 5", "dice = 13", 4, "“dice” is 13: it must be 1 to 12"),
        ("dice = 5", 'dice = "many"', 4, "“dice” is “many”: write a number without quotes"),
        ("dice = 5", "dise = 5", 4, "“dise” is not known here; did you mean “dice”?"),
        ("dice = 5", "dice 5", 4, "write a heading such as [turn], or a name, “=” and a value"),
        ("dice = 5", "dice: 5", 4, "write a heading such as [turn], or a name, “=” and a value"),
        ("dice = 5", "dice = 5 dice", 4, "write a number in digits alone"),
        ("dice = 5", "dice = 5.000", 4, "“dice” is 5.0: write a number in digits alone"),
        ("dice = 5", "würfel = 5", 4, "a name has letters a to z"),
        ("dice = 5", "dice = 5\ndice = 6", 5, "“dice” is there twice"),
        ("dice = 5", "stop = True", 4, "write true or false"),
        ("dice = 5", "goal = 50", 4, "“goal” belongs under [game]"),
        ("[turn]", "[turn]\n[turn]", 4, "“turn” is there twice"),
        ("[turn]", "[turn", 3, "write a heading in brackets"),
        ("[turn]", "throws = 3\n[turn]", 3, "“throws” belongs under [turn]"),
        ('"Try"', "Ole's", 1, "write a number in digits, or a text in quotes"),
        ('"Try"', "“Try”", 1, "write straight quotes"),
        ('"Try"', '"Try', 1, "a text ends with the quote that it begins with"),
        ('"Try"', '"a\\q"', 1, "leave out the “\\”"),
        ('"Try"', "21", 1, "“title” is 21: it takes a text in quotes"),
        ("[2, 5]}", "\n[2, 5]}", 6, "keep what is in braces on one line"),
        ("[2, 5]}", '[2, 5]}\n[texts.de]\n"Roll." = "Rollt."\n"Tri" = "Drei"', 9, "is “Tri”; did you mean “Try”?"),
        ("leaves", "bust = {has = 7}\n#", 5, "“has” is 7: it must be 1 to 6"),
        ("leaves", "bust = [1]\n#", 5, "“bust” takes values in braces, as in {has = 1}"),
        ("[2, 5]\ns", "[2, 7]\ns", 5, "“leaves” is [2, 7]: it takes numbers from 1 to 6"),
        ("leaves", "bust = {has = 1}\n#", 3, "a turn never ends"),
        ("sum", "summ", 6, "“summ” is not known here; did you mean “sum”?"),
        ("Roll.", "<b>Roll</b>", 2, "it takes a text in quotes, of up to 300 letters"),
        ("Roll.", "{0.__class__}", 2, "its placeholders can be none"),
        ("Roll.", "x" * 301, 2, "it takes a text in quotes, of up to 300 letters"),
        ('title = "Try"', "", 1, "“title” is missing: write it above the first heading"),
        (DROPS, "", 1, "“title” is missing: write it above the first heading"),
        ("[turn]", '[game]\nwins = "points"\n[turn]', 4, "the game never ends"),
        ("dice = 5", 'dice = "dcie"', 4, "the name of an option of this file"),
        ("dice = 5", "dice = five", 4, "write a number in digits, or a text in quotes"),
        ("title =", "titel =", 1, "“titel” is not known here; did you mean “title”?"),
        ('"Try"', '"The "best" one"', 1, "inside a text write “ ”"),
        ("[2, 5]\ns", "[2 5]\ns", 5, "put commas between"),
        ("[2, 5]\ns", "[2, 5\ns", 5, "a list ends with “]”"),
        ("[2, 5]\ns", '"Highest"\ns', 5, "“leaves” is “Highest”: it can be highest; did you mean “highest”?"),
        ("[turn]", '[options.a]\ntitle = "A"\nline = "A"\nvalue = "1"\n[turn]', 6, "give the “choices”"),
        ("[turn]", '[game]\nwins = "last_point"\n[turn]', 4, "and “ends_without_score” under [turn]"),
        ("[turn]", '[[hand]]\nname = "a"\ntitle = "A"\n[turn]', 1, 'a game of hands has wins = "hands" here'),
        (DROPS, HANDS + '[[hand]]\ntitle = "Third"\n', 17, "“name” is missing"),
        (DROPS, HANDS.replace('"rest"', '"rest"\nby = "dies"'), 16, "“by” is “dies”"),
        (DROPS, HANDS.replace("[[hand]]", "[hand]"), 14, "write [[hand]] each time, in two brackets"),
        (DROPS, HANDS.replace("lives = 2", "lives = 2\nout = true"), 10, "“out” belongs under [[hand]]"),
        ("[turn]", '[game]\nwins = "hands"\n[turn]', 4, "and a [[hand]]"),
        ("leaves", 'aside = "any"\nleaves', 1, "and a [[hand]]"),
        ("[2, 5]}", '[2, 5]}\n[texts.de]\n"Try" = "Los"\n"Roll." = "{Wurf}"', 9, "its placeholders can be none"),
        ("[turn]", '[options.a]\ntitle = "A"\nline = "A."\nvalue = true\non = 3\n[turn]', 7, "“on” takes a heading"),
        ("[turn]", "[[turn]]", 3, "“turn” takes a heading in brackets"),
        ("Roll.", "x" * 70_000, 1, "the file has more than 60000 letters"),
        ("[turn]", "x = " + "[" * 5000 + "\n[turn]", 1, ""),
        ("[turn]", "x = " + "[" * 40 + "]" * 40 + "\n[turn]", 1, "the file is nested too deep"),
        ("[turn]", f"[turn.{'a.' * 1500}b]\nx = 1\n[turn]", 1, "the file is nested too deep"),
        ('"Try"', f"{{a.{'a.' * 1500}b = 1}}", 1, "the file is nested too deep"),
        ("dice = 5", "dice = 2024-01-01", 4, "“dice” is 2024-01-01: it must be a whole number"),
        ('"Try"', "{one = 10:30:00, many = true}", 1, "“title” is {one = 10:30:00, many = true}: it takes a text"),
        ("[2, 5]\ns", '[true, "a"]\ns', 5, "“leaves” is [true, “a”]: it takes numbers"),
        ('"Try"', '"""Try', 1, "a text ends with the quote that it begins with"),
        ("Roll.", "Ro\x07ll.", 2, "a text has characters that can’t be shown"),
        ("dice = 5", "to bank = 5", 4, "a name has letters a to z"),
        ("[turn]", "[TURN]", 3, "“TURN” is not known here; did you mean “turn”?"),
        *(
            ("[turn]", f'[options."{key}"]\ntitle = "A"\nline = "A"\nvalue = 1\n[turn]', 3, "an option can’t be called")
            for key in ("class", "None", "__eq__", "label", "ﬁ", "a b")
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(BadGame) as bad:
        read(DROPS.replace(old, new, 1), "try")
    assert sentence in str(bad.value)
    assert bad.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("{sum", "{alike = 7, sum", 6, "pattern 1 never counts"),
        ("{sum", "{exact = [1, 1, 1, 1, 1, 1], sum", 6, "pattern 1 never counts"),
        ("{sum = 1, without = [2, 5]}", "[{sum = 1}, {alike = 3, points = 5}]", 6, "pattern 2 never counts"),
        ("{sum", "{times = 2, sum", 6, "“times” does nothing without “has = 1”"),
        ("leaves", 'hot = "must"\nleaves', 5, '“hot” does nothing without “aside = "scoring"”'),
        ("[turn]", "[game]\ngoal = 50\n[turn]", 4, '“goal” does nothing without “wins = "points"”'),
        ('"Try"', '"\u200b \u3164"', 1, "“title” has no letters, or more than 60"),
        ('"Try"', '"T' + "\u0301" * 60 + '"', 1, "“title” has no letters, or more than 60"),
        ('"Try"', '"Try\u202e"', 1, "a text has characters that can’t be shown"),
        ("Roll.", r"Roll\u202e.", 2, "a text has characters that can’t be shown"),
        ("[2, 5]}", '[2, 5]}\n[texts.fr]\n"Try" = "\u202eEssai"', 8, "a text has characters that can’t be shown"),
        *(
            ("[2, 5]}", f'[2, 5]}}\n[texts."{code}"]\n"Try" = "Los"', 7, f"“{code}” is not known here")
            for code in ("xx", "de_AT", "german", "../../etc", "en")
        ),
        ("[2, 5]}", '[2, 5]}\n[texts.de]\n"Try" = "<b>"', 8, "“Try” is “<b>”: it takes a text in quotes"),
        ("[2, 5]}", '[2, 5]}\n[texts.de]\n"Try" = 3', 8, "“Try” is 3: it takes a text in quotes"),
        *(
            ("[2, 5]}", f'[2, 5]}}\n[{part}."{name}"]\n{keys}', 7, f"“{part}” is “{name}”: it takes small letters")
            for part, keys in (
                ("presets", 'title = "P"'),
                ("words", 'for = "total"'),
                ("moments", 'title = "M"\nline = "M"\nword = "total"'),
                ("terms", 'word = "W"\nmeans = "M"'),
            )
            for name in ("a.b/../c", "", "a b", "ä")
        ),
        ("[2, 5]}", '[2, 5]}\n[words.busted]\nsays = "Out!"', 7, "“busted” is not known here; choose from total"),
        ("[2, 5]}", '[2, 5]}\n[words.bust]\nsays = "Out!"', 7, "no game of this kind says “bust”; choose from total"),
        ("[2, 5]}", '[2, 5]}\n[words.total]\n[words.t]\nfor = "total"', 7, "“total” is there twice: keep one"),
        ("[2, 5]}", '[2, 5]}\n[moments.m]\ntitle = "M"\nline = "M"\nword = "no"', 10, "“no” is not known here"),
        ("[2, 5]}", '[2, 5]}\n[moments.m]\ntitle = "M"\nline = "M"', 7, "“word” is missing"),
        ("[2, 5]}", "[2, 5]}\n[chart]\nstarts = [5, 1]", 8, "“starts” is [5, 1]: the numbers go up"),
        ("leaves", "bust = {sum = 0}\nleaves", 5, "every roll has “bust”: say which, as in {has = 1}"),
        ("leaves", "bust = {}\nleaves", 5, "every roll has “bust”: say which, as in {has = 1}"),
        ("leaves", "lose_all = {has = 1, points = 5}\nleaves", 5, "“points” does nothing in “lose_all”"),
        ("leaves", 'bust = {has = "target"}\nleaves', 3, '“"target"” does nothing without “first_target”'),
        ("sum = 1, ", "", 6, "“score” does nothing without “points = 1”"),
        ("[turn]", "how = [" + '"x", ' * 61 + "]\n[turn]", 3, "“how” takes a list of up to 60 tables"),
        (
            "[turn]",
            '[options.a]\ntitle = "A"\nline = "A."\nvalue = true\non.trun.dice = 3\n[turn]',
            7,
            "“trun” is not known",
        ),
        (DROPS, HANDS.replace('name = "rest"', 'name = "triple"'), 10, "“triple” is there twice: keep one"),
        *((DROPS, text, line, sentence) for text, line, sentence in TOGETHER),
        (DROPS, HANDS.replace("alike = 3", "alike = 3\nsum = 1"), 10, "“sum” does nothing in “hand”"),
        (DROPS, TEN.replace("to_bank = 500", "to_bank = 1050"), 7, "“to_bank” is 1050: it must be 0 to 1000"),
        (DROPS, TEN.replace("{alike = 3, face = 100}", "{alike = 3}"), 9, "“sets” does nothing without “points = 50”"),
        ("[turn]", '[options.a]\ntitle = "A"\nline = "A."\nvalue = true\n[turn]', 3, "the option “a” changes nothing"),
        ("[turn]", f"[options.goal]\n{NUMBER}[turn]", 3, 'as in goal = "goal"'),
    ],
)
def test_what_does_nothing_is_refused_when_a_file_is_added_and_played_where_it_was_added_before(
    old: str, new: str, line: int, sentence: str
) -> None:
    text = DROPS.replace(old, new, 1)
    game = own_game(text)
    unregister(game)
    with pytest.raises(BadGame) as bad:
        added_game(text)
    unregister(game)
    assert sentence in str(bad.value)
    assert bad.value.line == line


@pytest.mark.parametrize(
    "rules",
    [
        'dice = 2\nthrows = 1\nscore = [{alike = 2, points = 25}, {total = "number", points = 10}, {sum = 1}]',
        'dice = 4\nthrows = 1\nscore = [{alike = "number", points = 10}, {sum = 1}]',
        "dice = 4\nthrows = 1\non.turn.score = [{run = 5, points = 9}, {sum = 1}]",
    ],
)
def test_what_counts_with_some_value_of_an_option_is_accepted(rules: str) -> None:
    turn, _on, changed = rules.partition("on.")
    number = 'title = "N"\nline = "N."\nvalue = 3\nleast = 2\nmost = 12\n'
    flag = f'title = "F"\nline = "F."\nvalue = false\non.{changed}\n'
    top = 'title = "Some"\nline = "Roll."\n'
    unregister(
        added_game(f"{top}[turn]\n{turn}\n[options.{'flag' if changed else 'number'}]\n{flag if changed else number}")
    )


def test_of_faces_in_a_list_all_must_be_there() -> None:
    play = read(DROPS.replace("{sum", "{has = [1, 2], sum"), "try").play({})
    assert [play.points(dice, 0) for dice in ((1, 2, 3), (1, 3, 3), (6, 1, 4))] == [0, 0, 0]
    play = read(DROPS.replace("{sum = 1, without = [2, 5]}", "{has = [1, 3], sum = 1}"), "try").play({})
    assert [play.points(dice, 0) for dice in ((1, 2, 3), (3, 1), (1, 1, 4))] == [6, 4, 0]


def test_a_file_from_windows_is_the_same_game() -> None:
    plain = own_game(DROPS)
    assert own_game("\ufeff" + DROPS.replace("\n", "\r\n")) is own_game(DROPS.replace("\n", "\r")) is plain
    unregister(plain)


JUNK: tuple[Any, ...] = (
    1,
    -1,
    10**12,
    "x",
    "",
    "{a.b}",
    [],
    [1],
    ["x"],
    {},
    {"x": 1},
    True,
    1.5,
    None,
    [[1]],
    "target",
    [{"has": 9}],
)


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


@pytest.mark.parametrize("preset", [name for name in PRESETS if isinstance(game_of(name), KitGame)])
def test_a_file_with_anything_wrong_in_any_place_is_refused_or_played(preset: str) -> None:
    game, chance = game_of(preset), Random(preset)
    assert isinstance(game, KitGame)
    for path in chance.sample(list(places(game.file.raw)), 20):
        raw: Any = deepcopy(game.file.raw)
        part = raw
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = chance.choice(JUNK)
        with suppress(BadGame):
            other = game_of_file(made_of(game.file.source, raw, game.kind))
            state = other.begin(Started(preset, ("Ann", "Ben", "Cid")))
            assert list(other.face.how(state.rules))
            assert list(other.face.facts(state)) is not None
            assert other.legal_actions(state) == ("roll",)


def test_the_mean_of_a_turn_to_a_goal_is_that_of_the_first_target() -> None:
    goal = '[game]\nwins = "points"\ngoal = 20\nfirst_target = 2\n'
    file = read(
        DROPS.partition("[turn]")[0]
        + '[turn]\ndice = 3\nends_without_score = true\nscore = {has = "target", each = 1}\n'
        + goal,
        "try",
    )
    game = game_of_file(file)
    assert game.odds(game.named["try"])["expected_turn"] == Fraction(108, 125)


def test_a_line_of_how_to_play_is_there_with_its_option_only() -> None:
    lines = [[line.text for line in how_of("farkle", opening=opening)] for opening in (0, 300)]
    assert set(lines[1]) - set(lines[0]) == {"Your first scoring turn needs 300 points."}


def test_the_lines_of_a_file_without_any_say_what_scores_and_which_hand_beats_which() -> None:
    scoring = {str(line.text) for line in how_in(TEN)}
    assert {"Roll 1 × 1: 100 points.", "Roll three alike: 100 × its face.", "You need 500 points to bank."} <= scoring
    assert "Once all dice have scored you must roll all of them again." in scoring
    hands = {str(line.text) for line in how_in(HANDS)}
    assert {"Keep any dice between rolls.", "From high to low: triple, nothing."} <= hands


@pytest.mark.parametrize(
    ("text", "says", "not_said"),
    [
        (DROPS.replace("score", "bust = {has = 6}\nscore"), "Roll with 6: the turn is lost.", "Each roll: its sum."),
        (DROPS.replace("[2, 5]\nscore", '"highest"\nscore'), "Roll without 2 or 5: its sum.", ADD_UP),
        (DROPS.partition("score")[0], "Each roll: its sum.", "Any other roll: nothing."),
        (
            DROPS.replace("{sum = 1, without = [2, 5]}", "{points = 1}"),
            "Each roll: 1 point.",
            "Any other roll: 1 point.",
        ),
        (
            DROPS.replace("dice = 5", "dice = 5\nthrows = 3"),
            "Dice with a 2 or 5 are out. The others are rolled again.",
            "Dice with a 2 or 5 are out. The others are rolled again until none is left.",
        ),
        (
            DROPS.partition("leaves")[0] + 'leaves = "highest"\nbust = {has = 1}\nscore = {highest = 1}\n',
            "Roll with 1: the turn is lost.",
            "Any other roll: its highest die.",
        ),
        (PUSH.replace("bust", "score = {points = 1}\nbust"), "Any other roll: 1 point.", "Each roll: 1 point."),
        (TEN.replace('ends = "last_turns"', ""), LAST_TURNS, ""),
        (HANDS.replace("throws = 2", "throws = 2\nfirst_sets = true"), SETS_ROLLS, ""),
        (HANDS.replace("lives", "tokens") + "tokens = 4\n", IN_TOKENS, ""),
        (HANDS + "out = true\n", "Who has nothing loses a life.", "The lowest hand loses a life."),
    ],
)
def test_what_a_file_says_is_said_and_nothing_else(text: str, says: str, not_said: str) -> None:
    lines = {str(line.text) for line in how_in(text)}
    assert says in lines
    assert not_said not in lines


def test_a_game_of_hands_of_before_that_said_what_becomes_of_a_tie_opens() -> None:
    game = game_of_file(read(HANDS, "low"))
    assert game.rules("low", {"tie": "shared"}).tie == "shared"


def test_a_file_of_before_that_may_stand_where_nothing_is_lost_has_its_report() -> None:
    text = LAST.replace("dice = 2", "dice = 5\nstop = true").replace('wins = "last_point"\n', 'wins = "points"\n')
    game = game_of_file(read(text, "last"))
    report = game.odds_report(game.rules("last", {}), OddsAsked())
    assert isinstance(report.figures["expected_turn"], float)
    assert "goals of up to 100" in str(report.lines[0])


@pytest.mark.parametrize("file", sorted(Path("engine/games").glob("*.toml")), ids=lambda file: file.stem)
def test_a_copy_of_a_game_of_the_house_can_be_added(file: Path) -> None:
    unregister(added_game(file.read_text("utf-8")))


def how_in(text: str) -> list[RuleLine]:
    game = game_of_file(read(text, "try"))
    return list(game.face.how(game.rules("try", {})))


def how_of(preset: str, **options: object) -> list[RuleLine]:
    game = game_of(preset)
    assert isinstance(game, KitGame)
    return list(game.face.how(game.rules(preset, options)))


def test_the_page_names_every_key_of_the_turn_and_the_game() -> None:
    known: set[str] = set()
    for part in ("turn", "game"):
        with pytest.raises(BadGame) as bad:
            read(DROPS + ("qqqqqqqq = 1" if part == "turn" else "[game]\nqqqqqqqq = 1"), "try")
        known |= set(re.findall(r"[a-z_]+", bad.value.sentence.partition("choose from")[2])) - {"and"}
    page = Path("docs/adding-a-game.md").read_text("utf-8")
    assert len(known) > 30
    assert [key for key in sorted(known) if f"`{key}`" not in page] == []


def test_a_game_comes_and_goes_with_texts_of_its_own() -> None:
    texts = '[texts.de]\n"Try" = "Versuch"\n"Roll." = "Würfle."\n'
    game = game_of_file(read(DROPS + texts, "try"))
    register(game)
    try:
        state = game_of("try").begin(Started("try", ("Ann", "Ben")))
        assert state.player == "Ann"
        assert translated(game.title, "de") == "Versuch"
        assert translated(game.title, "fr") == "Try"
    finally:
        unregister(game)
    with pytest.raises(ValueError, match="no rules called"):
        game_of("try")


def test_points_to_bank_and_hot_dice_that_must_be_thrown() -> None:
    game = game_of_file(read(TEN, "ten"))
    register(game)
    try:
        state = game.begin(Started("ten", ("Ann", "Ben")))
        (aside,) = map(move_of, ["ten"])
        for event, code in (
            (Rolled((1, 2, 3, 4, 6)), ""),
            (aside((6,)), "scores_nothing"),
            (aside((1,)), ""),
            (Stopped(), "too_few"),
            (aside((2, 3, 4)), ""),
            (Rolled((1,)), ""),
            (aside((1,)), ""),
            (Stopped(), "must_roll"),
            (Rolled((1, 5, 5, 5, 2)), ""),
            (aside((5, 5, 5)), ""),
        ):
            if code:
                with pytest.raises(Refused) as refused:
                    game.apply(state, event)
                assert refused.value.code == code
                ways = [one["do"] for one in game.advice(state, "points")["choices"] if not one["dice"]]  # type: ignore[attr-defined]
                assert code == "scores_nothing" or "stop" not in ways
            else:
                state = game.apply(state, event)
        for event in (Stopped(), Rolled((1, 2, 3, 4, 6)), aside((1, 2, 3, 4)), Stopped()):
            state = game.apply(state, event)
        assert state.totals == {"Ann": 1100, "Ben": 500}
        must = setting_of(game.play)
        may = for_points(replace(must, must_go_on=False), 500).throw(5, 0)
        assert 0.9 * may < for_points(must, 500).throw(5, 0) < may
    finally:
        unregister(game)


@pytest.mark.parametrize("many", [2, pytest.param(100, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("kind", CLASSES)
def test_any_file_is_refused_in_a_sentence_or_a_game_with_all_its_figures(kind: str, many: int) -> None:
    played = 0
    for seed in range(60 * many):
        chance, text = Random(seed), file_of(kind, Random(f"{kind}{seed}"))
        try:
            game = game_of_file(read(text))
        except BadGame:
            continue
        register(game)
        try:
            has_its_figures(game, chance)
        finally:
            unregister(game)
        played += 1
        if played == many:
            return
    raise AssertionError(f"hardly any file is a game: {played}")


def has_its_figures(game: KitGame, chance: Random) -> None:
    rules = rules_of(game.presets[0], {})
    assert game.odds(rules)
    assert tuple(map(str, game.face.how(rules)))
    book = GameHistory(Started(game.presets[0], ("A", "B", "C"), "A"))
    for step in range(40):
        state = book.state
        if state.turn is None:
            return
        chances = game.win_chances(state) if not step % 8 else None
        if chances is not None:
            assert sum(chances.of.values()) == pytest.approx(1)
            assert chances == game.win_chances(state)
        with suppress(Refused):
            assert advise(game.coach, state, game.coach.aim(state), lowest=game.lowest_wins).choices
        assert all(one.value == one.value for one in game.chances_shown(state))
        assert json.dumps(game.report(state))
        legal = legal_actions(state)
        if "roll" in legal and not ("stop" in legal and chance.random() < 0.4):
            book.write(Rolled(tuple(chance.choices(range(1, 7), k=game.must_roll(state, state.turn)))))
        elif "stop" in legal:
            book.write(Stopped())
        else:
            (aside,) = game.events.values()
            book.write(aside(game.scoring(state, state.turn) or game.may_set_aside(state, state.turn)))  # type: ignore[call-arg]


def test_simulated_chances_are_those_that_are_calculated_and_the_same_each_time() -> None:
    game = game_of("going-to-boston")
    assert isinstance(game, KitGame)
    play, rules = game.play, rules_of("going-to-boston", {})
    state = replace(game.begin(Started("going-to-boston", ("A", "B", "C"), "A")), totals={"A": 2, "B": 0, "C": 1})
    turn = spread_of(play, 0, begun(play))
    of_points = replace(play, wins="points", rounds=2)
    found = simulated(state, partial(points_on, of_points, state, turn, lambda _number: turn))
    two = sum_of(turn, 2)
    exact = best_of({name: {total + more: two[more] for more in two} for name, total in state.totals.items()})
    assert found is not None
    assert rules.name
    assert found.error < 0.03
    assert found.of == pytest.approx(exact, abs=1.5 * found.error)
    assert found == simulated(state, partial(points_on, of_points, state, turn, lambda _number: turn))


def test_the_chances_of_421_are_simulated_equal_for_equal_players_and_better_after_a_good_hand() -> None:
    book = GameHistory(Started("four-two-one", ("A", "B", "C"), "A"))
    begun_, game = book.state, book.game
    before = game.win_chances(begun_)
    assert before is not None
    assert before.of == pytest.approx(dict.fromkeys("ABC", 1 / 3), abs=1.5 * before.error)
    book.write(Rolled((4, 2, 1)))
    after = game.win_chances(book.state)
    assert after is not None
    assert after.of["A"] > 1 / 3 + after.error
    near = replace(begun_, totals={"A": 19, "B": 1, "C": 1})
    chances = game.win_chances(near)
    assert chances is not None
    assert chances.of["A"] < 0.2 < 0.4 < chances.of["B"]


@pytest.mark.parametrize(
    ("pattern", "first", "rounds", "targets"),
    [
        (Pattern(sum=1), 3, 99, (3,)),
        (Pattern(has=TARGET), 3, 1, (3, 4)),
        (Pattern(has=TARGET), 3, 99, (3, 4, 5, 6, 7)),
        (Pattern(total=TARGET), 2, 11, tuple(range(2, 14))),
        (Pattern(total=TARGET), 2, 500, tuple(range(2, 74))),
    ],
)
def test_rounds_whose_target_no_throw_has_are_alike(
    pattern: Pattern, first: int, rounds: int, targets: tuple[int, ...]
) -> None:
    assert Play(score=(pattern,), first_target=first).targets(rounds) == targets
