"""What screens show beside the game, asked for apart from the streams: the chances to win, and the game's moments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from engine import EngineError, game_of, history_of
from engine.moments import MomentText, moments_of
from engine.reports.win_chances import WinChances, decided
from table.snapshot import Snapshot
from web.display_names import shown

WIDE = 1000
"""The width of the bar."""


@dataclass(frozen=True, slots=True)
class WinShare:
    """A player's chance: the display name, per cent, and the part of the bar (its begin and width)."""

    name: str
    percent: float
    begin: int
    width: int


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """A moment of the game on the table: a key that no other has, the player, and its text."""

    key: str
    name: str
    text: MomentText


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one state of the game."""

    about: bool = False
    chances: tuple[WinShare, ...] = ()
    moments: tuple[ShownMoment, ...] = ()


class LiveFigures:
    """Computes the figures of the latest state once for all who ask. Thread-safe.

    ``has_chances`` is whether the table shows the chances to win, ``is_on`` whether the owner has figures shown at all.
    """

    def __init__(self, *, has_chances: bool = True, is_on: Callable[[], bool] = lambda: True) -> None:
        self._has_chances = has_chances
        self.is_on = is_on
        self._lock = Lock()
        self._latest: tuple[object, Figures] | None = None
        self._told: tuple[Any, WinChances | None] | None = None

    def draws(self) -> bool:
        """Return whether the chances to win are shown."""
        return self._has_chances and self.is_on()

    def of(self, snapshot: Snapshot) -> Figures:
        """Return the figures of the game: the chances with the throw that is shown, the moments of what is counted."""
        if not self.is_on():
            return Figures()
        moment = (snapshot.counted, snapshot.after)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._computed(snapshot)
            return self._latest[1]

    def _computed(self, snapshot: Snapshot) -> Figures:
        found = self._chances(snapshot) if self._has_chances else None
        return Figures(found is not None and found.about, bar_of(found), tuple(_moments(snapshot)))

    def _chances(self, snapshot: Snapshot) -> WinChances | None:
        """Return the chances with the throw that is shown. They stay the same ones when it is counted."""
        state = snapshot.state if snapshot.after is None else snapshot.after
        if self._told is None or self._told[0] != state:
            self._told = state, _shown_chances(snapshot, state)
        return self._told[1]


def figures_on(settings: Callable[[], Mapping[str, object]]) -> Callable[[], bool]:
    """Return the question whether the settings have figures shown."""
    return lambda: settings().get("figures") is not False


def chances_of(state: Any) -> WinChances | None:
    """Return the chances to win of the players of a game that goes on; None where nothing honest can be said."""
    return game_of(state.rules.name).win_chances(state) if state.player is not None else None


def _shown_chances(snapshot: Snapshot, state: Any) -> WinChances | None:
    if state.player is None and snapshot.state.player is not None:
        return decided(state.players, (state.winner,) if state.winner else state.tied)
    return chances_of(state)


def bar_of(found: WinChances | None) -> tuple[WinShare, ...]:
    """Return the chances as parts of one bar, in the order of the seats."""
    parts, begin = [], 0.0
    for name, chance in found.of.items() if found else ():
        left, right = round(WIDE * begin), round(WIDE * (begin + chance))
        parts.append(WinShare(shown(name), chance, left, right - left))
        begin += chance
    return tuple(parts)


def _moments(snapshot: Snapshot) -> list[ShownMoment]:
    if not snapshot.log:
        return []
    try:
        history = history_of(snapshot.log)
    except EngineError:
        return []
    steps = [(one.before, one.event) for one in history.played]
    return [
        ShownMoment(f"{one.seat}.{one.key}", shown(history.state.players[one.seat]), history.game.moment_texts[one.key])
        for one in moments_of(history.game, steps, history.state)
    ]
