"""The games' terms, which the commands print after an event."""

from engine.i18n import gettext as _
from engine.turns.options import TERMS as TURN_TERMS
from engine.yahtzee.rules import TERMS as CARD_TERMS

TERMS = {
    **CARD_TERMS,
    **TURN_TERMS,
    "ante": _("ante"),
    "bet_miss": _("bet against a crew"),
    "bet_qualify": _("bet on a crew"),
    "bet_won": _("bet won"),
    "captain": _("captain"),
    "cargo": _("cargo"),
    "crew": _("crew"),
    "dream_spider": _("dream spider"),
    "rounds": _("rounds"),
    "drinks": _("drinks"),
    "five_of_a_kind": _("five of a kind"),
    "hammer": _("hammer"),
    "hand_won": _("hand won"),
    "joined": _("joined"),
    "joker": _("joker"),
    "left": _("left the game"),
    "midnight": _("midnight"),
    "minimum": _("minimum"),
    "no_score": _("no score"),
    "point": _("point"),
    "pot_carried": _("pot carried over"),
    "pot_won": _("pot won"),
    "qualified": _("qualified"),
    "renamed": _("renamed"),
    "rolloff": _("roll-off"),
    "shared": _("shared win"),
    "ship": _("ship"),
    "starts": _("starts"),
    "tied": _("tied"),
    "upper_bonus": _("upper bonus"),
    "won": _("won"),
    "yahtzee_bonus": _("yahtzee bonus"),
}
"""Each announcement's word as people read it. Boxes of a card are among them."""
