"""Odds and advice on the page: exact, worked out once a state, and only for who wishes them."""

import re
from dataclasses import replace
from typing import Any

import pytest

from engine import Event, Rolled, Stopped
from engine.games.ship.analysis.chances import odds
from table import Snapshot
from tests.web import moments
from tests.web.live.test_table_page import text_of
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.games import game_on_the_page
from web.games.page import Help
from web.live.chances import AdviceCache


def help_page(snapshot: Snapshot, level: str) -> str:
    return text_of(create_app(ScriptedTable(snapshot)).test_client().get(f"/help?help={level}").text)


def test_nobody_is_helped_who_does_not_wish_it() -> None:
    client = create_app(ScriptedTable(moments.CARGO)).test_client()
    assert client.get("/help").text == ""
    assert "Win chance" not in client.get("/").text


def test_nobody_is_helped_more_than_the_house_allows() -> None:
    client = create_app(ScriptedTable(moments.CARGO), Appliance(most_help="odds")).test_client()
    assert "Win chance" in text_of(client.get("/help?help=advice").text)
    assert "Stand" not in client.get("/help?help=advice").text
    assert "Odds and advice" not in client.get("/look").text
    forbidden = create_app(ScriptedTable(moments.CARGO), Appliance(most_help="off")).test_client()
    assert forbidden.get("/help?help=advice").text == ""


def test_odds_tell_chances_and_no_choices() -> None:
    page = help_page(moments.CARGO, "odds")
    assert "Win chance 37%" in page
    assert "Stand" not in page


def test_advice_tells_each_choice_with_its_cost_the_best_first() -> None:
    assert help_page(moments.CARGO, "advice").endswith(
        "Each choice: chance to win Keep 6 5 4, roll two 37% best Stand 29% −8%"
    )


def test_the_first_paint_has_the_help_too_so_that_it_is_there_without_scripts() -> None:
    client = create_app(ScriptedTable(moments.CARGO)).test_client()
    client.set_cookie("help", "advice")
    html = client.get("/").text
    assert re.search(r'<section id="help"[^>]*>\s*<p class="best-move">', html)


def test_the_chance_to_qualify_is_that_of_the_odds() -> None:
    chances = game_on_the_page(moments.WAITING.state).help(moments.WAITING.state).chances
    assert chances[0].name == "qualify"
    assert chances[0].value == pytest.approx(float(odds(moments.WAITING.state.rules).most_likely))


def test_the_point_to_beat_is_that_of_the_others() -> None:
    assert "More than 9" in help_page(moments.MIDGAME, "odds")


def test_in_yahtzee_boxes_and_keeps_are_weighed_against_each_other() -> None:
    page = help_page(moments.SHEETS, "advice")
    assert "Keep 5 5 5 5, roll one" in page
    assert re.search(r"Fives: 20 \d+\.\d −\d+\.\d", page)
    assert "All choices (17)" in page


def test_a_game_by_rules_of_its_own_has_no_coach_and_says_so() -> None:
    assert help_page(replace(moments.SOLD_OUT, state=_three_boxes()), "advice") == ("No odds for these house rules.")


def _three_boxes() -> Any:
    return moments.moment(
        moments.WAITING.mode, "Throw.", preset="yahtzee-handout", options={"boxes": ["ones", "chance"]}
    ).state


def test_the_throw_that_lies_there_is_counted_in() -> None:
    lying = moments.moment(
        moments.SHOWN.mode, "6 5 4 6 6.", moments.lying(loose=(6, 5, 4, 6, 6)), shown=(Rolled((6, 5, 4, 6, 6)),)
    )
    assert "Average score 12.0" in help_page(lying, "odds")


def test_a_throw_that_ends_the_turn_leaves_nothing_to_choose() -> None:
    last = (Rolled((1, 1, 2, 2, 3)), Rolled((1, 1, 2, 2, 3)))
    lying = moments.moment(moments.SHOWN.mode, "1 1 2 2 3.", (), *last, shown=(Rolled((1, 1, 2, 2, 3)),))
    assert help_page(lying, "advice") == "Last roll of this turn."


def test_nobody_on_turn_nobody_to_help() -> None:
    assert help_page(moments.OVER, "odds") == "It’s no one’s turn."


def test_it_is_worked_out_once_a_state_however_many_ask() -> None:
    asked = []

    def count(state: Any) -> Help:
        asked.append(state)
        return Help()

    coach = AdviceCache(count)
    for snapshot in (moments.CARGO, replace(moments.CARGO, revision=9), moments.CARGO, moments.HELD):
        coach.help(snapshot)
    assert len(asked) == 2


def pig(*log: Event) -> Snapshot:
    return moments.moment(moments.WAITING.mode, "", (), *log, preset="pig", players=("Mia", "Jo"), options={"goal": 50})


def test_points_that_win_are_called_so_and_a_chance_that_is_not_exact_is_about() -> None:
    six = (Rolled((6,)),)
    assert "Best: Stand · that wins" in help_page(pig(*six * 4, Stopped(), *six * 9), "advice")
    last = help_page(pig(*six * 9, Stopped(), *six), "advice")
    assert re.search(r"Win chance \d+% .*Each choice: chance to win Roll one die", last)
    assert "Each choice: chance to win, about" in help_page(pig(*six * 9), "advice")


@pytest.mark.parametrize(
    ("preset", "dice"),
    [("pig", (6,)), ("farkle", (1, 1, 2, 3, 4, 6)), ("threes", (3, 3, 1, 1, 2)), ("bar-dice", (1, 2, 3, 4, 5))],
)
def test_in_a_game_of_turns_the_throw_that_lies_there_is_counted_in(preset: str, dice: tuple[int, ...]) -> None:
    lying = moments.moment(moments.SHOWN.mode, "", moments.lying(loose=dice), shown=(Rolled(dice),), preset=preset)
    assert "Best:" in help_page(lying, "advice")


@pytest.mark.parametrize(("match", "says"), [("rounds(1)", "chance to win"), ("rounds(2)", "average points")])
def test_in_the_last_round_added_points_are_measured_by_the_chance_to_win(match: str, says: str) -> None:
    log = (Rolled((6, 5, 4, 5, 4)), Stopped(), Rolled((6, 5, 4, 5, 3)))
    turn = moments.moment(moments.WAITING.mode, "", (), *log, players=("Mia", "Jo"), options={"match": match})
    assert f"Each choice: {says}" in help_page(turn, "advice")
