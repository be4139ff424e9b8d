"""Simulated tables: games of the engine played at random into a journal in memory, sent as a table sends them."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from engine import (
    Event,
    GameHistory,
    Passed,
    Refused,
    Rolled,
    Scored,
    Started,
    Stopped,
    encode,
    legal_actions,
    title_of,
)
from engine.errors import BadRules
from engine.games.ship.events import Anted
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
from engine.match_call import MatchCall, decode_call
from venue.broker.session import BrokerAddress

ANTE = 5
ATTEMPTS = 6
"""Sets of dice that are tried before single dice."""

_WEIGHTS: Mapping[str, float] = {"roll": 6, "score": 3, "stop": 2, "set_aside": 4, "keep": 3, "pass": 0.3}
"""How likely an action is among the allowed ones; 1 for others. Releases and bets are not made."""


def begun(preset: str, players: tuple[str, ...]) -> GameHistory:
    """Return a new game of that preset, which the first player begins."""
    return GameHistory(Started(preset, players, players[0]))


def next_event(history: GameHistory, chance: Random) -> Event | None:
    """Return an event that the rules allow now; None if the game is over."""
    state = history.state
    names = [name for name in legal_actions(state) if name not in ("release", "bet")]
    report: dict[str, Any] = dict(history.game.report(state))
    while names:
        name = chance.choices(names, [_WEIGHTS.get(one, 1) for one in names])[0]
        for event in _events(name, history, report, chance):
            try:
                history.game.apply(state, event)
            except (Refused, BadRules):
                continue
            return event
        names.remove(name)
    return None


def _events(name: str, history: GameHistory, report: dict[str, Any], chance: Random) -> Iterator[Event]:
    match name:
        case "roll":
            for many in (report["must_roll"] or 5, 3, 1):
                dice = tuple(chance.randint(1, 6) for _die in range(many))
                yield Rolled(dice)
                yield from (Rolled(dice, player) for player in history.state.players)
        case "stop":
            yield Stopped()
        case "pass":
            yield Passed()
        case "ante":
            yield Anted(ANTE)
        case "score":
            worth: dict[str, int] = report["would_score"]
            yield from (Scored(box) for box in sorted(worth, key=lambda box: (-worth[box], chance.random())))
        case "close":
            game: Any = history.game
            ways = list(game.choices(history.state, history.state.turn).values())
            yield from chance.sample(ways, len(ways))
        case "switch":
            yield history.game.commands[name]()
        case _:
            kind: Any = history.game.commands[name]
            dice = tuple(report.get("may_hold") or report["lies"])
            for _attempt in range(ATTEMPTS):
                if some := tuple(die for die in dice if chance.random() < 0.5):
                    yield kind(some)
            yield from (kind(tuple(die for die in dice if die == face)) for face in sorted(set(dice)))
            yield from (kind((die,)) for die in dice)


class MemoryStore:
    """A journal in memory, with its id and that of the journal that it was made from, if any."""

    def __init__(self, journal: str | None = None, parent: str | None = None) -> None:
        self.journal = journal or secrets.token_hex(16)
        self.parent = parent
        self._events: list[EventRow] = []
        self._openings: list[OpeningRow] = []

    @property
    def extent(self) -> tuple[int, int]:
        return len(self._events), len(self._openings)

    def write(self, events: list[tuple[int, int, float, str]], openings: list[tuple[int, float]]) -> None:
        """Append events (game, number, moment, text) and openings (game, clock)."""
        for row in events:
            self._events.append(EventRow(len(self._events) + 1, *row))
        for game, clock in openings:
            self._openings.append(OpeningRow(len(self._openings) + 1, game, clock))

    def events(self, first: int, count: int) -> list[EventRow]:
        return self._events[first - 1 : first - 1 + count]

    def openings(self, first: int, count: int) -> list[OpeningRow]:
        return self._openings[first - 1 : first - 1 + count]


AT_ONCE = 500
AHEAD = 2000
"""Rows that may be on their way."""
AGAIN = 30.0
"""Seconds without progress after which the rows from the cursor on are sent again."""
LONGEST_PAUSE = 5.0
"""Seconds between two attempts to connect, at most."""
LONGEST_GAME = 2000
"""Events after which another game is begun."""


class SimulatedTable:
    """A table. ``clock`` is in seconds, monotonic; ``date`` gives the openings' clocks (seconds, Unix).

    ``again``: seconds without progress after which it sends again. ``longest_pause``: seconds between two attempts to
    connect, at most.
    """

    def __init__(
        self,
        venue: str,
        table: str,
        name: str,
        store: MemoryStore,
        *,
        seed: int = 0,
        presets: Sequence[str] = ("rounds", "yahtzee-handout", "pig", "midnight", "threes", "bar-dice"),
        players: Sequence[str] = ("Ann", "Ben", "Cy"),
        clock: Callable[[], float] = time.monotonic,
        date: Callable[[], float] = time.time,
        again: float = AGAIN,
        longest_pause: float = LONGEST_PAUSE,
    ) -> None:
        self.venue, self.table, self.name, self.store = venue, table, name, store
        self.cursor: Cursor | None = None
        self._chance = Random(seed)
        self._presets, self._players = presets, players
        self._clock, self._date, self._again, self._longest_pause = clock, date, again, longest_pause
        self._history: GameHistory | None = None
        self._game = 0
        self._sent = (0, 0)
        self._moved = clock()
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._dice: tuple[int, ...] = ()
        self.call: MatchCall | None = None
        self._opened: str | None = None

    def play(self, steps: int = 1) -> None:
        events: list[tuple[int, int, float, str]] = []
        openings: list[tuple[int, float]] = []
        for _step in range(steps):
            history = self._history
            event = next_event(history, self._chance) if history and len(history.events) < LONGEST_GAME else None
            call = self.call
            if event is None and call is not None and call.id != self._opened:
                history = self._history = GameHistory(call.start)
                self._opened, event = call.id, call.start
                self._game += 1
                openings.append((self._game, self._date()))
            elif event is None and not self._presets:
                break  # only matches that are called are played here
            elif history is None or event is None:
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
        at = self.cursor
        return at is not None and at.journal == self.store.journal and (at.events, at.openings) == self.store.extent

    @property
    def on_turn(self) -> str | None:
        """Who has to play; None without a game, and when it is over."""
        return self._history.state.player if self._history else None

    @property
    def state(self) -> LinkState:
        if self._history is None:
            return LinkState(self.name, idle=True)
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
            idle=on_turn is None,
        )

    def connect(self, broker: BrokerAddress) -> None:
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
        if self._client is not None and self._client.is_connected():
            self._client.publish(self._topic("state"), encode_state(self.state), 1, retain=True)

    def send(self) -> int:
        """Send what is due, and return the number of messages."""
        client = self._client
        if client is None or not client.is_connected():
            return 0
        made = self.due()
        for batch in made:
            client.publish(self._topic("events"), batch, 1)
        return len(made)

    def due(self) -> list[bytes]:
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
        client.subscribe([(self._topic(leaf), 1) for leaf in ("cursor", "match")])
        client.publish(self._topic("availability"), ONLINE, 1, retain=True)
        client.publish(self._topic("state"), encode_state(self.state), 1, retain=True)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            if message.topic == self._topic("match"):
                self.call = decode_call(bytes(message.payload))
                return
            self.heard(decode_cursor(bytes(message.payload)))
        except BadMessage:
            return

    def _topic(self, leaf: str) -> str:
        return str(Topic(self.venue, self.table, leaf))


def _proof(at: tuple[int, int]) -> tuple[int, int]:
    """Return the position from which the rows at the cursor are sent again, as proof of one journal."""
    return max(0, at[0] - 1), max(0, at[1] - 1)
