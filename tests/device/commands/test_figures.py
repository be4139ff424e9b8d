"""The exact figures of the games of turns on the command line."""

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli import main as cli
from engine import game_of, presets_of_all, rules_of
from engine.turns.game import TurnGame


def odds(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["odds", "--preset", *arguments])


@pytest.mark.parametrize(
    ("arguments", "figures"),
    [
        (["threes"], {"expected_score": "504205555/80621568"}),
        (["threes", "--set", "dice=4"], {"expected_score": "544369/93312"}),
        (
            ["midnight"],
            {
                "expected_score": "5058047990207219/270826551115776",
                "qualify_at_best": "3497945728413785/3656158440062976",
            },
        ),
        (["farkle"], {"busts": ["2/3", "4/9", "5/18", "17/108", "25/324", "5/216"]}),
        (["farkle", "--set", "scores=plain"], {"busts": ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]}),
        (["pig"], {"expected_turn": "492303203/60466176", "hold_at": 20}),
        (["bar-dice"], {"of_a_kind": {"1": "5/324", "2": "25/72", "3": "875/1944", "4": "325/1944", "5": "13/648"}}),
    ],
)
def test_the_figures_are_exact(arguments: list[str], figures: dict[str, Any]) -> None:
    answer = json.loads(odds(*arguments, "--json").output)
    assert answer | figures == answer


@pytest.mark.parametrize("preset", [one for one in presets_of_all() if isinstance(game_of(one), TurnGame)])
def test_every_figure_has_words(preset: str) -> None:
    game = game_of(preset)
    assert isinstance(game, TurnGame)
    assert game.odds(rules_of(preset, {})).keys() <= game.figure_names.keys()


def test_the_table_has_the_numbers_and_words_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert odds("threes").output.split() == ["mittlere", "Wertung", "6,2540"]


def test_the_first_player_of_pig_wins_just_over_half_of_the_games() -> None:
    answer = json.loads(odds("pig", "--set", "ends=at_once", "--json").output)
    assert answer["first_player_wins"] == pytest.approx(0.530593, abs=5e-7)
    assert answer["hold_at_to_win"] == 21
    assert "first_player_wins" not in json.loads(odds("pig", "--json").output)
    assert float(Fraction(answer["expected_turn"])) == pytest.approx(8.14, abs=0.005)


def test_the_figures_are_a_table_in_words() -> None:
    assert "first player wins        53.0593 %" in odds("pig", "--set", "ends=at_once").output
    assert odds("farkle").output.splitlines()[5] == "no score 6                2.3148 %"
    assert odds("threes").output == "mean score                6.2540\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pig", "--beat", "20"], "--beat and --solve are for other games: leave them out."),
        (["farkle", "--set", "goal=3"], "These rules can’t be played: “goal” is 3: it must be 2000 to 20000."),
        (["threes", "--set", "dise=5"], "there is no option “dise”; did you mean “dice”?"),
    ],
)
def test_what_cannot_be_computed_is_said_in_a_sentence(arguments: list[str], said: str) -> None:
    done = odds(*arguments)
    assert done.exit_code != 0
    assert said in done.output
