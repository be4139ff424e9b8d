"""Hands that a turn makes: their strength, the play for the strongest, the chances of rounds and of games to come.

A round to come takes a life of each player, or is won by each, equally likely. So the lives of a player are lost, or
the rounds won, as by independent clocks that tick at random, and the last or the first to be done wins: the number of
ticks by a time has Poisson's distribution.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp
from operator import floordiv, truediv
from typing import Any

from engine.errors import Refused
from engine.reports.win_chances import AllAlike, Spread, WinChances, scaled, tallied
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay, Value
from engine.turns.kit.file.play import Play
from engine.turns.kit.simulation import TokenGame, simulated
from engine.turns.state import Result, Turn, TurnState
from engine.turns.turn_plan import Number, TurnPlan, keeps, parts_of, plan, throws
from engine.values import cached_by_rules


@cached_by_rules
def ways(play: Play) -> Counter[Result]:
    """Return the throws that make each hand, of all throws that make one."""
    found: Counter[Result] = Counter()
    for faces, many in throws(play.dice):
        if hand := play.hand(faces):
            found[hand] += many
    return found


@cached_by_rules
def strength(play: Play) -> dict[Result, Fraction]:
    """Return the strength of each hand: the share of single throws that it beats, and half of those it equals."""
    of, found, below = ways(play), {}, 0
    for one in sorted(of):
        found[one] = Fraction(2 * below + of[one], 2 * of.total())
        below += of[one]
    return found


@cached_by_rules
def places(play: Play) -> dict[Result, int]:
    """Return the place of each hand among all, the weakest first."""
    return {one: place for place, one in enumerate(sorted(strength(play)))}


@cached_by_rules
def in_one_throw(play: Play) -> dict[int, Fraction]:
    """Return the chance of one throw that makes a hand to make each of the rules, by its number among them."""
    return _shares(play, range(len(play.hands)), lambda hand: play.highest_place - hand[0])


def of_a_kind(play: Play) -> dict[str, Fraction]:
    """Return the chance of one throw to have just so many of a kind, from ``"1"`` on."""
    return {str(many): share for many, share in _shares(play, range(1, play.dice + 1), lambda hand: hand[1]).items()}


def _shares(play: Play, numbers: range, of: Callable[[Result], int]) -> dict[int, Fraction]:
    found: Counter[int] = Counter()
    for hand, many in ways(play).items():
        found[of(hand)] += many
    return {number: Fraction(found[number], found.total()) for number in numbers}


def _plan(play: Play, worth: Mapping[Result, Number], divide: Callable[[Number, int], Number]) -> TurnPlan[Number]:
    """Return the turn for these values of hands. A throw without a hand, which is thrown again, has their mean."""
    rolls: Any = keeps(play.dice).rolls
    made = ways(play)
    again = divide(sum(worth[hand] * many for hand, many in made.items()), made.total())
    scored = [worth[hand] if (hand := play.hand(dice)) else again for dice in rolls]
    return plan(play.dice, play.most_throws, scored, divide, keep=play.keep)


@cached_by_rules
def for_strength(play: Play) -> TurnPlan[int]:
    """Return the play for the highest mean strength, in parts of :func:`whole`."""
    return _plan(play, {hand: int(value * whole(play)) for hand, value in strength(play).items()}, floordiv)


@cached_by_rules
def whole(play: Play) -> int:
    """Return certainty as a whole number, which all strengths and all throws divide."""
    return int(2 * ways(play).total() * 6 ** (play.dice * play.most_throws))


def rolls_of(play: Play, state: TurnState[Any]) -> int:
    """Return the throws of a turn now: one in a roll-off, else as many as the first player of the round took."""
    if state.leg:
        return 1
    return state.limit or (play.first_throws if pot_of(play, state) else 0) or play.most_throws


def sets_rolls(play: Play, state: TurnState[Any]) -> bool:
    """Return whether the turn now sets the throws of the others of the round."""
    return play.first_sets and not state.limit and rolls_of(play, state) > 1


def pot_of(play: Play, state: TurnState[Any]) -> int:
    """Return the tokens that nobody has yet."""
    return max(0, play.tokens - sum(state.totals.values()))


@cached_by_rules
def best_in_throws(play: Play) -> list[Fraction]:
    """Return the best chance of the highest hand in one throw, in two, and so on."""
    whole = int(6 ** (play.dice * play.most_throws))
    best = _plan(play, {hand: whole * (hand[0] == play.highest_place) for hand in strength(play)}, floordiv)
    return [Fraction(best.of_keep(many, ()), whole) for many in range(1, play.most_throws + 1)]


def to_win(play: Play, state: TurnState[Any], aim: str) -> TurnPlan[float]:
    """Return the turn with the best chance to win the round, or to stay. Raises :class:`Refused` without a hand."""
    results, later = rounds.done_and_later(state)
    if not results:
        raise Refused("no_advice", "There is no hand to beat yet: there is advice for “hand”.")
    done = tuple(sorted(places(play)[result] for result in results.values()))
    return _to_win(play, rolls_of(play, state), done, len(later), aim == "stay")


@lru_cache(maxsize=64)
def _to_win(play: Play, rolls: int, done: tuple[int, ...], later: int, stay: bool) -> TurnPlan[float]:
    after = in_turn(play, rolls, later, lowest=stay)
    return _plan(play, {hand: abs(stay - after.worth(place, done)) for hand, place in places(play).items()}, truediv)


@cached_by_rules
def in_turn(play: Play, rolls: int, later: int, *, lowest: bool) -> AllAlike:
    """Return players to come, with the places of their hands. They play for the strongest hand."""
    return AllAlike(later, whole_turn(play, rolls), lowest=lowest)


@cached_by_rules
def whole_turn(play: Play, rolls: int) -> Spread:
    return spread_of(play, for_strength(play), rolls, ())


def spread_of(play: Play, solved: TurnPlan[Any], left: int, dice: tuple[int, ...]) -> Spread:
    """Return the spread of the place of the hand with that play, from these dice on."""
    ends = solved.ends(left, dice).items()
    found = tallied((places(play)[hand], chance) for lies, chance in ends if (hand := play.hand(lies)))
    whole = sum(found.values())
    return {place: chance / whole for place, chance in found.items()}


class HandCoach(Coach):
    """The values of turns.

    ``hand`` is the mean strength of the hand: the share of single throws that it beats, and half of those it equals.
    Once there is a hand, ``beat`` is the chance to win the round or the roll-off for it, and ``stay`` the chance not to
    lose it. That the first player also sets the rolls of the others is not counted.
    """

    aims: Sequence[str] = ("hand", "beat", "stay")

    def __init__(self, play_of: Callable[[Any], Play]) -> None:
        self._play_of = play_of

    def aim(self, state: TurnState[Any]) -> str:
        if not rounds.done_and_later(state)[0]:
            return "hand"
        return "stay" if self._play_of(state.rules).lowest_pays else "beat"

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        play = self._play_of(state.rules)
        solved: TurnPlan[Any] = for_strength(play) if aim == "hand" else to_win(play, state, aim)
        worth: Callable[[Any], Value] = (lambda value: Fraction(value, whole(play))) if aim == "hand" else float
        left = _left(play, state, turn)
        if not turn.throws or play.again:
            return [TurnWay("roll", (), play.dice, worth(solved.of_keep(1 if play.again else left, ())))]
        kept = (parts_of(turn.lies) if play.keep else ((),)) if left else ()
        ways = [TurnWay("roll", keep, play.dice - len(keep), worth(solved.of_keep(left, keep))) for keep in kept]
        return [*ways, TurnWay("stop", (), 0, worth(solved.of_dice(0, turn.lies)))]

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Fraction:
        play = self._play_of(state.rules)
        return Fraction(for_strength(play).of_keep(_left(play, state, turn), turn.fresh), whole(play))

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        play = self._play_of(state.rules)
        return strength(play)[play.hand(turn.lies) or ()]


def _left(play: Play, state: TurnState[Any], turn: Turn) -> int:
    return 1 if play.again else rolls_of(play, state) - turn.throws


TIMES = 96
"""Moments at which the clocks are compared."""


def win_chances(play: Play, state: TurnState[Any]) -> WinChances | None:
    turn = state.turn
    if turn is None or len(state.playing) < 2:
        return None
    if play.tokens:
        return simulated(state, _token_game(play, state, turn).play_on)
    if play.outs:
        of = _decided({name: state.totals[name] for name in state.playing}, play)
        return WinChances({name: of.get(name, 0.0) for name in state.players})
    rolls, (results, later) = rolls_of(play, state), rounds.done_and_later(state)
    solved = to_win(play, state, "stay" if play.lives else "beat") if results else for_strength(play)
    spread = spread_of(play, solved, _left(play, state, turn), () if play.again else turn.lies)
    done = [places(play)[result] for result in results.values()]
    shares = in_turn(play, rolls, len(later), lowest=bool(play.lives)).shares(done, spread)
    found = dict.fromkeys(state.players, 0.0)
    for name, chance in scaled(dict(zip((*results, turn.player, *later), shares, strict=True))).items():
        if play.first_to == 1:
            found[name] = chance
        elif chance:
            after = {one: state.totals[one] + (-1 if play.lives else 1) * (one == name) for one in state.playing}
            for one, then in _decided(after, play).items():
                found[one] += chance * then
    return WinChances(found)


def _token_game(play: Play, state: TurnState[Any], turn: Turn) -> TokenGame:
    place, hands = places(play), len(play.hands)
    first, later = (whole_turn(play, rolls) for rolls in (play.first_throws or play.most_throws, play.most_throws))
    return TokenGame(
        state,
        play.tokens,
        {name: place[hand] for name, hand in state.results.items()},
        {name: place[hand] for name, hand in state.scores.items()},
        spread_of(play, for_strength(play), _left(play, state, turn), () if play.again else turn.lies),
        whole_turn(play, rolls_of(play, state)),
        lambda pot: first if pot else later,
        {number: play.hands[hands - hand[0]].tokens for hand, number in place.items()},
    )


def _decided(totals: dict[str, int], play: Play) -> dict[str, float]:
    """Return the chances of the players with these lives, or rounds won, before a round."""
    missing = {name: total if play.lives else play.first_to - total for name, total in totals.items()}
    done = [name for name, ticks in missing.items() if ticks <= 0]
    if not play.lives and done:
        return {name: float(name in done) for name in missing}
    racing = Counter(ticks for ticks in missing.values() if ticks > 0)
    shares = _race(tuple(sorted(racing.items())), bool(play.lives))
    return {name: shares.get(ticks, 0.0) for name, ticks in missing.items()}


@lru_cache(maxsize=256)
def _race(racing: tuple[tuple[int, int], ...], last: bool) -> dict[int, float]:
    """Return a clock's chance to be the first to be done, or the last, by its ticks; ``racing`` counts the clocks."""
    most = max(ticks for ticks, _ in racing)
    span = most + 6 * most**0.5 + 6
    found = {ticks: 0.0 for ticks, _ in racing}
    for place in range(TIMES):
        ticking = _ticks((place + 0.5) * span / TIMES, most)
        not_yet = {ticks: sum(ticking[:ticks]) for ticks, _ in racing}
        for ticks in found:
            others = ticking[ticks - 1]
            for other, many in racing:
                behind = 1 - not_yet[other] if last else not_yet[other]
                others *= behind ** (many - (other == ticks))
            found[ticks] += others
    whole = sum(found[ticks] * many for ticks, many in racing)
    return {ticks: chance / whole for ticks, chance in found.items()}


def _ticks(time: float, most: int) -> list[float]:
    """Return the chances of 0 to ``most`` ticks by that time."""
    found = [exp(-time)]
    for many in range(1, most + 1):
        found.append(found[-1] * time / many)
    return found
