"""Farkle at the table: dice that score are set aside, and the rest thrown; STAND banks all that scores."""

from collections.abc import Mapping

from engine import Event, Refused, Stopped, expected_tray
from engine.games.farkle.game import FarkleState
from engine.games.farkle.rules import DICE, SetAside, best_part, points_of
from engine.i18n import Text, number, spelled
from engine.i18n import gettext as _
from engine.turns.state import Turn
from table.dice import HoldMode
from table.games import calls, messages
from table.games.rulebook import Faces, nothing_thrown
from table.games.turns import SettingAside, then_roll
from table.snapshot import Effect


class FarkleAtTheTable(SettingAside):
    """The rulebook of Farkle."""

    cheered = frozenset({"won", "hot_dice"})
    beside = (SetAside,)
    effects: Mapping[str, Effect] = {"hot_dice": "found", "farkle": "bust", "three_farkles": "bust", "banked": "bank"}
    event = SetAside

    def aside(self, state: FarkleState) -> Faces:
        """Return the dice that have scored, also where all six do and come back."""
        return state.turn.aside + state.turn.fresh if state.turn else ()

    def choose(self, state: FarkleState, aside: Faces, thrown: int) -> tuple[Event, ...]:
        """Return the event of setting dice aside. If all six were thrown again, all of them had to score before."""
        turn = state.turn
        if turn and turn.throws and turn.loose and not aside and thrown == DICE and self._may(state, turn.loose):
            return self.setting(turn.loose)
        return super().choose(state, aside, thrown)

    def kept(self, state: FarkleState, gone: int) -> list[Faces]:
        """Return the possible holds; none of the dice if all of them score and come back."""
        turn = state.turn
        if turn and turn.throws and not gone:
            return [()] if not turn.loose or self._may(state, turn.loose) else []
        return super().kept(state, gone)

    def stand(self, state: FarkleState) -> tuple[Event, ...]:
        """Return the events of setting aside all that scores, and of ending the turn."""
        if state.turn is None or not state.turn.throws:
            raise nothing_thrown()
        more, _points = best_part(state.rules.scores, state.turn)
        return self.checked(state, (*self.setting(more), Stopped()))

    def so_far(self, state: FarkleState, turn: Turn, hold: HoldMode, aside: Text | None) -> str:  # noqa: ARG002
        """Return the points of the turn, and what may be done."""
        player, points = turn.player, points_of(state.rules.scores, turn)
        if turn.fresh and not turn.loose:
            return _(
                "Hot dice! {player} has {points}: roll all six again or press STAND",
                player=player,
                points=number(points),
            )
        if turn.fresh:
            then = then_roll(player, aside, expected_tray(state).throw)
            return _("{then}, or bank {points} with STAND", then=then, points=number(points))
        _dice, most = best_part(state.rules.scores, turn)
        if self._may_stand(state):
            return _(
                "{player}: hold what scores and roll the rest, or bank {points} with STAND",
                player=player,
                points=number(most),
            )
        return _(
            "{player}: hold what scores and roll the rest. {points} of {opening} to open",
            player=player,
            points=number(most),
            opening=number(state.rules.opening),
        )

    def thrown(self, state: FarkleState, turn: Turn) -> str:
        """Return the points that the throw can bring, or that it scores nothing."""
        dice = messages.row(turn.lies)
        if turn.bust:
            return _("{player}: {dice} – farkle, turn lost. Press ROLL", player=turn.player, dice=dice)
        _dice, most = best_part(state.rules.scores, turn)
        return _(
            "{player}: {dice} – up to {points}. ROLL counts it, STAND banks it",
            player=turn.player,
            dice=dice,
            points=number(most),
        )

    def roll_called(self, state: FarkleState, turn: Turn) -> Text:  # noqa: ARG002
        """Return the roll, or that all dice have scored."""
        if turn.fresh and not turn.loose:
            return _("Hot dice, {player}! Roll all six.", player=calls.named(turn.player))
        return calls.rolled(turn.player, turn.lies, _("Hold what scores."))

    def end_called(self, state: FarkleState, turn: Turn) -> Text:
        """Return the points that were banked, or that the turn is lost."""
        player = calls.named(turn.player)
        if turn.bust:
            return _("Farkle, {player}!", player=player)
        return _("{player} banks {number}.", player=player, number=spelled(self.result(state, turn)[0]))

    def _may_stand(self, state: FarkleState) -> bool:
        try:
            self.stand(state)
        except Refused:
            return False
        return True
