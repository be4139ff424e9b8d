"""The best play of one player's game, found by trying everything through the engine's public functions alone."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations, product

from engine import Kept, Rolled, Scored, Started, apply, fold, legal_actions
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.state import State

Dice = tuple[int, ...]


class BruteForce:
    """Tries all keeps, throws and boxes; ``worth`` is the value of a final total."""

    def __init__(self, worth: Callable[[int], Fraction]) -> None:
        self._worth = worth
        self._known: dict[object, Fraction] = {}

    def value(self, state: State) -> Fraction:
        """Return the value of the state with the best play."""
        if state.turn is None:
            return self._worth(state.totals["Ann"])
        card = state.cards["Ann"]
        key = (_filled(card), card.yahtzee_bonus, state.turn.rolls, tuple(sorted(state.turn.dice)))
        if key not in self._known:
            legal = legal_actions(state)
            found = [self._thrown(apply(state, Kept(keep))) for keep in _keeps(state) if "keep" in legal]
            if not state.turn.rolls:
                found.append(self._thrown(state))
            if "score" in legal:
                boxes = state.rules.boxes
                found += [self.value(after) for box in boxes if (after := _scored(state, box)) is not None]
            self._known[key] = max(found)
        return self._known[key]

    def _thrown(self, state: State) -> Fraction:
        assert state.turn is not None
        card = state.cards["Ann"]
        kept = (_filled(card), card.yahtzee_bonus, state.turn.rolls, tuple(sorted(state.turn.kept)), "kept")
        if kept not in self._known:
            throws = _throws(state.must_roll)
            found = [many * self.value(apply(state, Rolled(dice))) for dice, many in throws.items()]
            self._known[kept] = sum(found, Fraction(0)) / 6**state.must_roll
        return self._known[kept]


def brute_force(preset: str, options: dict[str, object], worth: Callable[[int], Fraction] = Fraction) -> Fraction:
    """Return the value of a game by these rules at its start."""
    return BruteForce(worth).value(fold([Started(preset, ("Ann",), options=options)]))


def _filled(card: Card) -> Hashable:
    """Return what is on the card, whatever came first."""
    return frozenset((box, tuple(sorted(scores))) for box, scores in card.boxes.items())


def _keeps(state: State) -> set[Dice]:
    assert state.turn is not None
    dice = sorted(state.turn.dice)
    return {keep for many in range(len(dice)) for keep in combinations(dice, many)}


def _throws(dice: int) -> Counter[Dice]:
    return Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))


def _scored(state: State, box: str) -> State | None:
    """Return the state with that box filled, None where the rules forbid it."""
    try:
        return apply(state, Scored(box))
    except ValueError:
        return None
