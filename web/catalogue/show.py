"""What is shown beside the game: the throw again, reactions, the attract mode."""

from collections.abc import Sequence
from typing import Any

from engine.i18n import gettext as _
from engine.i18n import listed

SHOW_SETTINGS = {
    "replays": _("Record rolls to replay them"),
    "replays_on_tv": _("Show rolls on the table’s own screens"),
    "figures": _("Show chances to win and moments"),
    "reactions": _("Phones send reactions and report misread dice"),
    "attract": _("TV shows more while nobody plays"),
}
"""What the owner can switch off, by the names of the settings."""


REACTIONS = {"cheers": _("Cheers!"), "clap": _("Applause"), "groan": _("Oh no!"), "anchor": _("Ahoy!")}
"""What a phone can send to the TV."""


def clip_read(dice: Sequence[Any]) -> Any:
    """The values of the dice in a clip."""
    return _("The dice show {values}.", values=listed([str(die.value or "?") for die in dice]))
