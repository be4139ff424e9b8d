"""The chances to win Bar dice: every player keeps dice for the strongest hand, as often as the round allows.

A round to come takes a life of each player, or is won by each, equally likely. So the lives of a player are lost, or
the rounds won, as by independent clocks that tick at random, and the last or the first to be done wins: the number of
ticks by a time has Poisson's distribution.
"""

from collections import Counter
from functools import cache, lru_cache
from math import exp

from engine.bar_dice.coach import rolls_of
from engine.bar_dice.hands import hand, strength
from engine.bar_dice.rules import DICE, WINS, Rules
from engine.reports.win_chances import WinChances, best_of
from engine.turns.keeps import keeps
from engine.turns.state import Turn, TurnState

Shares = tuple[float, ...]
"""The chance of each hand, the weakest first."""

TIMES = 96
"""Moments at which the clocks are compared."""


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the round or its roll-off stands; None for a player alone."""
    turn, rules = state.turn, state.rules
    playing = state.playing
    if turn is None or len(playing) < 2:
        return None
    rolls = rolls_of(state)
    ranks = _ranks(rules.ace_needed)
    hands: dict[str, dict[int, float]] = {}
    for name in state.order:
        if name in state.gone:
            continue
        if name in state.results:
            hands[name] = {ranks[state.results[name]]: 1.0}
        else:
            shares = _of_turn(rules.ace_needed, turn, rolls) if name == turn.player else _whole(rules.ace_needed, rolls)
            hands[name] = dict(enumerate(shares))
    found = dict.fromkeys(state.players, 0.0)
    for name, chance in best_of(hands, lowest=rules.match == "lives").items():
        if rules.match == "single":
            found[name] = chance
        elif chance:
            step = -1 if rules.match == "lives" else 1
            after = {one: state.totals[one] + (step if one == name else 0) for one in playing}
            for one, later in _decided(after, rules).items():
                found[one] += chance * later
    return WinChances(found)


def _decided(totals: dict[str, int], rules: Rules) -> dict[str, float]:
    """Return the chances of the players with these lives, or rounds won, before a round."""
    lives = rules.match == "lives"
    missing = {name: total if lives else WINS - total for name, total in totals.items()}
    done = [name for name, ticks in missing.items() if ticks <= 0]
    if not lives and done:
        return {name: float(name in done) for name in missing}
    racing = Counter(ticks for ticks in missing.values() if ticks > 0)
    shares = _race(tuple(sorted(racing.items())), lives)
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


@cache
def _ranks(ace_needed: bool) -> dict[tuple[int, ...], int]:
    return {one: place for place, one in enumerate(sorted(strength(ace_needed)))}


def _of_turn(ace_needed: bool, turn: Turn, rolls: int) -> Shares:
    """Return the spread of the hand from a turn as it stands, with so many rolls in all."""
    if not turn.throws:
        return _whole(ace_needed, rolls)
    known, left = keeps(DICE), rolls - turn.throws
    return _lying(ace_needed, left)[known.number[tuple(sorted(turn.lies))] - known.first[DICE]]


def _whole(ace_needed: bool, rolls: int) -> Shares:
    return _thrown(ace_needed, rolls)[0]


@cache
def _lying(ace_needed: bool, left: int) -> tuple[Shares, ...]:
    """Return the spread of the hand by the dice that lie there, with so many rolls left."""
    known, ranks = keeps(DICE), _ranks(ace_needed)
    if not left:
        return tuple(
            tuple(float(place == ranks[hand(ace_needed, dice)]) for place in range(len(ranks))) for dice in known.rolls
        )
    best = [*_thrown(ace_needed, left)[: known.first[DICE]], *_lying(ace_needed, 0)]
    worths = [_worth(ace_needed, shares) for shares in best]
    for keep, fewer in enumerate(known.left):
        for other in fewer:
            if worths[other] > worths[keep]:
                worths[keep], best[keep] = worths[other], best[other]
    return tuple(best[known.first[DICE] :])


@cache
def _thrown(ace_needed: bool, left: int) -> tuple[Shares, ...]:
    """Return the spread of the hand by the dice kept, when all others are thrown with so many rolls left before."""
    known = keeps(DICE)
    found: list[Shares] = [()] * known.first[DICE] + list(_lying(ace_needed, left - 1))
    for keep in range(known.first[DICE] - 1, -1, -1):
        found[keep] = tuple(sum(six) / 6 for six in zip(*(found[after] for after in known.thrown[keep]), strict=True))
    return tuple(found)


def _worth(ace_needed: bool, shares: Shares) -> float:
    return sum(share * float(part) for share, part in zip(shares, _parts(ace_needed), strict=True) if share)


@cache
def _parts(ace_needed: bool) -> tuple[float, ...]:
    known = strength(ace_needed)
    return tuple(float(known[one]) for one in sorted(known))
