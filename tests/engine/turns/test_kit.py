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
        ("leaves", "bust = [1]\n#", 5, "“bust” takes up to 60 values in braces, as in {has = 1}"),
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
        ("[turn]", '[[hand]]\nname = "a"\ntitle = "A"\n[turn]', 1, 'and wins = "hands" go together'),
        ("[2, 5]}", '[2, 5]}\n[texts.de]\n"Try" = "Los"\n"Roll." = "{Wurf}"', 9, "its placeholders can be none"),
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
        ("[2, 5]}", '[2, 5]}\n[words.bust]\nsays = "Out!"', 7, "“bust” is not known here; choose from total"),
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
        (DROPS, HANDS.replace("alike = 3", "alike = 3\nsum = 1"), 10, "“sum” does nothing in “hand”"),
        (DROPS, TEN.replace("to_bank = 500", "to_bank = 1050"), 7, "“to_bank” is 1050: it must be 0 to 1000"),
        (DROPS, TEN.replace("{alike = 3, face = 100}", "{alike = 3}"), 9, "“sets” does nothing without “points = 50”"),
        ("[turn]", '[options.a]\ntitle = "A"\nline = "A."\nvalue = true\n[turn]', 3, "the option “a” changes nothing"),
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
