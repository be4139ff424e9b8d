"""Yahtzee, wie die Seite davon erzählt."""

from collections.abc import Callable, Sequence

from engine import Announcement

BOXES = {
    "ones": "Einser",
    "twos": "Zweier",
    "threes": "Dreier",
    "fours": "Vierer",
    "fives": "Fünfer",
    "sixes": "Sechser",
    "three_of_a_kind": "Dreierpasch",
    "four_of_a_kind": "Viererpasch",
    "full_house": "Full House",
    "small_straight": "Kleine Straße",
    "large_straight": "Große Straße",
    "yahtzee": "Yahtzee",
    "chance": "Chance",
}
YAHTZEE_BONUS = "Yahtzee-Bonus"
SHEET_TOTAL = "Summe"
SHEETS = "Blöcke"
WOULD_GIVE = "bringt"
BARRED = "nicht möglich:"

FURTHER = "Noch ein Yahtzee: +100"
JOKER = "Joker: volle Punkte in jedem unteren Feld"

YAHTZEE_CHEERS = {"five_of_a_kind": "Yahtzee!", "won": "Land in Sicht!", "upper_bonus": "Bonus!"}


def upper_bonus(bonus_from: int) -> str:
    """Die Zeile des Bonus."""
    return f"Bonus ab {bonus_from}"


def of_points(points: int) -> str:
    """Wie viele Punkte der Bonus braucht, hinter denen, die es gibt."""
    return f"von {points}"


def box_of(number: int, boxes: int) -> str:
    """Das wievielte Feld."""
    return f"Feld {number} von {boxes}"


def joker_into(box: str) -> str:
    """Wohin ein Joker muss."""
    return f"Joker: muss zu {box}"


def yahtzee_said(said: Sequence[Announcement], name: Callable[[str | None], str]) -> str:
    """Was gerade geschah."""
    spoken = [_sentence(one, name(one.player)) for one in said if one.word != "shared"]
    shared = [name(one.player) for one in said if one.word == "shared"]
    if shared:
        spoken.append(f"{', '.join(shared[:-1])} und {shared[-1]} teilen sich den Sieg.")
    return " ".join(sentence for sentence in spoken if sentence)


def _sentence(one: Announcement, player: str) -> str | None:
    match one.word:
        case "five_of_a_kind":
            return f"Yahtzee! Fünf {_FACES[(one.number or 1) - 1]}."
        case "joker":
            return "Als Joker gespielt."
        case "yahtzee_bonus":
            return f"Yahtzee-Bonus: +{one.number}!"
        case "upper_bonus":
            return f"Bonus oben: +{one.number}!"
        case "won":
            return f"{player} gewinnt mit {one.number}."
        case "joined":
            return f"{player} spielt mit."
        case "left":
            return f"{player} geht von Bord."
        case "renamed":
            return f"Heißt jetzt {player}."
        case box if box in BOXES:
            return f"{player}: {BOXES[box]}, {one.number}."
    return None


_FACES = ("Einser", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser")
