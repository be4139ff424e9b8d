"""The odds on the command line."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

from device.cli import main as cli


def odds(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["odds", *arguments])


def test_the_odds_are_exact_fractions() -> None:
    answer = json.loads(odds("--preset", "dice-game-depot", "--beat", "8", "--json").output)
    assert (answer["qualify"], answer["expected_score"]) == (
        "42314697971/78364164096",
        "160042333703/39182082048",
    )
    assert sum(map(Fraction, answer["distribution"].values())) == 1
    assert list(answer["distribution"]) == ["0", *map(str, range(2, 13))]
    assert sum(Fraction(chance) for score, chance in answer["distribution"].items() if int(score) > 8) < Fraction(
        answer["beat"]
    )
    assert {one["do"] for one in answer["policy"]} == {"roll", "stop"}


@pytest.mark.parametrize(
    ("settings", "mean"),
    [
        (["cargo_reroll=each"], "169123624727/39182082048"),
        (["sequences=6-5-4", "auto_hold=false"], "160042333703/39182082048"),
        (["rolls=1"], "155/162"),
    ],
)
def test_every_option_can_be_set(settings: list[str], mean: str) -> None:
    arguments = [part for setting in settings for part in ("--set", setting)]
    assert json.loads(odds(*arguments, "--json").output)["expected_score"] == mean


def test_either_sequence_switches_automatic_holding_off() -> None:
    answer = json.loads(odds("--preset", "all-about-dice", "--set", "sequences=either", "--json").output)
    assert Fraction(answer["qualify"]) < Fraction(answer["qualify_at_best"])
    assert any(one["hold"] for one in answer["policy"])


def test_in_words_they_say_when_to_stand() -> None:
    lines = odds("--beat", "8").output.splitlines()
    assert lines[0].split() == ["ship,", "captain", "and", "crew", "53.9975", "%"]
    assert lines[-2:] == ["stand on 7 or more with 1 roll left", "stand on 8 or more with 2 rolls left"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "dice"], "“dice” sets nothing: write KEY=VALUE, as in dice=6."),
        (["--set", "dice=13"], "These rules can’t be played: “dice” is 13: it must be 5 to 12."),
        (["--preset", "bar"], "These rules can’t be played: there are no rules called “bar”; did you mean “bar-pot”?"),
        (["--set", "auto_hold=true", "--set", "sequences=either"], "“auto_hold” can’t be true with two sequences"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    done = odds(*arguments)
    assert done.exit_code == 1
    assert said in done.output
    assert len(done.output.splitlines()) == 1
