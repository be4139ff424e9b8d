"""What is tapped on a phone at the helm is shown on a phone that looks on, and written to the journal."""

import re

import pytest
from playwright.sync_api import expect

from engine import Anted, Bet, Joined, Left, Passed, Rolled, Started, Stopped
from table import Mode
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import Bar

pytestmark = pytest.mark.browser

POT = Started("bar-pot", ("Rosa", "Tom", "Lin"), "Rosa", {"side_bets": ["qualify"]})
HANDS = Started("all-about-dice", ("Ann", "Ben"), "Ann")
BEN_LEADS = (
    Rolled((1, 3, 5, 2, 6)),
    Rolled((2, 4, 5, 3, 3)),
    Rolled((5, 2, 6, 4, 6)),
    Rolled((4, 4, 1)),
    Rolled((3, 4)),
)
"""Ann has 7, Ben has 8 and leads: he may let his roll go by."""

PAUSED = re.compile(r"\bpaused\b")


def test_an_ante_is_set_with_one_tap_or_typed(bar: Bar) -> None:
    bar.begin(POT)
    bar.page.locator("#helm-bar").get_by_role("button", name="Set the ante", exact=True).click()
    bar.page.locator("#helm-sheet").get_by_role("button", name="5", exact=True).click()
    bar.saw("Pot 15", "Ante 5", "−5 chips")
    assert bar.latest() == Anted(5)
    bar.begin(POT)
    sheet = bar.sheet("Stakes")
    sheet.get_by_label("Chips").fill("7")
    sheet.get_by_role("button", name="Set the ante").click()
    bar.saw("Pot 21")
    assert bar.latest() == Anted(7)


def test_a_bet_is_laid_and_paid_and_the_chips_are_on_every_phone(bar: Bar) -> None:
    bar.begin(POT, Anted(5))
    sheet = bar.sheet("Stakes")
    sheet.get_by_label("Who bets").fill("Lin")
    sheet.get_by_label("On what").select_option("Full crew")
    sheet.get_by_label("Chips").fill("3")
    sheet.get_by_role("button", name="Bet", exact=True).click()
    bar.saw("\u2068Lin\u2069 bets \u2068Rosa\u2069 3")
    assert bar.latest() == Bet("Lin", "qualify", 3, None)
    bar.by_hand()
    bar.tell(6, 5, 4, 6, 6)
    bar.page.get_by_role("button", name="Stand with 12").click()
    line = bar.looker.page.locator(".player", has_text="Lin").locator(".chips")
    expect(line).to_contain_text("−2")
    other = bar.looker.page.locator(".player", has_text="Rosa").locator(".chips")
    expect(other).to_contain_text("−8")
    assert bar.latest() == Stopped()


def test_the_leader_lets_a_roll_go_by(bar: Bar) -> None:
    bar.begin(HANDS, *BEN_LEADS)
    bar.page.locator("#helm-bar").get_by_role("button", name="Skip this roll").click()
    expect(bar.looker.page.locator(".player.on bdi")).to_have_text("Ann")
    assert bar.latest() == Passed()


def test_a_player_joins_leaves_and_comes_back(bar: Bar) -> None:
    sheet = bar.sheet("Players")
    sheet.locator("#joins").fill("Käthe")
    sheet.get_by_role("button", name="Join", exact=True).click()
    bar.saw("Käthe")
    assert bar.latest() == Joined("Käthe")
    sheet.get_by_role("button", name="Leave: Käthe").click()
    seat = bar.looker.page.locator(".player", has_text="Käthe")
    expect(seat).to_have_class("player out")
    assert bar.latest() == Left("Käthe")
    sheet.get_by_role("button", name="Rejoin: Käthe").click()
    expect(seat).to_have_class("player")
    assert bar.latest() == Joined("Käthe")
    bar.had_no_complaints()


def test_the_table_is_paused_and_resumed(bar: Bar) -> None:
    table = bar.looker.page.locator("#table")
    bar.page.get_by_role("button", name="More", exact=True).click()
    bar.page.locator("#helm-sheet").get_by_role("button", name="Pause").click()
    expect(table).to_have_class(PAUSED)
    bar.page.locator("#helm-bar").get_by_role("button", name="Resume").click()
    expect(table).not_to_have_class(PAUSED)
    assert bar.bridge.table.board.snapshot().mode is not Mode.PAUSED
    assert bar.written() == (SHIP,)
