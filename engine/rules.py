"""What is played: one frozen set of rules, and the presets that have names."""

from dataclasses import dataclass
from difflib import get_close_matches

from engine.errors import BadRules


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game of Ship, Captain, Crew.

    ``sequence`` lists the faces of ship, captain and crew in the order in which they must be held; ``dice`` and
    ``rolls`` are those of one turn. What is left beside the sequence is the cargo.
    """

    name: str = "dice-game-depot"
    dice: int = 5
    rolls: int = 3
    sequence: tuple[int, int, int] = (6, 5, 4)

    def __post_init__(self) -> None:
        if not 5 <= self.dice <= 8:
            raise BadRules(f"dice is {self.dice}: a turn is thrown with 5 to 8 dice")
        if not 1 <= self.rolls <= 9:
            raise BadRules(f"rolls is {self.rolls}: a turn has 1 to 9 rolls")
        if len(set(self.sequence)) != 3 or not set(self.sequence) <= set(range(1, 7)):
            raise BadRules(f"sequence is {self.sequence}: ship, captain and crew are three different faces of a die")


PRESETS: dict[str, Rules] = {"dice-game-depot": Rules()}
"""Named rules. 003: five dice, up to three rolls, 6-5-4 in order, both cargo dice rerolled, roll-off on a tie."""


def preset(name: str) -> Rules:
    """The rules of that name; :class:`BadRules` names the nearest one if there is none."""
    if name in PRESETS:
        return PRESETS[name]
    near = get_close_matches(name, PRESETS, n=1, cutoff=0.0)
    raise BadRules(f"there are no rules called “{name}”; did you mean “{near[0]}”? Known: {', '.join(PRESETS)}")
