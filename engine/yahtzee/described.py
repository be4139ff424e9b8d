"""What the command line, recordings and documents say of Yahtzee."""

from collections.abc import Mapping

from engine.events import Event
from engine.game import RecordedAs
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.yahtzee.events import Kept, Scored
from engine.yahtzee.rules import TERMS as BOX_TERMS

TERMS: Mapping[str, Text] = {
    **BOX_TERMS,
    "five_of_a_kind": _("five of a kind"),
    "joker": _("joker"),
    "upper_bonus": _("upper bonus"),
    "yahtzee_bonus": _("yahtzee bonus"),
}
EXAMPLES: Mapping[str, str] = {"keep": '{"keep": [6, 6]}', "score": '{"score": "fives"}'}
AIMS = ("points", "beat", "reach 250")
RECORDED: Mapping[type[Event], RecordedAs] = {Scored: "pick"}


def in_words(event: Event, player: str) -> Text | None:
    """Return an event of this game only as a sentence; None for every other one."""
    match event:
        case Kept(dice=dice):
            return _("{player} keeps {dice}", player=player, dice=" ".join(map(str, dice)) or _("nothing"))
        case Scored(box=box):
            return _("{player} scores {box}", player=player, box=TERMS.get(box, box))
    return None
