"""The odds on the command line: exact figures of a turn or a card, in JSON and in words."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine import game_of, presets_of_all, rules_of
from engine.turns.game import TurnGame
from tests.end_to_end.program import in_process


def figures_of(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(in_process("odds", "--json", *arguments).stdout)
    return found


def words_of(*arguments: str) -> list[str]:
    return in_process("odds", *arguments).stdout.splitlines()


@pytest.mark.parametrize(
    ("preset", "settings", "figures"),
    [
        ("dice-game-depot", (), {"qualify": "42314697971/78364164096", "expected_score": "160042333703/39182082048"}),
        ("dice-game-depot", ("cargo_reroll=each",), {"expected_score": "169123624727/39182082048"}),
        ("dice-game-depot", ("sequences=6-5-4", "auto_hold=false"), {"expected_score": "160042333703/39182082048"}),
        ("dice-game-depot", ("rolls=1",), {"expected_score": "155/162"}),
        ("threes", (), {"expected_score": "504205555/80621568"}),
        ("threes", ("dice=4",), {"expected_score": "544369/93312"}),
        (
            "midnight",
            (),
            {
                "expected_score": "5058047990207219/270826551115776",
                "qualify_at_best": "3497945728413785/3656158440062976",
            },
        ),
        ("farkle", (), {"busts": ["2/3", "4/9", "5/18", "17/108", "25/324", "5/216"]}),
        ("farkle", ("scores=plain",), {"busts": ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]}),
        ("pig", (), {"expected_turn": "492303203/60466176", "hold_at": 20}),
        ("bar-dice", (), {"of_a_kind": {"1": "5/324", "2": "25/72", "3": "875/1944", "4": "325/1944", "5": "13/648"}}),
        ("shut-the-box", (), {"shut_at_best": "956177159/9795520512"}),
        ("shut-the-box", ("one_die=never",), {"shut_at_best": "466473281/6530347008"}),
        ("shut-the-box", ("one_die=high",), {"expected_score": "431363714383/39182082048"}),
        ("shut-the-box-12", (), {"shut_at_best": "60300072913/12694994583552"}),
        ("yahtzee-official", (), {"expected_score": pytest.approx(254.5877287, abs=2e-5)}),
        ("yahtzee-handout", (), {"expected_score": pytest.approx(254.4862191, abs=2e-5)}),
    ],
)
def test_the_figures_are_exact(preset: str, settings: tuple[str, ...], figures: dict[str, Any]) -> None:
    answer = figures_of("--preset", preset, *(part for one in settings for part in ("--set", one)))
    assert answer | figures == answer


def test_a_turn_of_ship_has_its_distribution_and_its_policy() -> None:
    answer = figures_of("--preset", "dice-game-depot", "--beat", "8")
    chances = {int(score): Fraction(chance) for score, chance in answer["distribution"].items()}
    assert (list(chances), sum(chances.values())) == ([0, *range(2, 13)], 1)
    assert sum(chance for score, chance in chances.items() if score > 8) < Fraction(answer["beat"])
    assert {one["do"] for one in answer["policy"]} == {"roll", "stop"}
    either = figures_of("--preset", "all-about-dice", "--set", "sequences=either")
    assert Fraction(either["qualify"]) < Fraction(either["qualify_at_best"])
    assert any(one["hold"] for one in either["policy"]), "automatic holding is off"


def test_a_shorter_card_is_solved_when_asked_for() -> None:
    card = ("--preset", "yahtzee-handout", "--set", "rolls=1", "--solve", "--set")
    assert figures_of(*card, "boxes=ones,chance")["expected_score"] > 5 / 6 + 5 * 3.5
    assert figures_of(*card, "boxes=chance")["expected_score"] == pytest.approx(17.5)


@pytest.mark.parametrize("preset", [one for one in presets_of_all() if isinstance(game_of(one), TurnGame)])
def test_every_figure_has_words(preset: str) -> None:
    game = game_of(preset)
    assert isinstance(game, TurnGame)
    assert game.odds(rules_of(preset, {})).keys() <= game.figure_names.keys()


def test_the_figures_are_a_table_in_the_words_and_numbers_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:

    assert words_of("--preset", "farkle")[5] == "no score 6                2.3148 %"
    assert words_of("--preset", "yahtzee-official") == ["mean total of a card  254.5877"]
    first, *_others, later, last = words_of("--beat", "8")
    assert first.split() == ["ship,", "captain", "and", "crew", "53.9975", "%"]
    assert [later, last] == ["stand on 7 or more with 1 roll left", "stand on 8 or more with 2 rolls left"]
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert words_of("--preset", "threes")[0].split() == ["mittlere", "Wertung", "6,2540"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "dice"], "“dice” sets nothing: write KEY=VALUE, as in dice=6."),
        (["--set", "dice=" + "[" * 9999], "[[[: it must be a whole number."),
        (["--set", "dice=13"], "These rules can’t be played: “dice” is 13: it must be 5 to 12."),
        (["--preset", "bar"], "These rules can’t be played: there are no rules called “bar”; did you mean “bar-pot”?"),
        (["--set", "auto_hold=true", "--set", "sequences=either"], "“auto_hold” can’t be true with two sequences"),
        (
            ["--preset", "pig", "--beat", "20"],
            "--beat is for Ship, Captain, Crew, and --solve for games on a card: leave them out.",
        ),
        (["--preset", "farkle", "--set", "goal=3"], "can’t be played: “goal” is 3: it must be 2000 to 20000."),
        (["--preset", "threes", "--set", "dise=5"], "there is no option “dise”; did you mean “dice”?"),
        (["--preset", "yahtzee-official", "--beat", "250"], "that of one turn, not of a whole card: leave --beat out."),
        (["--preset", "yahtzee-official", "--set", "dice=4"], "There is a table for a preset’s own rules only: add"),
        (["--preset", "yahtzee-official", "--set", "dice=6"], "can’t be played: “dice” is 6: it must be 2 to 5."),
        (["--preset", "yahtzee-official", "--set", "boxes=onse"], "“boxes” is “onse”: it can be ones, "),
        (["--preset", "yahtzee-official", "--set", "joker=true"], "“joker”; did you mean “joker_on_zero”?"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    done = in_process("odds", *arguments)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
    assert said in done.stderr


OURS = 'title = "Try"\nline = "Roll."\n[turn]\ndice = 2\nthrows = 1\n'


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "game.toml: Line 1: “title” is missing: write it above the first heading in brackets."),
        (OURS.encode("utf-16"), "is not a text file in UTF-8: save it as plain text in UTF-8."),
        (OURS.replace("Try", "Löwe").encode("latin-1"), "is not a text file in UTF-8: save it as plain text in UTF-8."),
        (b"x" * 10_000_000, "Line 1: the file has more than 12000 letters."),
        (b"\0" * 100, "Line 1: a text has characters that can’t be shown."),
        (OURS.encode() + b"#" * (12_001 - len(OURS)), "Line 1: the file has more than 12000 letters."),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_sentence(tmp_path: Path, file: bytes, said: str) -> None:
    (written := tmp_path / "game.toml").write_bytes(file)
    (good := tmp_path / "good.toml").write_text(OURS)
    done = in_process("games", "check", str(written), str(good))
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
    assert said in done.stderr
    assert f"{good}: Try" in done.stdout
    assert len(in_process("games", "check", str(written), str(written)).stderr.splitlines()) == 2


def test_a_file_of_windows_may_be_as_long_as_any_other(tmp_path: Path) -> None:
    lines = OURS + "#\n" * ((12_000 - len(OURS)) // 2)
    (written := tmp_path / "game.toml").write_text("\ufeff" + lines, "utf-8", newline="\r\n")
    assert written.stat().st_size > 15_000
    assert in_process("games", "check", str(written)).exit_code == 0
