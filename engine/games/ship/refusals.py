"""The reasons why a die may not be set aside, in the game's terms."""

from typing import Literal

from engine.errors import Refused
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import PARTS, Rules
from engine.i18n import Text
from engine.i18n import gettext as _


def why_not_held(rules: Rules, turn: Turn, face: int) -> Refused:
    """Return why a die of that face may not be set aside now, beside those that are."""
    if not turn.rolls:
        return Refused("nothing_thrown", _("Roll first."))
    if turn.qualified:
        return _of_cargo(rules, turn, face)
    sequence = next((one for one in rules.sequences if face in one), None)
    if sequence and face in turn.held:
        part = rules.label(PARTS[sequence.index(face)])
        return Refused(
            "held_already", _("You already have a {part}: roll the other {face} again.", part=part, face=face)
        )
    if sequence and rules.progress == "commit" and any(held not in sequence for held in turn.held):
        begun = "-".join(map(str, next(one for one in rules.sequences if turn.held[0] in one)))
        why = _(
            "The {face} isn’t part of {begun}, which you started with the {first}.",
            face=face,
            begun=begun,
            first=turn.held[0],
        )
        return Refused("committed", why)
    if sequence:
        place = sequence.index(face)
        if place and sequence[place - 1] not in turn.held:
            why = _(
                "The {face} is {name}: it needs the {before} ({before_face}) first.",
                face=face,
                name=rules.label(PARTS[place]),
                before=rules.label(PARTS[place - 1]),
                before_face=sequence[place - 1],
            )
            return Refused("order", why)
        return Refused("not_there", _("There’s no {face} on the tray.", face=face))
    if len(rules.sequences) > 1:
        return Refused("no_part", _("The {face} isn’t ship, captain or crew: roll it again.", face=face))
    missing = missing_part(rules, turn)
    return Refused("no_part", _("The {face} isn’t the {missing}: roll it again.", face=face, missing=missing))


def not_qualified(rules: Rules, turn: Turn, what: Literal["stand", "pass"]) -> Refused:
    """Return why a player without ship, captain and crew may not do that."""
    player = turn.player
    if len(rules.sequences) > 1:
        why = (
            _("{player} can’t stand yet: ship, captain and crew aren’t all held.", player=player)
            if what == "stand"
            else _("{player} can’t skip a roll yet: ship, captain and crew aren’t all held.", player=player)
        )
    else:
        missing = missing_part(rules, turn)
        why = (
            _("{player} can’t stand yet: the {missing} is missing.", player=player, missing=missing)
            if what == "stand"
            else _("{player} can’t skip a roll yet: the {missing} is missing.", player=player, missing=missing)
        )
    return Refused("not_qualified", why)


def missing_part(rules: Rules, turn: Turn) -> Text:
    """Return the next missing part, as in “captain (5)”."""
    place = min(len(turn.held), 2)
    return _("{part} ({face})", part=rules.label(PARTS[place]), face=rules.sequence[place])


def _of_cargo(rules: Rules, turn: Turn, face: int) -> Refused:
    if face not in turn.loose:
        if face in turn.held:
            return Refused("held_already", _("The {face} is already held.", face=face))
        return Refused("not_there", _("There’s no {face} on the tray.", face=face))
    if turn.over:
        return Refused("turn_over", _("The turn is over."))
    if rules.cargo_reroll == "all":
        cargo = rules.label("cargo")
        why = _("The {face} is {cargo}: re-roll all {cargo} dice or none.", face=face, cargo=cargo)
        return Refused("cargo_together", why)
    return Refused("held_already", _("The {face} is already kept.", face=face))
