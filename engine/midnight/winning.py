"""The chances to win Midnight: every player goes on for the highest mean score."""

from functools import cache

from engine.midnight.rules import DICE, QUALIFIERS, Rules
from engine.reports.win_chances import Spread, WinChances
from engine.turns.setting_aside import parts_with_all
from engine.turns.state import Turn, TurnState
from engine.turns.throws import throws
from engine.turns.until_all_aside import chances_of

Kept = tuple[int, bool, bool, int]
"""Dice set aside: their number, whether a 1 and a 4 are among them, and their sum."""

NOTHING: Kept = (0, False, False, 0)


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the round or the roll-off stands; None for a player alone."""
    return chances_of(state, _of_turn, _to_come(NOTHING))


def _of_turn(turn: Turn) -> Spread:
    if not turn.throws:
        return _to_come(NOTHING)
    kept = _with(NOTHING, _kept(turn.aside + turn.fresh))
    ways = [kept] if turn.fresh else []
    ways += [_with(kept, part) for part in _parts(tuple(sorted(turn.loose)))]
    return _to_come(max(ways, key=_mean))


def _kept(dice: tuple[int, ...]) -> Kept:
    one, four = (face in dice for face in QUALIFIERS)
    return len(dice), one, four, sum(dice)


def _with(kept: Kept, more: Kept) -> Kept:
    return kept[0] + more[0], kept[1] or more[1], kept[2] or more[2], kept[3] + more[3]


@cache
def _to_come(kept: Kept) -> Spread:
    """Return the spread of the score of a turn when all dice are thrown that are not set aside."""
    many, one, four, total = kept
    left = DICE - many
    if not left:
        return {total - sum(QUALIFIERS) if one and four else 0: 1.0}
    found: dict[int, float] = {}
    for faces, ways in throws(left):
        best = max((_with(kept, part) for part in _parts(faces)), key=_mean)
        for points, chance in _to_come(best).items():
            found[points] = found.get(points, 0.0) + chance * ways / 6**left
    return found


@cache
def _mean(kept: Kept) -> float:
    return sum(points * chance for points, chance in _to_come(kept).items())


@cache
def _parts(faces: tuple[int, ...]) -> tuple[Kept, ...]:
    """Return the choices of dice to set aside of a throw, those that come to the same once."""
    return tuple(dict.fromkeys(map(_kept, parts_with_all(faces))))
