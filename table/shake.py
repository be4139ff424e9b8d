"""Shake of the Day at the table: the posted pot, who has shaken, and the game from which a shake has the tray.

The pot is not kept: it follows from the journal, from the pot posted with the latest shake and what has moved since.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from engine import BadRules, Refused, Started, fold, game_of
from engine.games.shake import PRESET, Rules, counts, moved
from engine.i18n import gettext as _
from engine.names import alike
from table.errors import NotStored
from table.session import EventStore, GameSession, StoredShake
from table.snapshot import PostedPot

SHOWN = 15.0
"""Seconds for which a shake's result is shown."""

PATIENCE = 120.0
"""Seconds without a roll after which a shake ends."""

Shaken = tuple[tuple[str, int], ...]


def posted(rules: Rules, stored: Sequence[StoredShake]) -> tuple[int, int, Shaken]:
    """Return the pot, the day of the latest shake, and who has shaken, each with the day."""
    if not stored:
        return rules.seed, 0, ()
    *earlier, last = stored
    state = fold(last.events)
    pot, shaken = state.rules.pot + moved(state), [*state.rules.shaken, *_whose(state)]
    for one in earlier:
        then, now = fold(one.events[: one.before]), fold(one.events)
        pot += moved(now) - moved(then)
        shaken = [*(one for one in shaken if one not in _whose(then)), *_whose(now)]
    return pot, state.rules.day, tuple(dict.fromkeys(shaken))


def _whose(state: Any) -> Shaken:
    return ((state.players[0], state.rules.day),) if counts(state) else ()


class ShakeDesk:
    """The shakes of a table. ``options`` are those that the bar has set up, None while there are none."""

    def __init__(
        self,
        journal: EventStore,
        session: GameSession,
        options: Mapping[str, object] | None,
        clock: Callable[[], float],
    ) -> None:
        self._journal, self._session, self._clock = journal, session, clock
        self.options: Mapping[str, object] | None = None
        self.base = journal.before if self.is_on else None
        """The number of the game that has the tray afterwards."""
        self._rules, self._shaken = Rules(), Shaken()
        self.posted: PostedPot | None = None
        self._event, self._since = (0, 0), 0.0
        try:
            self.set_up(options)
        except BadRules:  # of a newer version
            self.options = None

    @property
    def is_on(self) -> bool:
        return game_of(self._session.state.rules.name).is_beside

    @property
    def is_over(self) -> bool:
        return self.is_on and self._session.state.player is None

    @property
    def is_journal_in_trouble(self) -> bool:
        return self._journal.trouble is not None

    @property
    def number(self) -> int:
        return self._journal.number

    def set_up(self, options: Mapping[str, object] | None) -> None:
        """Use these options. Raises :class:`~engine.BadRules`."""
        if options is not None:
            self._rules = game_of(PRESET).rules(PRESET, options)
        self.options = options
        self.renew()

    def renew(self) -> None:
        """Read the pot again: the journal has another event of a shake. Without one that can be read, none is shown."""
        self.posted = None
        with suppress(NotStored):
            self._read()

    def _read(self) -> None:
        if self.options is not None:
            pot, day, self._shaken = posted(self._rules, self._journal.shakes())
            self.posted = PostedPot(self._rules, pot, day, tuple(name for name, on in self._shaken if on == day))

    def start(self, player: str, day: int) -> Started:
        """Return the start of a shake. Raises :class:`~engine.Refused` for one who has shaken on that day.

        Raises :class:`~table.errors.NotStored` while the journal cannot be read or written.
        """
        self._read()
        if self.posted is None or self.options is None:
            raise Refused("no_shakes", _("There is no Shake of the Day at this table."))
        last = self.posted.day
        day = last if day == last - 1 else day  # a clock that was put back at a restart
        if alike(player, [name for name, on in self._shaken if on == day]):
            raise Refused("shaken_today", _("{player} has already shaken today.", player=player))
        before = next((on for _name, on in reversed(self._shaken) if on != day), day)
        shaken = [[name, on] for name, on in self._shaken if on in (day, before)]
        return Started(
            PRESET, (player,), player, {**self.options, "pot": self.posted.pot, "day": day, "shaken": shaken}
        )

    def rests(self) -> float:
        """Return the seconds since the latest event of the open game."""
        event = self._session.opened, len(self._session.events)
        if event != self._event:
            self._event, self._since = event, self._clock()
        return self._clock() - self._since
