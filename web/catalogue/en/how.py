"""How to play, and what special words mean."""

from collections.abc import Sequence
from typing import Literal

HOW = "How to play"
HOW_WORDS = "Words of the game"
HOW_BOXES_TITLE = "The boxes"

HOW_HELD = "The table holds them for you. Roll the rest again."
HOW_CHOSEN = "You choose which of them to hold. Roll the rest again."
HOW_AGAIN = {
    "all": "Rolls left? Roll all of the cargo again, or press STAND.",
    "each": "Rolls left? Roll any cargo dice again, or press STAND.",
    "kept": "Rolls left? Roll cargo dice again, or press STAND. What you keep stays.",
}
HOW_ANCHOR = "Each unused roll is worth one point."
HOW_BY_ROLLS = "Everyone rolls once, then everyone rolls again. The leader may skip a roll."
HOW_TIE = {
    "allowed": "Players who tie share the round.",
    "rolloff": "Players who tie play one more turn each.",
    "carry": "On a tie the pot carries over, and everyone antes again.",
    "replay": "On a tie you play again.",
}
HOW_NOBODY = "If no one scores, the pot carries over too."
HOW_BETS = "Before a turn you can bet on whether the player scores."
HOW_STARTER = "The highest roll of three dice goes first."
HOW_NEXT = {
    "right": "The player to the right (last in turn order) starts the next game or round.",
    "winner": "The winner starts the next game or round.",
    "same": "The same player starts each game and round.",
}

HOW_KEEP = "Keep the dice you like and roll the others again."
HOW_JOKER = {
    True: "Its upper box comes first. If that is full, fill any box: lower ones give full points.",
    False: "Its upper box comes first. If that is full, fill a lower box for full points.",
}
HOW_JOKER_ON_ZERO = {
    True: "That holds after a scratched Yahtzee too, without the extra points.",
    False: "After a scratched Yahtzee it’s an ordinary roll.",
}
HOW_MOST = "The most points win."
HOW_BOXES = {
    "three_of_a_kind": "Three equal dice: add all dice",
    "four_of_a_kind": "Four equal dice: add all dice",
    "full_house": "Three equal dice and a pair",
    "small_straight": "Four in a row",
    "large_straight": "Five in a row",
    "yahtzee": "All dice equal",
    "chance": "Any dice: add them",
}

HOW_TERMS = {
    "ship": ("Ship", "The first die to find. It counts before captain and crew."),
    "captain": ("Captain", "The second die to find. It needs a ship."),
    "crew": ("Crew", "The third die to find. It needs ship and captain."),
    "cargo": ("Cargo", "The other dice. Their sum is your score once you have ship, captain and crew."),
    "no_score": ("No score", "A turn that ends without ship, captain and crew."),
    "point": ("To beat", "The best score so far."),
    "hammer": ("Hammer", "The advantage of rolling last, and who has it."),
    "rolloff": ("Roll-off", "One more roll to decide a tie, or who goes first."),
    "midnight": ("Midnight", "A cargo of two sixes: twelve, the highest."),
    "dream_spider": ("Dream spider", "A second midnight in the same round."),
    "minimum": ("Minimum", "A cargo of ones only, the lowest."),
    "hands": ("Hand", "One round. Win enough of them to win the game."),
    "ante": ("Ante", "What each player pays into the pot before a round."),
    "pot": ("Pot", "The chips in the middle. The winner takes them."),
    "chips": ("Chips", "What you have won or lost so far."),
    "drinks": ("Drinks", "What you have lost: one for each round."),
    "bet": ("Bet", "Chips on whether a player gets ship, captain and crew."),
    "upper_bonus": ("Bonus", "Extra points for enough points in the boxes from ones to sixes."),
    "yahtzee_bonus": ("Yahtzee bonus", "Extra points for each additional Yahtzee, if the Yahtzee box has 50."),
    "joker": ("Joker", "Another Yahtzee that goes into a different box for full points."),
}
"""Special words by their keys, each with what it means."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TIMES = {1: "once", 2: "up to twice"}


def how_turn(dice: int, rolls: int) -> str:
    """Say what a turn is."""
    return f"On your turn roll {_NUMBERS[dice]} dice, {_TIMES.get(rolls) or f'up to {_NUMBERS[rolls]} times'}."


def how_sequence(faces: Sequence[int], names: Sequence[str]) -> str:
    """Say what is to be found first."""
    ship, captain, crew = (f"{name.lower()} ({face})" for name, face in zip(names, faces, strict=True))
    return f"Find the {ship}, then the {captain}, then the {crew}."


def how_other(faces: Sequence[int], progress: Literal["commit", "switch", "both"]) -> str:
    """Say that another sequence is as good."""
    row = "-".join(map(str, faces))
    match progress:
        case "commit":
            return f"Or find {row}: stay with the one that you begin."
        case "switch":
            return f"Or find {row}: you may change from one to the other."
    return f"Or find {row}: you may build both at once."


def how_cargo(dice: int, name: str) -> str:
    """Say what the score is."""
    return f"The other {_NUMBERS[dice]} dice are the {name.lower()}. Their sum is your score."


def how_match(kind: str, count: int | None) -> str:
    """Say who wins."""
    match kind, count:
        case "rounds", int(rounds):
            return f"Play {_number(rounds, 'round')}. Scores add up, and the most points win."
        case "hands", int(hands):
            return f"The highest score wins a hand. Win {_number(hands, 'hand')} to win the game."
        case "total", int(rounds):
            return f"Play {_number(rounds, 'round')}. Only the sum counts."
        case "total", None:
            return "Scores add up until a player has enough. Finish that round: the most points win."
    return "The highest score wins."


def how_stakes(kind: str, ante: int | None) -> str:
    """Say what is at stake."""
    if kind == "drinks":
        return "If you lose, you pay a drink."
    if ante is None:
        return "The first player sets the ante. Everybody pays it into the pot, and the winner takes it."
    return f"Everybody pays {_number(ante, 'chip')} into the pot, and the winner takes it."


def how_boxes(boxes: int) -> str:
    """Say what happens with a throw."""
    return f"Then fill one of {boxes} boxes. You fill each box once, with 0 if nothing fits."


def how_bonus(bonus_from: int, points: int) -> str:
    """Say what the upper boxes bring."""
    return f"{bonus_from} points in the boxes from ones to sixes give you {points} more."


def how_further(box: int, points: int) -> str:
    """Say what a further Yahtzee brings."""
    return f"Another Yahtzee gives you {points} more if your Yahtzee box has {box}. It is a joker:"


def how_face(face: int) -> str:
    """Say what an upper box takes."""
    return f"Add all dice that show {face}"


def _number(count: int, word: str) -> str:
    said = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{said} {word}{'' if count == 1 else 's'}"
