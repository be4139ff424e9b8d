"""Pig as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.game import Titles
from engine.games.pig import chances
from engine.games.pig.chances import PigCoach, hold_at, is_solved, of_throw, race
from engine.games.pig.rules import OPTIONS, PRESETS, TITLES, Rules
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, from_behind
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.game import TurnGame
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

BEHIND = 30
BIG = 40

TEXTS: Mapping[str, MomentText] = {
    "pig.comeback": MomentText(_("Turned the tide"), _("Win from 30 points behind."), "wind"),
    "pig.big_turn": MomentText(_("Full hold"), _("Bank 40 or more in one turn."), "chest"),
}


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    for one in step.said:
        if one.word == "banked" and one.player and (one.number or 0) >= BIG:
            yield one.player, "pig.big_turn"
    if from_behind(step, past, lambda state: state.totals, BEHIND):
        yield step.after.winner, "pig.comeback"


def odds(rules: Rules) -> Mapping[str, Figure]:
    """Return the highest mean of a first turn and the points to stand at for it.

    Where the game of two players is solved, also the first player's chance to win, to the precision of a float, and the
    points to stand at in the first turn to win.
    """
    found: dict[str, Figure] = {"expected_turn": of_throw(rules.dice, 0, 0), "hold_at": hold_at(rules.dice)}
    if is_solved(rules):
        solved = race(rules.goal)
        found |= {"first_player_wins": solved.chance(0, 0), "hold_at_to_win": solved.hold_at(0, 0)}
    return found


PigState = TurnState[Rules]


class Pig(TurnGame):
    """The rules of Pig."""

    kind = "pig"
    moment_texts: Mapping[str, MomentText] = TEXTS
    title = _("Pig")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {}
    commands: Mapping[str, type[Event]] = {"stop": Stopped}
    examples: Mapping[str, str] = {"stop": '{"stop": true}'}
    figure_names: Mapping[str, FigureName] = {
        "expected_turn": FigureName(_("mean score of a turn")),
        "hold_at": FigureName(_("stand at")),
        "first_player_wins": FigureName(_("first player wins"), is_chance=True),
        "hold_at_to_win": FigureName(_("stand at, to win")),
    }
    coach = PigCoach()

    def must_roll(self, state: PigState, _turn: Turn) -> int:
        """Return the number of dice, which are thrown each time."""
        return state.rules.dice

    def thrown(self, _state: PigState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn with the sum of the dice added, or ended by a 1."""
        if 1 in dice:
            return replace(turn, throws=turn.throws + 1, loose=dice, bust=True, over=True)
        return replace(turn, throws=turn.throws + 1, loose=dice, points=turn.points + sum(dice))

    def stopped(self, _state: PigState, turn: Turn) -> Turn:
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        return replace(turn, over=True)

    def held(self, _state: PigState, _turn: Turn) -> tuple[int, ...]:
        return ()

    def result(self, _rules: Rules, turn: Turn) -> Result:
        return (0 if turn.bust else turn.points,)

    def most_head_start(self, rules: Rules) -> int:
        return rules.goal - 1

    def counted(self, state: PigState, turn: Turn) -> PigState:
        """Return the state with the points added, or all but a head start lost with two 1s.

        The game may be over at once where the goal is reached.
        """
        lost = turn.loose == (1, 1)
        had = state.handicap.get(turn.player, 0) if lost else state.totals[turn.player]
        total = had + self.result(state.rules, turn)[0]
        state = replace(state, totals={**state.totals, turn.player: total})
        if state.rules.ends == "at_once" and total >= state.rules.goal:
            return rounds.end(state, [turn.player])
        return state

    def end_of_round(self, state: PigState) -> PigState:
        """Return the next round, or the end of the game once the goal is reached: the most points win."""
        if max(state.totals[name] for name in state.present) < state.rules.goal:
            return rounds.next_round(state)
        return self.settled(state, self.leading(state, {name: (total,) for name, total in state.totals.items()}))

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments_of(step, past)

    def win_chances(self, state: PigState) -> WinChances | None:
        return chances.win_chances(state)

    def said(self, _before: PigState, after: PigState, turn: Turn) -> Sequence[Announcement]:
        """Return ``bust`` with the points lost, or ``banked`` with those won."""
        if turn.bust:
            return (Announcement("bust", turn.player, turn.points),)
        return (Announcement("banked", turn.player, self.result(after.rules, turn)[0]),)

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the mean of a turn, and the first player's chance to win where the game of two is solved."""
        return odds(rules)
