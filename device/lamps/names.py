"""Names of the lamps in sentences."""

from collections.abc import Collection

from engine.i18n import listed, pgettext
from vision import LampSide

SIDES = {
    LampSide.LEFT: pgettext("light strip", "left"),
    LampSide.RIGHT: pgettext("light strip", "right"),
    LampSide.FAR: pgettext("light strip", "far"),
    LampSide.NEAR: pgettext("light strip", "near"),
}


def named(sides: Collection[LampSide]) -> str:
    """Return the lamps of these sides as words, in the order of the configuration."""
    return listed([SIDES[side] for side in LampSide if side in sides])
