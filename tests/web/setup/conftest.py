"""A table as it was installed: the real desk of the set-up on a real file, recorded pictures, and browsers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from device.adapters.files import JsonFiles
from device.adapters.pictures import Preview
from device.adapters.setup import TableSetup
from device.cameras.camera import Frame, Image
from device.recording.image_files import load_picture
from engine import Started
from tests.clock import Clock
from tests.web.api.conftest import Bridge, bridge_of
from vision import Reading, Rest
from web.access import pin as owner_pin
from web.access.guard import FORM
from web.app import create_app
from web.appliance import Appliance
from web.services.device import NetworkDesk, Wifi
from web.setup import access as access_module

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"
MARKED = "clean/felt-navy-b-0.jpg"
"""A tray with four markers and dice on it."""

AS_INSTALLED = """\
# our table
[camera]
kind = "usb"  # under the lamp

[web]
port = 8000
"""
ORIGIN = {"Origin": "http://localhost"}
NEW = Started("dice-game-depot", ("Player 1", "Player 2"), "Player 1")


class Place:
    """The table, the clock of its set-up, and browsers at it."""

    def __init__(self, folder: Path, bridge: Bridge, clock: Clock) -> None:
        self.file = folder / "quarterdeck.toml"
        self.file.write_text(AS_INSTALLED)
        self.clock = clock
        self.bridge = bridge
        self.drawer = JsonFiles(folder)
        self.preview = Preview(clock)
        self.picture: Image | None = still(MARKED)
        self.first_game = True
        self.network: NetworkDesk | None = None
        self.frame()
        self.start()

    def start(self) -> None:
        """Start the program: only what is on disk is known."""
        self.desk = TableSetup(
            self.file, self.preview, self.bridge.table.board, lambda: self.first_game, self.clock, self.frame
        )
        appliance = Appliance(
            helm=self.bridge.table.board,
            drawer=self.drawer,
            setup=self.desk,
            network=self.network,
            secret=b"a secret that everybody knows...",
            wifi=lambda _host: Wifi("Galley", "rum and cola"),
        )
        self.app = create_app(self.bridge.table.board, appliance, heartbeat=0.1)

    def frame(self, _seconds: float = 0.0) -> None:
        """Pass a tenth of a second, and have the camera give the next picture."""
        self.clock.now += 0.1
        if self.picture is not None:
            self.preview.observed(Frame(self.picture, self.clock.now, 0), Reading(Rest.EMPTY, ()))

    def browser(self) -> FlaskClient:
        client: FlaskClient = self.app.test_client()
        return client

    def reached(self, step: str) -> FlaskClient:
        client = self.browser()
        for name, fields in WALK.items():
            if name == step:
                break
            assert send(client, name, **fields).status_code == 303, name
        return client

    def files(self) -> dict[str, bytes]:
        return {
            path.name: path.read_bytes() for path in self.file.parent.iterdir() if path.suffix in (".toml", ".json")
        }


WALK: dict[str, dict[str, object]] = {
    "language": {"language": "en"},
    "pin": {"pin": "4711", "again": "4711"},
    "camera": {},
    "tray": {"hold": "in_place", "rail": "40"},
    "throws": {"do": "skip"},
    "names": {"player": ["Mia", "Jonas", "", ""], "table": "Window"},
    "codes": {},
}
"""Each step with a form that does it."""


def send(client: FlaskClient, step: str, **fields: object) -> TestResponse:
    return client.post(f"/setup/{step}", data=fields, headers=ORIGIN, content_type=FORM)


def still(name: str) -> Image:
    return load_picture(STILLS / name)[0]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(owner_pin, "N", 2**10)
    clock = Clock(1000.0)
    monkeypatch.setattr(access_module.SetupAccess.__init__, "__defaults__", (clock,))
    game = tmp_path / "game"
    game.mkdir()
    with bridge_of(game, NEW) as bridge:
        yield Place(tmp_path, bridge, clock)
