"""The coach on the page: chances and advice for whoever wishes them, worked out once a state, off the streams."""

from collections.abc import Callable
from threading import Lock
from typing import Any, get_args

from table.snapshot import Snapshot
from web.games import game_on_the_page
from web.games.help import Help
from web.ports.preferences import HelpLevel

LEVELS: tuple[HelpLevel, ...] = get_args(HelpLevel)


class AdviceCache:
    """Knows the help for the latest state. Whoever asks meanwhile waits for the same answer; safe from any thread.

    ``levels`` are those that the house allows, the least first.
    """

    def __init__(self, help_of: Callable[[Any], Help] | None = None, most: HelpLevel = "advice") -> None:
        self.levels = LEVELS[: LEVELS.index(most) + 1]
        self._help_of = help_of or (lambda state: game_on_the_page(state).help(state))
        self._lock = Lock()
        self._latest: tuple[Any, Help] | None = None

    def allowed(self, wished: HelpLevel) -> HelpLevel:
        """The help that a viewer gets who wishes for that."""
        return wished if wished in self.levels else self.levels[-1]

    def help(self, snapshot: Snapshot) -> Help:
        """Help for the turn as it is, the throw that lies there counted; for nobody where that throw ends the turn."""
        state = snapshot.state
        if snapshot.after is not None:
            if snapshot.after.player != state.player or not _goes_on(snapshot):
                return Help(why_not="turn_over")
            state = snapshot.after
        with self._lock:
            if self._latest is None or self._latest[0] != state:
                self._latest = state, self._help_of(state)
            return self._latest[1]


def _goes_on(snapshot: Snapshot) -> bool:
    """Whether the turn of the one who threw is on after that throw, and not a new one of the same player."""
    turn = snapshot.after.turn
    return turn is not None and bool(turn.rolls)
