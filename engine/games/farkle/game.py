"""Farkle as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.game import RecordedAs, Titles
from engine.games.farkle import chances
from engine.games.farkle.chances import FarkleCoach, bust, for_points
from engine.games.farkle.rules import (
    DICE,
    OPTIONS,
    PENALTY,
    PRESETS,
    TITLES,
    Rules,
    SetAside,
    idle,
    may_score,
    points_of,
    throw,
    why_idle,
)
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, from_behind, said
from engine.players import clockwise
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.game import Move, TurnGame, Wait
from engine.turns.setting_aside import check_lie, without
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

BEHIND = 2000
BIG = 1000
HUGE = 2000

TEXTS: Mapping[str, MomentText] = {
    "farkle.hot_dice": MomentText(_("Hot dice"), _("Score with all six dice."), "comet"),
    "farkle.big_turn": MomentText(_("Full hold"), _("Bank 1,000 or more in one turn."), "chest"),
    "farkle.huge_turn": MomentText(_("Treasure fleet"), _("Bank 2,000 or more in one turn."), "crown"),
    "farkle.comeback": MomentText(_("Turned the tide"), _("Win from 2,000 points behind."), "wind"),
}


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    yield from said(step, {"hot_dice": "farkle.hot_dice"})
    for one in step.said:
        if one.word == "banked" and one.player and (one.number or 0) >= BIG:
            yield one.player, "farkle.big_turn"
            if (one.number or 0) >= HUGE:
                yield one.player, "farkle.huge_turn"
    if from_behind(step, past, lambda state: state.totals, BEHIND):
        yield step.after.winner, "farkle.comeback"


def odds(rules: Rules) -> Mapping[str, Figure]:
    """Return the chance of a farkle with one to six dice, and the highest mean of a turn of a player who has opened.

    The mean has the precision of a float.
    """
    return {
        "busts": [bust(rules.scores, dice) for dice in range(1, DICE + 1)],
        "expected_turn": for_points(rules.scores, 0).throw(DICE, 0),
    }


FarkleState = TurnState[Rules]


class Farkle(TurnGame):
    """The rules of Farkle."""

    kind = "farkle"
    moment_texts: Mapping[str, MomentText] = TEXTS
    title = _("Farkle")
    also = _("Farkel, Zilch, 10,000, Ten Thousand, Dix Mille, Greed")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"farkle.set_aside": SetAside}
    commands: Mapping[str, type[Event]] = {"set_aside": SetAside, "stop": Stopped}
    examples: Mapping[str, str] = {"set_aside": '{"set_aside": [5, 5]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {SetAside: "aside"}
    figure_names: Mapping[str, FigureName] = {
        "busts": FigureName(_("no score"), is_chance=True),
        "expected_turn": FigureName(_("mean score of a turn")),
    }
    feats: Sequence[str] = ("hot_dice",)
    coach = FarkleCoach()

    def must_roll(self, _state: FarkleState, turn: Turn) -> int:
        """Return the number of dice that are not set aside; all six when all have scored; 0 before one of them has."""
        if not turn.throws:
            return DICE
        return (len(turn.loose) or DICE) if turn.fresh else 0

    def why_no_roll(self, _state: FarkleState, _turn: Turn) -> Refused:
        """Return the refusal of a throw before a die is set aside."""
        return Refused("nothing_set_aside", _("Set aside at least one die that scores first."))

    def thrown(self, state: FarkleState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw, which ends it where nothing scores."""
        return throw(state.rules.scores, turn, dice)

    def stopped(self, state: FarkleState, turn: Turn) -> Turn:
        """Return the turn ended with its points. Raises :class:`Refused` for too few points to open."""
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        if not turn.fresh:
            raise Refused("nothing_set_aside", _("Set aside at least one die that scores first."))
        points = points_of(state.rules.scores, turn)
        if not state.leg and turn.player not in state.opened and points < state.rules.opening:
            raise Refused(
                "not_opened",
                _(
                    "{player} has {points} points: the first scoring turn takes {opening}.",
                    player=turn.player,
                    points=points,
                    opening=state.rules.opening,
                ),
            )
        return replace(turn, over=True)

    def may_set_aside(self, state: FarkleState, turn: Turn) -> tuple[int, ...]:
        """Return the dice that score together with some others of the throw, and with those set aside already."""
        return may_score(state.rules.scores, turn)

    def why_not_aside(self, _state: FarkleState, turn: Turn, face: int) -> str:
        if face not in turn.loose:
            return _("There’s no {face} on the tray.", face=face)
        return why_idle(face, turn.lies.count(face))

    def held(self, _state: FarkleState, turn: Turn) -> tuple[int, ...]:
        """Return the dice set aside, none once all have scored: they are all thrown again."""
        return () if turn.fresh and not turn.loose else turn.aside + turn.fresh

    def result(self, rules: Rules, turn: Turn) -> Result:
        return (self.points(rules, turn),)

    def points(self, rules: Rules, turn: Turn) -> int:
        """Return the points of all dice set aside in the turn, 0 after a farkle."""
        return 0 if turn.bust else points_of(rules.scores, turn)

    def most_head_start(self, rules: Rules) -> int:
        return rules.goal - 1

    def counted(self, state: FarkleState, turn: Turn) -> FarkleState:
        """Return the state with the points added; the goal starts the last round."""
        name, rules = turn.player, state.rules
        total = state.totals[name] + self.points(rules, turn)
        busts = state.busts.get(name, 0) + 1 if turn.bust else 0
        if busts == 3 and rules.three_farkles:
            total, busts = total - PENALTY, 0
        return replace(
            state,
            totals={**state.totals, name: total},
            busts={**state.busts, name: busts},
            opened=state.opened if turn.bust else state.opened | {name},
            closer=state.closer or (name if total >= rules.goal else None),
        )

    def end_of_round(self, state: FarkleState) -> FarkleState:
        """Return the next round; with the goal reached the last turns of those who had none since, then the end."""
        if state.closer is None:
            return rounds.next_round(state)
        if state.closer in state.order:
            before = clockwise(state.players, state.starter)
            before = before[: before.index(state.closer)]
            to_come = [name for name in before if name in state.present]
            if to_come:
                return rounds.next_round(state, to_come)
        return self.settled(state, self.leading(state, {name: (total,) for name, total in state.totals.items()}))

    def without_leaver(self, state: FarkleState) -> FarkleState:
        """Return the state in which the game goes on if no player present has reached the goal.

        The extra turns of the last round are then the beginning of a round of all players.
        """
        if state.closer is None or any(state.totals[name] >= state.rules.goal for name in state.present):
            return state
        others = [name for name in rounds.order_from(state, state.starter) if name not in state.order]
        return replace(state, closer=None, order=(*state.order, *others))

    def closed_to(self, state: FarkleState) -> Wait | None:
        """Return that a player joins the next game once the goal is reached."""
        return "mid_game" if state.closer else super().closed_to(state)

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments_of(step, past)

    def win_chances(self, state: FarkleState) -> WinChances | None:
        return chances.win_chances(state)

    def said(self, before: FarkleState, after: FarkleState, turn: Turn) -> Sequence[Announcement]:
        """Return ``farkle`` with the points lost, or ``banked`` with those won; ``three_farkles``, ``last_round``."""
        if turn.bust:
            said = [Announcement("farkle", turn.player, turn.points)]
            if after.totals[turn.player] < before.totals.get(turn.player, 0):
                said.append(Announcement("three_farkles", turn.player, PENALTY))
            return said
        said = [Announcement("banked", turn.player, self.points(after.rules, turn))]
        if after.closer != before.closer:
            said.append(Announcement("last_round", turn.player, after.totals[turn.player]))
        return said

    def said_in_turn(self, before: Turn, after: Turn) -> Sequence[Announcement]:
        """Return ``hot_dice`` when the last die is set aside."""
        hot = after.fresh and not after.loose and before.loose
        return (Announcement("hot_dice", after.player),) if hot else ()

    def reported(self, state: FarkleState) -> dict[str, object]:
        """Return who has opened, the farkles in a row, and who began the last round."""
        return {
            "opened": [name for name in state.players if name in state.opened],
            "farkles": {name: state.busts.get(name, 0) for name in state.players},
            "closer": state.closer,
        }

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the chance of a farkle with one to six dice, and the best mean of a turn."""
        return odds(rules)

    def _set_aside(self, state: FarkleState, turn: Turn, event: SetAside) -> Turn:
        check_lie(turn, turn.loose, event.dice)
        if not event.dice:
            raise Refused("no_dice", _("Choose the dice to set aside."))
        fresh = turn.fresh + event.dice
        if lazy := idle(state.rules.scores, tuple(sorted(fresh))):
            raise Refused("scores_nothing", why_idle(lazy[0], fresh.count(lazy[0])))
        return replace(turn, fresh=fresh, loose=without(turn.loose, event.dice))

    @property
    def moves(self) -> Mapping[type[Event], Move]:  # type: ignore[override]
        """The only move besides: dice set aside."""
        return {SetAside: self._set_aside}
