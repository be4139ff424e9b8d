"""A simulated table: plays a game after another into a journal, and sends the journal as a real table does."""

import threading
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from engine import GameHistory, Rolled, Started, encode, title_of
from engine.link_protocol import (
    OFFLINE,
    ONLINE,
    BadMessage,
    Cursor,
    EventRow,
    LinkedGame,
    LinkedPlayer,
    LinkState,
    OpeningRow,
    Topic,
    batches,
    decode_cursor,
    encode_state,
)
from venue.broker.session import BrokerAddress
from venue.simulation.play import begun, next_event
from venue.simulation.store import JournalStore

AT_ONCE = 500
AHEAD = 2000
"""Rows that may be on their way."""
AGAIN = 30.0
"""Seconds without progress after which the rows from the cursor on are sent again."""
LONGEST_PAUSE = 5.0
"""Seconds between two attempts to connect, at most."""
LONGEST_GAME = 2000
"""Events after which another game is begun."""

Mangle = Callable[[list[bytes]], list[bytes]]


class SimulatedTable:
    """A table. ``clock`` is in seconds, monotonic; ``date`` gives the openings' clocks (seconds, Unix).

    ``again``: seconds without progress after which it sends again. ``longest_pause``: seconds between two attempts to
    connect, at most. ``mangle`` may lose, double and reorder batches.
    """

    def __init__(
        self,
        venue: str,
        table: str,
        name: str,
        store: JournalStore,
        *,
        seed: int = 0,
        presets: Sequence[str] = ("rounds", "yahtzee-handout", "pig", "midnight", "threes", "bar-dice"),
        players: Sequence[str] = ("Ann", "Ben", "Cy"),
        clock: Callable[[], float] = time.monotonic,
        date: Callable[[], float] = time.time,
        again: float = AGAIN,
        longest_pause: float = LONGEST_PAUSE,
        mangle: Mangle = list,
    ) -> None:
        self.venue, self.table, self.name, self.store = venue, table, name, store
        self.cursor: Cursor | None = None
        self._chance = Random(seed)
        self._presets, self._players = presets, players
        self._clock, self._date, self._again, self._mangle = clock, date, again, mangle
        self._longest_pause = longest_pause
        self._history: GameHistory | None = None
        self._game = 0
        self._sent = (0, 0)
        self._moved = clock()
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._dice: tuple[int, ...] = ()

    def play(self, steps: int = 1) -> None:
        """Play that many steps, and write them to the journal."""
        events: list[tuple[int, int, float, str]] = []
        openings: list[tuple[int, float]] = []
        for _step in range(steps):
            history = self._history
            event = next_event(history, self._chance) if history and len(history.events) < LONGEST_GAME else None
            if history is None or event is None:
                preset = self._chance.choice(list(self._presets))
                players = self._chance.sample(list(self._players), k=min(3, len(self._players)))
                history = self._history = begun(preset, tuple(players))
                self._game += 1
                openings.append((self._game, self._date()))
                event = history.events[0]
            else:
                history.write(event)
            if isinstance(event, Rolled):
                self._dice = event.dice
            elif isinstance(event, Started):
                self._dice = ()
            events.append((self._game, len(history.events) - 1, self._clock(), encode(event)))
        self.store.write(events, openings)

    @property
    def is_recorded(self) -> bool:
        """Return whether the venue's cursor has reached the end of the journal."""
        at = self.cursor
        return at is not None and at.journal == self.store.journal and (at.events, at.openings) == self.store.extent

    @property
    def on_turn(self) -> str | None:
        """Who has to play; None without a game, and when it is over."""
        return self._history.state.player if self._history else None

    @property
    def state(self) -> LinkState:
        """What the table shows of itself."""
        if self._history is None:
            return LinkState(self.name)
        history, state = self._history, self._history.state
        preset = state.rules.name
        totals = history.game.totals(state)
        on_turn = state.player
        sentence = f"{on_turn} is on turn." if on_turn else f"{state.winner or 'Several players'} won."
        return LinkState(
            self.name,
            sentence,
            "playing" if on_turn else "over",
            LinkedGame(self._game, str(title_of(preset)[0]), preset),
            self._dice,
            tuple(LinkedPlayer(name, str(totals.get(name, 0)), name == on_turn) for name in state.players),
        )

    def connect(self, broker: BrokerAddress) -> None:
        """Connect to the broker, and stay connected."""
        client = Client(CallbackAPIVersion.VERSION2, f"table-{self.table}", protocol=MQTTv5)
        client.username_pw_set(broker.user or self.table, broker.password)
        if broker.authority is not None:
            client.tls_set(broker.authority, broker.certificate, broker.certificate)
        client.reconnect_delay_set(self._longest_pause / 5, self._longest_pause)  # type: ignore[arg-type]
        client.will_set(self._topic("availability"), OFFLINE, 1, retain=True)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.connect_async(broker.host, broker.port, 20)
        client.loop_start()
        self._client = client

    def disconnect(self) -> None:
        """Disconnect as a table does that is switched off."""
        if self._client is not None:
            self._client.publish(self._topic("availability"), OFFLINE, 1, retain=True)
            self._client.disconnect()
            self._client.loop_stop()
            self._client = None

    def show(self) -> None:
        """Publish the state."""
        if self._client is not None and self._client.is_connected():
            self._client.publish(self._topic("state"), encode_state(self.state), 1, retain=True)

    def send(self) -> int:
        """Send what is due, and return the number of messages."""
        client = self._client
        if client is None or not client.is_connected():
            return 0
        made = self._mangle(self.due())
        for batch in made:
            client.publish(self._topic("events"), batch, 1)
        return len(made)

    def due(self) -> list[bytes]:
        """Return the batches to send now."""
        with self._lock:
            if self.cursor is None and self._clock() - self._moved < 1.0 and self._sent == (0, 0):
                return []  # the cursor comes at once, if there is one
            at = (self.cursor.events, self.cursor.openings) if self.cursor else (0, 0)
            if self._sent != at and self._clock() - self._moved > self._again:
                self._sent, self._moved = _proof(at), self._clock()
            events, openings = self._sent
            room = AT_ONCE if events - at[0] < AHEAD else 0
            rows: list[EventRow | OpeningRow] = [
                *self.store.events(events + 1, room),
                *self.store.openings(openings + 1, room),
            ]
            self._sent = (
                events + sum(isinstance(row, EventRow) for row in rows),
                openings + sum(isinstance(row, OpeningRow) for row in rows),
            )
        return list(batches(self.store.journal, self.store.parent, rows))

    def heard(self, cursor: Cursor) -> None:
        """Take the venue's cursor."""
        with self._lock:
            here = cursor if cursor.journal == self.store.journal else Cursor(self.store.journal)
            before = self.cursor or Cursor(self.store.journal)
            at = here.events, here.openings
            if at != (before.events, before.openings):
                self._moved = self._clock()
            if self.cursor is None or at < (before.events, before.openings) or at > self._sent:
                self._sent = _proof(at)
            self.cursor = here

    def _on_connect(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            return
        with self._lock:
            self.cursor, self._sent, self._moved = None, (0, 0), self._clock()
        client.subscribe(self._topic("cursor"), 1)
        client.publish(self._topic("availability"), ONLINE, 1, retain=True)
        client.publish(self._topic("state"), encode_state(self.state), 1, retain=True)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            self.heard(decode_cursor(bytes(message.payload)))
        except BadMessage:
            return

    def _topic(self, leaf: str) -> str:
        return str(Topic(self.venue, self.table, leaf))


def _proof(at: tuple[int, int]) -> tuple[int, int]:
    """Return the position from which the rows at the cursor are sent again, as proof of one journal."""
    return max(0, at[0] - 1), max(0, at[1] - 1)
