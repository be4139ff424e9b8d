"""A table with a journal, worked by a thread of its own, behind a real server, and phones in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from device.journal.reader import reading
from engine import Event, Rolled, decode
from table.commands import Play, UseCamera
from table.questions import QUIET_FOR
from tests.pages import take_the_helm
from tests.screens import PHONE
from tests.table.lying import settled
from tests.web.api.conftest import SHIP, Bridge, Knobs, bridge_of
from tests.web.conftest import Watched, running
from tests.web.helm.cupboard import Cupboard

DEAD_TIME = 750
"""Milliseconds after a roll: the pad ignores taps for nearly as long."""

EXPECTED = "Failed to load resource: the server responded with a status of "
"""What Chromium writes on the console when an answer is a refusal."""


@dataclass
class Harbour:
    """The table behind its page, and the phones around it."""

    bridge: Bridge
    url: str
    browser: Browser
    stack: ExitStack

    def phone(self, **how: object) -> Watched:
        """Open a phone that is not at the helm, in a context of its own."""
        settings = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce", "has_touch": True} | how
        context: BrowserContext = self.browser.new_context(**settings)  # type: ignore[arg-type]
        self.stack.callback(context.close)
        return Watched(context.new_page())

    def at_helm(self, **how: object) -> Watched:
        """Open a phone that took the helm with a code printed on the machine."""
        phone = self.phone(**how)
        take_the_helm(phone.page, self.url, self.bridge.code())
        phone.page.locator("#helm-bar .key").first.wait_for()
        return phone


@contextmanager
def harbour_of(
    folder: Path, browser: Browser, *events: Event, buttons: bool = True, cupboard: Cupboard | None = None
) -> Iterator[Harbour]:
    """The harbour of a game with these events, by default of a new one."""
    with bridge_of(folder, *(events or (SHIP,)), buttons=buttons) as bridge:
        bridge.chest = bridge.calibration = bridge.lamps = cupboard
        bridge.app = bridge.started()
        with running(bridge.app) as server, ExitStack() as stack:
            yield Harbour(bridge, server.url, browser, stack)


@dataclass
class Bar:
    """A harbour whose two phones, one at the helm and one that looks on, stay open from test to test."""

    harbour: Harbour
    cupboard: Cupboard
    journal: Path
    helm: Watched
    looker: Watched

    @property
    def page(self) -> Page:
        return self.helm.page

    @property
    def bridge(self) -> Bridge:
        return self.harbour.bridge

    def begin(self, *events: Event) -> None:
        """Begin a game with these events, entered by hand, on an empty tray; both phones show it."""
        for event in events:
            told = Rolled(event.dice, told=True) if isinstance(event, Rolled) else event
            answer = self.bridge.table.board.submit(Play(told), 60)
            assert answer.done, answer.why
        self.bridge.see(settled([]))
        for phone in (self.helm, self.looker):
            if phone.page.url != self.harbour.url:
                phone.page.goto(self.harbour.url)
            phone.page.keyboard.press("Escape")
            self.shows(phone.page)
            phone.complaints.clear()
        self.page.locator("#helm-bar .key").first.wait_for()

    def shows(self, page: Page) -> None:
        """Wait until that page shows the latest revision."""
        page.wait_for_function(
            "revision => Number(document.getElementById('table').dataset.id.split(':')[1]) >= revision",
            arg=self.bridge.table.board.snapshot().revision,
        )

    def go(self, path: str) -> Page:
        """Open that page at the helm."""
        self.page.goto(f"{self.harbour.url}{path}")
        return self.page

    def sheet(self, name: str) -> Locator:
        """Open the sheet of that name with two taps."""
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.locator("#helm-sheet").get_by_role("button", name=name, exact=True).click()
        sheet = self.page.locator("#helm-sheet")
        expect(sheet.get_by_role("heading", name=name)).to_be_visible()
        return sheet

    def by_hand(self) -> None:
        """Play without the camera: the keys for rolls are on the page."""
        self.bridge.table.board.submit(UseCamera(False), 60)
        self.shows(self.page)
        self.page.locator("#helm-bar .numbers").wait_for()
        self.page.clock.fast_forward(DEAD_TIME)  # of the roll before

    def tap_faces(self, *faces: int) -> None:
        for face in faces:
            self.page.locator(f'.numbers [data-face="{face}"]').click()

    def tell(self, *faces: int) -> None:
        """Enter a throw by hand, and wait until it counts."""
        before = self.page.locator("#table").get_attribute("data-event")
        self.tap_faces(*faces)
        self.counted(before)
        self.page.clock.fast_forward(DEAD_TIME)

    def stand(self) -> None:
        """Press the golden key, and wait until the game has gone on."""
        before = self.page.locator("#table").get_attribute("data-event")
        self.page.locator("#helm-bar .main").click()
        self.counted(before)

    def counted(self, before: str | None) -> None:
        """Wait until the game has gone on, and no order is on its way."""
        page = self.page
        page.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)
        page.wait_for_function("() => !document.body.hasAttribute('data-giving')")

    def written(self) -> tuple[Event, ...]:
        """Return the events of the open game in the journal's file."""
        with reading(self.journal) as ledger:
            return tuple(decode(event) for *_, event in ledger.rows(ledger.openings()[-1].game))

    def latest(self) -> Event:
        """Wait until no order is on its way; return the latest event in the journal's file."""
        expect(self.page.locator("body")).not_to_have_attribute("data-giving", "")
        return self.written()[-1]

    def saw(self, *words: str) -> None:
        """Wait until both phones show these words; neither has complained of anything."""
        for phone in (self.looker, self.helm):
            for one in words:
                expect(phone.page.locator("#table")).to_contain_text(one)
        self.had_no_complaints()

    def had_no_complaints(self) -> None:
        assert (self.helm.complaints, self.looker.complaints) == ([], [])


@pytest.fixture(scope="package")
def opened(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Bar]:
    folder, cupboard = tmp_path_factory.mktemp("bar"), Cupboard()
    with harbour_of(folder, browser, cupboard=cupboard) as harbour:
        helm, looker = harbour.at_helm(), harbour.phone()
        helm.page.clock.install()
        yield Bar(harbour, cupboard, folder / "journal.db", helm, looker)


@pytest.fixture
def bar(opened: Bar) -> Iterator[Bar]:
    """The bar with a new game and its settings as they were."""
    opened.bridge.knobs.values = Knobs().values
    opened.bridge.clock.now += QUIET_FOR
    opened.bridge.table.board.submit(UseCamera(True), 60)
    opened.cupboard.clear()
    opened.begin(SHIP)
    yield opened
    for phone in (opened.helm, opened.looker):
        phone.page.unroute_all()
        phone.page.set_viewport_size(PHONE)


@pytest.fixture
def moor(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., Harbour]]:
    """Makes a harbour of its own for a test; takes the arguments of :func:`harbour_of`."""
    with ExitStack() as stack:
        yield lambda *events, **how: stack.enter_context(harbour_of(tmp_path, browser, *events, **how))


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    """The table without a server, for tests without a browser."""
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its screen."""
    return max(0, int(page.evaluate("document.documentElement.scrollWidth - innerWidth")))
