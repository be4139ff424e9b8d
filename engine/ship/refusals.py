"""The reasons why a die may not be set aside, in the game's terms."""

from engine.errors import Refused
from engine.sentence import Sentence, said, sentence
from engine.ship.play.turn import Turn
from engine.ship.rules import PARTS, Rules

THROW_FIRST = said("throw_first", "Roll first.")
TURN_OVER = said("turn_over", "The turn is over.")


def why_not_held(rules: Rules, turn: Turn, face: int) -> Refused:
    """Return why a die of that face may not be set aside now, beside those that are."""
    if not turn.rolls:
        return Refused("nothing_thrown", THROW_FIRST)
    if turn.qualified:
        return _of_cargo(rules, turn, face)
    sequence = next((one for one in rules.sequences if face in one), None)
    if sequence and face in turn.held:
        return Refused("held_already", part_is_there(rules.label(PARTS[sequence.index(face)]), face))
    if sequence and rules.progress == "commit" and any(held not in sequence for held in turn.held):
        begun = "-".join(map(str, next(one for one in rules.sequences if turn.held[0] in one)))
        return Refused("committed", not_of_the_sequence(face, begun, turn.held[0]))
    if sequence:
        place = sequence.index(face)
        if place and sequence[place - 1] not in turn.held:
            name, before = rules.label(PARTS[place]), rules.label(PARTS[place - 1])
            return Refused("order", needs_the_one_before(face, name, before, sequence[place - 1]))
        return Refused("not_there", none_lies_there(face))
    if len(rules.sequences) > 1:
        return Refused("no_part", no_part(face))
    return Refused("no_part", not_the_missing_part(face, missing_part(rules, turn)))


def not_qualified(rules: Rules, turn: Turn, what: str) -> Refused:
    """Return why a player without ship, captain and crew may not do that."""
    missing = None if len(rules.sequences) > 1 else missing_part(rules, turn)
    return Refused("not_qualified", cannot_yet(turn.player, what, missing))


def missing_part(rules: Rules, turn: Turn) -> Sentence:
    """Return the next missing part, as in “captain (5)”."""
    place = min(len(turn.held), 2)
    return part_and_face(rules.label(PARTS[place]), rules.sequence[place])


def _of_cargo(rules: Rules, turn: Turn, face: int) -> Refused:
    cargo = rules.label("cargo")
    if face not in turn.loose:
        held = face in turn.held
        return Refused("held_already" if held else "not_there", is_held(face) if held else does_not_lie_there(face))
    if turn.over:
        return Refused("turn_over", TURN_OVER)
    if rules.cargo_reroll == "all":
        return Refused("cargo_together", cargo_together(face, cargo))
    return Refused("held_already", is_kept(face))


@sentence
def part_is_there(part: str, face: int) -> str:
    """A second ship is none."""
    return f"You already have a {part}: roll the other {face} again."


@sentence
def not_of_the_sequence(face: int, begun: str, first: int) -> str:
    """Another sequence was begun."""
    return f"The {face} isn’t part of {begun}, which you started with the {first}."


@sentence
def needs_the_one_before(face: int, name: str, before: str, before_face: int) -> str:
    """Ship, captain and crew are held in order."""
    return f"The {face} is {name}: it needs the {before} ({before_face}) first."


@sentence
def none_lies_there(face: int) -> str:
    """It was not thrown."""
    return f"There’s no {face} on the tray."


@sentence
def no_part(face: int) -> str:
    """A die of no sequence."""
    return f"The {face} isn’t ship, captain or crew: roll it again."


@sentence
def not_the_missing_part(face: int, missing: str) -> str:
    """A die that is not what comes next."""
    return f"The {face} isn’t the {missing}: roll it again."


@sentence
def part_and_face(part: str, face: int) -> str:
    """A part with the face that it must show."""
    return f"{part} ({face})"


@sentence
def cannot_yet(player: str, what: str, missing: str | None) -> str:
    """Something needs ship, captain and crew. ``missing`` is None where there are two sequences."""
    why = f"the {missing} is missing" if missing else "ship, captain and crew aren’t all held"
    return f"{player} can’t {what} yet: {why}."


@sentence
def is_held(face: int) -> str:
    """It is ship, captain or crew."""
    return f"The {face} is already held."


@sentence
def does_not_lie_there(face: int) -> str:
    """It was not thrown."""
    return f"There’s no {face} on the tray."


@sentence
def cargo_together(face: int, cargo: str) -> str:
    """Both cargo dice, or none."""
    return f"The {face} is {cargo}: re-roll all {cargo} dice or none."


@sentence
def is_kept(face: int) -> str:
    """It is set aside as cargo."""
    return f"The {face} is already kept."
