"""Stakes and the length of a game from the helm: bets by bystanders, and the number of rounds."""

import pytest
from playwright.sync_api import expect

from engine import Bet, RoundsSet, Started
from tests.web.axe import objections
from tests.web.helm.conftest import Bar

pytestmark = pytest.mark.browser

ROUNDS = Started("rounds", ("Mia", "Jonas"), "Mia", {"side_bets": ["qualify"], "stakes": "pot(2)"})


def test_the_number_of_rounds_is_changed_from_the_helm(bar: Bar) -> None:
    bar.begin(ROUNDS)
    page = bar.go("")
    expect(page.get_by_text("Round 1 of 3").first).to_be_visible()
    bar.sheet("Number of rounds")
    field = page.get_by_label("Rounds", exact=True)
    expect(field).to_have_value("3")
    field.fill("5")
    assert objections(page) == []
    page.get_by_role("button", name="Set the rounds").click()
    expect(page.get_by_text("Round 1 of 5").first).to_be_visible()
    assert bar.latest() == RoundsSet(5)


def test_a_bystander_bets_from_the_helm(bar: Bar) -> None:
    bar.begin(ROUNDS)
    page = bar.go("")
    bar.sheet("Stakes")
    page.locator("#bet-by").fill(" Zoe ")
    page.locator("#bet-on").select_option("miss")
    page.locator("#bet-chips").fill("4")
    assert objections(page) == []
    page.locator("#helm-sheet").get_by_role("button", name="Bet", exact=True).click()
    expect(page.get_by_text("Zoe").first).to_be_visible()
    assert bar.latest() == Bet("Zoe", "miss", 4)
