"""Bar dice at the table: any dice are kept and given back, STAND ends the turn with the hand that lies there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from engine import Announcement, Event, Refused, expected_tray
from engine.games.bar_dice.chances import rolls_of
from engine.games.bar_dice.game import BarDiceState
from engine.games.bar_dice.rules import ACES, Kept, hand
from engine.i18n import Text, ngettext, pgettext, spelled
from engine.i18n import gettext as _
from engine.turns.state import Turn
from table.dice import HoldMode
from table.games import calls
from table.games.rulebook import Faces
from table.games.turns import TurnsAtTheTable, then_roll
from table.snapshot import Effect


class BarDiceAtTheTable(TurnsAtTheTable):
    """The rulebook of Bar dice."""

    beside = (Kept,)
    effects: Mapping[str, Effect] = {"life_lost": "bust", "round_won": "bank", "hand": "bank"}

    def final(self, state: BarDiceState, name: str) -> int | None:  # noqa: ARG002
        """Return None: lives and rounds are no points."""
        return None

    def choose(self, state: BarDiceState, aside: Faces, _thrown: int) -> tuple[Event, ...]:
        """Return the event of keeping the dice that are set aside."""
        turn = state.turn
        if turn is None or not turn.throws or Counter(aside) == Counter(turn.fresh):
            return ()
        if Counter(aside) - Counter(turn.lies):
            return ()
        if len(aside) == len(turn.lies):
            raise Refused("nothing_to_throw", _("All dice are kept: press STAND."))
        return self.checked(state, (Kept(aside),))

    def kept(self, state: BarDiceState, gone: int) -> list[Faces]:
        """Return all possible holds: any dice may be kept."""
        return sorted({tuple(sorted(faces)) for faces in combinations(self.faces(state), gone)}) if gone >= 0 else []

    def so_far(self, state: BarDiceState, turn: Turn, hold: HoldMode, aside: Text | None) -> str:
        """Return the hand, and what may be done."""
        lies = hand_in_words(hand(state.rules.ace_needed, turn.lies))
        if aside is not None or turn.fresh:
            then = then_roll(turn.player, aside, expected_tray(state).throw)
            return _("{then}, or press STAND", then=then)
        if hold is HoldMode.RAIL:
            return _(
                "{player} has {hand}: hold what you keep and roll the rest, or press STAND",
                player=turn.player,
                hand=lies,
            )
        return _("{player} has {hand}: roll what you don’t keep, or press STAND", player=turn.player, hand=lies)

    def thrown(self, state: BarDiceState, turn: Turn) -> str:
        lies = hand_in_words(hand(state.rules.ace_needed, turn.lies))
        if turn.over:
            return _("{player}: {hand}. Press ROLL to count it", player=turn.player, hand=lies)
        return _("{player}: {hand}. ROLL counts it, STAND keeps it", player=turn.player, hand=lies)

    def roll_called(self, state: BarDiceState, turn: Turn) -> Text:
        """Return the hand, and the rolls that are left."""
        left = calls.rolls_left(rolls_of(state) - turn.throws)
        hand_called = spoken_hand(hand(state.rules.ace_needed, turn.lies))
        return _("{player}: {hand}. {then}", player=calls.named(turn.player), hand=hand_called, then=left)

    def end_called(self, state: BarDiceState, turn: Turn) -> Text:
        many, *rank = self.result(state, turn)
        return _("{player}: {hand}.", player=calls.named(turn.player), hand=spoken_hand((many, rank[0], rank[1])))

    def more_called(self, said: Sequence[Announcement]) -> Sequence[Text]:
        """Return who loses a life or wins the round."""
        lost = [_("{player} loses a life.", player=calls.named(one.player)) for one in said if one.word == "life_lost"]
        won = [_("{player} wins the round.", player=calls.named(one.player)) for one in said if one.word == "round_won"]
        return (*lost, *won)


MANY = (
    pgettext("several dice of a face", "ones"),
    pgettext("several dice of a face", "twos"),
    pgettext("several dice of a face", "threes"),
    pgettext("several dice of a face", "fours"),
    pgettext("several dice of a face", "fives"),
    pgettext("several dice of a face", "sixes"),
)


def spoken_hand(rank: tuple[int, int, int]) -> Text:
    """Return a hand as it is spoken: “three fives”."""
    ace, many, face = rank
    if not ace:
        return _("no ace")
    if many < 2:
        return _("no pair")
    return _("{number} {faces}", number=spelled(many), faces=MANY[0 if face == ACES else face - 1])


def hand_in_words(rank: tuple[int, int, int]) -> Text:
    """Return a hand as “three 5s”, with what is missing if it needs a 1."""
    ace, many, face = rank
    shown = 1 if face == ACES else face
    words = ngettext("one {face}", "{count} × {face}", many, face=shown)
    return words if ace else _("{hand} without a 1", hand=words)
