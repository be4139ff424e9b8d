"""How to play, and what special words mean."""

from collections.abc import Sequence
from typing import Literal

from engine.i18n import gettext as _
from engine.i18n import in_words, ngettext

HOW_HELD = _("The table holds them for you. Roll the rest again.")
HOW_CHOSEN = _("You choose which of them to hold. Roll the rest again.")
HOW_AGAIN = {
    "all": _("Rolls left? Roll all of the cargo again, or press STAND."),
    "each": _("Rolls left? Roll any cargo dice again, or press STAND."),
    "kept": _("Rolls left? Roll cargo dice again, or press STAND. What you keep stays."),
}
HOW_ANCHOR = _("Each unused roll is worth one point.")
HOW_BY_ROLLS = _("Everyone rolls once, then again: the better score rolls last. The leader may skip a roll.")
HOW_TIE = {
    "allowed": _("Players who tie share the round."),
    "rolloff": _("Players who tie play one more turn each."),
    "carry": _("On a tie the pot carries over, and everyone antes again."),
    "replay": _("On a tie you play again."),
}
HOW_NOBODY = _("If no one scores, the pot carries over too.")
HOW_BETS = _("Before a turn you can bet on whether the player scores.")
HOW_STARTER = _("The highest total of three dice goes first.")
HOW_NEXT = {
    "right": _("The player to the right (last in turn order) starts the next game or round."),
    "winner": _("The winner starts the next game or round."),
    "same": _("The same player starts each game and round."),
}

HOW_PLAY_ON = _("Play on if no one still here has enough points.")

HOW_KEEP = _("Keep the dice you like and roll the others again.")
HOW_JOKER = {
    True: _("Its upper box comes first. If that is full, fill any box: lower ones give full points."),
    False: _("Its upper box comes first. If that is full, fill a lower box for full points."),
}
HOW_JOKER_ON_ZERO = {
    True: _("This also applies after a zero in Yahtzee, without the extra points."),
    False: _("After a zero in Yahtzee it’s an ordinary roll."),
}
HOW_MOST = _("The most points win.")
HOW_BOXES = {
    "three_of_a_kind": _("Three equal dice: add all dice"),
    "four_of_a_kind": _("Four equal dice: add all dice"),
    "full_house": _("Three equal dice and a pair"),
    "small_straight": _("Four in a row"),
    "large_straight": _("Five in a row"),
    "yahtzee": _("All dice equal"),
    "chance": _("Any dice: add them"),
}


def how_turn(dice: int, rolls: int) -> str:
    """Say what a turn is."""
    return ngettext(
        "On your turn roll {dice} dice, once.",
        "On your turn roll {dice} dice, up to {number} times.",
        rolls,
        dice=in_words(dice),
        number=in_words(rolls),
    )


def how_sequence(faces: Sequence[int], names: Sequence[str]) -> str:
    """Say what is to be found first."""
    return _(
        "Find the {ship} ({first}), then the {captain} ({second}), then the {crew} ({third}).",
        **dict(zip(("ship", "captain", "crew"), names, strict=True)),
        **dict(zip(("first", "second", "third"), faces, strict=True)),
    )


def how_other(faces: Sequence[int], progress: Literal["commit", "switch", "both"]) -> str:
    """Say that another sequence is as good."""
    row = "-".join(map(str, faces))
    match progress:
        case "commit":
            return _("Or find {row}: stick with the one you start.", row=row)
        case "switch":
            return _("Or find {row}: you may switch between them.", row=row)
    return _("Or find {row}: you may build both at once.", row=row)


def how_cargo(dice: int, name: str) -> str:
    """Say what the score is."""
    return _("The other {number} dice are the {cargo}. Their sum is your score.", number=in_words(dice), cargo=name)


def how_match(kind: str, count: int | None) -> str:
    """Say who wins."""
    match kind, count:
        case "rounds", int(rounds):
            return ngettext(
                "Play one round. The most points win.",
                "Play {number} rounds. Scores add up, and the most points win.",
                rounds,
                number=in_words(rounds),
            )
        case "hands", int(hands):
            return ngettext(
                "The highest score wins a hand. Win one hand to win the game.",
                "The highest score wins a hand. Win {number} hands to win the game.",
                hands,
                number=in_words(hands),
            )
        case "total", int(rounds):
            return ngettext(
                "Play one round. Only the total counts.",
                "Play {number} rounds. Only the total counts.",
                rounds,
                number=in_words(rounds),
            )
        case "chips", int(rounds):
            return ngettext(
                "Play one round for the pot. The most chips win.",
                "Play {number} rounds, each for its pot. The most chips win.",
                rounds,
                number=in_words(rounds),
            )
        case "chips", None:
            return _("Play rounds for their pots until you stop. The most chips win.")
        case "total", None:
            return _("Scores add up until a player has enough. Finish that round: the most points win.")
    return _("The highest score wins.")


def how_stakes(kind: str, ante: int | None) -> str:
    """Say what is at stake."""
    if kind == "drinks":
        return _("Everyone but the winner drinks.")
    if ante is None:
        return _("The first player sets the ante. Everyone pays it into the pot, and the winner takes it.")
    return ngettext(
        "Everyone pays one chip into the pot, and the winner takes it.",
        "Everyone pays {number} chips into the pot, and the winner takes it.",
        ante,
        number=in_words(ante),
    )


def how_boxes(boxes: int) -> str:
    """Say what happens with a throw."""
    return _("Then fill one of {boxes} boxes. You fill each box once, with 0 if nothing fits.", boxes=boxes)


def how_bonus(bonus_from: int, points: int) -> str:
    """Say what the upper boxes bring."""
    return _(
        "{bonus_from} points in the boxes from ones to sixes give you {points} more.",
        bonus_from=bonus_from,
        points=points,
    )


def how_further(box: int, points: int) -> str:
    """Say what a further Yahtzee brings."""
    return _(
        "Another Yahtzee gives you {points} more if your Yahtzee box has {box}. It is a joker:", points=points, box=box
    )


def how_face(face: int) -> str:
    """Say what an upper box takes."""
    return _("Add all dice that show {face}", face=face)
