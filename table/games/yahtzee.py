"""Games on a card at the table: dice are kept by setting them aside, and the encoder or a phone picks the box."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine import Announcement, Event, Kept, Refused, Scored
from engine.face import roll_called, rolls_left, spoken_dice
from engine.games.yahtzee.announcements import is_top
from engine.games.yahtzee.state import State, Turn
from engine.i18n import Text, full_sentence, spelled
from engine.i18n import gettext as _
from table.dice import HoldMode
from table.games import calls, messages
from table.games.rulebook import Faces, Pick, Rulebook, nothing_thrown, parts_of
from table.snapshot import Effect


class YahtzeeAtTheTable(Rulebook):
    """The rulebook of every game on a card."""

    beside = (Kept,)
    cheered = frozenset({"won", "five_of_a_kind"})
    effects: Mapping[str, Effect] = {"five_of_a_kind": "five", "upper_bonus": "found", "yahtzee_bonus": "found"}

    def standstill(self, state: State) -> str | None:
        if state.turn and state.turn.rolls and not state.rolls_left:
            return _fifty(state) or choose_a_box(state)
        return super().standstill(state)

    def ended(self, state: State) -> str:
        if state.winner is None and not state.tied:
            return messages.GAME_OVER
        if state.winner is None:
            return messages.share(state.tied, max(state.totals.values()))
        return messages.wins(state.winner, state.totals[state.winner])

    def begun(self, state: State) -> bool:
        return state.turn is not None and state.turn.rolls > 0

    def choose(self, state: State, aside: Faces, _thrown: int) -> tuple[Event, ...]:
        """Return the event of keeping the dice that are set aside (Y2)."""
        turn = state.turn
        if turn is None or not turn.rolls or Counter(aside) == Counter(turn.kept):
            return ()
        if Counter(aside) - Counter(turn.dice):
            return ()
        if len(aside) == len(turn.dice):
            raise Refused("nothing_to_throw", _("All dice are kept: choose a box."))
        return (Kept(aside),)

    def faces(self, state: State) -> Faces:
        return state.turn.dice if state.turn else ()

    def kept(self, state: State, gone: int) -> list[Faces]:
        return parts_of(self.faces(state), gone)

    def choices(self, state: State) -> tuple[Pick, ...]:
        scores = state.offer.may_score if state.offer else {}
        ranked = sorted(scores.items(), key=lambda one: -one[1])
        return tuple(
            Pick(box, _("{box}: {points}", box=state.rules.label(box), points=points), Scored(box))
            for box, points in ranked
        )

    def stand(self, state: State) -> tuple[Event, ...]:
        if not self.begun(state):
            raise nothing_thrown()
        raise Refused("pick_a_box", full_sentence(choose_a_box(state)))

    def stand_after(self, state: State) -> tuple[Event, ...]:  # noqa: ARG002
        """Return nothing: the throw counts, and its box is picked after that."""
        return ()

    def to_throw(self, state: State, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        turn, player = state.turn, state.player or ""
        if turn is None or not turn.rolls:
            return messages.does(player, messages.throw(state.must_roll, tray_is_clear=tray_is_clear, every=True))
        if to_set_aside:
            return messages.aside_and_throw(player, messages.set_aside(hold, to_set_aside), state.must_roll)
        return _fifty(state) or box_or_throw(state, turn, hold)

    def shown(self, state: State, after: State) -> str:
        assert after.turn is not None
        return messages.press_to_count(state.player or "", sorted(after.turn.dice, reverse=True))

    def called(self, state: State, said: Sequence[Announcement]) -> Text:
        turn = state.turn
        if turn is None or not turn.rolls:
            filled = next((one for one in said if one.word in state.rules.boxes), None)
            return calls.ends(_filled(filled, state), state) if filled else calls.next_up(state)
        if is_top(state.rules, turn.dice):
            dice, name = full_sentence(spoken_dice(turn.dice)), state.rules.sheet.title
            return _("{name}, {player}! {dice}", name=name, player=calls.named(turn.player), dice=dice)
        left = rolls_left(state.rolls_left) if state.rolls_left else _("Choose a box.")
        return roll_called(calls.named(turn.player), sorted(turn.dice, reverse=True), left)


def _fifty(state: State) -> Text | None:
    """Return what to do with dice all alike whose box is open."""
    offer, rules = state.offer, state.rules
    if offer is None or not is_top(rules, offer.dice) or rules.sheet.top not in offer.open_boxes:
        return None
    points = offer.would_score[rules.sheet.top]
    return _("{player}: score {points}", player=state.player or "", points=points)


def _filled(box: Announcement, state: State) -> Text:
    player, name = calls.named(box.player), state.rules.label(box.word)
    if not box.number:
        return _("{player} crosses out {box}.", player=player, box=name)
    return _("{player}: {box}, {number}.", player=player, box=name, number=spelled(box.number))


def choose_a_box(state: State) -> Text:
    return _("{player}: choose a box", player=state.player or "")


def box_or_throw(state: State, turn: Turn, hold: HoldMode) -> Text:
    if not state.must_roll:
        return choose_a_box(state)
    if hold is HoldMode.RAIL and not turn.kept:
        return _("{player}: hold, roll or choose a box", player=turn.player)
    return _("{player}: roll again or choose a box", player=turn.player)
