"""The display of Midnight."""

from collections.abc import Iterator
from typing import Literal

from engine import Announcement
from engine.games.midnight.game import MidnightState
from engine.games.midnight.rules import DICE, QUALIFIERS, Rules, score
from engine.i18n import Text
from engine.turns.coach import advise
from engine.turns.state import Turn
from web.catalogue import Words
from web.games.game_page import Fact, Terms
from web.games.game_setup import GameSetup
from web.games.help import Chance
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank
from web.games.midnight import messages
from web.games.midnight.log import MidnightLog
from web.games.midnight.setup import MIDNIGHT_SETUP
from web.games.turns.all_aside import AllAsideOnThePage
from web.games.turns.page import TurnSlot, game_of_turns


class MidnightOnThePage(AllAsideOnThePage):
    """Displays Midnight."""

    setup: GameSetup = MIDNIGHT_SETUP
    log = MidnightLog()

    def slots(self, state: MidnightState, turn: Turn, words: Words) -> Iterator[TurnSlot]:  # noqa: ARG002
        """Yield the dice that qualify, the dice that score with their sum, and those to roll."""
        left = list(turn.aside + turn.fresh)
        found = []
        for face in QUALIFIERS:
            if face in left:
                left.remove(face)
                found.append(face)
        missing = len(QUALIFIERS) - len(found)
        state_of: Literal["held", "seen", "open"] = "held" if not missing else "seen" if found else "open"
        yield TurnSlot("needed", words.MIDNIGHT_NEEDED, tuple(found), state_of, blanks=missing, term="not_qualified")
        figure = str(sum(left)) if left else ""
        yield TurnSlot("counted", words.MIDNIGHT_SCORE, tuple(left), "held" if left else "open", figure)
        yield self.rest_slot(turn, DICE, words)

    def facts(self, state: MidnightState, words: Words) -> Iterator[Fact]:  # noqa: ARG002
        yield Fact(words.HOW_MIDNIGHT_QUALIFY)

    def sentence(self, one: Announcement, player: str) -> Text | None:
        match one.word:
            case "total":
                return messages.midnight_score(player, one.number or 0)
            case "midnight":
                return messages.midnight_best(player, one.number or 0)
            case "not_qualified":
                return messages.midnight_none(player)
        return None

    def cheers(self, words: Words) -> dict[str, str]:
        cheers: dict[str, str] = words.MIDNIGHT_CHEERS
        return cheers

    def score(self, state: MidnightState, name: str, words: Words) -> tuple[str, Literal["scored", "failed", "open"]]:
        shown, is_ = super().score(state, name, words)
        return (str(words.NOT_QUALIFIED), "failed") if is_ == "scored" and shown == "0" else (shown, is_)

    def leaders(self, state: MidnightState) -> frozenset[str]:
        return frozenset(name for name in super().leaders(state) if state.scores[name][0])

    def stand_says(self, state: MidnightState, words: Words) -> str:
        """Return the score with all dice set aside."""
        turn = state.turn
        return str(words.midnight_stand(score(turn.aside + turn.lies) if turn else None))

    def terms(self, words: Words) -> Terms:
        own: Terms = words.MIDNIGHT_TERMS
        return {**super().terms(words), **own}

    def chances(self, state: MidnightState) -> Iterator[Chance]:
        """Yield the chance to qualify, and the mean score."""
        coach = game_of_turns(state).coach
        yield Chance(
            "qualify", advise(coach, state, "qualify", lowest=False).best.value, says=messages.MIDNIGHT_QUALIFY
        )
        yield Chance("mean", advise(coach, state, "points", lowest=False).best.value, "points")

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        lines = (
            RuleLine(words.HOW_MIDNIGHT, blank(DICE)),
            RuleLine(words.HOW_MIDNIGHT_ASIDE),
            RuleLine(words.HOW_MIDNIGHT_QUALIFY, tuple(map(ExampleDie, QUALIFIERS))),
            RuleLine(words.HOW_MIDNIGHT_SCORE, (ExampleDie(6),) * (DICE - len(QUALIFIERS))),
            RuleLine(words.HOW_MIDNIGHT_STAND),
            RuleLine(words.HOW_MIDNIGHT_WIN),
            RuleLine(words.how_tie(rolled_off=rules.tie == "rolloff")),
        )
        return HowToPlay(lines, ("rolloff", *messages.MIDNIGHT_TERMS))
