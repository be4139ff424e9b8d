"""Rulebooks of games of turns: throws, dice set aside, STAND; Pig, Threes and Midnight need little more."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from engine import Announcement, Event, Refused, Stopped, apply, expected_tray, game_of, totals
from engine.games.pig.game import PigState
from engine.i18n import Text, full_sentence, in_words, ngettext, spelled
from engine.i18n import gettext as _
from engine.turns.state import Turn, TurnState
from table.dice import HoldMode
from table.games import calls, messages
from table.games.rulebook import Faces, Rulebook, nothing_thrown
from table.snapshot import Effect


class TurnsAtTheTable(Rulebook):
    """A game of turns at the table. A game gives :meth:`so_far`, :meth:`thrown`, and where it differs the rest."""

    def ended(self, state: TurnState[Any]) -> str:
        if state.winner is None and not state.tied:
            return messages.GAME_OVER
        if state.winner is None:
            return messages.share(state.tied, self.final(state, state.tied[0]))
        return messages.wins(state.winner, self.final(state, state.winner))

    def final(self, state: TurnState[Any], name: str) -> int | None:
        """Return the number with which a player wins, None where it says nothing."""
        return totals(state)[name]

    def begun(self, state: TurnState[Any]) -> bool:
        return state.turn is not None and state.turn.throws > 0

    def dice(self, state: TurnState[Any]) -> int:
        return len(self.faces(state)) if self.begun(state) else super().dice(state)

    def faces(self, state: TurnState[Any]) -> Faces:
        """Return the dice set aside, and those of the latest throw."""
        turn = state.turn
        return turn.aside + turn.lies if turn else ()

    def choose(self, _state: TurnState[Any], _aside: Faces, _thrown: int) -> tuple[Event, ...]:
        return ()

    def kept(self, _state: TurnState[Any], gone: int) -> list[Faces]:
        return [] if gone else [()]

    def stand(self, state: TurnState[Any]) -> tuple[Event, ...]:
        return self.checked(state, (Stopped(),))

    def stand_after(self, state: TurnState[Any]) -> tuple[Event, ...]:
        return () if state.last is not None else self.stand(state)

    def checked(self, state: TurnState[Any], events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return these events. Raises :class:`~engine.Refused` if the rules don't allow them."""
        if not self.begun(state):
            raise nothing_thrown()
        for event in events:
            state = apply(state, event)
        return events

    def to_throw(
        self, state: TurnState[Any], hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool
    ) -> str:
        """Return the sentence for the next action, after the last roll was counted or before the first."""
        turn, count = state.turn, expected_tray(state).throw
        assert turn is not None
        if turn.throws:
            return self.so_far(state, turn, hold, messages.set_aside(hold, to_set_aside) if to_set_aside else None)
        throw = messages.throw(count, tray_is_clear=tray_is_clear, every=count > 1)
        return messages.rolls_off(turn.player, throw) if state.leg else messages.does(turn.player, throw)

    def so_far(self, state: TurnState[Any], turn: Turn, hold: HoldMode, aside: Text | None) -> str:
        """Return the sentence between two throws; ``aside`` is what to do with dice that must stay."""
        raise NotImplementedError

    def shown(self, state: TurnState[Any], after: TurnState[Any]) -> str:
        turn = after.last or after.turn
        assert turn is not None
        return self.thrown(state, turn)

    def thrown(self, state: TurnState[Any], turn: Turn) -> str:
        """Return the sentence for a throw that can be counted, with the turn after it."""
        raise NotImplementedError

    def called(self, state: TurnState[Any], said: Sequence[Announcement]) -> Text:
        """Return what is called: the roll, or how the turn ended and who is next."""
        if state.last is not None:
            return calls.ends(self.end_called(state, state.last), state, *self.more_called(said))
        if state.turn is None or not state.turn.throws:
            return calls.next_up(state)
        return self.roll_called(state, state.turn)

    def roll_called(self, state: TurnState[Any], turn: Turn) -> Text:
        """Return what is called of a roll after which the turn goes on."""
        raise NotImplementedError

    def end_called(self, state: TurnState[Any], turn: Turn) -> Text:
        """Return what is called of the end of a turn."""
        raise NotImplementedError

    def more_called(self, said: Sequence[Announcement]) -> Sequence[Text]:  # noqa: ARG002
        """Return what else is called of these announcements."""
        return ()

    def result(self, state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        """Return the result of a finished turn."""
        found: tuple[int, ...] = game_of(state.rules.name).result(state.rules, turn)  # type: ignore[attr-defined]
        return found


class SettingAside(TurnsAtTheTable):
    """A game in which dice of each throw are set aside and stay there."""

    event: type[Event]
    """The event of setting dice aside."""

    def choose(self, state: TurnState[Any], aside: Faces, _thrown: int) -> tuple[Event, ...]:
        """Return the event of setting more dice aside. Empty where dice are missing that stay, or none is added."""
        turn = state.turn
        if turn is None or not turn.throws:
            return ()
        before = Counter(turn.aside + turn.fresh)
        more = Counter(aside) - before
        if before - Counter(aside) or not more or more - Counter(turn.loose):
            return ()
        return self.checked(state, self.setting(sorted(more.elements(), reverse=True)))

    def setting(self, dice: Sequence[int]) -> tuple[Event, ...]:
        """Return the event of setting these dice aside; none for no dice."""
        return (self.event(tuple(dice)),) if dice else ()  # type: ignore[call-arg]

    def kept(self, state: TurnState[Any], gone: int) -> list[Faces]:
        """Return the dice that stay, with every choice of others that the rules allow."""
        turn = state.turn
        if turn is None or not turn.throws:
            return [()]
        before = turn.aside + turn.fresh
        more = gone - len(before)
        choices = sorted({tuple(sorted(faces)) for faces in combinations(turn.loose, more)}) if more >= 0 else []
        return [(*before, *faces) for faces in choices if self._may(state, faces)]

    def _may(self, state: TurnState[Any], faces: Faces) -> bool:
        try:
            self.checked(state, self.setting(faces))
        except Refused:
            return False
        return True


def then_roll(player: str, aside: Text | None, count: int) -> Text:
    """Say that the dice that are not set aside are rolled."""
    if aside is None:
        return messages.does(player, messages.throw(count, tray_is_clear=True))
    return ngettext(
        "{player}: {aside}, roll one",
        "{player}: {aside}, roll {number}",
        count,
        player=player,
        aside=aside,
        number=in_words(count),
    )


def set_some_aside(player: str, hold: HoldMode) -> Text:
    """Say that at least one die must be set aside."""
    match hold:
        case HoldMode.RAIL:
            return _("{player}: hold at least one die, roll the rest", player=player)
        case HoldMode.IN_PLACE:
            return _("{player}: leave at least one die, roll the rest", player=player)
        case HoldMode.OFF_TRAY:
            return _("{player}: remove at least one die, roll the rest", player=player)


class AllAsideAtTheTable(SettingAside):
    """The rulebook of a game that ends a turn once all dice are set aside. ``event`` is that of setting aside."""

    effects: Mapping[str, Effect] = {"total": "bank", "not_qualified": "bust", "midnight": "bell"}

    def __init__(self, event: type[Event], cheered: frozenset[str] = frozenset({"won"})) -> None:
        self.event = event
        self.beside = (event,)
        self.cheered = cheered

    def stand(self, state: TurnState[Any]) -> tuple[Event, ...]:
        """Return the event of setting all other dice aside, which ends the turn."""
        if state.turn is None or not state.turn.throws:
            raise nothing_thrown()
        return self.checked(state, self.setting(state.turn.loose))

    def so_far(self, state: TurnState[Any], turn: Turn, hold: HoldMode, aside: Text | None) -> str:
        """Return how many dice are rolled, or that some must be set aside first."""
        if turn.fresh:
            return then_roll(turn.player, aside, expected_tray(state).throw)
        return set_some_aside(turn.player, hold)

    def thrown(self, _state: TurnState[Any], turn: Turn) -> str:
        return messages.press_to_count(turn.player, turn.lies)

    def roll_called(self, state: TurnState[Any], turn: Turn) -> Text:  # noqa: ARG002
        """Return the roll, and that a die must be held."""
        return calls.rolled(turn.player, turn.lies, _("Hold at least one."))

    def end_called(self, state: TurnState[Any], turn: Turn) -> Text:
        """Return the result of the turn. One of nothing is called as such where that is no score."""
        [points] = self.result(state, turn)
        if not points and not game_of(state.rules.name).lowest_wins:
            return _("{player}: no score.", player=calls.named(turn.player))
        return _("{player} has {number}.", player=calls.named(turn.player), number=spelled(points))


class PigAtTheTable(TurnsAtTheTable):
    """The rulebook of Pig."""

    effects: Mapping[str, Effect] = {"bust": "bust", "banked": "bank"}

    def so_far(self, state: PigState, turn: Turn, hold: HoldMode, aside: Text | None) -> str:  # noqa: ARG002
        """Return the points of the turn, and what may be done."""
        return _("{player} has {points}: roll again or press STAND", player=turn.player, points=turn.points)

    def thrown(self, state: PigState, turn: Turn) -> str:  # noqa: ARG002
        """Return the points of the turn with this throw, or that it is lost."""
        dice = messages.row(turn.loose)
        if turn.bust:
            return _("{player}: {dice} – turn lost. Press ROLL", player=turn.player, dice=dice)
        return _(
            "{player}: {dice} – {points} this turn. ROLL counts it, STAND banks it",
            player=turn.player,
            dice=dice,
            points=turn.points,
        )

    def roll_called(self, state: PigState, turn: Turn) -> Text:  # noqa: ARG002
        return calls.rolled(
            turn.player, turn.loose, full_sentence(_("{number} this turn", number=spelled(turn.points)))
        )

    def end_called(self, state: PigState, turn: Turn) -> Text:  # noqa: ARG002
        """Return the points that were banked or lost."""
        player, points = calls.named(turn.player), spelled(turn.points)
        if turn.bust:
            return _("{player} rolls a one and loses {number}.", player=player, number=points)
        return _("{player} banks {number}.", player=player, number=points)
