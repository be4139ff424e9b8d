"""What is shown beside the game: the throw again, reactions, the attract mode."""

from collections.abc import Sequence
from typing import Any

from engine.i18n import gettext as _
from engine.i18n import listed, ngettext

CLIP = _("Replay of the roll")
CLIP_SEE = _("Replay the roll")
CLIP_PICTURE = _("The dice as they roll, at half speed")
CLIP_LATEST = _("The latest roll")
CLIP_NONE = _("No roll to show yet.")
CLIP_AGAIN = _("Once more")
CLIP_KEEP = _("Keep")
CLIP_KEPT = _("Kept with its game.")
CLIP_REMOVE = _("Remove")
CLIP_REMOVED = _("Removed.")
CLIPS_KEPT = _("Kept rolls")
SHOW_SETTINGS = {
    "replays": _("Record rolls to replay them"),
    "replays_on_tv": _("Show rolls on the table’s own screens"),
    "figures": _("Show chances to win and moments"),
    "reactions": _("Phones send reactions and report misread dice"),
    "attract": _("TV shows more while nobody plays"),
}
"""What the owner can switch off, by the names of the settings."""

EVENING = _("An evening to keep")
EVENING_TAKE = _("Take the evening home")
EVENING_CODE = _("QR code for this evening’s page")
EVENING_SHARE = _("Share a picture")
EVENING_PRINT = _("Print or save as PDF")
EVENING_WINNERS = _("Who won")
EVENING_LUCKIEST = _("Luckiest")
EVENING_UNLUCKIEST = _("Least lucky")
EVENING_MOMENTS = _("Moments")
EVENING_THROWS = _("Best rolls")
EVENING_BILL = _("The bill")
EVENING_GAMES = _("All games")


def evening_more(games: int) -> Any:
    """How many games of an evening are not listed."""
    return ngettext(
        "{count} earlier game is in the game history.", "{count} earlier games are in the game history.", games
    )


REACTIONS = {"cheers": _("Cheers!"), "clap": _("Applause"), "groan": _("Oh no!"), "anchor": _("Ahoy!")}
"""What a phone can send to the TV."""

ATTRACT_SCAN = _("Scan to play")
ATTRACT_TONIGHT = _("Tonight")
ATTRACT_LAST = _("Last winners")

REACT = _("React on the TV")
REACT_SENT = _("Sent to the TV.")


def clip_read(dice: Sequence[Any]) -> Any:
    """The values of the dice in a clip."""
    return _("The dice show {values}.", values=listed([str(die.value or "?") for die in dice]))


def clip_roll(game: int, roll: int) -> Any:
    """Which roll a clip shows."""
    return _("game {game}, roll {roll}", game=game, roll=roll)


def clips_unreadable(number: int) -> Any:
    """The kept clips whose files are damaged."""
    return _("Kept rolls that can’t be read: {number}. They were skipped.", number=number)
