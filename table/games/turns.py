"""The rulebook of games of turns: what dice and STAND mean follows from the game, the sentences from its face."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import Announcement, Event, Refused, apply, expected_tray, totals
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.game import TurnGame
from engine.turns.state import TurnState
from table.dice import HoldMode
from table.games import calls, messages
from table.games.rulebook import Faces, Pick, Rulebook, nothing_thrown, parts_of

State = TurnState[Any]


class TurnsAtTheTable(Rulebook):
    """The rulebook of one game of turns."""

    def __init__(self, game: TurnGame) -> None:
        self._game, self._face = game, game.face
        self.cheered = frozenset({"won", *(word for word, news in game.face.tells.items() if news.rare)})
        self.effects = game.face.effects
        self.beside = tuple(game.moves)

    def ended(self, state: State) -> str:
        if told := self._face.over(state):
            return told
        if state.winner is None and not state.tied:
            return messages.GAME_OVER
        first = state.winner or state.tied[0]
        number = totals(state)[first] if self._face.wins_with_points else None
        return messages.wins(first, number) if state.winner else messages.share(state.tied, number)

    def standstill(self, state: State) -> str | None:
        turn = state.turn
        return self._face.choosing(state, turn) if turn and self.choices(state) else super().standstill(state)

    def choices(self, state: State) -> tuple[Pick, ...]:
        found = self._game.choices(state, state.turn) if state.turn else {}
        return tuple(Pick(name, name, event) for name, event in found.items())

    def steps(self, state: State) -> bool:
        return bool(self.choices(state))

    def begun(self, state: State) -> bool:
        return state.turn is not None and state.turn.throws > 0

    def dice(self, state: State) -> int:
        return len(self.faces(state)) if self.begun(state) else super().dice(state)

    def aside(self, state: State) -> Faces:
        """Return the dice that are set aside, also where all of them have scored and come back."""
        return state.turn.aside + state.turn.fresh if state.turn else ()

    def faces(self, state: State) -> Faces:
        return state.turn.aside + state.turn.lies if state.turn else ()

    def choose(self, state: State, aside: Faces, thrown: int) -> tuple[Event, ...]:
        """Return the event of setting dice aside, or of keeping them. If all were thrown again, all were set aside."""
        turn, game = state.turn, self._game
        if turn is None or not turn.throws or game.stays == "nothing":
            return ()
        before, after, left = Counter(turn.aside + turn.fresh), Counter(aside), True
        more = after - before
        if game.stays == "kept":
            if after == before or after - Counter(turn.lies):
                return ()
            chosen, left = self._setting(aside), len(aside) < len(turn.lies)
        elif game.again and turn.loose and not aside and thrown == game.again and self._may(state, turn.loose):
            return self._setting(turn.loose)
        elif before - after or not more or more - Counter(turn.loose) or not self.beside:
            return ()
        else:
            chosen = self._setting(tuple(sorted(more.elements(), reverse=True)))
        if not left or not self.begun(self._after(state, chosen)):  # the turn would be over
            raise Refused("nothing_to_throw", _("All dice are kept: stand."))
        return chosen

    def kept(self, state: State, gone: int) -> list[Faces]:
        """Return the dice that stay, with every choice of others that the rules allow."""
        turn, game = state.turn, self._game
        if game.stays == "nothing":
            return [] if gone else [()]
        if game.stays == "kept":
            return parts_of(self.faces(state), gone)
        if turn is None or not turn.throws:
            return [()]
        if game.again and not gone:
            return [()] if not turn.loose or self._may(state, turn.loose) else []
        before = turn.aside + turn.fresh
        choices = parts_of(turn.loose, gone - len(before))
        return [(*before, *faces) for faces in choices if not faces or self._may(state, faces)]

    def stand(self, state: State) -> tuple[Event, ...]:
        if state.turn is None or not state.turn.throws:
            raise nothing_thrown()
        events = self._game.standing(state, state.turn)
        self._after(state, events)
        return events

    def stand_after(self, state: State) -> tuple[Event, ...]:
        return () if state.last is not None or self._game.picks else self.stand(state)

    def to_throw(self, state: State, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        turn, count = state.turn, expected_tray(state).throw
        assert turn is not None
        if not turn.throws:
            throw = messages.throw(count, tray_is_clear=tray_is_clear, every=count > 1)
            return messages.rolls_off(turn.player, throw) if state.leg else messages.does(turn.player, throw)
        aside = messages.set_aside(hold, to_set_aside) if to_set_aside else None
        then = None
        if aside and (count or turn.fresh):
            then = messages.aside_and_throw(turn.player, aside, count)
        elif turn.fresh:
            then = messages.does(turn.player, messages.throw(count, tray_is_clear=True))
        return self._face.goes_on(state, turn, then, hold is HoldMode.RAIL) or set_some_aside(turn.player, hold)

    def shown(self, state: State, after: State) -> str:
        turn = after.last or after.turn
        assert turn is not None
        return self._face.counting(state, turn) or messages.press_to_count(turn.player, turn.lies)

    def called(self, state: State, said: Sequence[Announcement]) -> Text:
        turn, face = state.last or state.turn, self._face
        if turn is None or not turn.throws:
            return calls.next_up(state)
        player = calls.named(turn.player)
        if state.last is None:
            return face.roll_called(state, turn, player)
        more = [says(calls.named(one.player)) for word, says in face.calls.items() for one in said if one.word == word]
        return calls.ends(face.end_called(state, turn, player), state, *more)

    def _setting(self, dice: Faces) -> tuple[Event, ...]:
        (event,) = self.beside
        return (event(dice),)  # type: ignore[call-arg]

    def _after(self, state: State, events: tuple[Event, ...]) -> State:
        for event in events:
            state = apply(state, event)
        return state

    def _may(self, state: State, faces: Faces) -> bool:
        if not self.beside:
            return False
        try:
            self._after(state, self._setting(faces))
        except Refused:
            return False
        return True


def set_some_aside(player: str, hold: HoldMode) -> Text:
    match hold:
        case HoldMode.RAIL:
            return _("{player}: hold dice, roll the rest", player=player)
        case HoldMode.IN_PLACE:
            return _("{player}: keep dice, roll the rest", player=player)
        case HoldMode.OFF_TRAY:
            return _("{player}: remove dice, roll the rest", player=player)
