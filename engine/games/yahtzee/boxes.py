"""The thirteen boxes of a card, and the scores of dice in each."""

from collections import Counter
from collections.abc import Sequence

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The upper section: the box of each face, from one to six."""

LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
)
BOXES = UPPER + LOWER

FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE = 25, 30, 40, 50
FURTHER_YAHTZEE = 100
"""The points of each further Yahtzee where the box holds 50 (Y10, Y-g)."""


def is_yahtzee(dice: Sequence[int]) -> bool:
    """Return whether all dice show the same face (Y9)."""
    return len(set(dice)) == 1


def upper_box(face: int) -> str:
    """Return the box of the upper section for that face."""
    return UPPER[face - 1]


def points(box: str, dice: Sequence[int]) -> int:
    """Return the score of these dice in that box as an ordinary roll (Y4, Y6 to Y9, Y13)."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * sum(die == face for die in dice)
    same = sorted(Counter(dice).values(), reverse=True)
    match box:
        case "three_of_a_kind":
            return sum(dice) if same[0] >= 3 else 0
        case "four_of_a_kind":
            return sum(dice) if same[0] >= 4 else 0
        case "full_house":  # Y-c: five of a kind are not three and two
            return FULL_HOUSE if same == [3, 2] else 0
        case "small_straight":  # Y7: five in a row are four in a row too
            return SMALL_STRAIGHT if _in_a_row(dice, 4) else 0
        case "large_straight":
            return LARGE_STRAIGHT if _in_a_row(dice, 5) else 0
        case "yahtzee":
            return YAHTZEE if is_yahtzee(dice) else 0
    return sum(dice)


def joker_points(box: str, dice: Sequence[int]) -> int:
    """Return the score of a Yahtzee as a joker in that box (Y12)."""
    fixed = {"full_house": FULL_HOUSE, "small_straight": SMALL_STRAIGHT, "large_straight": LARGE_STRAIGHT}
    return fixed[box] if box in fixed else points(box, dice)


def _in_a_row(dice: Sequence[int], many: int) -> bool:
    faces = set(dice)
    return any(faces.issuperset(range(first, first + many)) for first in range(1, 8 - many))
