"""What is clicked on a phone at the helm is seen on a phone that looks on, and stands in the journal."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from device.journal.reader import reading
from engine import Anted, Bet, Event, Joined, Left, Passed, Renamed, Rolled, Started, Stopped, Undone, decode
from table import Mode
from table.commands import Play
from tests.web.api.conftest import SHIP
from tests.web.conftest import Watched
from tests.web.helm.conftest import PATIENCE, Harbour, harbour_of, tell

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


@dataclass
class Bar:
    """A table, one phone at its helm, another that looks on; both stay open from game to game."""

    harbour: Harbour
    journal: Path
    helm: Watched
    looker: Watched

    def begin(self, *events: Event) -> None:
        """Begin a game that goes like that; both phones show it."""
        board = self.harbour.bridge.table.board
        for event in events:
            told = Rolled(event.dice, told=True) if isinstance(event, Rolled) else event
            answer = board.submit(Play(told), 60)
            assert answer.done, answer.why
        for phone in (self.helm, self.looker):
            phone.complaints.clear()
            phone.page.keyboard.press("Escape")
            self.shows(phone.page)

    def shows(self, page: Page) -> None:
        """Wait until that page shows the game as it is."""
        page.wait_for_function(
            "revision => Number(document.getElementById('table').dataset.id.split(':')[1]) >= revision",
            arg=self.harbour.bridge.table.board.snapshot().revision,
            timeout=PATIENCE,
        )

    def sheet(self, name: str) -> Locator:
        """The sheet of that name, opened by two taps."""
        self.helm.page.get_by_role("button", name="More", exact=True).click()
        self.helm.page.locator("#helm-sheet").get_by_role("button", name=name, exact=True).click()
        sheet = self.helm.page.locator("#helm-sheet")
        expect(sheet.get_by_role("heading", name=name)).to_be_visible(timeout=PATIENCE)
        return sheet

    def written(self) -> tuple[Event, ...]:
        """The open game, as it stands on the disk."""
        with reading(self.journal) as ledger:
            return tuple(decode(event) for *_, event in ledger.rows(ledger.openings()[-1].game))

    def saw(self, *words: str) -> None:
        """The phone that looks on shows these words, as the one at the helm does; neither complained of anything."""
        for phone in (self.looker, self.helm):
            for one in words:
                expect(phone.page.locator("#table")).to_contain_text(one, timeout=PATIENCE)
        assert (self.helm.complaints, self.looker.complaints) == ([], [])


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Bar]:
    folder = tmp_path_factory.mktemp("bar")
    with harbour_of(folder, browser, SHIP) as harbour:
        helm, looker = harbour.at_helm(), harbour.phone()
        looker.page.goto(harbour.url)
        yield Bar(harbour, folder / "journal.db", helm, looker)


@pytest.fixture
def bar(opened: Bar) -> Bar:
    opened.begin(SHIP)
    return opened


def counted(bar: Bar, kind: type[Event]) -> Event:
    """The latest event of the game, once it is one of that kind, on the disk."""
    expect(bar.helm.page.locator("body")).not_to_have_attribute("data-giving", "", timeout=PATIENCE)
    latest = bar.written()[-1]
    assert isinstance(latest, kind)
    return latest


def test_an_ante_is_set_with_one_tap_and_the_pot_is_on_every_phone(bar: Bar) -> None:
    bar.begin(POT)
    bar.helm.page.locator("#helm-bar").get_by_role("button", name="Ante", exact=True).click()
    bar.helm.page.locator("#helm-sheet").get_by_role("button", name="5", exact=True).click()
    bar.saw("Pot 15", "Ante 5", "−5 chips")
    assert counted(bar, Anted) == Anted(5)


def test_an_ante_that_has_no_key_of_its_own_is_typed(bar: Bar) -> None:
    bar.begin(POT)
    sheet = bar.sheet("Stakes")
    sheet.get_by_label("Chips").fill("7")
    sheet.get_by_role("button", name="Set the ante").click()
    bar.saw("Pot 21")
    assert counted(bar, Anted) == Anted(7)


def test_a_bet_is_laid_and_paid_and_the_chips_are_on_every_phone(bar: Bar) -> None:
    bar.begin(POT, Anted(5))
    sheet = bar.sheet("Stakes")
    sheet.get_by_label("Who bets").select_option("Lin")
    sheet.get_by_label("On what").select_option("Ship, captain and crew come")
    sheet.get_by_label("Chips").fill("3")
    sheet.get_by_role("button", name="Bet", exact=True).click()
    bar.saw("\u2068Lin\u2069 bets \u2068Rosa\u2069 3")
    assert counted(bar, Bet) == Bet("Lin", "qualify", 3, None)
    bar.helm.page.get_by_role("button", name="By hand").click()
    bar.helm.page.locator(".pad").wait_for()
    tell(bar.helm.page, 6, 5, 4, 6, 6)
    bar.helm.page.get_by_role("button", name="Stand with 12").click()
    line = bar.looker.page.locator(".player", has_text="Lin").locator(".chips")
    expect(line).to_contain_text("−2", timeout=PATIENCE)
    expect(bar.looker.page.locator(".player", has_text="Rosa").locator(".chips")).to_contain_text(
        "−8", timeout=PATIENCE
    )
    assert counted(bar, Stopped) == Stopped()


def test_who_leads_lets_a_roll_go_by(bar: Bar) -> None:
    bar.begin(HANDS, *BEN_LEADS)
    bar.helm.page.get_by_role("button", name="By hand").click()
    bar.helm.page.locator("#helm-sheet").get_by_role("button", name="Let the roll go by").click()
    expect(bar.looker.page.locator(".player.on bdi")).to_have_text("Ann", timeout=PATIENCE)
    assert counted(bar, Passed) == Passed()


def test_somebody_joins_leaves_and_comes_back(bar: Bar) -> None:
    sheet = bar.sheet("Players")
    sheet.get_by_label("Join", exact=True).fill("Käthe")
    sheet.get_by_role("button", name="Join", exact=True).click()
    bar.saw("Käthe")
    assert counted(bar, Joined) == Joined("Käthe")
    line = sheet.locator("li", has=bar.helm.page.locator('input[value="Käthe"]'))
    line.get_by_role("button", name="Leave").click()
    seat = bar.looker.page.locator(".player", has_text="Käthe")
    expect(seat).to_have_class("player out", timeout=PATIENCE)
    assert counted(bar, Left) == Left("Käthe")
    line.get_by_role("button", name="Come back").click()
    expect(seat).to_have_class("player", timeout=PATIENCE)
    assert counted(bar, Joined) == Joined("Käthe")
    assert (bar.helm.complaints, bar.looker.complaints) == ([], [])


def test_a_name_is_mended_on_every_phone(bar: Bar) -> None:
    sheet = bar.sheet("Players")
    line = sheet.locator("li").first
    line.get_by_label("Name").fill("Maria-José")
    line.get_by_role("button", name="Rename").click()
    bar.saw("Maria-José")
    assert counted(bar, Renamed) == Renamed("Mia", "Maria-José")
    expect(bar.looker.page.locator("h1")).to_contain_text("Maria-José", timeout=PATIENCE)


def test_a_name_that_somebody_has_is_refused_in_a_sentence_and_nothing_is_written(bar: Bar) -> None:
    line = bar.sheet("Players").locator("li").first
    line.get_by_label("Name").fill("JONAS")
    line.get_by_role("button", name="Rename").click()
    expect(bar.helm.page.locator("#helm-says")).to_contain_text("JONAS already", timeout=PATIENCE)
    assert bar.written() == (SHIP,)


def test_the_table_looks_away_and_on_again(bar: Bar) -> None:
    table = bar.looker.page.locator("#table")
    bar.helm.page.get_by_role("button", name="More", exact=True).click()
    bar.helm.page.locator("#helm-sheet").get_by_role("button", name="Pause").click()
    expect(table).to_have_class(PAUSED, timeout=PATIENCE)
    bar.helm.page.locator("#helm-bar").get_by_role("button", name="Go on").click()
    expect(table).not_to_have_class(PAUSED, timeout=PATIENCE)
    assert bar.harbour.bridge.table.board.snapshot().mode is not Mode.PAUSED
    assert bar.written() == (SHIP,)


def test_what_was_decided_is_taken_back_on_every_phone(bar: Bar) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)), Stopped())
    expect(bar.looker.page.locator(".player.on bdi")).to_have_text("Jonas", timeout=PATIENCE)
    bar.helm.page.get_by_role("button", name="Take back").click()
    expect(bar.looker.page.locator(".player.on bdi")).to_have_text("Mia", timeout=PATIENCE)
    assert counted(bar, Undone) == Undone()
