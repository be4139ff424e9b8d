"""A session with a broker: the games for the venue, the table's state in its form, and Home Assistant."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version

from device.config.mqtt import MqttConfig
from device.link.connection import BrokerConnection, BrokerMessage, RetainedTopics
from device.link.home_assistant.bridge import HomeAssistantBridge
from device.link.link import LinkedTable
from device.link.sender import Sender
from device.link.troubles import LinkLost
from device.link.updates import OfferedUpdate
from engine import title_of, totals
from engine.i18n import number, translated
from engine.link_protocol import (
    OFFLINE,
    ONLINE,
    BadMessage,
    LinkedGame,
    LinkedPlayer,
    LinkState,
    Topic,
    decode_cursor,
    encode_state,
)
from engine.match_call import decode_call
from engine.update_offer import decode_offer
from table.commands import Summon
from table.games import is_idle
from table.snapshot import Snapshot

Troubles = Sequence[tuple[str, ...]]
"""What is wrong with the machine, each trouble as the texts that make it up."""


def state_of(snapshot: Snapshot, name: str, game: int | None, language: str, troubles: Troubles = ()) -> LinkState:
    """Return the state of the table of that name, which plays the game of that number, in that language."""

    def said(text: str) -> str:
        return str(translated(text, language))

    state = snapshot.state
    camera = [(snapshot.camera_why,)] if snapshot.camera == "lost" and snapshot.camera_why else []
    points, preset = totals(state), state.rules.name
    return LinkState(
        name=name,
        sentence=said(snapshot.prompt),
        phase=snapshot.mode.value,
        game=LinkedGame(game, said(title_of(preset)[0]), preset) if game else None,
        dice=tuple(die.value for die in snapshot.dice if die.value is not None),
        players=tuple(
            LinkedPlayer(player, said(number(points.get(player, 0))), player == state.player)
            for player in state.players
            if player in state.present
        ),
        idle=is_idle(state, snapshot.log),
        software=version("quarterdeck"),
        troubles=tuple(": ".join(map(said, texts)) for texts in (*camera, *troubles)),
    )


HOME = "home"
"""Name in the topics of a table that has no venue, only Home Assistant."""

LOOK_EVERY = 60.0
"""Seconds between two looks at the machine, which take a moment, and between two states of a table that rests."""

SOON = 5.0
"""Seconds for the table to hear of a match."""

STATE_EVERY = 0.5
"""Seconds between two states while dice move; a change of the game is sent at once."""


class MqttSession:
    """One connection, from connecting to losing it. ``bridge`` is for Home Assistant, None without it; ``process`` is
    the same for all connections of this program, and for none of another's. ``troubles`` looks at the machine,
    ``updates`` after what the venue offers; None where it may not.

    Raises :class:`LinkLost`.
    """

    def __init__(
        self,
        config: MqttConfig,
        table: LinkedTable,
        sender: Sender,
        bridge: HomeAssistantBridge | None,
        retained: RetainedTopics,
        process: str,
        clock: Callable[[], float] = time.monotonic,
        troubles: Callable[[], Troubles] = tuple,
        updates: OfferedUpdate | None = None,
    ) -> None:
        self._config = config
        self._table = table
        self._sender = sender
        self._bridge = bridge
        self._process = process
        self._look = troubles
        self._updates = updates
        self._troubles: Troubles = ()
        self._next_look = float("-inf")
        self._clock = clock
        self._revision = -1
        self._state = b""
        self._event: object = None
        self._next_state = 0.0
        leaves = ("cursor", "match", *(("update",) if updates else ()))
        topics = [self._topic(leaf) for leaf in leaves] if config.venue else []
        will = BrokerMessage(self._topic("availability"), OFFLINE.encode(), retain=True)
        self._connection = BrokerConnection(
            config, table.identity.id, will, [*topics, *(bridge.subscriptions if bridge else ())]
        )
        self._last_words = will
        self._greet(retained)
        sender.connected()

    @property
    def refused(self) -> str | None:
        return self._connection.refused

    def _topic(self, leaf: str) -> str:
        return str(Topic(self._config.venue or HOME, self._table.identity.id, leaf))

    def _greet(self, retained: RetainedTopics) -> None:
        """Clear the retained topics that are used no more, and announce the table."""
        used = [self._topic("availability")]
        used += [self._topic("state")] if self._config.venue else []
        used += self._bridge.retained if self._bridge else ()
        broker = f"{self._config.host}:{self._config.broker_port}"
        for topic in retained.unused(broker, used):
            self._connection.publish(BrokerMessage(topic, retain=True))
        retained.keep(broker, used)
        for message in self._bridge.connected() if self._bridge else ():
            self._connection.publish(message)
        self._connection.publish(BrokerMessage(self._topic("availability"), ONLINE.encode(), retain=True))

    def step(self, timeout: float) -> bool:
        for message in self._connection.received():
            self._take_in(message)
        snapshot = self._table.source.wait(self._revision, timeout)
        self._revision = snapshot.revision
        if self._bridge:
            for message in self._bridge.step(snapshot, self._clock()):
                self._connection.publish(message)
        if not self._config.venue:
            return False
        self._show(snapshot)
        batches = self._sender.due()
        for batch in batches:
            self._connection.publish(BrokerMessage(self._topic("events"), batch))
        return bool(batches)

    def _take_in(self, message: BrokerMessage) -> None:
        if self._config.venue and message.topic == self._topic("cursor"):
            if message.payload:  # an empty one was cleared
                try:
                    self._sender.heard(decode_cursor(message.payload))
                except BadMessage as error:
                    raise LinkLost(str(error)) from None
        elif self._config.venue and message.topic == self._topic("match"):
            with suppress(BadMessage):  # of a later version of the venue
                self._table.source.submit(Summon(decode_call(message.payload)), SOON)
        elif self._updates and message.topic == self._topic("update"):
            with suppress(BadMessage):
                self._updates.offered(decode_offer(message.payload))
        elif self._bridge:
            self._bridge.received(message, self._clock())

    def _show(self, snapshot: Snapshot) -> None:
        now = self._clock()
        if now < self._next_state and snapshot.log is self._event:
            return
        if now >= self._next_look:
            self._troubles, self._next_look, self._state = self._look(), now + LOOK_EVERY, b""  # shows that it is there
        shown = state_of(snapshot, self._table.name, self._table.game(), self._config.language, self._troubles)
        if (extent := self._sender.extent) is not None:
            shown = replace(shown, journal=extent.journal, events=extent.events)
        if self._updates:
            is_free = shown.idle and not (snapshot.called or snapshot.pairing or snapshot.requests)
            seen = (snapshot.counted, snapshot.mode, snapshot.prompt, snapshot.note, shown.dice)
            shown = replace(shown, update=self._updates.state(seen, is_free=is_free))
        state = encode_state(replace(shown, process=self._process))
        if state != self._state:
            self._state, self._event, self._next_state = state, snapshot.log, now + STATE_EVERY
            self._connection.publish(BrokerMessage(self._topic("state"), state, retain=True))

    def close(self) -> None:
        self._connection.close([self._last_words])
