"""The display of Pig."""

from collections.abc import Iterator
from fractions import Fraction

from engine import Announcement
from engine.games.pig.chances import is_solved, seats_of
from engine.games.pig.game import PigState
from engine.games.pig.rules import Rules
from engine.i18n import Text
from engine.turns.state import Turn
from web.catalogue import Words
from web.games.game_page import Fact, Terms
from web.games.game_setup import GameSetup
from web.games.help import Chance
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank
from web.games.pig import messages
from web.games.pig.log import PigLog
from web.games.pig.setup import PIG_SETUP
from web.games.turns.page import TurnSlot, TurnsOnThePage


class PigOnThePage(TurnsOnThePage):
    """Displays Pig."""

    setup: GameSetup = PIG_SETUP
    log = PigLog()
    sets_aside = False

    def slots(self, state: PigState, turn: Turn, words: Words) -> Iterator[TurnSlot]:
        """Yield the latest throw, and the points of the turn."""
        blanks = 0 if turn.throws else state.rules.dice
        yield TurnSlot("thrown", words.TO_ROLL if blanks else words.ROLLED, turn.loose, blanks=blanks)
        points = 0 if turn.bust else turn.points
        yield TurnSlot("banked", words.THIS_TURN, state="held" if points else "open", figure=str(points), term="bank")

    def facts(self, state: PigState, words: Words) -> Iterator[Fact]:
        yield Fact(words.first_to_points(state.rules.goal))
        if state.turn and not state.leg:
            yield Fact(words.round_number(state.round))

    def sentence(self, one: Announcement, player: str) -> Text | None:
        if one.word == "bust":
            return messages.pig_lost(player, one.number or 0)
        return messages.pig_banked(player, one.number or 0) if one.word == "banked" else None

    def cheers(self, words: Words) -> dict[str, str]:
        cheers: dict[str, str] = words.PIG_CHEERS
        return cheers

    def stand_says(self, state: PigState, words: Words) -> str:
        return str(words.stand_with(state.turn.points if state.turn else 0))

    def is_about(self, state: PigState) -> bool:
        """Return whether others are to come, or the turn may yet not decide, where the game is not solved."""
        seats = seats_of(state)
        return not self._solved(state) and (seats is None or bool(seats.later) or not seats.is_last(0))

    def _solved(self, state: PigState) -> bool:
        return is_solved(state.rules) and len(state.present) == 2 and not state.leg

    def terms(self, words: Words) -> Terms:
        own: Terms = words.PIG_TERMS
        return {**super().terms(words), **own}

    def chances(self, state: PigState) -> Iterator[Chance]:
        """Yield the chance to lose the turn with the next roll."""
        dice = state.rules.dice
        yield Chance("bust", float(1 - Fraction(5, 6) ** dice), says=messages.PIG_BUST[dice])

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        lines = [RuleLine(words.how_pig(rules.dice), blank(rules.dice))]
        lines.append(RuleLine(words.how_pig_bust(rules.dice), (ExampleDie(1),)))
        if rules.dice > 1:
            lines.append(RuleLine(words.HOW_PIG_TWO, (ExampleDie(1), ExampleDie(1))))
        lines.append(RuleLine(words.HOW_PIG_BANK))
        lines.append(RuleLine(words.how_pig_goal(rules.goal)))
        lines.append(RuleLine(words.HOW_PIG_ENDS[rules.ends]))
        if rules.ends == "round":
            lines.append(RuleLine(words.HOW_PLAY_ON))
        lines.append(RuleLine(words.how_tie(rolled_off=rules.tie == "rolloff")))
        return HowToPlay(tuple(lines), ("rolloff", *messages.PIG_TERMS))
