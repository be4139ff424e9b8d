"""The owner's pages about the machine in a browser, with real packages and the real update but for systemd."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from device.journal.journal import Journal
from engine import Rolled
from tests.device.update.machine import make_key
from tests.screens import SMALL_PHONE
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.axe import objections
from tests.web.conftest import Watched, running, until
from tests.web.helm.conftest import EXPECTED, overflow
from tests.web.helm.cupboard import Cupboard
from tests.web.owner.berth import Berth, Stick
from web.access import pin as owner_pin
from web.access.pin import keep_pin
from web.http.server import Server
from web.services.device import StickBackupStatus

pytestmark = pytest.mark.browser

PIN = "471108"
THROW = Rolled((6, 5, 4, 2, 1))


class Quay:
    """A berth with its page, which can be restarted on the same port, and a phone whose owner is signed in."""

    def __init__(self, berth: Berth, bridge: Bridge, browser: Browser, stack: ExitStack) -> None:
        self.berth = berth
        self.bridge = bridge
        self._stack = stack
        self._running = ExitStack()
        stack.callback(self._running.close)
        self.server = self._started()
        self.port = self.server.port
        context = stack.enter_context(browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce"))
        self.phone = Watched(context.new_page())
        self.page = self.phone.page

    def _started(self, port: int = 0) -> Server:
        self.bridge.care = self.berth.care()
        self.bridge.app = self.bridge.started()
        return self._running.enter_context(running(self.bridge.app, port))

    def restart(self) -> None:
        """Restart the page, as systemd does: sessions of the owner are gone."""
        self._running.close()
        self._running = ExitStack()
        self._stack.callback(self._running.close)
        self.server = self._started(self.port)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.server.url}owner")
        for digit in PIN:
            self.page.locator(f'.keypad [data-digit="{digit}"]').click()
        self.page.locator(".keypad .first").click()
        self.page.get_by_role("button", name="Sign out").wait_for()
        self.page.goto(f"{self.server.url}{path}")
        return self.page


@contextmanager
def quay_of(folder: Path, key: Path, browser: Browser, *events: object) -> Iterator[Quay]:
    berth = Berth(folder, key)
    with Journal(berth.room.config.with_name("journal.db")):
        pass
    (folder / "game").mkdir()
    with bridge_of(folder / "game", SHIP, *events, buttons=False) as bridge, ExitStack() as stack:  # type: ignore[arg-type]
        bridge.panel.has_buttons = False
        bridge.chest = Cupboard()
        bridge.stick_backups = Stick(StickBackupStatus(on=True, stick="ready", where="STICK", last=1.8e9, kept=7))
        keep_pin(bridge.drawer, PIN)
        yield Quay(berth, bridge, browser, stack)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("keys"), "key")


@pytest.fixture
def moor(tmp_path: Path, key: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Quay]]:
    monkeypatch.setattr(owner_pin, "N", 2**10)
    with ExitStack() as stack:
        yield lambda *events: stack.enter_context(quay_of(tmp_path, key, browser, *events))


RESTARTING = "Failed to load resource: net::ERR_CONNECTION_REFUSED"
"""What the browser says of a request that comes while the table restarts."""


def complaints(quay: Quay) -> list[str]:
    return [one for one in quay.phone.complaints if not one.startswith(EXPECTED)]


def test_an_update_goes_up_is_checked_installed_and_followed_over_the_restart(moor: Callable[..., Quay]) -> None:
    quay = moor()
    page = quay.open("owner/system")
    page.locator("#package").set_input_files(quay.berth.package(filler=300_000))
    page.get_by_role("button", name="Upload and check").click()
    page.get_by_role("heading", name="What’s new: 1.1").wait_for()
    notes = ["The lamp is warmer, and so is the page.", "Nothing else."]
    expect(page.locator("section[aria-labelledby=update] .notes li")).to_have_text(notes)
    page.get_by_role("button", name="Install version 1.1").click()
    expect(page.locator("#system-words")).to_have_text("The request is on its way.")
    expect(page.get_by_role("button", name="Install version 1.1")).to_be_hidden()
    assert quay.berth.attend()
    expect(page.locator("#system-words")).to_contain_text("Version 1.1 starts.")
    assert complaints(quay) == []
    quay.restart()
    quay.berth.room.versions.end_trial()
    expect(page.locator("#system-words")).to_have_text("Version 1.1 runs.")
    assert page.locator("#system-share").is_hidden()
    assert [one for one in complaints(quay) if one != RESTARTING] == []


def test_a_version_that_does_not_start_is_told(moor: Callable[..., Quay]) -> None:
    quay = moor()
    quay.berth.plug_in(quay.berth.package())
    page = quay.open("owner/system")
    page.get_by_role("button", name="Check version 1.1").click()
    page.get_by_role("button", name="Install version 1.1").click()
    expect(page.locator("#system-words")).to_have_text("The request is on its way.")
    quay.berth.attend()
    versions = quay.berth.room.versions
    trial = versions.trial
    assert trial is not None
    quay.restart()
    versions.go_back(trial, "starts")
    expect(page.locator("#system-words")).to_have_text("Version 1.1 didn’t start: back at 1.0, games intact.")
    page = quay.open("owner/system")
    expect(page.locator(".latest")).to_have_text("Version 1.1 didn’t start: back at 1.0, games intact.")


def test_during_a_game_nothing_is_installed_and_afterwards_it_is_offered(moor: Callable[..., Quay]) -> None:
    quay = moor(THROW)
    quay.berth.plug_in(quay.berth.package())
    page = quay.open("owner/system")
    page.get_by_role("button", name="Check version 1.1").click()
    install = page.get_by_role("button", name="Install version 1.1")
    expect(install).to_be_disabled()
    expect(page.locator("#game-open")).to_have_text("A game is being played. Finish it, then install.")
    helm = quay.bridge.hand()
    game = {"preset": "dice-game-depot", "players": ["Mia", "Jonas"], "starter": "Mia"}
    assert quay.bridge.ask(helm, "/api/games", **game).status_code == 200
    expect(install).to_be_enabled()
    page.locator("summary", has_text="Restart the machine").click()
    expect(page.locator(".sure[open] b")).to_be_hidden()


def test_a_file_that_is_none_is_refused_in_one_sentence_and_the_next_one_taken(moor: Callable[..., Quay]) -> None:
    quay = moor()
    page = quay.open("owner/system")
    strange = quay.berth.room.folder / "quarterdeck_9.deb"
    strange.write_bytes(b"no package at all")
    for file, said in (
        (strange, "isn’t an update of Quarterdeck: choose a file quarterdeck_….deb."),
        (quay.berth.package(key=make_key(quay.berth.room.folder, "strange")), "isn’t signed by the makers"),
    ):
        page.locator("#package").set_input_files(file)
        page.get_by_role("button", name="Upload and check").click()
        expect(page.locator("#helm-says")).to_contain_text(said)
        expect(page.locator("#progress")).to_be_hidden()
    assert quay.berth.room.versions.current == "1.0"
    assert [one for one in quay.phone.complaints if "422" not in one] == []


def test_an_upload_goes_on_after_the_session_has_ended(moor: Callable[..., Quay]) -> None:
    quay = moor()
    file = quay.berth.package(filler=400_000)
    page = quay.open("owner/system")
    page.request.post(f"{quay.server.url}api/owner/sign-out", data={})
    page.locator("#package").set_input_files(file)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.locator("#helm-says")).to_contain_text("enter the PIN")
    page = quay.open("owner/system")
    page.locator("#package").set_input_files(file)
    page.get_by_role("button", name="Upload and check").click()
    page.get_by_role("button", name="Install version 1.1").wait_for()


def test_power_is_asked_for_once_and_says_that_a_game_is_kept(moor: Callable[..., Quay]) -> None:
    quay = moor(THROW)
    page = quay.open("owner/system")
    page.locator("summary", has_text="Switch off").click()
    sure = page.locator(".sure[open]")
    expect(sure).to_contain_text("It’s safe to unplug when the machine’s lamp is off.")
    expect(sure).to_contain_text("A game is open. It’s kept and continues after the start.")
    sure.get_by_role("button").click()
    until(lambda: (quay.berth.runtime / "request.json").exists())
    quay.berth.attend()
    assert quay.berth.room.run == ["systemctl --no-block poweroff"]
    expect(page.locator("#system-words")).to_contain_text("safe to unplug when its lamp is off")


def test_a_backup_is_made_downloaded_and_restored(moor: Callable[..., Quay]) -> None:
    quay = moor()
    page = quay.open("owner/backups")
    expect(page.locator("main")).to_contain_text("No backups yet.")
    page.get_by_role("button", name="Back up now").click()
    expect(page.locator(".kept li")).to_contain_text("checked")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.startswith("by-hand-")
    assert Path(download.value.path()).read_bytes().startswith(b"PK")
    page.locator(".kept summary").click()
    page.locator(".kept .grave").click()
    until(lambda: bool(quay.bridge.chest.brought))  # type: ignore[union-attr]
    page.get_by_role("button", name="Back up to the stick now").click()
    until(lambda: quay.bridge.stick_backups.asked == ["back_up"])  # type: ignore[union-attr]


def test_the_log_is_in_sentences_and_can_be_taken_along(moor: Callable[..., Quay]) -> None:
    quay = moor()
    log = quay.berth.log
    log.started("1.0")
    log.watch(("The camera is lost.",))
    log.watch(())
    page = quay.open("owner/log")
    said = page.locator(".service-log li")
    expect(said).to_have_count(3)
    expect(said.first).to_contain_text("Over: The camera is lost.")
    page.get_by_role("link", name="Problems only").click()
    expect(said).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download for support").click()
    assert "! The camera is lost." in Path(download.value.path()).read_text("utf-8")


def test_every_page_is_accessible_on_a_small_phone(moor: Callable[..., Quay]) -> None:
    quay = moor()
    quay.berth.plug_in(quay.berth.package())
    quay.berth.machine.free_bytes = 1_000_000
    quay.bridge.care.backups.make()  # type: ignore[union-attr]
    quay.berth.log.add("Something is wrong.", problem=True)
    page = quay.open("owner")
    expect(page.locator("#own-machine .findings .red").first).to_contain_text("free space")
    for path in ("owner", "owner/system", "owner/backups", "owner/log"):
        page.goto(f"{quay.server.url}{path}")
        page.evaluate("document.documentElement.dataset.theme = 'day'")
        page.locator("details").evaluate_all("all => all.forEach(one => (one.open = true))")
        assert overflow(page) == 0, path
        assert objections(page) == [], path
