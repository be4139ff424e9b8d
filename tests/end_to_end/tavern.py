"""A table that is told what lies on its tray, to be played at and killed: ``python -m tests.end_to_end.tavern FOLDER``.

It has the loop, the table, the journal in that folder, and the page with its API, all as ``quarterdeck run`` has them.
Camera, buttons and reader are whoever writes on its standard input: one thing a line, as JSON, each answered by
``done`` once the table has taken it in. What may be written stands in :class:`Hatch`.
"""

import json
import select
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np

from device.adapters.files import JsonFiles
from device.adapters.services import secret_in
from device.cameras.camera import Camera, Frame
from device.config.schema import GameConfig
from device.errors import CameraLost
from device.journal.journal import Journal
from device.panels.factory import NullPanel
from device.runtime.loop import TableLoop
from device.runtime.page import page_of
from device.runtime.replay import game_to_play
from table import TrayView
from table.panel import Button, Press
from table.table import Table
from tests.table.lying import EMPTY, MOVING, settled
from vision import Reader, Reading, Watcher
from vision.image import Image
from web.appliance import Appliance

TICK = 0.005
"""Seconds that are waited for a line before the table looks after its phones again."""

PICTURE = np.zeros((9, 16, 3), np.uint8)


class Rim(NullPanel):
    """Buttons that are pressed from the hatch."""

    def __init__(self) -> None:
        self.pressed: list[Press] = []

    def presses(self, until: float) -> list[Press]:
        del until
        pressed, self.pressed = self.pressed, []
        return pressed


class Eye(Watcher):
    """A watcher that sees what the hatch says."""

    def __init__(self) -> None:
        super().__init__(Reader())
        self.sees = EMPTY

    def see(self, image: Image, seconds: float, small: Image | None = None) -> Reading:
        del image, seconds, small
        return self.sees


class Hatch:
    """The camera, with the eye and the rim beside it, worked by lines.

    - ``{"rail": [6, 5], "throw": [4, 2, 1]}``: a hand lays these dice on the rail, takes the others up and throws them,
    - ``{"press": "roll"}``: a button is pressed,
    - ``{"lose": "Why."}``: the camera is lost,
    - ``{"find": true}``: it is back.
    """

    def __init__(self) -> None:
        self.eye = Eye()
        self.rim = Rim()
        self.closed = threading.Event()
        self._lost: str | None = None
        self._loss_is_news = False
        self._frames = 0
        self.seconds = 0.0
        """The clock of pairing: every press comes a second after the one before."""

    def open(self) -> Camera:
        """The camera, unless it is lost; whoever opens it again has taken in that it was."""
        if self._loss_is_news:
            self._loss_is_news = False
            self._done()
        if self._lost is not None and self._heard() is None:
            raise CameraLost(self._lost)
        if self._lost is not None:
            self._lost = None
            self._done()
        return self

    def frames(self) -> Iterator[Frame | None]:
        """A frame for each reading, None for a press and whenever nothing was said."""
        while not self.closed.is_set():
            match self._heard():
                case {"throw": thrown, "rail": rail}:
                    for self.eye.sees in (settled([], rail), MOVING, settled(thrown, rail)):
                        self._frames += 1
                        yield Frame(PICTURE, float(self._frames), self._frames)
                    self._done()
                case {"press": button}:
                    self.seconds += 1.0
                    self.rim.pressed.append(Press(Button(button), float(self._frames), began=self.seconds))
                    yield None
                    self._done()
                case {"lose": why}:
                    self._lost, self._loss_is_news = str(why), True
                    raise CameraLost(self._lost)
                case None:
                    yield None

    def calm(self, still: bool) -> None:
        del still

    def _heard(self) -> dict[str, Any] | None:
        if not select.select([sys.stdin], [], [], TICK)[0]:
            return None
        if not (line := sys.stdin.readline()):
            self.closed.set()
            return None
        said: dict[str, Any] = json.loads(line)
        return said

    def _done(self) -> None:
        print("done", flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


def main() -> None:
    """Run the table until nothing more can be said to it."""
    folder, hatch = Path(sys.argv[1]), Hatch()
    with Journal(folder / "journal.db") as journal:
        events = game_to_play(journal, GameConfig().start)
        table = Table(events, journal, hatch.rim, TrayView(300, 200, 50), uuid.uuid4().hex, clock=lambda: hatch.seconds)
        drawer, secret = JsonFiles(folder), secret_in(folder)
        appliance = Appliance(helm=table.board, pairing=table.pairing, drawer=drawer, secret=secret)
        with page_of(table.board, appliance, journal, "127.0.0.1", 0):
            TableLoop(table, hatch.rim, hatch.eye).attend(hatch.open, lambda _: None, hatch.closed)


if __name__ == "__main__":
    main()
