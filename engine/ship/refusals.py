"""Why a die may not be set aside, in the game's words."""

from engine.errors import Refused
from engine.ship.rules import PARTS, Rules
from engine.ship.turn import Turn


def why_not_held(rules: Rules, turn: Turn, face: int) -> Refused:
    """Why a die of that face may not be set aside now, beside those that are."""
    if not turn.rolls:
        return Refused("nothing_thrown", "Nothing lies there yet: throw first.")
    if turn.qualified:
        return _of_cargo(rules, turn, face)
    sequence = next((one for one in rules.sequences if face in one), None)
    if sequence and face in turn.held:
        part = rules.label(PARTS[sequence.index(face)])
        return Refused("held_already", f"There is a {part} already: the other {face} is thrown again.")
    if sequence and rules.progress == "commit" and any(held not in sequence for held in turn.held):
        begun = "-".join(map(str, next(one for one in rules.sequences if turn.held[0] in one)))
        return Refused("committed", f"The {face} is not of {begun}, which was begun with the {turn.held[0]}.")
    if sequence:
        place = sequence.index(face)
        if place and sequence[place - 1] not in turn.held:
            name, before = rules.label(PARTS[place]), rules.label(PARTS[place - 1])
            return Refused("order", f"The {face} is {name}: it needs the {before} ({sequence[place - 1]}) first.")
        return Refused("not_there", f"No {face} lies there.")
    if len(rules.sequences) > 1:
        return Refused("no_part", f"The {face} is neither ship, captain nor crew: it is thrown again.")
    return Refused("no_part", f"The {face} is not the {missing_part(rules, turn)}: it is thrown again.")


def not_qualified(rules: Rules, turn: Turn, what: str) -> Refused:
    """Why a player who has not ship, captain and crew may not do that."""
    missing = f"the {missing_part(rules, turn)} is still missing"
    if len(rules.sequences) > 1:
        missing = "ship, captain and crew are not all held"
    return Refused("not_qualified", f"{turn.player} cannot {what} yet: {missing}.")


def missing_part(rules: Rules, turn: Turn) -> str:
    """“captain (5)”: what comes next."""
    place = min(len(turn.held), 2)
    return f"{rules.label(PARTS[place])} ({rules.sequence[place]})"


def _of_cargo(rules: Rules, turn: Turn, face: int) -> Refused:
    cargo = rules.label("cargo")
    if face not in turn.loose:
        why = "is held already" if face in turn.held else "does not lie there"
        return Refused("held_already" if face in turn.held else "not_there", f"The {face} {why}.")
    if turn.over:
        return Refused("turn_over", "The turn is over.")
    if rules.cargo_reroll == "all":
        why = f"The {face} is {cargo}: {cargo} dice are thrown again together or not at all."
        return Refused("cargo_together", why)
    return Refused("held_already", f"The {face} is kept already.")
