"""Chances to win and moments beside the game: on the TV, elsewhere where wished, and nowhere if not allowed."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from engine import Rolled, Stopped
from engine.names import COLOURS
from tests.web import moments
from tests.web.conftest import Serve, Watched
from tests.web.live.test_result import SEEN, Reviewed
from tests.web.scripted import ScriptedTable
from tests.web.show.test_clips import Chosen
from web.app import create_app
from web.appliance import Appliance
from web.live.chances import LiveFigures, bar_of, chances_of


def figures(snapshot: object, **settings: object) -> str:
    app = create_app(ScriptedTable(snapshot), Appliance(**settings))  # type: ignore[arg-type]
    return app.test_client().get("/figures").text


def test_the_bar_has_a_part_for_each_player_and_says_about() -> None:
    html = figures(moments.CARGO)
    assert "Chance to win, about" in html
    parts = [(int(begin), int(wide)) for begin, wide in re.findall(r'd="M(\d+) 0h(\d+)v10', html)]
    assert parts[0][0] == 0
    assert all(one[0] + one[1] == other[0] for one, other in pairwise(parts))
    assert sum(wide for _, wide in parts) == 1000
    assert all(name in COLOURS for name in re.findall(r'<path class="in-(\w+)"', html))


def test_simulated_chances_say_so_with_their_error() -> None:
    begun = moments.moment(moments.WAITING.mode, "", players=("Ann", "Ben", "Cleo"), preset="four-two-one")
    assert re.search(r"Chance to win, by simulation: ± \d(\.\d)?%", figures(begun))


@pytest.mark.parametrize("preset", ["dice-game-depot", "bar-dice", "yahtzee-official"])
def test_the_percents_of_eight_equal_players_are_not_above_a_hundred(preset: str) -> None:
    begun = moments.moment(moments.WAITING.mode, "", players=moments.EIGHT, preset=preset)
    assert re.findall(r"</bdi> (\d+)%", figures(begun)) == ["12"] * 8


def test_where_the_house_allows_no_help_and_after_the_game_there_is_no_bar() -> None:
    assert "win" not in figures(moments.CARGO, most_help="off")
    assert "about" not in figures(moments.OVER)


def test_the_owner_switches_the_figures_off_on_all_screens() -> None:
    settings = Chosen(figures=True)
    app = create_app(ScriptedTable(moments.CARGO), Appliance(settings=settings)).test_client()
    archive = Reviewed(moments.OVER, SEEN)
    over = create_app(ScriptedTable(moments.OVER), Appliance(settings=settings, archive=archive)).test_client()
    assert "data-figures" in app.get("/tv").text
    assert "Chance to win" in app.get("/figures").text
    assert "Turned by" in over.get("/").text
    settings.change({"figures": False})
    assert "data-figures" not in app.get("/tv").text
    assert app.get("/figures").text.strip() == ""
    assert "Turned by" not in over.get("/?language=en").text


def test_the_bar_is_computed_once_for_all() -> None:
    live = LiveFigures()
    assert live.of(moments.CARGO) is live.of(moments.CARGO)
    assert live.of(moments.CARGO).chances == bar_of(chances_of(moments.CARGO.state))


def test_the_chances_are_those_with_the_throw_that_is_shown() -> None:
    """Nine to beat with the cargo that lies there: with 6 6 only ROLL is to be pressed, and with 1 1 it is lost."""
    log = (Rolled((6, 5, 4, 5, 4)), Stopped(), Rolled((6, 5, 4, 1, 1)), Rolled((1, 1)))
    for cargo, won in (((6, 6), 1.0), ((1, 1), 0.0)):
        waits = moments.moment(moments.SHOWN.mode, "", (), *log, players=("Mia", "Jo"), shown=(Rolled(cargo),))
        assert [one.percent for one in LiveFigures().of(waits).chances] == pytest.approx([1 - won, won])


@pytest.mark.parametrize(("path", "there"), [("/tv", True), ("/", False)])
def test_the_tv_view_shows_them(path: str, there: bool) -> None:
    html = create_app(ScriptedTable(moments.CARGO)).test_client().get(path).text
    assert ("data-figures" in html) is there


@pytest.mark.browser
def test_the_chances_follow_the_game(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    page = watched.page
    table.show(moments.CARGO)
    page.goto(f"{serve().url}tv")
    expect(page.locator("#figures .win")).to_contain_text("Mia")
    table.show(replace(moments.PIG, game=1))
    expect(page.locator("#figures .win")).to_contain_text("Lea")
    assert watched.complaints == []
