"""A phone that needs a press at the table: it says what to press, counts down, and says what came of it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from table.panel.panel import Button
from tests.screens import PHONE, SMALL_PHONE
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.axe import objections
from tests.web.conftest import running
from tests.web.helm.conftest import EXPECTED, PATIENCE, Harbour
from tests.web.helm.test_everybody import overflow
from web.ports.maintenance import Corners, Outline

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]


class Cupboard:
    """A chest with a backup in it, and a tray that lies somewhere."""

    def __init__(self) -> None:
        self.brought: list[bytes] = []
        self.corners: list[Corners | None] = []

    def backup(self, *, wifi_password: bool) -> bytes:
        return b"PK, and the password" if wifi_password else b"PK"

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        allow()
        self.brought.append(backup)

    def outline(self) -> Outline | None:
        return Outline((320, 180), ((20.0, 20.0), (300.0, 20.0), (300.0, 160.0), (20.0, 160.0)), "markers")

    def view(self) -> bytes | None:
        return None

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        allow()
        self.corners.append(corners)


@pytest.fixture
def cupboard() -> Cupboard:
    return Cupboard()


@pytest.fixture
def harbour(tmp_path: Path, browser: Browser, cupboard: Cupboard) -> Iterator[Harbour]:
    with bridge_of(tmp_path, SHIP) as bridge:
        bridge.chest = bridge.calibration = cupboard
        bridge.app = bridge.started()
        with running(bridge.app) as server, ExitStack() as stack:
            yield Harbour(bridge, server.url, browser, stack)


def asked(page: Page, bridge: Bridge) -> None:
    """Wait until table and phone say what to press."""
    bridge.asks()
    expect(page.locator("#permission")).to_be_visible(timeout=PATIENCE)


def said(page: Page, text: str) -> None:
    """Wait until the phone says this, and no more what to press."""
    expect(page.locator("#helm-says")).to_contain_text(text, timeout=PATIENCE)
    expect(page.locator("#permission")).to_be_hidden(timeout=PATIENCE)


def bring(page: Page, tmp_path: Path) -> None:
    """Choose a backup of three pieces, and ask for it to be put back."""
    file = tmp_path / "quarterdeck-backup.zip"
    file.write_bytes(bytes(range(256)) * 400)
    page.locator("#backup-file").set_input_files(file)
    page.get_by_role("button", name="Put it back").click()


def test_a_backup_is_put_back_with_a_press_at_the_table(harbour: Harbour, cupboard: Cupboard, tmp_path: Path) -> None:
    phone = harbour.at_helm()
    page = phone.page
    page.goto(f"{harbour.url}helm/box/keeping")
    bring(page, tmp_path)
    asked(page, harbour.bridge)
    expect(page.locator("#permission")).to_contain_text("Press ROLL on the tray to allow this.")
    first = int(page.locator("#permission .left").inner_text())
    expect(page.locator("#permission .left")).to_have_text(str(first - 1), timeout=PATIENCE)
    assert cupboard.brought == []
    harbour.bridge.press(Button.ROLL)
    said(page, "put back in a moment")
    assert cupboard.brought == [bytes(range(256)) * 400]
    assert phone.complaints == []


def test_a_backup_that_is_refused_at_the_table_is_not_put_back(
    harbour: Harbour, cupboard: Cupboard, tmp_path: Path
) -> None:
    phone = harbour.at_helm()
    page = phone.page
    page.goto(f"{harbour.url}helm/box/keeping")
    bring(page, tmp_path)
    asked(page, harbour.bridge)
    harbour.bridge.press(Button.STAND)
    said(page, "STAND was pressed at the table")
    assert cupboard.brought == []
    assert [one for one in phone.complaints if EXPECTED not in one] == []


@pytest.mark.parametrize("with_password", [False, True])
def test_a_backup_is_downloaded_with_a_press_and_without_the_password_unless_asked_for(
    harbour: Harbour, with_password: bool
) -> None:
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/box/keeping")
    if with_password:
        page.get_by_label("With the Wi-Fi password").check()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download it").click()
        asked(page, harbour.bridge)
        harbour.bridge.press(Button.ROLL)
    said(page, "The download begins")
    assert taken.value.suggested_filename == "quarterdeck-backup.zip"
    assert taken.value.path().read_bytes() == (b"PK, and the password" if with_password else b"PK")


def test_corners_are_kept_with_a_press(harbour: Harbour, cupboard: Cupboard) -> None:
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/box/calibration")
    page.get_by_role("button", name="Keep these corners").click()
    asked(page, harbour.bridge)
    assert cupboard.corners == []
    harbour.bridge.press(Button.ROLL)
    said(page, "starts anew with it")
    assert len(cupboard.corners) == 1


def test_a_lamp_that_nobody_allowed_to_go_out_is_shown_as_it_is(harbour: Harbour) -> None:
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/box/settings")
    page.locator("#sounds").click()
    asked(page, harbour.bridge)
    harbour.bridge.press(Button.ROLL)
    said(page, "Done")
    page.locator("#brightness").fill("0")
    page.locator("#brightness").dispatch_event("change")
    asked(page, harbour.bridge)
    harbour.bridge.press(Button.STAND)
    said(page, "STAND was pressed")
    assert page.locator("#brightness").input_value() == "1"
    assert not page.locator("#sounds").is_checked()
    assert harbour.bridge.knobs.values == {"brightness": 1.0, "sounds": False, "pictures": "everybody"}


def test_a_table_without_buttons_says_what_to_do_on_the_machine(harbour: Harbour, tmp_path: Path) -> None:
    harbour.bridge.panel.has_buttons = False
    page = harbour.at_helm().page
    page.goto(f"{harbour.url}helm/box/keeping")
    bring(page, tmp_path)
    said(page, "quarterdeck restore FILE")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("viewport", [PHONE, SMALL_PHONE], ids=["phone", "small-phone"])
def test_what_to_press_fits_and_shuts_nobody_out(
    harbour: Harbour, language: str, viewport: dict[str, int], tmp_path: Path
) -> None:
    page = harbour.at_helm(viewport=viewport).page
    page.goto(f"{harbour.url}helm/box/keeping?language={language}")
    page.locator("#taking button").click()
    asked(page, harbour.bridge)
    assert (objections(page), max(0, overflow(page))) == ([], 0)
    table = harbour.phone(viewport=viewport).page
    table.goto(f"{harbour.url}?language={language}")
    expect(table.locator("h1")).to_contain_text("ROLL", timeout=PATIENCE)
    assert (objections(table), max(0, overflow(table))) == ([], 0)
    page.screenshot(path=tmp_path / "phone.png")
    table.screenshot(path=tmp_path / "table.png")
    harbour.bridge.press(Button.STAND)
