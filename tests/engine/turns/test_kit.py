"""Files of games: what they may say, what is refused and how, and figures known from elsewhere."""

from fractions import Fraction

import pytest

from engine import Started, game_of, rules_of
from engine.game import register, unregister
from engine.i18n import translated
from engine.turns.kit.files import game_of_file
from engine.turns.kit.reading import read
from engine.turns.kit.tables import BadGame

DROPS = """title = "Try"
line = "Roll."
[turn]
dice = 5
leaves = [2, 5]
score = {sum = 1, without = [2, 5]}
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
        ("dice = 5", 'dice = "many"', 4, "“dice” is “many”: it must be a whole number"),
        ("dice = 5", "dise = 5", 4, "“dise” is not known here; did you mean “dice”?"),
        ("dice = 5", "dice 5", 4, "not TOML: Expected '=' after a key in a key/value pair"),
        ("[2, 5]\ns", "[2, 7]\ns", 5, "“leaves” is “[2, 7]”: it takes numbers from 1 to 6"),
        ("leaves", "bust = {has = 1}\n#", 3, "a turn never ends"),
        ("sum", "summ", 6, "“summ” is not known here; did you mean “sum”?"),
        ("Roll.", "<b>Roll</b>", 2, "it takes a text of up to 300 letters"),
        ("Roll.", "{0.__class__}", 2, "its placeholders can be none"),
        ("Roll.", "x" * 301, 2, "it takes a text of up to 300 letters"),
        ('title = "Try"', "", 1, "“title” is missing"),
        ("[turn]", '[game]\nwins = "points"\n[turn]', 4, "the game never ends"),
        ("Roll.", "x" * 70_000, 1, "the file has more than 60000 letters"),
        ("[turn]", "x = " + "[" * 5000 + "\n[turn]", 1, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(BadGame) as bad:
        read(DROPS.replace(old, new, 1), "try")
    assert sentence in str(bad.value)
    assert bad.value.line == line


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
