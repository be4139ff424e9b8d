"""What the command line, recordings and documents say of Ship, Captain, Crew."""

from collections.abc import Mapping

from engine.events import Event
from engine.game import RecordedAs
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.ship.events import Anted, Held, Passed, Released, RoundsSet

TERMS: Mapping[str, Text] = {
    "ante": _("ante"),
    "bet_miss": _("bet against a crew"),
    "bet_qualify": _("bet on a crew"),
    "bet_won": _("bet won"),
    "captain": _("captain"),
    "cargo": _("cargo"),
    "crew": _("crew"),
    "dream_spider": _("dream spider"),
    "drinks": _("drinks"),
    "hammer": _("hammer"),
    "hand_won": _("hand won"),
    "midnight": _("midnight"),
    "minimum": _("minimum"),
    "no_score": _("no score"),
    "point": _("point"),
    "pot_carried": _("pot carried over"),
    "pot_won": _("pot won"),
    "qualified": _("qualified"),
    "rounds": _("rounds"),
    "ship": _("ship"),
}
EXAMPLES: Mapping[str, str] = {
    "hold": '{"hold": [5]}',
    "release": '{"release": [5]}',
    "stop": '{"stop": true}',
    "pass": '{"pass": true}',
    "ante": '{"ante": 5}',
    "bet": '{"bet": {"by": NAME, "on": "qualify" | "miss", "chips": 2, "against": NAME}}',
    "rounds": '{"rounds": 5}',
}
AIMS = ("points", "beat", "win", "qualify")
RECORDED: Mapping[type[Event], RecordedAs] = {Passed: "pass"}


def in_words(event: Event, player: str) -> Text | None:
    """Return an event of this game only as a sentence; None for every other one."""
    match event:
        case Held(dice=dice):
            return _("{player} sets {dice} aside", player=player, dice=" ".join(map(str, dice)))
        case Released(dice=dice):
            return _("{player} takes back {dice}", player=player, dice=" ".join(map(str, dice)))
        case Passed():
            return _("{player} passes", player=player)
        case Anted(chips=chips):
            return ngettext("The ante is {count} chip", "The ante is {count} chips", chips)
        case RoundsSet(rounds=rounds):
            return ngettext("The game has {count} round", "The game has {count} rounds", rounds)
    return None
