"""The display of Threes."""

from collections.abc import Iterator

from engine import Announcement
from engine.games.threes.game import ThreesState
from engine.games.threes.rules import Rules, points
from engine.i18n import Text
from engine.turns.coach import advise
from engine.turns.state import Turn
from web.catalogue import Words
from web.games.game_page import Fact
from web.games.game_setup import GameSetup
from web.games.help import Chance
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank
from web.games.threes import messages
from web.games.threes.log import ThreesLog
from web.games.threes.setup import THREES_SETUP
from web.games.turns.all_aside import AllAsideOnThePage
from web.games.turns.page import TurnSlot, game_of_turns


class ThreesOnThePage(AllAsideOnThePage):
    """Displays Threes."""

    setup: GameSetup = THREES_SETUP
    log = ThreesLog()
    lowest = True

    def slots(self, state: ThreesState, turn: Turn, words: Words) -> Iterator[TurnSlot]:
        """Yield the dice set aside with their total, and those to roll."""
        aside = turn.aside + turn.fresh
        yield self.aside_slot(turn, str(points(aside)) if aside else "", words)
        yield self.rest_slot(turn, state.rules.dice, words)

    def facts(self, state: ThreesState, words: Words) -> Iterator[Fact]:  # noqa: ARG002
        yield Fact(words.HOW_THREES_WIN)

    def sentence(self, one: Announcement, player: str) -> Text | None:
        return messages.threes_total(player, one.number or 0) if one.word == "total" else None

    def cheers(self, words: Words) -> dict[str, str]:
        cheers: dict[str, str] = words.THREES_CHEERS
        return cheers

    def stand_says(self, state: ThreesState, words: Words) -> str:
        """Return the total with all dice set aside."""
        turn = state.turn
        return str(words.threes_stand(points(turn.aside + turn.lies) if turn else 0))

    def aim_says(self, state: ThreesState) -> Text | None:
        return None if self.aim(state) == "beat" else messages.THREES_AIM

    def chances(self, state: ThreesState) -> Iterator[Chance]:
        mean = advise(game_of_turns(state).coach, state, "points", lowest=True).best.value
        yield Chance("mean", mean, "points", says=messages.THREES_MEAN)

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        lines = (
            RuleLine(words.how_threes(rules.dice), blank(rules.dice)),
            RuleLine(words.HOW_THREES_ASIDE),
            RuleLine(words.HOW_THREES_COUNT, tuple(map(ExampleDie, (3, 3, 1, 2)))),
            RuleLine(words.HOW_THREES_STAND),
            RuleLine(words.HOW_THREES_WIN),
            RuleLine(words.how_tie(rolled_off=rules.tie == "rolloff")),
        )
        return HowToPlay(lines, ("rolloff",))
