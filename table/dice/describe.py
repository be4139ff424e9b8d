"""Descriptions of a die in words: by its colour, and by its place where others have the same colour."""

import colorsys
from collections.abc import Sequence

from engine.i18n import Text
from engine.i18n import gettext as _
from table import TrayView
from vision import Colour, Die

HUES = ((12, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (260, "blue"), (300, "purple"), (340, "pink"))
"""The upper limit of each hue, in degrees; above the last it is red again."""


def called(die: Die, among: Sequence[Die], tray: TrayView) -> Text:
    """Return “the red die”, or “the white die at the top left” where it is not the only white one among these."""
    colour = colour_word(die.body)
    alike = [other for other in among if colour_word(other.body) == colour]
    if len(alike) < 2 or die.center_mm is None:
        return DICE[colour]
    return _("{die} {place}", die=DICE[colour], place=place_words(die.center_mm, tray))


DICE = {
    "red": _("the red die"),
    "orange": _("the orange die"),
    "yellow": _("the yellow die"),
    "green": _("the green die"),
    "blue": _("the blue die"),
    "purple": _("the purple die"),
    "pink": _("the pink die"),
    "brown": _("the brown die"),
    "black": _("the black die"),
    "white": _("the white die"),
    "grey": _("the grey die"),
}
PLACES = (
    (_("at the top left"), _("at the top"), _("at the top right")),
    (_("at the left"), _("in the middle"), _("at the right")),
    (_("at the bottom left"), _("at the bottom"), _("at the bottom right")),
)
RAIL_PLACES = (_("on the rail, at the top"), _("on the rail, in the middle"), _("on the rail, at the bottom"))


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


def place_words(center: tuple[float, float], tray: TrayView) -> Text:
    """Return “at the top left”, “in the middle”, “on the rail” for a place in mm, as seen from the front."""
    x, y = center
    row = _third(y, 0, tray.height)
    return RAIL_PLACES[row] if x < tray.rail else PLACES[row][_third(x, tray.rail, tray.width)]


def _third(value: float, low: float, high: float) -> int:
    return min(2, max(0, int(3 * (value - low) / (high - low))))
