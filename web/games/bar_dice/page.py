"""The display of Bar dice."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from engine import Announcement, expected_tray
from engine.games.bar_dice.chances import rolls_of
from engine.games.bar_dice.game import BarDiceState
from engine.games.bar_dice.game import in_words as hand_in_words
from engine.games.bar_dice.rules import DICE, Rules, hand
from engine.i18n import Text
from engine.turns.coach import advise
from engine.turns.state import Turn
from web.catalogue import Words
from web.games.bar_dice import messages
from web.games.bar_dice.log import BarDiceLog
from web.games.bar_dice.setup import BAR_DICE_SETUP
from web.games.game_page import Counts, EnteredDice, EnteredDie, Fact, Terms
from web.games.game_setup import GameSetup
from web.games.help import Chance
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank
from web.games.turns.page import TurnSlot, TurnsOnThePage, game_of_turns


class BarDiceOnThePage(TurnsOnThePage):
    """Displays Bar dice."""

    setup: GameSetup = BAR_DICE_SETUP
    log = BarDiceLog()
    wins_with_points = False

    def slots(self, state: BarDiceState, turn: Turn, words: Words) -> Iterator[TurnSlot]:
        """Yield the dice that lie there, and the hand that they make."""
        dice = tuple(sorted(turn.lies, reverse=True))
        yield TurnSlot("thrown", words.ROLLED if dice else words.TO_ROLL, dice, blanks=0 if dice else DICE)
        made = words.told(hand_in_words(hand(state.rules.ace_needed, turn.lies))) if dice else ""
        yield TurnSlot("hand", words.BAR_DICE_HAND, (), "held" if dice else "open", made, term="hand")

    def facts(self, state: BarDiceState, words: Words) -> Iterator[Fact]:
        """Yield the round, and how it is won."""
        if state.rules.match != "single":
            yield Fact(words.round_number(state.round))
        yield Fact(words.HOW_BAR_DICE_MATCH[state.rules.match], "lives" if state.rules.match == "lives" else "")

    def sentence(self, one: Announcement, player: str) -> Text | None:
        """Return what a turn came to, and what a round has decided."""
        number = one.number or 0
        match one.word:
            case "hand":
                return messages.bar_dice_has(player, number)
            case "rolls_set":
                return messages.bar_dice_rolls(number)
            case "life_lost":
                return messages.bar_dice_life(player, number)
            case "round_won":
                return messages.bar_dice_round(player)
        return None

    def cheers(self, words: Words) -> dict[str, str]:
        cheers: dict[str, str] = words.BAR_DICE_CHEERS
        return cheers

    def rolls(self, state: BarDiceState) -> int:
        return rolls_of(state)

    def score(self, state: BarDiceState, name: str, words: Words) -> tuple[str, Literal["scored", "failed", "open"]]:
        """Return a player's hand in this round."""
        if name in state.out:
            return str(words.BAR_DICE_OUT), "failed"
        if name not in state.scores:
            return str(words.NOT_YET), "open"
        return self.made(state.scores[name], words), "scored"

    def scores(self, state: BarDiceState, words: Words) -> dict[str, str]:
        """Return the lives or rounds of each player, or the hand of a single round."""
        if state.rules.match == "single":
            return {name: self.score(state, name, words)[0] for name in state.players}
        return {name: str(total) for name, total in state.totals.items()}

    def counts(self, state: BarDiceState) -> Counts:
        """Return that lives left or rounds won decide the game, or one hand."""
        of: dict[str, Counts] = {"lives": "lives", "horse": "rounds"}
        return of.get(state.rules.match, "nothing")

    def sums(self, state: BarDiceState, name: str, words: Words) -> Iterator[tuple[str, str]]:
        if state.rules.match != "single":
            word = words.BAR_DICE_LIVES if state.rules.match == "lives" else words.BAR_DICE_ROUNDS
            yield word, str(state.totals[name])

    def leaders(self, state: BarDiceState) -> frozenset[str]:
        """Return the players with the best hand of the round."""
        here = {name: result for name, result in state.scores.items() if name not in state.gone}
        return frozenset(name for name, result in here.items() if result == max(here.values()))

    def stand_says(self, state: BarDiceState, words: Words) -> str:
        dice = state.turn.lies if state.turn else ()
        if not dice:
            return super().stand_says(state, words)
        return str(words.bar_dice_stand(hand_in_words(hand(state.rules.ace_needed, dice))))

    def terms(self, words: Words) -> Terms:
        own: Terms = words.BAR_DICE_TERMS
        return {**super().terms(words), **own}

    def aim_says(self, state: BarDiceState) -> Text | None:
        return messages.BAR_DICE_AIMS[self.aim(state)]

    def chances(self, state: BarDiceState) -> Iterator[Chance]:
        """Yield the chance in the round, or the strength of the hand."""
        coach, aim = game_of_turns(state).coach, self.aim(state)
        best = advise(coach, state, aim, lowest=False).best
        yield Chance(aim, best.value, says=messages.BAR_DICE_CHANCES[aim])

    def entered(self, state: BarDiceState) -> EnteredDice:
        """Return the dice, each of which may stay while rolls are left."""
        turn, throw = state.turn, expected_tray(state).throw
        if turn is None or not turn.throws:
            return EnteredDice(throw=throw)
        kept = Counter(turn.fresh)
        dice = []
        for face in sorted(turn.lies, reverse=True):
            dice.append(EnteredDie(face, stays=kept[face] > 0, free=True))
            kept[face] -= 1
        return EnteredDice(tuple(dice), throw)

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        lines = [
            RuleLine(words.HOW_BAR_DICE, blank(DICE)),
            RuleLine(words.HOW_BAR_DICE_KEEP),
            RuleLine(words.HOW_BAR_DICE_FIRST),
            RuleLine(words.HOW_BAR_DICE_HAND, tuple(map(ExampleDie, (5, 5, 1)))),
            RuleLine(words.HOW_BAR_DICE_ACES, (ExampleDie(1),) * DICE),
        ]
        if rules.ace_needed:
            lines.append(RuleLine(words.HOW_BAR_DICE_NEEDED))
        if rules.match == "lives":
            lines.append(RuleLine(words.how_bar_dice_lives(rules.lives)))
        lines.append(RuleLine(words.HOW_BAR_DICE_MATCH[rules.match]))
        lines.append(RuleLine(words.HOW_BAR_DICE_TIE))
        return HowToPlay(tuple(lines), ("rolloff", *messages.BAR_DICE_TERMS))

    def made(self, result: tuple[int, ...], words: Words) -> str:
        ace, many, face = result
        return str(words.told(hand_in_words((ace, many, face))))
