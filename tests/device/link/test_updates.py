"""The venue's update at a table: fetched over HTTP, checked, installed by root while nobody plays, never twice."""

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.adapters.machine import Places, TableSystem
from device.config.mqtt import MqttConfig
from device.link.updates import AGAIN, LOOK_EVERY, QUIET, OfferedUpdate
from device.update.boot_guard import NO_PAGE
from device.update.requests import INCOMING, REQUEST, StatusFile, do, take_request
from device.update.staging import Staging
from engine.link_protocol import decode_state
from engine.update_offer import PACKAGES, UpdateOffer, encode_offer
from tests.broker import Broker
from tests.device.link.conftest import Linking
from tests.device.link.tables import HandTable, wait_until
from tests.device.link.test_mqtt_session import BASE
from tests.device.link.venues import Watcher
from tests.device.update.conftest import key  # noqa: F401
from tests.device.update.machine import Room, make_key
from web.appliance import Appliance


class BoardFiles(ThreadingHTTPServer):
    """Gives the files of a folder under the address of packages."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        server = self

        class Handler(SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                server.asked.append(path)
                return str(folder / path.removeprefix(PACKAGES))

            def log_message(self, *_given: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[BoardFiles]:
    (tmp_path / "board").mkdir()
    with BoardFiles(tmp_path / "board") as server:
        threading.Thread(target=partial(server.serve_forever, 0.01), daemon=True).start()
        yield server
        server.shutdown()


class Tray:
    """A table of version 1.0 with its machine, and what it tells the venue of its update."""

    def __init__(self, room: Room, files: BoardFiles) -> None:
        self.room, self.files, self.now = room, files, 0.0
        self.runtime = room.folder / "run"
        self.runtime.mkdir()
        self.start()

    def start(self) -> None:
        """Start the program: it remembers what is on its disk only."""
        room = self.room
        places = Places(room.versions, self.runtime, room.folder)
        staging = Staging(room.config.with_name(INCOMING), room.installation, ())
        status = StatusFile(room.root, lambda: self.now, lambda: "this run")
        version = str(room.versions.current)
        self.system = TableSystem(places, room.installation, staging, status, version, clock=lambda: self.now)
        self.update = OfferedUpdate(self.system, "127.0.0.1", "en", room.root, lambda: self.now)
        self.status = status

    def offer(self, package: Path, software: str = "1.1") -> UpdateOffer:
        data = package.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        (self.room.folder / "board" / digest).write_bytes(data)
        name = f"quarterdeck_{software}_arm64.deb"
        offer = UpdateOffer(digest, name, len(data), self.files.server_address[1])
        self.update.offered(offer)
        return offer

    def says(self, seconds: float = LOOK_EVERY, *, seen: object = "dice", is_free: bool = True) -> str:
        self.now += seconds
        told = self.update.state(seen, is_free=is_free)
        if (thread := self.update._thread) is not None:
            thread.join()
        assert told
        self.why = told.why
        return told.stage

    def root(self) -> bool:
        request = take_request(self.runtime)
        assert request
        return do(request, self.room.installation, self.status, self.room.command, self.room.config.with_name(INCOMING))


@pytest.fixture
def tray(tmp_path: Path, key: Path, files: BoardFiles) -> Tray:  # noqa: F811
    return Tray(Room(tmp_path, key), files)


def test_an_update_is_fetched_at_once_and_installed_when_nobody_has_pressed_for_half_an_hour(tray: Tray) -> None:
    assert tray.says() == "ready"
    offer = tray.offer(tray.room.package())
    assert [tray.says() for _look in range(2)] == ["fetching", "waiting"]
    assert tray.says(QUIET, is_free=False) == "waiting"
    assert tray.says(QUIET - 1) == "waiting"
    assert tray.says(seen="other dice") == "waiting"
    assert not (tray.runtime / REQUEST).exists()
    assert tray.says(QUIET, seen="other dice") == "installing"
    assert not (tray.runtime / REQUEST).exists(), "the venue hears it before"
    assert tray.says(seen="other dice") == "installing"
    assert tray.root()
    assert tray.says(seen="other dice") == "installing"
    assert tray.room.versions.current == "1.1"
    tray.room.versions.end_trial()
    tray.start()
    tray.update.offered(offer)
    assert tray.says() == "runs"
    assert len(tray.files.asked) == 1


def test_a_version_that_was_left_is_told_and_not_installed_again_by_itself(tray: Tray) -> None:
    offer = tray.offer(tray.room.package())
    for seconds in (0, 9, QUIET, 9):
        tray.says(seconds)
    assert tray.root()
    trial = tray.room.versions.trial
    assert trial
    tray.room.versions.go_back(trial, NO_PAGE)
    for _start in range(2):
        tray.start()
        tray.update.offered(offer)
        assert [tray.says(2 * QUIET) for _look in range(3)] == ["left"] * 3
        assert tray.why == "Version 1.1 showed no page: version 1.0 runs again. No game was lost."
        tray.update.offered(None)
        assert tray.says() == "ready"
    assert not (tray.runtime / REQUEST).exists()


@pytest.mark.parametrize("how", ["changed", "strange", "older", "other version"])
def test_a_package_that_is_not_right_is_refused_by_the_table_and_asked_for_once(tray: Tray, how: str) -> None:
    package, software, why = tray.room.package(), "1.1", "was changed, or isn’t signed by the makers"
    if how == "changed":
        package.write_bytes(package.read_bytes().replace(b"echo 1.1", b"echo 9.9"))
    elif how == "strange":
        package = tray.room.package("1.1", key=make_key(tray.room.folder, "strange"))
    elif how == "older":
        package, software, why = tray.room.package("0.9"), "0.9", "has the older version 0.9"
    else:
        software, why = "1.2", "The package has version 1.1."
    tray.offer(package, software)
    assert [tray.says(AGAIN) for _look in range(4)] == ["fetching", "refused", "refused", "refused"]
    assert why in tray.why
    assert len(tray.files.asked) == 1
    assert tray.system.state().staged is None
    assert not (tray.runtime / REQUEST).exists()


def test_what_cannot_be_fetched_is_said_and_asked_for_again(tray: Tray) -> None:
    offer = tray.offer(tray.room.package())
    file = tray.room.folder / "board" / offer.digest
    data = file.read_bytes()
    file.unlink()
    assert [tray.says() for _look in range(2)] == ["fetching", "fetching"]
    assert tray.why == "The package can’t be fetched from the venue (HTTP 404)."
    file.write_bytes(data[:5000])
    assert tray.says(AGAIN) == "fetching"
    file.write_bytes(data)
    assert [tray.says(AGAIN), tray.says()] == ["fetching", "waiting"]


def test_what_root_refuses_is_said_and_tried_again_after_another_quiet_time(tray: Tray) -> None:
    tray.offer(tray.room.package())
    for seconds in (0, 9, QUIET, 9):
        tray.says(seconds)
    tray.room.answers["dpkg --print-architecture"] = (0, "riscv64")
    assert not tray.root()
    assert tray.says() == "waiting"
    assert "this machine is riscv64" in tray.why
    tray.room.answers["dpkg --print-architecture"] = (0, "arm64")
    assert [tray.says(QUIET - 9), tray.says(9), tray.says()] == ["waiting", "installing", "installing"]
    assert tray.root()


def test_a_table_that_cannot_be_updated_says_nothing(tray: Tray) -> None:
    tray.system._trouble = "Updates come with the package."
    assert tray.update.state("dice", is_free=True) is None


@pytest.mark.parametrize("allowed", [False, True])
def test_only_a_table_whose_owner_allows_it_hears_of_updates(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher, tray: Tray, allowed: bool
) -> None:
    offer = tray.offer(tray.room.package())
    tray.files.asked.clear()
    watcher.publish(f"{BASE}/update", b"of a later version", retain=True)
    watcher.publish(f"{BASE}/update", encode_offer(offer), retain=True)
    care = SimpleNamespace(system=tray.system, health=tuple)
    config = MqttConfig(host="127.0.0.1", port=broker.port, venue="galley", updates=allowed)
    link = link_of(hand_table, config, None, Appliance(care=care))  # type: ignore[arg-type]
    if allowed:
        watcher.wait_for(lambda: watcher.last("state") and decode_state(watcher.last("state")).update)
        wait_until(link, lambda: tray.system.state().staged)
        update = decode_state(watcher.last("state")).update
        assert update
        assert update.package in ("", offer.digest)
    else:
        wait_until(link, lambda: link.status().linked)
        watcher.wait_for(lambda: watcher.last("state"))
        hand_table.roll(6, 5, 4, 2, 1)
        watcher.wait_for(lambda: b"6,5,4" in watcher.last("state"))
        assert decode_state(watcher.last("state")).update is None
        assert tray.files.asked == []
