"""The odds of a whole card of Yahtzee on the command line."""

import json

import pytest
from click.testing import CliRunner, Result

from device.cli import main as cli
from device.commands.odds import bar


def odds(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["odds", "--preset", *arguments])


@pytest.mark.parametrize(("preset", "mean"), [("yahtzee-official", 254.5877287), ("yahtzee-handout", 254.4862191)])
def test_the_mean_of_a_card_is_read_from_the_table(preset: str, mean: float) -> None:
    answer = json.loads(odds(preset, "--json").output)
    assert answer == {"expected_score": pytest.approx(mean, abs=2e-5)}
    assert odds(preset).output == f"mean score of a card  {mean:.4f}\n"


def test_a_shorter_card_is_solved_when_asked_for() -> None:
    done = odds("yahtzee-handout", "--set", "boxes=ones,chance", "--set", "rolls=1", "--solve", "--json")
    by_hand = 5 / 6 + 5 * 3.5
    assert json.loads(done.output)["expected_score"] > by_hand
    alone = odds("yahtzee-handout", "--set", "boxes=chance", "--set", "rolls=1", "--solve", "--json")
    assert json.loads(alone.output)["expected_score"] == pytest.approx(17.5)


def test_the_bar_grows_from_nothing_to_all() -> None:
    assert bar(0.0) == f"solving [{' ' * 40}] 0%"
    assert bar(0.5) == f"solving [{'#' * 20}{' ' * 20}] 50%"
    assert bar(1.0) == f"solving [{'#' * 40}] 100%"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--beat", "250"], "The chance to beat a score is that of one turn, not of a whole card: leave --beat out."),
        (["--set", "dice=4"], "There is a table for a preset’s own rules only: add --solve to solve these."),
        (["--set", "dice=6"], "These rules can’t be played: “dice” is 6: it must be 2 to 5."),
        (["--set", "boxes=onse"], "These rules can’t be played: “boxes” is “onse”: it can be ones, "),
        (["--set", "joker=true"], "there is no option “joker”; did you mean “joker_on_zero”?"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    done = odds("yahtzee-official", *arguments)
    assert done.exit_code == 1
    assert said in done.output
    assert len(done.output.splitlines()) == 1
