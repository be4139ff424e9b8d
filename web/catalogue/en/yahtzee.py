"""Yahtzee as the page tells it."""

from collections.abc import Callable, Sequence

from engine import Announcement

BOXES = {
    "ones": "Ones",
    "twos": "Twos",
    "threes": "Threes",
    "fours": "Fours",
    "fives": "Fives",
    "sixes": "Sixes",
    "three_of_a_kind": "3 of a kind",
    "four_of_a_kind": "4 of a kind",
    "full_house": "Full house",
    "small_straight": "Small straight",
    "large_straight": "Large straight",
    "yahtzee": "Yahtzee",
    "chance": "Chance",
}
YAHTZEE_BONUS = "Yahtzee bonus"
SHEET_TOTAL = "Total"
SHEETS = "Score sheets"
WOULD_GIVE = "would score"
BARRED = "not available:"

FURTHER = "Another Yahtzee: +100"
JOKER = "Joker: full points in any lower box"

YAHTZEE_CHEERS = {"five_of_a_kind": "Yahtzee!", "won": "Land ho!", "upper_bonus": "Bonus!"}


def upper_bonus(bonus_from: int) -> str:
    """The line of the upper bonus."""
    return f"Bonus at {bonus_from}"


def of_points(points: int) -> str:
    """How many points the bonus takes, after those that there are."""
    return f"of {points}"


def box_of(number: int, boxes: int) -> str:
    """Which box is filled now."""
    return f"Box {number} of {boxes}"


def joker_into(box: str) -> str:
    """Where a joker must go."""
    return f"Joker: must go in {box}"


def yahtzee_said(said: Sequence[Announcement], name: Callable[[str | None], str]) -> str:
    """What just happened, in as few sentences as it takes."""
    spoken = [_sentence(one, name(one.player)) for one in said if one.word != "shared"]
    shared = [name(one.player) for one in said if one.word == "shared"]
    if shared:
        spoken.append(f"{', '.join(shared[:-1])} and {shared[-1]} tie for the win.")
    return " ".join(sentence for sentence in spoken if sentence)


def _sentence(one: Announcement, player: str) -> str | None:
    match one.word:
        case "five_of_a_kind":
            return f"Yahtzee! Five {_FACES[(one.number or 1) - 1]}."
        case "joker":
            return "Played as a joker."
        case "yahtzee_bonus":
            return f"Yahtzee bonus: +{one.number}!"
        case "upper_bonus":
            return f"Upper bonus: +{one.number}!"
        case "won":
            return f"{player} wins with {one.number}."
        case "joined":
            return f"{player} joins."
        case "left":
            return f"{player} leaves."
        case "renamed":
            return f"Now called {player}."
        case box if box in BOXES:
            return f"{player}: {BOXES[box]}, {one.number}."
    return None


_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
