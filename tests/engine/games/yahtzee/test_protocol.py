"""Yahtzee in the line protocol."""

from typing import Any

import pytest

from engine.games.yahtzee.rules import BOXES
from tests.engine.test_line_protocol import talk

NEW = {"preset": "yahtzee-handout", "players": ["Ann", "Ben"]}


def test_a_turn_by_lines() -> None:
    answers = talk(
        {"new": NEW},
        {"roll": [3, 6, 2, 6, 1]},
        {"keep": [6, 6]},
        {"roll": [2, 1, 6]},
        {"keep": [6, 6, 6]},
        {"roll": [4, 5]},
        {"score": "sixes"},
    )
    assert all(answer["ok"] for answer in answers)
    states = [answer["state"] for answer in answers]
    assert [state["must_roll"] for state in states] == [5, 5, 3, 5, 2, 0, 5]
    assert [state["rolls_left"] for state in states] == [3, 2, 2, 1, 1, 0, 3]
    assert [state["legal"] for state in states[:2]] == [["roll"], ["roll", "keep", "score"]]
    assert states[5]["legal"] == ["score"]
    assert states[5]["may_score"]["sixes"] == 18
    assert states[6]["card"]["Ann"] == dict.fromkeys(BOXES) | {
        "sixes": 18,
        "upper_bonus": 0,
        "yahtzee_bonus": 0,
        "total": 18,
    }
    assert (states[6]["player"], states[6]["scores"]) == ("Ben", {"Ann": 18, "Ben": 0})
    assert answers[6]["announce"] == [{"word": "sixes", "player": "Ann", "number": 18, "called": "Sixes"}]


def test_the_state_says_what_may_be_scored_and_why_nothing_else() -> None:
    fours = {"roll": [4, 4, 4, 4, 4]}
    state = talk({"new": NEW | {"players": ["Ann"]}}, fours, {"score": "yahtzee"}, fours)[-1]["state"]
    assert state["may_score"] == {"fours": 20}
    assert (state["would_score"]["large_straight"], state["would_score"]["ones"]) == (40, 0)
    assert state["may_not_score"]["chance"] == "Another Yahtzee must go in Fours first."
    assert state["may_not_score"]["yahtzee"] == "The Yahtzee box is already filled."


def test_advice_and_review_by_lines() -> None:
    answers = talk(
        {"new": NEW},
        {"roll": [6, 6, 6, 1, 2]},
        {"advise": "points"},
        {"score": "chance"},
        {"review": True},
    )
    best = answers[2]["advice"]["best"]
    assert (best["do"], best["keep"], best["throw"], best["cost"]) == ("roll", [6, 6, 6], 2, 0)
    scoring = next(one for one in answers[2]["advice"]["choices"] if one.get("box") == "chance")
    assert (scoring["do"], scoring["points"]) == ("score", 21)
    (decision,) = answers[4]["review"]["decisions"]
    assert (decision["did"], decision["best"]) == ({"do": "score", "box": "chance"}, {"do": "roll", "keep": [6, 6, 6]})
    assert decision["cost"] == scoring["cost"] == answers[4]["review"]["players"]["Ann"]["cost"]


def test_a_log_is_loaded_again() -> None:
    told = talk({"new": NEW}, {"roll": [6, 6, 6, 1, 2]}, {"keep": [6]}, {"log": True}, {"text": True})
    again = talk({"load": told[3]["log"]}, {"text": True})
    assert again[0]["state"] == told[3]["state"]
    assert again[1]["text"] == told[4]["text"]


@pytest.mark.parametrize(
    ("said", "code", "why"),
    [
        ({"hold": [6]}, "unknown", "Unknown field “hold”"),
        ({"keep": 6}, "wrong_type", "The dice of “keep” is not a list of whole numbers."),
        ({"score": 5}, "wrong_type", "The box of “score” is not a text."),
        ({"score": "fives", "player": "Ben"}, "not_your_turn", "It is not Ben’s turn."),
        ({"score": "fivs"}, "no_such_box", "There is no box called “fivs”; did you mean “fives”?"),
        ({"roll": [1] * 5, "player": "Ben"}, "not_your_turn", "It is Ann’s turn, not Ben’s."),
        ({"review": 1}, "wrong_type", "“review” takes true."),
        ({"advise": "win"}, "no_advice", "There is advice for points, beat, and to reach a score, as in “reach 250”."),
    ],
)
def test_a_refusal_changes_nothing(said: dict[str, Any], code: str, why: str) -> None:
    before, refused, after = talk({"new": NEW}, said, {"state": True})
    assert (refused["ok"], refused["code"]) == (False, code)
    assert refused["why"].startswith(why)
    assert after["state"] == before["state"]
