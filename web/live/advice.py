"""Chances and advice for viewers who want them, computed once per state, apart from the streams."""

from collections.abc import Callable
from threading import Lock
from typing import Any, get_args

from table.games import rulebook
from table.snapshot import Snapshot
from web.games import game_on_the_page
from web.games.help import Help
from web.ports.preferences import HelpLevel

LEVELS: tuple[HelpLevel, ...] = get_args(HelpLevel)


class AdviceCache:
    """Caches the help for the latest state. Concurrent callers wait for the same result. Thread-safe.

    ``levels`` are the levels that the table allows, the lowest first.
    """

    def __init__(self, help_of: Callable[[Any], Help] | None = None, most: HelpLevel = "advice") -> None:
        self.levels = LEVELS[: LEVELS.index(most) + 1]
        self._help_of = help_of or (lambda state: game_on_the_page(state).help(state))
        self._lock = Lock()
        self._latest: tuple[Any, Help] | None = None

    def allowed(self, wished: HelpLevel) -> HelpLevel:
        """Return the level of help for a viewer who wants that one."""
        return wished if wished in self.levels else self.levels[-1]

    def help(self, snapshot: Snapshot) -> Help:
        """Return the help for the current turn, with an uncounted throw applied; none if that throw ends the turn."""
        state = snapshot.state
        if snapshot.after is not None:
            if snapshot.after.player != state.player or not rulebook(snapshot.after).begun(snapshot.after):
                return Help(why_not="turn_over")
            state = snapshot.after
        with self._lock:
            if self._latest is None or self._latest[0] != state:
                self._latest = state, self._help_of(state)
            return self._latest[1]
