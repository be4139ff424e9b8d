"""The bridge to Home Assistant: announces the table, publishes events, measurements and pictures, executes commands."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from device.doctor.hardware import MEGABYTE, UNDERVOLTED
from device.doctor.machine import Machine
from device.link.connection import BrokerMessage
from device.link.home_assistant.discovery import BIRTH, PRESS, AnnouncedTable, HomeTopics, announcement
from device.link.home_assistant.entity_states import Measured, entity_states, leader, newest
from engine import Corrected, Event, Rolled, Undone, totals
from engine.game import game_of
from table.commands import Push
from table.snapshot import Mode, Snapshot
from web.appliance import Appliance


def happenings(before: Snapshot, after: Snapshot) -> Iterator[dict[str, Any]]:
    """Yield what happened, each with its type, the score, the player and for a roll the dice."""
    new = new_events(before, after)
    is_same = _is_same_game(before, after)
    for event in new:
        if isinstance(event, Rolled):
            player = event.player or (before.state.player if is_same else None) or after.state.player
            yield _event("roll", after.state, player, dice=list(event.dice))
    if after.mode is Mode.UNSURE and (before.mode is not Mode.UNSURE):
        yield _event("unreadable", after.state, after.state.player)
    if not is_same or any(isinstance(event, Undone | Corrected) for event in new):
        return
    if new and before.state.player is not None and _place(before) != _place(after):
        yield _event("turn_over", after.state, before.state.player)
    if new and before.state.player is not None and after.state.player is None:
        yield _event("game_over", after.state, leader(after.state))


def new_events(before: Snapshot, after: Snapshot) -> tuple[Event, ...]:
    """Return the events of the game that the earlier snapshot does not have; all of them in another game."""
    return after.log[len(before.log) :] if _is_same_game(before, after) else after.log


def _is_same_game(before: Snapshot, after: Snapshot) -> bool:
    return len(after.log) >= len(before.log) and after.log[: len(before.log)] == before.log


def _place(snapshot: Snapshot) -> object:
    return game_of(snapshot.state.rules.name).place(snapshot.state)


def _event(kind: str, state: Any, player: str | None, **more: object) -> dict[str, Any]:
    score = None if player is None else totals(state).get(player)
    return {"event_type": kind, **more, "score": score, "player": player}


def measured(machine: Machine, folder: Path) -> Measured:
    """Return what the kernel says. ``folder`` holds the journal. Reads three small files, starts no command."""
    degrees = machine.text("/sys/class/thermal/thermal_zone0/temp")
    undervoltage = None
    with suppress(ValueError):
        power = machine.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
        undervoltage = bool(int(power or "", 16) & UNDERVOLTED)
    free = machine.free(folder)
    return Measured(
        temperature=round(int(degrees) / 1000, 1) if degrees and degrees.lstrip("-").isdigit() else None,
        disk_free=None if free is None else free // MEGABYTE,
        undervoltage=undervoltage,
    )


LARGEST = 100_000
"""Bytes of a picture."""

WIDEST = 960
"""Pixels."""


def fitted_picture(jpeg: bytes) -> bytes | None:
    """Return the picture as a JPEG of at most :data:`LARGEST` bytes; None if it is no picture."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if image is None:
        return None
    width = min(WIDEST, image.shape[1])
    while True:
        height = max(1, round(image.shape[0] * width / image.shape[1]))
        small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        for quality in (80, 65, 50, 35):
            data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(data) <= LARGEST:
                return data
        width //= 2


MEASURED_EVERY = 60.0
"""Seconds between two measurements of the machine."""

AT_MOST_EVERY = 0.3
"""Seconds between two states of the entities."""

AFTER_BIRTH = 1.0, 5.0
"""Seconds after Home Assistant’s start in which the table announces itself again; random, for there may be hundreds."""

PATIENCE = 2.0
"""Seconds in which the table has to begin a command."""

_BUTTONS: dict[str, Literal["roll", "stand", "take_back"]] = {"roll": "roll", "stand": "stand", "undo": "take_back"}


class HomeAssistantBridge:
    """Everything that is published for Home Assistant and received from it, without a connection.

    Methods return the messages to publish. ``measure`` looks at the machine, ``latest`` returns the latest version that
    is known, ``chance`` a random number of seconds between two.
    """

    def __init__(
        self,
        table: AnnouncedTable,
        topics: HomeTopics,
        appliance: Appliance,
        measure: Callable[[], Measured],
        latest: Callable[[], str | None],
        chance: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._table = table
        self._topics = topics
        self._appliance = appliance
        self._measure, self._latest = measure, latest
        self._chance = chance
        self._seen: Snapshot | None = None
        self._state = b""
        self._next_state = 0.0
        self._announce_at: float | None = None
        self._measured = Measured()
        self._next_measure = float("-inf")

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """The topics to subscribe to."""
        return (BIRTH, self._topics.command("+")) if self._table.controls else (BIRTH,)

    @property
    def retained(self) -> tuple[str, ...]:
        """The retained topics that the bridge writes, beside the availability."""
        pictures = (self._topics.picture,) if self._table.controls and self._table.has_camera else ()
        return (self._topics.config, self._topics.state, *pictures)

    def connected(self) -> list[BrokerMessage]:
        """Return the announcement. The state follows with the next :meth:`step`."""
        self._state, self._next_state, self._seen = b"", 0.0, None
        return [BrokerMessage(self._topics.config, announcement(self._table, self._topics), retain=True)]

    def received(self, message: BrokerMessage, now: float) -> None:
        """Take in a message: Home Assistant's birth, or a command. A retained command is old, and is ignored."""
        if message.retain:
            return
        if message.topic == BIRTH:
            if message.payload == b"online":
                self._announce_at = now + self._chance(*AFTER_BIRTH)
        elif self._table.controls:
            self._do(message.topic.rpartition("/")[2], message.payload)

    def _do(self, command: str, payload: bytes) -> None:
        if command in _BUTTONS and payload == PRESS.encode() and self._appliance.helm is not None:
            self._appliance.helm.submit(Push(_BUTTONS[command]), PATIENCE)
        elif command == "brightness" and self._table.has_lamp and self._appliance.settings is not None:
            try:
                percent = float(payload)
            except ValueError:
                return
            if 0 <= percent <= 100:
                self._appliance.settings.change({"brightness": percent / 100})
                self._next_state = 0.0

    def step(self, snapshot: Snapshot, now: float) -> list[BrokerMessage]:
        """Return what has to be published now for that snapshot, often nothing. ``now`` is seconds, monotonic."""
        found: list[BrokerMessage] = []
        if self._announce_at is not None and now >= self._announce_at:
            self._announce_at = None
            found += self.connected()
        found += self._happened(snapshot)
        if now >= self._next_measure:
            self._next_measure = now + MEASURED_EVERY
            self._measured = self._measure()
            self._next_state = 0.0
        if now >= self._next_state:
            settings = self._appliance.settings.settings() if self._appliance.settings else {}
            brightness = settings.get("brightness")
            state = entity_states(
                snapshot,
                self._measured,
                self._table.version,
                newest(self._table.version, self._latest()),
                float(brightness) if isinstance(brightness, int | float) else None,
                self._table.language,
            )
            if state != self._state:
                self._state, self._next_state = state, now + AT_MOST_EVERY
                found.append(BrokerMessage(self._topics.state, state, retain=True))
        return found

    def _happened(self, snapshot: Snapshot) -> list[BrokerMessage]:
        before, self._seen = self._seen, snapshot
        if before is None or before is snapshot:
            return []
        found = [
            BrokerMessage(self._topics.roll, json.dumps(one, ensure_ascii=False).encode())
            for one in happenings(before, snapshot)
        ]
        if self._topics.picture in self.retained and any(isinstance(e, Rolled) for e in new_events(before, snapshot)):
            picture = self._appliance.pictures() if self._appliance.pictures else None
            if picture and (fitted := fitted_picture(picture)):
                found.append(BrokerMessage(self._topics.picture, fitted, retain=True))
        return found
