"""Games in which each throw sets at least one die aside, and the turn ends with the last: best play, and rules.

A game says what its dice come to (:class:`AsideScoring`). Values are floats, with ``truediv``, or whole numbers, with
``floordiv``, which is exact for worths that are multiples of :func:`whole`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from operator import floordiv, truediv
from typing import Any, Generic, TypeVar

from engine.errors import Refused
from engine.events import Event
from engine.face import Effect, Slot, roll_called
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.reports.win_chances import InTurn, Spread, WinChances, shared
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay, ways_to_set_aside
from engine.turns.face import SCORES, Face
from engine.turns.game import Best, TurnGame, Wait
from engine.turns.setting_aside import set_aside, thrown
from engine.turns.state import Result, Turn, TurnState
from engine.turns.turn_plan import throws
from engine.values import GameOutcome, replace

A = TypeVar("A", bound=Hashable)
Number = TypeVar("Number", int, float)

NONE = -1000
"""The number of dice that do not qualify. It counts as 0."""


@dataclass(frozen=True, slots=True)
class AsideScoring(Generic[A]):
    """What dice set aside come to.

    ``of`` returns that of some dice, ``points`` of a number alone, ``both`` of two parts together, and ``number`` the
    number of all dice, or :data:`NONE`. ``parts`` are the choices that can be best of a throw, each as a number of dice
    and what they come to.
    """

    of: Callable[[Sequence[int]], A]
    points: Callable[[int], A]
    both: Callable[[A, A], A]
    number: Callable[[A], int]
    parts: Callable[[tuple[int, ...]], tuple[tuple[int, A], ...]]


def whole(dice: int) -> int:
    """Return certainty as a whole number, with that many dice to throw: 6 for each die of all throws to come."""
    return int(6 ** (dice * (dice + 1) // 2))


class AsidePlan(Generic[A, Number]):
    """The play with the highest mean of ``worth`` of the number, solved as far as it is asked."""

    def __init__(
        self, scoring: AsideScoring[A], worth: Callable[[int], Number], divide: Callable[[Number, int], Number]
    ) -> None:
        self._scoring = scoring
        self._worth: Callable[[int], Number] = worth
        self._divide: Callable[[Number, int], Number] = divide
        self._values: dict[tuple[int, A], Number] = {}
        self._steps: dict[tuple[int, A], dict[tuple[int, A], int]] = {}
        self._spreads: dict[tuple[int, A], Spread] = {}

    def value(self, left: int, aside: A) -> Number:
        return self._value((left, aside))

    def spread(self, left: int, aside: A) -> Spread:
        """Return the spread of the number when so many dice are thrown."""
        if not left:
            return {self._scoring.number(aside): 1.0}
        key = left, aside
        if key not in self._spreads:
            self._value(key)
            found: dict[int, float] = {}
            for after, ways in self._steps[key].items():
                for number, chance in self.spread(*after).items():
                    found[number] = found.get(number, 0.0) + chance * ways / 6**left
            self._spreads[key] = found
        return self._spreads[key]

    def after(self, loose: Sequence[int], aside: Sequence[int], *, fresh: bool) -> Spread:
        before = self._scoring.of(aside)
        ways = self._ways(tuple(sorted(loose)), before)
        if fresh or not loose:
            ways.append((len(loose), before))
        return self.spread(*max(ways, key=self._value))

    def _value(self, key: tuple[int, A]) -> Number:
        if key not in self._values:
            left, aside = key
            if not left:
                self._values[key] = self._worth(self._scoring.number(aside))
                return self._values[key]
            steps: dict[tuple[int, A], int] = {}
            for faces, ways in throws(left):
                best = max(self._ways(faces, aside), key=self._value)
                steps[best] = steps.get(best, 0) + ways
            self._steps[key] = steps
            self._values[key] = self._divide(sum(ways * self._values[way] for way, ways in steps.items()), 6**left)
        return self._values[key]

    def _ways(self, faces: tuple[int, ...], aside: A) -> list[tuple[int, A]]:
        both, dice = self._scoring.both, len(faces)
        return [(dice - many, both(aside, part)) for many, part in self._scoring.parts(faces)]


MOST_HOLDERS = 3
"""Players who have the best number, beyond which more of them do not change how it is played against."""


class AllAsideCoach(Coach):
    """The values of turns, and the chances to win.

    ``points`` is the mean, ``qualify`` the chance of a number, ``beat`` the chance to win the round or the roll-off
    against those who have a result and those to come, once there is a result.
    """

    def __init__(
        self, scoring: AsideScoring[Any], event: type[Event], aims: Sequence[str], *, lowest: bool = False
    ) -> None:
        self.aims = aims
        self.decides: Sequence[type[Event]] = (event,)
        self._scoring, self._lowest = scoring, lowest

    def aim(self, state: TurnState[Any]) -> str:
        return "beat" if rounds.done_and_later(state)[0] else "points"

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        dice = state.rules.dice
        if aim != "beat":
            return ways_to_set_aside(turn, dice, lambda aside: self.exact(aim, dice, aside))
        plan = self._to_win(state)
        return ways_to_set_aside(turn, dice, lambda aside: plan.value(dice - len(aside), self._scoring.of(aside)))

    def exact(self, aim: str, dice: int, aside: Sequence[int] = ()) -> Fraction:
        """Return the best mean of the number, or the best chance to qualify, of a turn with these dice set aside."""
        value = _for_mean(self._scoring, aim, dice, self._lowest).value(dice - len(aside), self._scoring.of(aside))
        return Fraction(-value if self._lowest else value, whole(dice))

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Fraction:
        return self.exact("points", state.rules.dice, turn.aside + turn.fresh)

    def of_result(self, _state: TurnState[Any], turn: Turn) -> Fraction:
        return Fraction(self.number(turn.aside + turn.fresh))

    def number(self, dice: Sequence[int]) -> int:
        """Return the number of all dice of a turn, 0 where they do not qualify."""
        return max(0, self._scoring.number(self._scoring.of(dice)))

    def chances(self, state: TurnState[Any]) -> WinChances | None:
        """Return the chances as the round or the roll-off stands, with the play of the advice; None for one alone."""
        turn, dice = state.turn, state.rules.dice
        if turn is None or len(state.present) < 2:
            return None
        results, later = rounds.done_and_later(state)
        done = {name: result[0] for name, result in results.items()}
        plan = self._to_win(state) if done else _for_mean(self._scoring, "points", dice, self._lowest)
        if turn.throws:
            spread = plan.after(turn.loose, turn.aside + turn.fresh, fresh=bool(turn.fresh))
        else:
            spread = plan.spread(dice, self._scoring.of(()))
        after = _in_turn(self._scoring, dice, len(later), self._lowest)
        shares = after.shares([*done.values()], _counted(spread))
        return shared(state.players, (*done, turn.player, *later), shares)

    def _to_win(self, state: TurnState[Any]) -> AsidePlan[Any, float]:
        done, later = rounds.done_and_later(state)
        if not done:
            known = " and ".join(f"“{aim}”" for aim in self.aims if aim != "beat")
            raise Refused("no_advice", f"There is no result to beat yet: there is advice for {known}.")
        best = (min if self._lowest else max)(done.values())
        holders = list(done.values()).count(best)
        return _to_win(self._scoring, state.rules.dice, best[0], holders, len(later), self._lowest)


@cache
def _for_mean(scoring: AsideScoring[Any], aim: str, dice: int, lowest: bool) -> AsidePlan[Any, int]:
    sure = -whole(dice) if lowest else whole(dice)
    if aim == "qualify":
        return AsidePlan(scoring, lambda number: sure * (number >= 0), floordiv)
    return AsidePlan(scoring, lambda number: sure * max(0, number), floordiv)


@lru_cache(maxsize=8)
def _to_win(
    scoring: AsideScoring[Any], dice: int, best: int, holders: int, later: int, lowest: bool
) -> AsidePlan[Any, float]:
    after, done = _in_turn(scoring, dice, later, lowest), (best,) * holders
    worths = cache(lambda number: after.worth(number, done))
    return AsidePlan(scoring, lambda number: worths(max(0, number)), truediv)


@cache
def _to_beat(scoring: AsideScoring[Any], holders: int, at_zero: bool, lowest: bool) -> AsidePlan[Any, float]:
    """Return the play of the last player, whose numbers are counted from the best so far on."""
    last, done = InTurn(0, lambda *_: (), lowest=lowest), (0,) * holders
    least = 0 if at_zero else NONE
    return AsidePlan(scoring, lambda number: last.worth(max(least, number), done), truediv)


@cache
def _in_turn(scoring: AsideScoring[Any], dice: int, later: int, lowest: bool) -> InTurn:
    """Return players to come: the last plays to win, the others for that or for the mean."""
    mean = _counted(_for_mean(scoring, "points", dice, lowest).spread(dice, scoring.of(())))

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        plan = _to_beat(scoring, min(holders, MOST_HOLDERS), not best, lowest)
        beating = {best + number: chance for number, chance in plan.spread(dice, scoring.points(-best)).items()}
        return (_counted(beating),) if place == later - 1 else (_counted(beating), mean)

    return InTurn(later, ends, lowest=lowest)


def _counted(spread: Spread) -> Spread:
    """Return a spread in which a number that does not qualify counts as 0."""
    found: dict[int, float] = {}
    for number, chance in spread.items():
        found[max(0, number)] = found.get(max(0, number), 0.0) + chance
    return found


class UntilAllAside(TurnGame):
    """A round of one turn each, in which all dice are set aside, some after each throw. The last die goes by itself."""

    best: Best = "game"
    stays = "aside"
    coach: AllAsideCoach

    def must_roll(self, state: TurnState[Any], turn: Turn) -> int:
        if not turn.throws:
            return int(state.rules.dice)
        return len(turn.loose) if turn.fresh else 0

    def why_no_roll(self, _state: TurnState[Any], _turn: Turn) -> Refused:
        return Refused("nothing_set_aside", _("Set aside at least one die first."))

    def standing(self, _state: TurnState[Any], turn: Turn) -> tuple[Event, ...]:
        (aside,) = self.events.values()
        return (aside(turn.loose),) if turn.loose else ()  # type: ignore[call-arg]

    def thrown(self, _state: TurnState[Any], turn: Turn, dice: tuple[int, ...]) -> Turn:
        after = thrown(turn, dice)
        return to_the_last(after, dice) if len(dice) == 1 else after

    def may_set_aside(self, _state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        return turn.loose

    def why_not_aside(self, _state: TurnState[Any], _turn: Turn, face: int) -> str:
        return _("There’s no {face} on the tray.", face=face)

    def closed_to(self, state: TurnState[Any]) -> Wait | None:
        """Return that a player joins the next game, as this one is one round."""
        return None if state.untouched else "mid_game"

    def result(self, _rules: Any, turn: Turn) -> Result:
        return (self.coach.number(turn.aside + turn.fresh),)

    def win_chances(self, state: TurnState[Any]) -> WinChances | None:
        return self.coach.chances(state)

    def counted(self, state: TurnState[Any], turn: Turn) -> TurnState[Any]:
        return replace(state, totals={**state.totals, turn.player: self.result(state.rules, turn)[0]})

    def outcome(self, state: TurnState[Any]) -> GameOutcome:
        scores = {name: result[0] for name, result in state.scores.items()}
        return GameOutcome(state.turn is None, scores, state.winner, state.tied)

    def merits(self, state: TurnState[Any]) -> dict[str, tuple[int, ...]]:
        """Return the totals as players rank; those who had no turn come last."""
        return {name: (int(name in state.scores), *worth) for name, worth in super().merits(state).items()}

    def end_of_round(self, state: TurnState[Any]) -> TurnState[Any]:
        return self.settled(state, self.leading(state, state.results))


def move(_state: TurnState[Any], turn: Turn, event: Any) -> Turn:
    return to_the_last(turn, event.dice)


def to_the_last(turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn with these dice set aside, which ends with the last of them."""
    after = set_aside(turn, dice)
    return after if after.loose else replace(after, over=True)


class AllAsideFace(Face):
    """What such a game shows and says."""

    figures = SCORES
    turns = None
    effects: Mapping[str, Effect] = {"total": "bank"}

    def score(self, state: TurnState[Any], name: str) -> str | None:
        return str(state.scores[name][0]) if name in state.scores else None

    def leaders(self, state: TurnState[Any]) -> Mapping[str, Result]:
        return state.scores

    def progress(self, _state: TurnState[Any]) -> None:
        return None

    def roll_called(self, _state: TurnState[Any], turn: Turn, player: str) -> Text:
        return roll_called(player, turn.lies, _("Hold at least one."))


def rest_slot(turn: Turn, dice: int) -> Slot:
    if turn.loose:
        return Slot("thrown", _("Rolled"), turn.loose)
    return Slot("thrown", _("To roll"), state="open", blanks=dice - len(turn.aside + turn.fresh))
