"""The display of Farkle."""

from collections.abc import Iterator

from engine import Announcement
from engine.games.farkle.chances import bust, seats_of
from engine.games.farkle.game import FarkleState
from engine.games.farkle.rules import DICE, MANY, PENALTY, STRAIGHT, TWO_TRIPLETS, Rules, best_part, points_of
from engine.i18n import Text
from engine.turns.coach import advise
from engine.turns.state import Turn
from web.catalogue import Words
from web.games.farkle import messages
from web.games.farkle.log import FarkleLog
from web.games.farkle.setup import FARKLE_SETUP
from web.games.game_page import Fact, Terms
from web.games.game_setup import GameSetup
from web.games.help import Chance
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank
from web.games.turns.page import TurnSlot, TurnsOnThePage, game_of_turns


class FarkleOnThePage(TurnsOnThePage):
    """Displays Farkle."""

    setup: GameSetup = FARKLE_SETUP
    log = FarkleLog()
    again = DICE

    def slots(self, state: FarkleState, turn: Turn, words: Words) -> Iterator[TurnSlot]:
        """Yield the dice set aside, those that lie there, and the points of the turn."""
        aside = turn.aside + turn.fresh
        yield TurnSlot("aside", words.SET_ASIDE, aside, "held" if aside else "open", term="aside")
        if turn.loose:
            yield TurnSlot("thrown", words.ROLLED, turn.loose)
        else:
            yield TurnSlot("thrown", words.TO_ROLL, state="open", blanks=DICE)
        points = 0 if turn.bust else points_of(state.rules.scores, turn)
        yield TurnSlot(
            "banked", words.THIS_TURN, (), "held" if points else "open", words.farkle_number(points), term="bank"
        )

    def facts(self, state: FarkleState, words: Words) -> Iterator[Fact]:
        """Yield the goal, what it takes to open, and the last round."""
        yield Fact(words.FARKLE_LAST if state.closer else words.farkle_goal(state.rules.goal))
        if state.turn and state.turn.player not in state.opened and state.rules.opening and not state.leg:
            yield Fact(words.farkle_to_open(state.rules.opening))

    def sentence(self, one: Announcement, player: str) -> Text | None:
        """Return what a turn came to, and what happened in it."""
        points = one.number or 0
        match one.word:
            case "farkle":
                return messages.farkle_bust(player, points)
            case "banked":
                return messages.farkle_banked(player, points)
            case "three_farkles":
                return messages.farkle_three(player, points)
            case "hot_dice":
                return messages.farkle_hot(player)
            case "last_round":
                return messages.farkle_last(player, points)
        return None

    def cheers(self, words: Words) -> dict[str, str]:
        """Return the announcements that are cheered, hot dice first."""
        cheers: dict[str, str] = words.FARKLE_CHEERS
        return cheers

    def score(self, state: FarkleState, name: str, words: Words) -> tuple[str, str]:  # type: ignore[override]
        return words.farkle_number(state.totals[name]), "scored"

    def stand_says(self, state: FarkleState, words: Words) -> str:
        turn = state.turn
        return str(words.farkle_stand(best_part(state.rules.scores, turn)[1] if turn else 0))

    def terms(self, words: Words) -> Terms:
        own: Terms = words.FARKLE_TERMS
        return {**super().terms(words), **own}

    def is_about(self, state: FarkleState) -> bool:
        seats = seats_of(state)
        return seats is None or bool(seats.later)

    def chances(self, state: FarkleState) -> Iterator[Chance]:
        """Yield the chance of a farkle with the next roll of the best advice, and the mean of the turn."""
        coach = game_of_turns(state).coach
        ways = advise(coach, state, self.aim(state), lowest=False).choices
        dice = next((one.throw for one in ways if one.throw), DICE)
        yield Chance("farkle", float(bust(state.rules.scores, dice)), says=messages.farkle_chance(dice))
        yield Chance("mean", advise(coach, state, "points", lowest=False).best.value, "points")

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        lines = [
            RuleLine(words.HOW_FARKLE, blank(DICE)),
            RuleLine(words.HOW_FARKLE_GO_ON),
            RuleLine(words.HOW_FARKLE_BUST),
            RuleLine(words.HOW_FARKLE_HOT),
            RuleLine(words.HOW_FARKLE_SINGLES, (ExampleDie(1), ExampleDie(5))),
            RuleLine(words.how_farkle_three(1000), (ExampleDie(4),) * 3),
        ]
        if rules.scores == "plain":
            lines.append(RuleLine(words.HOW_FARKLE_DOUBLES, (ExampleDie(4),) * 4))
        else:
            lines.append(RuleLine(words.how_farkle_kinds(MANY[4], MANY[5], MANY[6]), (ExampleDie(4),) * 4))
            lines.append(RuleLine(words.how_farkle_six(STRAIGHT, TWO_TRIPLETS), tuple(map(ExampleDie, range(1, 7)))))
        if rules.opening:
            lines.append(RuleLine(words.how_farkle_open(rules.opening)))
        if rules.three_farkles:
            lines.append(RuleLine(words.how_farkle_penalty(PENALTY)))
        lines.append(RuleLine(words.how_farkle_win(rules.goal)))
        lines.append(RuleLine(words.HOW_PLAY_ON))
        lines.append(RuleLine(words.how_tie(rolled_off=rules.tie == "rolloff")))
        return HowToPlay(tuple(lines), ("rolloff", *messages.FARKLE_TERMS))
