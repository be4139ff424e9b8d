"""The line protocol: answers, refusals, and robustness against any line."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from engine.game import Game, games_of_all
from engine.line_protocol import LONGEST, Conversation
from tests.engine.games.written import game

NEW = {"preset": "dice-game-depot", "players": ["Ann", "Ben"], "starter": "Ann"}
CARD = {"preset": "yahtzee-handout", "players": ["Ann", "Ben"]}
MANY = 200
"""Lines of each game."""
MISSES = {"by": "Ben", "on": "miss", "chips": 1}


def talk(*said: dict[str, Any]) -> list[dict[str, Any]]:
    conversation = Conversation()
    return [json.loads(conversation.answer(json.dumps(line))) for line in said]


def last(*said: dict[str, Any]) -> dict[str, Any]:
    return talk(*said)[-1]


def test_every_answer_has_the_announcements_and_the_whole_state() -> None:
    rolls: list[dict[str, Any]] = [{"roll": [6, 4, 2, 2, 1]}, {"roll": [5, 4, 6, 2]}, {"roll": [5, 5], "player": "Ann"}]
    new, one, two, three = talk({"new": NEW}, *rolls)
    begun = game("dice-game-depot")
    assert new == {
        "ok": True,
        "announce": [],
        "state": begun.game.report(begun.state),
    }
    assert (one["state"]["held"], one["state"]["must_roll"]) == ([6], 4)
    assert (two["state"]["cargo"], two["state"]["legal"]) == ([6, 2], ["roll", "stop"])
    assert (three["state"]["scores"], three["state"]["player"]) == ({"Ann": 10, "Ben": None}, "Ben")
    assert three["announce"][0] == {"word": "cargo", "player": "Ann", "number": 10, "called": "cargo"}


def test_the_roll_off_for_the_start_names_who_threw() -> None:
    new = {"preset": "rounds", "players": ["Ann", "Ben"]}
    answer = last({"new": new}, {"roll": [6, 6, 1], "player": "Ben"}, {"roll": [1, 2, 3], "player": "Ann"})
    assert (answer["state"]["player"], answer["state"]["starter"]) == ("Ben", "Ben")


@pytest.mark.parametrize(
    ("new", "said", "code", "why"),
    [
        (NEW, {"roll": [6, 4, 2]}, "wrong_number", "Ann rolls 5 dice now, not 3."),
        (NEW, {"roll": [6, 4, 2, 2, 1], "player": "Ben"}, "not_your_turn", "It is Ann’s turn, not Ben’s."),
        (NEW, {"stop": True, "player": "Ben"}, "not_your_turn", "It is not Ben’s turn."),
        (NEW, {"roll": [6, 4, 2, 2, 9]}, "not_a_face", "A die shows 1 to 6, not 9."),
        (NEW, {"roll": [6, 4, 2, 2, True]}, "wrong_type", "The dice of “roll” is not a list of whole numbers."),
        (NEW, {"roll": 6}, "wrong_type", "The dice of “roll” is not a list of whole numbers."),
        (NEW, {"roll": [1] * 5, "player": "Zoe"}, "no_such_player", "Zoe isn’t playing."),
        (NEW, {"stop": True}, "not_qualified", "Ann can’t stand yet: the ship (6) is missing."),
        (NEW, {"stop": False}, "wrong_type", "“stop” takes true."),
        (NEW, {"pass": True}, "no_passing", "You can’t skip a roll: stand instead."),
        (NEW, {"hold": [4]}, "nothing_thrown", "Roll first."),
        (NEW, {"ante": 5}, "no_pot", "No ante in this game."),
        (NEW, {"bet": MISSES}, "no_side_bets", "No side bets in this game."),
        (NEW, {"bet": {"by": "Ben", "on": "miss"}}, "wrong_type", "“bet” lacks its chips."),
        (NEW, {"correct": {"roll": 1, "dice": [1]}}, "no_such_roll", "There’s no such roll."),
        (NEW, {"undo": True}, "nothing_to_undo", "Nothing to undo."),
        (NEW, {"join": "Ben"}, "name_taken", "Ben is already playing."),
        (NEW, {"leave": "Zoe"}, "no_such_player", "Zoe isn’t playing."),
        (NEW, {"rol": [1]}, "unknown", "Unknown field “rol”; did you mean “roll”?"),
        (NEW, {"roll": [1] * 5, "stop": True}, "one_thing", "Send one command a line."),
        (NEW, {}, "one_thing", "Send one command a line."),
        (NEW, {"new": NEW | {"preset": "bar"}}, "bad_rules", "There are no rules called “bar”; did you mean “bar-pot”?"),  # noqa: E501
        (NEW, {"new": NEW | {"options": {"dise": 6}}}, "bad_rules", "There is no option “dise”; did you mean “dice”?"),
        (NEW, {"new": NEW | {"players": ["Ann"]}}, "bad_rules", "1 player: the game is for 2 to 20."),
        (NEW, {"new": {"preset": "rounds"}}, "wrong_type", "“new” lacks its players."),
        (NEW, {"load": {"schema": 2, "events": []}}, "bad_log", "The log has schema 2, this version reads 1."),
        (CARD, {"hold": [6]}, "unknown", "Unknown field “hold”; did you mean “roll”?"),
        (CARD, {"keep": 6}, "wrong_type", "The dice of “keep” is not a list of whole numbers."),
        (CARD, {"score": 5}, "wrong_type", "The box of “score” is not a text."),
        (CARD, {"score": "fives", "player": "Ben"}, "not_your_turn", "It is not Ben’s turn."),
        (CARD, {"score": "fivs"}, "no_such_box", "There is no box called “fivs”; did you mean “fives”?"),
        (CARD, {"review": 1}, "wrong_type", "“review” takes true."),
        (CARD, {"advise": "win"}, "no_advice", "There is advice for points, beat, and to reach a score, as in “reach 250”."),  # noqa: E501
    ],
)  # fmt: skip
def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing(
    new: dict[str, Any], said: dict[str, Any], code: str, why: str
) -> None:
    before, refused, after = talk({"new": new}, said, {"state": True})
    assert refused == {"ok": False, "code": code, "why": why}
    assert after["state"] == before["state"]


def test_before_a_game_there_is_nothing_to_play() -> None:
    assert [answer["code"] for answer in talk({"roll": [1]}, {"undo": True}, {"state": True})] == ["no_game"] * 3


def test_a_correction_past_the_turn_that_is_on_asks_first() -> None:
    play: list[dict[str, Any]] = [
        {"new": NEW},
        {"roll": [6, 5, 4, 3, 3]},
        {"stop": True},
        {"roll": [6, 5, 4, 6, 6]},
        {"stop": True},
    ]
    wrong = {"roll": 1, "dice": [6, 5, 4, 6, 6]}
    answers = talk(*play, {"correct": wrong}, {"correct": wrong, "confirm": True}, {"state": True})
    assert (answers[4]["state"]["winner"], answers[5]["code"]) == ("Ben", "confirm")
    assert (answers[6]["ok"], answers[6]["state"]["phase"], answers[6]["state"]["winner"]) == (True, "rolloff", None)
    assert answers[6]["announce"][0] == {"word": "corrected", "player": "Ann", "number": 1, "called": "corrected"}
    inside = last(*play, {"correct": wrong | {"confirm": True}})
    assert inside["state"] == answers[6]["state"]


@pytest.mark.parametrize(
    ("new", "moves"),
    [
        (NEW, ({"roll": [6, 5, 4, 3, 3]}, {"correct": {"roll": 1, "dice": [6, 5, 4, 2, 2]}})),
        (CARD, ({"roll": [6, 6, 6, 1, 2]}, {"keep": [6]})),
    ],
)
def test_a_log_is_loaded_again(new: dict[str, Any], moves: tuple[dict[str, Any], ...]) -> None:
    told = talk({"new": new}, *moves, {"log": True}, {"text": True})
    again = talk({"load": told[-2]["log"]}, {"text": True})
    assert (again[0]["state"], again[1]["text"]) == (told[-1]["state"], told[-1]["text"])


def test_advice_and_review_come_with_their_costs() -> None:
    asked: dict[str, Any] = {"advise": "points"}
    advice = last({"new": NEW}, {"roll": [6, 5, 4, 1, 1]}, asked)["advice"]
    assert (advice["best"]["do"], [one["do"] for one in advice["choices"]]) == ("roll", ["roll", "stop"])
    assert advice["choices"][1]["cost"] == pytest.approx(advice["best"]["value"] - 2)
    answers = talk({"new": CARD}, {"roll": [6, 6, 6, 1, 2]}, asked, {"score": "chance"}, {"review": True})
    best = answers[2]["advice"]["best"]
    assert (best["do"], best["keep"], best["throw"], best["cost"]) == ("roll", [6, 6, 6], 2, 0)
    scoring = next(one for one in answers[2]["advice"]["choices"] if one.get("box") == "chance")
    assert (scoring["do"], scoring["points"]) == ("score", 21)
    (decision,) = answers[4]["review"]["decisions"]
    assert (decision["did"], decision["best"]) == ({"do": "score", "box": "chance"}, {"do": "roll", "keep": [6, 6, 6]})
    assert decision["cost"] == scoring["cost"] == answers[4]["review"]["players"]["Ann"]["cost"]


FARKLE: list[dict[str, Any]] = [
    {"new": {"preset": "farkle", "players": ["Ann", "Ben"], "options": {"opening": 300}}},
    {"roll": [1, 2, 3, 4, 6, 6]},
    {"set_aside": [1, 2]},
    {"stop": True},
    {"set_aside": [1]},
    {"stop": True},
    {"roll": [5, 5, 5, 2, 3]},
    {"set_aside": [5, 5, 5]},
    {"stop": True},
    {"keep": [5]},
    {"roll": [2, 2, 3, 3, 4, 6], "player": "Ben"},
]


def test_farkle_is_played_by_lines() -> None:
    answers = talk(*FARKLE)
    assert [answer.get("code") for answer in answers] == [
        *(None, None, "scores_nothing", "nothing_set_aside", None, "not_opened", None, None, None, "unknown", None)
    ]
    assert answers[1]["state"]["may_hold"] == [1]
    assert answers[6]["state"]["points"] == 100
    assert answers[8]["announce"] == [{"word": "banked", "player": "Ann", "number": 600, "called": "Banked"}]
    assert answers[10]["announce"][0]["word"] == "farkle"
    assert (answers[10]["state"]["totals"], answers[10]["state"]["player"]) == ({"Ann": 600, "Ben": 0}, "Ann")
    advice = last(*FARKLE[:2], {"advise": "points"})["advice"]
    assert advice["best"] == {"do": "roll", "dice": [1], "throw": 5, "value": advice["best"]["value"], "cost": 0.0}


def lines_of(game: Game) -> list[dict[str, Any]]:
    """Lines of a game, the first of which begins it: throws, all its own commands, and those of all games."""
    start = {"preset": game.presets[0], "players": ["Ann", "Ben"]}
    own = [json.loads(one.replace("NAME", '"Ann"').replace('"qualify" | ', "")) for one in game.examples.values()]
    return [
        {"new": start | {"starter": "Ann", "options": {}}},
        *({"roll": [6, 5, 4, 3, 3, 1][:dice]} for dice in range(1, 7)),
        {"roll": [6, 2, 1], "player": "Ann"},
        *own,
        *({"correct": {"roll": 1, "dice": [6] * dice}, "confirm": True} for dice in (1, 5, 6)),
        *({"undo": True}, {"join": "Cid"}, {"leave": "Cid"}, {"rename": {"player": "Ann", "name": "Eve"}}),
        *({"log": True}, {"text": True}, {"review": True}, *({"advise": aim} for aim in game.aims)),
        {"load": {"schema": 1, "events": [{"type": "started"} | start]}},
    ]


KNOWN = {game.presets[0]: lines_of(game) for game in games_of_all()}
STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 7, 1e308, 10**30, int("9" * 4000), 1.5, "", "x" * 70, "\ud800", "\x00", "Ann"),
    *([], {}, [[]], [[[[1]]]], {"a": {"b": [1]}}, [1] * 9, [True] * 5, [1.5] * 5, ["6"] * 5, [None], "rounds(3)"),
]


def mutated(chance: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.75:
        key = chance.choice(list(value))
        match chance.randrange(3):
            case 0:
                return {name: part for name, part in value.items() if name != key}
            case 1:
                return value | {
                    chance.choice(["player", "confirm", "kind", "x", "dice", "tie"]): chance.choice(STRANGE)
                }
        return value | {key: mutated(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.75:
        place = chance.randrange(len(value))
        return [*value[:place], mutated(chance, value[place]), *value[place + 1 :]]
    return chance.choice(STRANGE)


def scribbled(chance: random.Random, line: str) -> str:
    """Return the line with some characters exchanged."""
    letters = list(line)
    for _ in range(chance.randint(1, 4)):
        letters[chance.randrange(len(letters))] = chance.choice('{}[]",:0eE.-NaIt\\u \u2028\x00')
    return "".join(letters)


def nested(chance: random.Random, _line: str) -> str:
    depth = chance.choice([5, 500, 5000])
    return chance.choice(
        ["[" * depth, '{"roll":' * depth + "1" + "}" * depth, '{"new":' + "[" * depth + "]" * depth + "}"]
    )


def endless(chance: random.Random, _line: str) -> str:
    """Return a very long line, or one with numbers that are not JSON."""
    return chance.choice(['{"roll": [' + "6," * LONGEST, " " * (5 * LONGEST), '{"roll": [NaN, Infinity, 1, 1, 1]}'])


def test_thousands_of_invalid_lines_get_as_many_answers() -> None:
    """A program that reads the lines of all games, one after the other."""
    chance = random.Random(11)
    ways: list[Callable[[random.Random, str], str]] = [nested, endless, *[scribbled] * 6]
    lines: list[str] = []
    for known in KNOWN.values():
        lines.append(json.dumps(known[0]))
        while len(lines) % MANY:
            said = chance.choice(known)
            if chance.random() < 0.6:
                lines.append(json.dumps(mutated(chance, said) if chance.random() < 0.7 else said))
            else:
                lines.append(chance.choice(ways)(chance, json.dumps(said)).replace("\n", " "))
    text = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\xfe\n"
    done = subprocess.run([sys.executable, "-m", "engine"], input=text, capture_output=True, timeout=120, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (len(answers), done.stderr) == (len(lines) + 1, b"")
    assert all(answer["ok"] or (answer["code"] and len(answer["why"]) < 400) for answer in answers)
    for first in range(0, len(lines), MANY):
        assert sum(answer["ok"] for answer in answers[first : first + MANY]) > 5, lines[first]
