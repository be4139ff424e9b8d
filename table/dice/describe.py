"""Descriptions of a die in words: by its colour, and by its place where others have the same colour."""

import colorsys
from collections.abc import Sequence

from engine.sentence import sentence
from table import TrayView
from vision import Colour, Die

HUES = ((12, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (260, "blue"), (300, "purple"), (340, "pink"))
"""The upper limit of each hue, in degrees; above the last it is red again."""

ROWS, COLUMNS = ("top", "", "bottom"), ("left", "", "right")


def called(die: Die, among: Sequence[Die], tray: TrayView) -> str:
    """Return “the red die”, or “the white die at the top left” where it is not the only white one among these."""
    colour = colour_word(die.body)
    alike = [other for other in among if colour_word(other.body) == colour]
    if len(alike) < 2 or die.center_mm is None:
        return the_die(colour)
    return the_die(colour, place_words(die.center_mm, tray))


@sentence
def the_die(colour: str, place: str = "") -> str:
    """A die by its colour, and by its place where that is needed."""
    return f"the {colour} die {place}" if place else f"the {colour} die"


def colour_word(body: Colour) -> str:
    """Return the common word for a colour (red, green, blue, 0–255) under any lamp."""
    hue, light, strength = colorsys.rgb_to_hls(*(part / 255 for part in body))
    degrees = 360 * hue
    if light < 0.16:
        return "black"
    if light > 0.8 and (strength < 0.6 or light > 0.93):
        return "white"
    if strength < 0.16 or (light > 0.75 and strength < 0.35):
        return "white" if light > 0.7 else "grey"
    word = next((word for end, word in HUES if degrees < end), "red")
    return "brown" if word == "orange" and light < 0.35 else word


def place_words(center: tuple[float, float], tray: TrayView) -> str:
    """Return “at the top left”, “in the middle”, “on the rail” for a place in mm, as seen from the front."""
    x, y = center
    if x < tray.rail:
        return f"on the rail, {('at the top', 'in the middle', 'at the bottom')[_third(y, 0, tray.height)]}"
    row, column = ROWS[_third(y, 0, tray.height)], COLUMNS[_third(x, tray.rail, tray.width)]
    where = " ".join(word for word in (row, column) if word)
    return f"at the {where}" if where else "in the middle"


def _third(value: float, low: float, high: float) -> int:
    return min(2, max(0, int(3 * (value - low) / (high - low))))
