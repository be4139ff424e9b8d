"""The best play of turns in which each throw sets at least one die aside, until none is left.

Values are floats, with ``truediv``, or whole numbers, with ``floordiv``, which is exact for worths that are multiples
of :func:`whole`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from operator import floordiv, truediv
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.errors import Refused
from engine.events import Event
from engine.reports.win_chances import InTurn, Spread, WinChances, shared, tallied
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay, ways_to_set_aside
from engine.turns.kit.file.play import Play
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import parts_with_all, throws
from engine.values import cached_by_rules

if TYPE_CHECKING:
    from engine.turns.kit.game import KitGame

Number = TypeVar("Number", int, float)
Aside = tuple[tuple[int, ...], int]
"""How many dice of each needed face are among those set aside, as far as they are needed, and what all are worth."""
Place = tuple[int, Aside]
"""How many dice are to be thrown, and those set aside."""

NONE = -1000
"""The number of dice that do not qualify. It counts as 0."""


class AsideScoring:
    """What dice set aside come to."""

    def __init__(self, play: Play) -> None:
        self._play, self._sign = play, -1 if play.lowest else 1
        self._needs = {face: play.needs.count(face) for face in sorted(set(play.needs))}
        self._not_counted = sum(play.worth[face - 1] for face in play.needs)
        self.parts = cache(self._parts)

    def of(self, dice: Sequence[int]) -> Aside:
        found = tuple(min(many, dice.count(face)) for face, many in self._needs.items())
        return found, sum(self._play.worth[die - 1] for die in dice)

    def points(self, worth: int) -> Aside:
        return (0,) * len(self._needs), worth

    def both(self, aside: Aside, more: Aside) -> Aside:
        found = tuple(map(min, self._needs.values(), map(sum, zip(aside[0], more[0], strict=True))))
        return found, aside[1] + more[1]

    def number(self, aside: Aside) -> int:
        return aside[1] - self._not_counted if sum(aside[0]) == len(self._play.needs) else NONE

    def _parts(self, faces: tuple[int, ...]) -> tuple[Place, ...]:
        """Return the part that is worth most, or least where that wins, of so many dice with these needed ones."""
        found: dict[tuple[int, tuple[int, ...]], int] = {}
        for part in parts_with_all(faces):
            needed, worth = self.of(part)
            key = len(part), needed
            found[key] = self._sign * max(self._sign * found.get(key, worth), self._sign * worth)
        return tuple((many, (needed, worth)) for (many, needed), worth in found.items())


@cached_by_rules
def scoring_of(play: Play) -> AsideScoring:
    return AsideScoring(play)


def whole(dice: int) -> int:
    """Return certainty as a whole number, with that many dice to throw: 6 for each die of all throws to come."""
    return int(6 ** (dice * (dice + 1) // 2))


class AsidePlan(Generic[Number]):
    """The play with the highest mean of ``worth`` of the number, solved as far as it is asked."""

    def __init__(
        self, scoring: AsideScoring, worth: Callable[[int], Number], divide: Callable[[Number, int], Number]
    ) -> None:
        self._scoring = scoring
        self._worth: Callable[[int], Number] = worth
        self._divide: Callable[[Number, int], Number] = divide
        self._values: dict[Place, Number] = {}
        self._steps: dict[Place, dict[Place, int]] = {}
        self._spreads: dict[Place, Spread] = {}

    def value(self, left: int, aside: Aside) -> Number:
        return self._value((left, aside))

    def spread(self, left: int, aside: Aside) -> Spread:
        """Return the spread of the number when so many dice are thrown."""
        if not left:
            return {self._scoring.number(aside): 1.0}
        key = left, aside
        if key not in self._spreads:
            self._value(key)
            steps = ((ways / 6**left, self.spread(*after)) for after, ways in self._steps[key].items())
            self._spreads[key] = tallied(
                (number, chance * likely) for likely, spread in steps for number, chance in spread.items()
            )
        return self._spreads[key]

    def after(self, loose: Sequence[int], aside: Sequence[int], *, fresh: bool) -> Spread:
        before = self._scoring.of(aside)
        ways = self._ways(tuple(sorted(loose)), before)
        if fresh or not loose:
            ways.append((len(loose), before))
        return self.spread(*max(ways, key=self._value))

    def _value(self, key: Place) -> Number:
        if key not in self._values:
            left, aside = key
            if not left:
                self._values[key] = self._worth(self._scoring.number(aside))
                return self._values[key]
            steps = tallied((max(self._ways(faces, aside), key=self._value), ways) for faces, ways in throws(left))
            self._steps[key] = steps
            self._values[key] = self._divide(sum(ways * self._values[way] for way, ways in steps.items()), 6**left)
        return self._values[key]

    def _ways(self, faces: tuple[int, ...], aside: Aside) -> list[Place]:
        both, dice = self._scoring.both, len(faces)
        return [(dice - many, both(aside, part)) for many, part in self._scoring.parts(faces)]


MOST_HOLDERS = 3
"""Players who have the best number, beyond which more of them do not change how it is played against."""


class AllAsideCoach(Coach):
    """The values of turns, and the chances to win.

    ``points`` is the mean, ``qualify`` the chance of a number, ``beat`` the chance to win the round or the roll-off
    against those who have a result and those to come, once there is a result.
    """

    def __init__(self, game: "KitGame") -> None:
        self.aims = ("points", "qualify", "beat") if game.play.needs else ("points", "beat")
        self.decides: Sequence[type[Event]] = tuple(game.moves)
        self._game = game

    def aim(self, state: TurnState[Any]) -> str:
        return "beat" if rounds.done_and_later(state)[0] else "points"

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        play = self._game.play_of(state.rules)
        if aim != "beat":
            return ways_to_set_aside(turn, play.dice, lambda aside: exact(play, aim, aside))
        plan, of = self._to_win(state), scoring_of(play).of
        return ways_to_set_aside(turn, play.dice, lambda aside: plan.value(play.dice - len(aside), of(aside)))

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Fraction:
        return exact(self._game.play_of(state.rules), "points", turn.aside + turn.fresh)

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        return Fraction(number_of(self._game.play_of(state.rules), turn.aside + turn.fresh))

    def chances(self, state: TurnState[Any]) -> WinChances | None:
        """Return the chances as the round or the roll-off stands, with the play of the advice; None for one alone."""
        turn, play = state.turn, self._game.play_of(state.rules)
        if turn is None or len(state.present) < 2:
            return None
        results, later = rounds.done_and_later(state)
        done = {name: result[0] for name, result in results.items()}
        plan = self._to_win(state) if done else _for_mean(play, "points")
        if turn.throws:
            spread = plan.after(turn.loose, turn.aside + turn.fresh, fresh=bool(turn.fresh))
        else:
            spread = plan.spread(play.dice, scoring_of(play).of(()))
        after = _in_turn(play, len(later))
        shares = after.shares([*done.values()], _counted(spread))
        return shared(state.players, (*done, turn.player, *later), shares)

    def _to_win(self, state: TurnState[Any]) -> AsidePlan[float]:
        done, later = rounds.done_and_later(state)
        if not done:
            known = " and ".join(f"“{aim}”" for aim in self.aims if aim != "beat")
            raise Refused("no_advice", f"There is no result to beat yet: there is advice for {known}.")
        play = self._game.play_of(state.rules)
        best = (min if play.lowest else max)(done.values())
        return _to_win(play, best[0], list(done.values()).count(best), len(later))


def exact(play: Play, aim: str, aside: Sequence[int] = ()) -> Fraction:
    """Return the best mean of the number, or the best chance to qualify, of a turn with these dice set aside."""
    value = _for_mean(play, aim).value(play.dice - len(aside), scoring_of(play).of(aside))
    return Fraction(-value if play.lowest else value, whole(play.dice))


def number_of(play: Play, dice: Sequence[int]) -> int:
    """Return the number of all dice of a turn, 0 where they do not qualify."""
    scoring = scoring_of(play)
    return max(0, scoring.number(scoring.of(dice)))


def qualifies(play: Play, dice: Sequence[int]) -> bool:
    scoring = scoring_of(play)
    return scoring.number(scoring.of(dice)) != NONE


@cached_by_rules
def _for_mean(play: Play, aim: str) -> AsidePlan[int]:
    scoring, sure = scoring_of(play), -whole(play.dice) if play.lowest else whole(play.dice)
    if aim == "qualify":
        return AsidePlan(scoring, lambda number: sure * (number >= 0), floordiv)
    return AsidePlan(scoring, lambda number: sure * max(0, number), floordiv)


@lru_cache(maxsize=8)
def _to_win(play: Play, best: int, holders: int, later: int) -> AsidePlan[float]:
    after, done = _in_turn(play, later), (best,) * holders
    worths = cache(lambda number: after.worth(number, done))
    return AsidePlan(scoring_of(play), lambda number: worths(max(0, number)), truediv)


@cached_by_rules
def _to_beat(play: Play, holders: int, at_zero: bool) -> AsidePlan[float]:
    """Return the play of the last player, whose numbers are counted from the best so far on."""
    last, done = InTurn(0, lambda *_: (), lowest=play.lowest), (0,) * holders
    least = 0 if at_zero else NONE
    return AsidePlan(scoring_of(play), lambda number: last.worth(max(least, number), done), truediv)


@cached_by_rules
def _in_turn(play: Play, later: int) -> InTurn:
    """Return players to come: the last plays to win, the others for that or for the mean."""
    scoring = scoring_of(play)
    mean = _counted(_for_mean(play, "points").spread(play.dice, scoring.of(())))

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        plan = _to_beat(play, min(holders, MOST_HOLDERS), not best)
        beating = {best + number: chance for number, chance in plan.spread(play.dice, scoring.points(-best)).items()}
        return (_counted(beating),) if place == later - 1 else (_counted(beating), mean)

    return InTurn(later, ends, lowest=play.lowest)


def _counted(spread: Spread) -> Spread:
    """Return a spread in which a number that does not qualify counts as 0."""
    return tallied((max(0, number), chance) for number, chance in spread.items())
