"""The chances to win Bar dice: every player to come keeps dice for the strongest hand, as often as the round allows.

A round to come takes a life of each player, or is won by each, equally likely. So the lives of a player are lost, or
the rounds won, as by independent clocks that tick at random, and the last or the first to be done wins: the number of
ticks by a time has Poisson's distribution.
"""

from collections import Counter
from functools import lru_cache
from math import exp

from engine.bar_dice.coach import for_strength, in_turn, rolls_of, spread_of, to_win
from engine.bar_dice.hands import ranks
from engine.bar_dice.rules import WINS, Rules
from engine.reports.win_chances import WinChances, scaled
from engine.turns import rounds
from engine.turns.state import TurnState

TIMES = 96
"""Moments at which the clocks are compared."""


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the round or its roll-off stands; None for a player alone."""
    turn, rules = state.turn, state.rules
    if turn is None or len(state.playing) < 2:
        return None
    lives, rolls, ace_needed = rules.match == "lives", rolls_of(state), rules.ace_needed
    results, later = rounds.done_and_later(state)
    solved = to_win(state, "stay" if lives else "beat") if results else for_strength(ace_needed)
    spread = spread_of(ace_needed, solved, rolls - turn.throws, turn.lies)
    done = [ranks(ace_needed)[result] for result in results.values()]
    shares = in_turn(ace_needed, rolls, len(later), lowest=lives).shares(done, spread)
    found = dict.fromkeys(state.players, 0.0)
    for name, chance in scaled(dict(zip((*results, turn.player, *later), shares, strict=True))).items():
        if rules.match == "single":
            found[name] = chance
        elif chance:
            after = {one: state.totals[one] + (-1 if lives else 1) * (one == name) for one in state.playing}
            for one, then in _decided(after, rules).items():
                found[one] += chance * then
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
