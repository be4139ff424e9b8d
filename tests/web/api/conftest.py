"""A table with a game, a journal and a helm, worked by a thread of its own, and clients of its API."""

import itertools
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from device.journal.journal import Journal
from engine import Event, Started
from table import TrayView
from table.commands import Deed
from table.panel import Button, Press
from table.table import Table
from tests.clock import Clock
from tests.table.desk import NOTHING, Rim
from tests.web.api.contract import Held
from tests.web.conftest import until
from vision import Reading
from web.app import create_app
from web.appliance import Appliance
from web.guests.codes import Codes
from web.services.archive import Archive
from web.services.device import Calibration, Care, Chest, Clips, DicePictures, LampDesk, LinkStatus, StickBackups
from web.services.store import Memory

SHIP = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
YAHTZEE = Started("yahtzee-handout", ("Lin", "Bo"))


class Knobs:
    def __init__(self) -> None:
        self.values: dict[str, object] = {"brightness": 1.0, "sounds": True, "pictures": "everybody"}

    def settings(self) -> Mapping[str, object]:
        return self.values

    def change(self, values: Mapping[str, object]) -> None:
        self.values |= values


class Photo:
    jpeg: bytes | None = b"\xff\xd8\xff a picture"

    def picture(self) -> bytes | None:
        return self.jpeg


REGULARS = ("Mia", "Jonas")


class Bridge:
    """The table, its application, and clients that are at the helm or look on.

    Without ``buttons`` no press can accept a phone.
    """

    def __init__(self, table: Table, clock: Clock, panel: Rim, *, buttons: bool = True) -> None:
        self.table = table
        self.clock = clock
        self.panel = panel
        self.buttons = buttons
        self.codes = Codes(make=codes().__next__)
        self.chest: Chest | None = None
        self.link: Callable[[], LinkStatus] | None = None
        self.venue = ""
        self.calibration: Calibration | None = None
        self.lamps: LampDesk | None = None
        self.dice: DicePictures | None = None
        self.care: Care | None = None
        self.stick_backups: StickBackups | None = None
        self._moment = 0.0
        self.dealt: SimpleQueue[Callable[[], None]] = SimpleQueue()
        """What the thread of the table is to do beside its orders."""
        self.knobs = Knobs()
        self.photo = Photo()
        self.drawer = Memory()
        self.archive: Archive = Archive()
        self.clips: Clips | None = None

    @cached_property
    def app(self) -> Flask:
        """The application, from the first request on; a test may have it started again."""
        return self.started()

    def started(self) -> Flask:
        appliance = Appliance(
            erase=lambda _name: None,
            venue=self.venue,
            helm=self.table.board,
            pairing=self.table.pairing if self.buttons else None,
            join_requests=self.table.join_requests,
            bulletin=self.table.bulletin,
            codes=self.codes,
            drawer=self.drawer,
            pictures=self.photo.picture,
            settings=self.knobs,
            guests=lambda: REGULARS,
            secret=b"a secret that everybody knows...",
            address=lambda: "192.0.2.7",
            archive=self.archive,
            clips=self.clips,
            chest=self.chest,
            link=self.link,
            calibration=self.calibration,
            lamps=self.lamps,
            dice=self.dice,
            care=self.care,
            stick_backups=self.stick_backups,
        )
        app = create_app(self.table.board, appliance, heartbeat=0.1, max_streams=2)
        app.test_client_class = Held
        return app

    def looker(self) -> Held:
        client = self.app.test_client()
        assert isinstance(client, Held)
        return client

    def code(self) -> str:
        """A code that is printed on the machine, as ``run --pair`` does."""
        return self.codes.new("terminal")

    def pair(self) -> None:
        self.press(Button.PAIR)

    def hand(self) -> Held:
        client = self.looker()
        assert client.post("/api/helm", json={"code": self.code()}).status_code == 200
        return client

    def hand_beside(self, hand: Held) -> Held:
        """One more client at the helm, who was shown a code by that hand: nothing happens at the table."""
        client = self.looker()
        code = (hand.post("/api/helm/code", json={}).json or {})["code"]
        assert client.post("/api/helm", json={"code": code}).status_code == 200
        return client

    def see(self, *readings: Reading) -> None:
        """Have the table see this, a second after each other; return when it has."""
        for reading in readings:
            self._moment += 1.0
            self._deal(partial(self.table.see, reading, self._moment))

    def press(self, button: Button, choice: str | None = None) -> None:
        """Have a button of the tray pressed; return when the table has done what it means."""
        if self.table.board.snapshot().asking:
            self.clock.now += 1.0  # a question is answered by presses that begin a while after it came up
        now = self.clock.now
        self._deal(partial(self.table.press, Press(button, now, choice, began=now)))

    def answer(self, button: Button) -> Deed:
        """Wait until the table asks for a permission, and press that button for an answer; what was asked."""
        asked = self.asks()
        self.press(button)
        return asked

    def asks(self) -> Deed:
        """Wait until the table asks for a permission; for what."""
        until(lambda: self.table.board.snapshot().asking is not None)
        asked = self.table.board.snapshot().asking
        assert asked is not None
        return asked

    @contextmanager
    def allowing(self, *buttons: Button) -> Iterator[None]:
        """Meanwhile each permission that is asked for is answered, one after the other, by these buttons."""
        answering = threading.Thread(target=lambda: [self.answer(button) for button in buttons])
        answering.start()
        yield
        answering.join(60)

    @contextmanager
    def allowing_everything(self) -> Iterator[None]:
        over = threading.Event()

        def allow() -> None:
            while not over.wait(0.005):
                if self.table.board.snapshot().asking:
                    self.press(Button.ROLL)

        allowing = threading.Thread(target=allow)
        allowing.start()
        try:
            yield
        finally:
            over.set()
            allowing.join(60)

    def _deal(self, what: Callable[[], object]) -> None:
        done: Future[None] = Future()

        def do() -> None:
            what()
            done.set_result(None)

        self.dealt.put(do)
        done.result(60)

    def ask(self, client: Held, path: str, **said: Any) -> TestResponse:
        now = self.table.board.snapshot()
        decided: dict[str, Any] = {"boot": now.boot, "revision": now.revision, "key": uuid.uuid4().hex}
        return client.post(path, json=decided | said)


@contextmanager
def bridge_of(folder: Path, *events: Event, buttons: bool = True) -> Iterator[Bridge]:
    """The bridge of a game that went like that, until the test ends. Its journal belongs to the thread of its table."""
    begun: Future[Bridge] = Future()
    over = threading.Event()

    def work() -> None:
        with Journal(folder / "journal.db") as journal:
            journal.append(events, 0.0)
            tray, panel = TrayView(300, 200, 50), Rim(NOTHING)
            clock = Clock(1000.0)
            table = Table(events, journal, panel, tray, "boot", clock=clock)
            bridge = Bridge(table, clock, panel, buttons=buttons)
            begun.set_result(bridge)
            while not over.wait(0.002):
                table.attend()
                while not bridge.dealt.empty():
                    bridge.dealt.get_nowait()()

    working = threading.Thread(target=work)
    working.start()
    try:
        yield begun.result(60)
    finally:
        over.set()
        working.join()


def codes() -> Iterator[str]:
    return (f"{100_003 * number % 1_000_000:06}" for number in itertools.count(1))


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


@pytest.fixture
def helm(bridge: Bridge) -> Held:
    return bridge.hand()
