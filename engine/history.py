"""The history of a game: its events, the state that they lead to, and the effect of corrections on both.

Events are only ever added. A correction changes what an earlier roll showed, and the game is replayed from that roll
on. Decisions that depend on the misread roll and are no longer allowed are set aside, with all that followed in that
turn, and the game stops at that point. Turns of the other players are kept and replayed in their order. Once play
continues, what was set aside is lost; until then, correcting back restores it.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from engine.errors import BadLog, Refused
from engine.events import Corrected, Event, Left, Rolled, Started, Undone
from engine.game import Game, Place, game_of
from engine.i18n import gettext as _
from engine.values import check_faces, replace


@dataclass(frozen=True, slots=True, eq=False)
class PlayedEvent:
    """An event with the part of the game that it belongs to, and the state that it was applied to.

    ``number`` counts the events of the log. ``roll`` is the number of a roll, counted over the whole game in the order
    of throwing, else None.
    """

    event: Event
    place: Place | None
    before: Any
    number: int
    roll: int | None = None


KEEPS = 2
"""What is kept of what waits: by former versions not its order (1), and nothing once the game ends (0)."""


class GameHistory:
    """The history of one game. ``state`` is its current state, ``events`` are all events written.

    ``played`` are the entries that count, in the order of play. ``waiting`` are entries of later turns while an earlier
    one is open again, or while a correction has ended the game before them. ``aside`` are the entries that the latest
    correction made invalid.
    """

    def __init__(self, start: Event, *, keeps: int = KEEPS) -> None:
        self.keeps = keeps
        if not isinstance(start, Started):
            raise BadLog("the log does not begin with the start of a game")
        self.game: Game = game_of(start.preset)
        self.state: Any = self.game.begin(start)
        self.events: list[Event] = [start]
        self.rolls = 0
        self.played: list[PlayedEvent] = []
        self.waiting: list[PlayedEvent] = []
        self.aside: list[PlayedEvent] = []
        self._order: list[PlayedEvent] = []
        self._latest: list[PlayedEvent | None] = []

    @property
    def counting(self) -> list[PlayedEvent]:
        """The entries that count now or will once their turn comes: none wait for that in a game that is over."""
        return self.played if self.state.player is None else self.played + self.waiting

    @property
    def dropped(self) -> int:
        """The number of entries that do not count after the latest correction."""
        return len(self.aside) + len(self.played) + len(self.waiting) - len(self.counting)

    def write(self, event: Event) -> None:
        """Add an event. Raises :class:`Refused`, and changes nothing, if the rules do not allow it now."""
        match event:
            case Corrected():
                self._correct(event)
            case Undone():
                self._undo()
            case Started():
                raise Refused("second_start", _("A game has already started."))
            case _:
                self._play(event)
        self.events.append(event)

    def write_stored(self, event: Event) -> None:
        """Add an event of a stored log. What the rules have refused since then is added as it was taken then."""
        try:
            self.write(event)
        except Refused:
            taken = self.game.as_taken(self.state, event)
            if taken is None:
                raise
            self.write(taken)

    def asks(self, event: Event) -> str | None:
        """Return why the event must be confirmed first, as it affects earlier turns; None if it need not be."""
        match event:
            case Corrected():
                place = self._roll(event).place
                if place == self.game.place(self.state):
                    return None
                return _("That roll is from an earlier turn: fixing it may change the winner. Confirm the change.")
            case Undone() if self._latest and self._latest[-1] is not None:
                now, then = self.game.place(self.state), self._latest[-1].place
                if now is None or (then is not None and then[0] != now[0]):
                    return _("That round is decided: undoing it may change the winner. Confirm the change.")
        return None

    def thrower(self, number: int) -> str | None:
        """Return the player who threw that roll.

        Raises :class:`Refused` if there is none, or if it no longer counts.
        """
        return self.thrower_of(self._roll(Corrected(number, ())))

    def thrower_of(self, entry: PlayedEvent) -> str | None:
        """Return the player of that event, by the present name if the player sits there in the present state."""
        if entry.place is None:
            return None
        seat = entry.place[2]
        # an earlier round that is open again has none who joined after it
        players = self.state.players if seat < len(self.state.players) else entry.before.players
        return str(players[seat])

    def roll_of(self, number: int) -> tuple[int, ...]:
        """Return the dice of that roll. Raises :class:`Refused` if there is none, or if it no longer counts."""
        event = self._roll(Corrected(number, ())).event
        assert isinstance(event, Rolled)
        return event.dice

    def _play(self, event: Event) -> None:
        after = self.game.apply(self.state, event)
        self.rolls += isinstance(event, Rolled)
        roll = self.rolls if isinstance(event, Rolled) else None
        entry = PlayedEvent(event, self.game.place(self.state, event), self.state, len(self.events), roll)
        if self._order:  # behind what it followed, which may be a player's leave, with turns before it that wait
            numbers, waits = [one.number for one in self._order], {one.number for one in self.waiting}
            at = numbers.index(self.played[-1].number) + 1 if self.played else 0
            self._order.insert(next((n for n in range(at, len(numbers)) if numbers[n] in waits), len(numbers)), entry)
        self.played.append(entry)
        self._latest.append(entry)
        self.state, self.aside = after, []
        self._play_on(self.waiting)
        self._keep_order()

    def _keep_order(self) -> None:
        """Keep the order in which what counts or waits has happened: a correction may change the order of play."""
        here = {one.number: one for one in self.played + self.waiting} if self._order and self.keeps == KEEPS else {}
        self._order = [here[one.number] for one in self._order if one.number in here]

    def _roll(self, event: Corrected) -> PlayedEvent:
        found = next((entry for entry in self._all() if entry.roll == event.roll), None)
        if found is not None:
            return found
        if 1 <= event.roll <= self.rolls:
            raise Refused("roll_set_aside", _("That roll no longer counts: it was rolled again."))
        raise Refused("no_such_roll", _("There’s no such roll."))

    def _all(self) -> list[PlayedEvent]:
        return self._order or self.played + self.waiting

    def _correct(self, event: Corrected) -> None:
        wrong = self._roll(event)
        assert isinstance(wrong.event, Rolled)
        had, said = len(wrong.event.dice), len(event.dice)
        if had != said:
            raise Refused("wrong_number", _("That roll had {dice} dice, not {dice_2}.", dice=had, dice_2=said))
        check_faces(event.dice)
        right = replace(wrong, event=replace(wrong.event, dice=event.dice))
        entries, self._latest = [right if one is wrong else one for one in self._all()], [None]
        pairs = zip(entries, self.played, strict=False)
        same = sum(1 for _same in takewhile(lambda pair: pair[0].number == pair[1].number != right.number, pairs))
        if same < len(self.played):
            self.state = self.played[same].before
        self._order, self.played, self.aside = entries, self.played[:same], []
        self._play_on(entries[same:])

    def _undo(self) -> None:
        latest = self._latest[-1] if self._latest else None
        if latest is None:
            if self._latest:
                raise Refused("correction_stays", _("A fix can’t be undone: fix the roll again."))
            raise Refused("nothing_to_undo", _("Nothing to undo."))
        if isinstance(latest.event, Rolled) and not latest.event.told:
            raise Refused("rolls_stay", _("A roll seen by the camera can’t be undone: fix it if it was misread."))
        place = self.played.index(latest)
        before = {one.number for one in self.played[: place + 1]}
        following = [one for one in self._all() if one.number not in before]
        self._latest.pop()
        self.state, self.played = latest.before, self.played[:place]
        self._play_on(following)
        self._keep_order()

    def _play_on(self, entries: list[PlayedEvent]) -> None:
        """Replay these entries, each in its turn. Entries that are not allowed are set aside."""
        queue = list(entries)
        while queue:
            place = self.game.place(self.state)
            entry = next((one for one in queue if self._is_next(one, place)), None)
            left = Left(self.state.player)
            early = queue[: queue.index(entry)] if entry else [queue[0], *(one for one in queue if one.event == left)]
            if entry is None and self.keeps == KEEPS:  # after the end names are given, whatever waits
                first = takewhile(lambda one: one.place is None, queue)
                early = queue if place is None else [*first, *early]
            entry = next((one for one in early if one.place is None and self._allows(one)), entry)
            if entry is None and place is None and self.keeps:
                break
            if entry is None:
                past = [one for one in queue if self.game.is_over(self.state, one.place)]
                if not past:
                    break
                self.aside += past
                queue = [one for one in queue if one not in past]
                continue
            queue.remove(entry)
            if self._allows(entry):
                self.played.append(replace(entry, before=self.state))
                self.state = self.game.apply(self.state, entry.event)
            else:
                lost = [entry, *(one for one in queue if one.place == entry.place)]
                self.aside += lost
                queue = [one for one in queue if one not in lost]
        self.waiting = queue

    def _is_next(self, entry: PlayedEvent, place: Place | None) -> bool:
        """Return whether the entry belongs to the current turn, or is a throw of one who throws at the same time."""
        if place is None or entry.place is None:
            return False
        if entry.place == place:
            return True
        event = entry.event
        if not isinstance(event, Rolled) or event.player not in self.state.players:
            return False
        return self.game.place(self.state, event) == entry.place and self._allows(entry)

    def _allows(self, entry: PlayedEvent) -> bool:
        try:
            self.game.apply(self.state, entry.event)
        except Refused:
            return False
        return True


def fold(events: Iterable[Event]) -> Any:
    """Return the state that a whole log leads to. Raises :class:`BadLog` for a log that no valid game can produce."""
    return history_of(events).state


def opened(log: Sequence[Event]) -> GameHistory:
    """Return the history of a stored log with its start alone, to which the other events can be written.

    Raises :class:`BadLog` for a log that does not begin with the start of a game.
    """
    start, keeps = _start_of(log), KEEPS
    if any(isinstance(event, Corrected | Undone) for event in log):
        with suppress(BadLog):
            keeps = history_of(log).keeps
    return GameHistory(start, keeps=keeps)


def history_of(events: Iterable[Event]) -> GameHistory:
    """Return the history of a whole log. Raises :class:`BadLog` for a log that no valid game can produce."""
    log = list(events)
    for keeps in range(KEEPS, 0, -1):
        with suppress(BadLog):
            return _replayed(log, keeps)
    return _replayed(log, 0)


def _replayed(log: Sequence[Event], keeps: int) -> GameHistory:
    history = GameHistory(_start_of(log), keeps=keeps)
    for event in log[1:]:
        try:
            history.write_stored(event)
        except Refused as refused:
            raise BadLog(f"{str(event)[:80]} is not possible: {refused.why}") from None
    return history


def _start_of(log: Sequence[Event]) -> Started:
    start = log[0] if log else None
    if not isinstance(start, Started):
        found = "does not begin with the start of a game" if log else "is empty: a game begins with its start"
        raise BadLog(f"the log {found}")
    return game_of(start.preset).start_of(log)
