"""Bar dice as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.game import RecordedAs, Titles
from engine.games.bar_dice import chances
from engine.games.bar_dice.chances import BarDiceCoach, rolls_of
from engine.games.bar_dice.rules import DICE, OPTIONS, PRESETS, TITLES, WILD, WINS, Kept, Rules, hand, of_a_kind
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.game import Move, TurnGame, Wait
from engine.turns.setting_aside import check_lie, without
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

TEXTS: Mapping[str, MomentText] = {
    "bar_dice.five": MomentText(_("Five of a kind"), _("Finish a hand with five of a kind."), "comet"),
    "bar_dice.aces": MomentText(_("Five aces"), _("Finish a hand with five 1s."), "crown"),
    "bar_dice.last_life": MomentText(_("Last one standing"), _("Win with one life left."), "lifeline"),
}


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    for one in step.said:
        if one.word == "hand" and one.player and one.number == DICE:
            turn = step.after.last
            aces = turn is not None and set(turn.lies) == {WILD}
            yield one.player, "bar_dice.aces" if aces else "bar_dice.five"
    rules, winner = step.after.rules, step.after.winner
    if step.ends and winner and rules.match == "lives" and rules.lives > 1 and step.after.totals[winner] == 1:
        yield winner, "bar_dice.last_life"


BarDiceState = TurnState[Rules]


def keep(_state: BarDiceState, turn: Turn, event: Kept) -> Turn:
    """Return the turn in which these dice stay at the next roll, instead of those chosen before."""
    check_lie(turn, turn.lies, event.dice)
    return replace(turn, fresh=event.dice, loose=without(turn.lies, event.dice))


class BarDice(TurnGame):
    """The rules of Bar dice."""

    kind = "bar_dice"
    moment_texts: Mapping[str, MomentText] = TEXTS
    title = _("Bar dice")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"bar_dice.kept": Kept}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "stop": Stopped}
    moves: Mapping[type[Event], Move] = {Kept: keep}
    least_players = 2
    examples: Mapping[str, str] = {"keep": '{"keep": [1, 6]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {Kept: "aside"}
    figure_names: Mapping[str, FigureName] = {"of_a_kind": FigureName(_("of a kind in one roll"), is_chance=True)}
    feats: Sequence[str] = ("round_won", "life_lost")
    coach = BarDiceCoach()

    def must_roll(self, _state: BarDiceState, turn: Turn) -> int:
        """Return the number of dice that are not kept."""
        return DICE - len(turn.fresh)

    def why_no_roll(self, _state: BarDiceState, turn: Turn) -> Refused:
        """Return the refusal of a throw of no dice."""
        return Refused(
            "nothing_to_throw", _("{player} keeps all dice: press STAND, or keep fewer.", player=turn.player)
        )

    def thrown(self, state: BarDiceState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw, over with the last roll. Dice that were kept may be given back."""
        throws = turn.throws + 1
        return replace(turn, throws=throws, fresh=(), loose=turn.fresh + dice, over=throws == rolls_of(state))

    def stopped(self, _state: BarDiceState, turn: Turn) -> Turn:
        """Return the turn ended with the dice as they lie."""
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        return replace(turn, over=True)

    def may_set_aside(self, _state: BarDiceState, turn: Turn) -> tuple[int, ...]:
        return turn.loose

    def may_move(self, _state: BarDiceState, turn: Turn) -> bool:
        """Return whether dice may be kept or given back: after a throw."""
        return turn.throws > 0

    def why_not_aside(self, _state: BarDiceState, _turn: Turn, face: int) -> str:
        return _("There’s no {face} on the tray.", face=face)

    def result(self, rules: Rules, turn: Turn) -> Result:
        return hand(rules.ace_needed, turn.lies)

    def points(self, rules: Rules, turn: Turn) -> int:
        """Return how many of a kind lie there."""
        return hand(rules.ace_needed, turn.lies)[1]

    def turn_score(self, rules: Rules, turn: Turn) -> int:
        """Return how many of a kind the hand has, 0 without a 1 that is needed."""
        with_ace, many, _ = self.result(rules, turn)
        return many if with_ace else 0

    def merits(self, state: BarDiceState) -> dict[str, tuple[int, ...]]:
        """Return the lives or rounds won as players rank, in a single round the hands."""
        if state.rules.match != "single":
            return super().merits(state)
        return {name: state.scores.get(name, (0, 0, 0)) for name in state.players}

    def first_total(self, state: BarDiceState) -> int:
        """Return the lives of a player who comes: the fewest that a player has. Rounds won begin at 0."""
        if state.rules.match != "lives":
            return 0
        return min((state.totals[name] for name in state.playing if name in state.totals), default=state.rules.lives)

    def closed_to(self, state: BarDiceState) -> Wait | None:
        """Return that a player joins the next game where this one is a single round."""
        wait = super().closed_to(state)
        return "mid_game" if wait and state.rules.match == "single" else wait

    def counted(self, state: BarDiceState, turn: Turn) -> BarDiceState:
        """Return the state in which the first player of the round leaves the others as many rolls as that one took."""
        return state if state.limit else replace(state, limit=turn.throws)

    def leading(self, state: BarDiceState, results: Mapping[str, Result]) -> list[str]:
        """Return the players with the lowest hand where it loses a life, else with the highest."""
        here = {name: result for name, result in results.items() if name not in state.gone}
        pick = min if state.rules.match == "lives" else max
        return [name for name, result in here.items() if result == pick(here.values())]

    def end_of_round(self, state: BarDiceState) -> BarDiceState:
        """Return the state after the hands are compared; those who tie roll off with one throw."""
        return self.settled(state, self.leading(state, state.results))

    def decided(self, state: BarDiceState, name: str) -> BarDiceState:
        """Return the state after a player loses a life or wins a round, and the next round or the end of the game."""
        rules = state.rules
        if rules.match == "single":
            return rounds.end(state, [name])
        total = state.totals[name] + (-1 if rules.match == "lives" else 1)
        state = replace(state, totals={**state.totals, name: total})
        if rules.match == "lives" and not total:
            state = replace(state, out=state.out | {name})
            if len(state.playing) == 1:
                return rounds.end(state, state.playing)
        if rules.match == "horse" and total == WINS:
            return rounds.end(state, [name])
        starter = rounds.order_from(state, rounds.after(state, state.starter))[0]
        return rounds.next_round(replace(state, starter=starter))

    def event_in_words(self, event: Event, player: str) -> Text | None:
        if not isinstance(event, Kept):
            return None
        return _("{player} keeps {dice}", player=player, dice=" ".join(map(str, event.dice)) or _("nothing"))

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments_of(step, past)

    def win_chances(self, state: BarDiceState) -> WinChances | None:
        return chances.win_chances(state)

    def said(self, before: BarDiceState, after: BarDiceState, turn: Turn) -> Sequence[Announcement]:
        """Return ``hand`` with how many of a kind, ``rolls_set`` by the first player, ``life_lost``, ``round_won``."""
        said = [Announcement("hand", turn.player, self.points(after.rules, turn))]
        if before.limit is None and not before.leg:
            said.append(Announcement("rolls_set", turn.player, turn.throws))
        for name, total in after.totals.items():
            was = before.totals.get(name, total)
            if total != was:
                said.append(Announcement("life_lost" if total < was else "round_won", name, total))
        return said

    def reported(self, state: BarDiceState) -> dict[str, object]:
        """Return the rolls that are left, the rolls of this round, and who is out."""
        turn = state.turn
        return {
            "rolls_left": rolls_of(state) - turn.throws if turn else 0,
            "rolls": rolls_of(state),
            "hand": list(hand(state.rules.ace_needed, turn.lies)) if turn and turn.throws else None,
            "out": [name for name in state.players if name in state.out],
        }

    def odds(self, _rules: Rules) -> Mapping[str, Figure]:
        """Return the chance of each number of a kind in one throw."""
        return {"of_a_kind": of_a_kind()}
