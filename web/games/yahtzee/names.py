"""The names of the boxes."""

from engine.games.yahtzee.rules import Rules
from web.catalogue import Words


def called(rules: Rules, box: str, words: Words) -> str:
    """Return the name of a box: that of the rules if they name it, else that of the viewer's language."""
    own = rules.labels.get(box)
    name: str = f"{own[0].upper()}{own[1:]}" if own else words.BOXES[box]
    return name
