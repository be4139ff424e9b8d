"""The player of a phone, colours and emblems, moments, and live chances."""

from engine.i18n import gettext as _
from engine.i18n import pgettext

COLOURS = {
    "red": _("red"),
    "orange": _("orange"),
    "yellow": _("yellow"),
    "green": _("green"),
    "mint": _("mint"),
    "teal": _("teal"),
    "sky": _("sky blue"),
    "blue": _("blue"),
    "violet": _("violet"),
    "pink": _("pink"),
    "brown": _("brown"),
    "grey": _("grey"),
}
EMBLEMS = {
    "anchor": _("Anchor"),
    "lighthouse": _("Lighthouse"),
    "compass": _("Compass"),
    "gull": _("Gull"),
    "whale": _("Whale"),
    "knot": _("Knot"),
    "lifebuoy": _("Lifebuoy"),
    "lantern": _("Lantern"),
    "fish": _("Fish"),
    "crab": _("Crab"),
    "shell": _("Shell"),
    "turtle": _("Turtle"),
    "octopus": _("Octopus"),
    "starfish": _("Starfish"),
    "bell": _("Bell"),
    "barrel": _("Barrel"),
    "spyglass": _("Spyglass"),
    "sailboat": _("Sailboat"),
    "trident": _("Trident"),
    "moon": _("Moon"),
    "sun": _("Sun"),
    "key": pgettext("emblem", "Key"),
    "hook": _("Hook"),
    "cap": _("Cap"),
}


FIGURES_ON = {"tv": _("On the TV view"), "on": _("Show"), "off": _("Don’t show")}
