"""What games show and say of themselves, as values: table and page read them, and need not know the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.i18n import Text, full_sentence, in_words, joined, ngettext, pgettext, spelled
from engine.i18n import gettext as _
from engine.spelling import flag, number, one_of, within

Takes = Literal["number", "flag", "choice", "list", "words"]
Effect = Literal["found", "bell", "five", "bust", "bank"]
"""What sounds with an announcement: something found, a rare roll, five of a kind, a loss, points kept."""

Terms = Mapping[str, tuple[Text, Text]]
"""Special words of a game by their keys: the word, and what it means."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a ``number`` from ``least`` to ``most``, a ``flag``, a ``choice``, a ``list`` of them, or ``words``.

    ``title`` and ``line`` describe it where a game is set up. ``choices`` are the words that may be chosen and their
    titles; in a choice ``(n)`` stands for a number from ``least`` to ``most``. ``needs`` is the key of another option,
    and how its value begins while this option applies.
    """

    key: str
    takes: Takes
    title: str = ""
    line: str = ""
    choices: Mapping[str, str] = field(default_factory=dict, hash=False)
    least: int = 0
    most: int = 0
    needs: tuple[str, str] | None = None

    @property
    def switched(self) -> bool:
        """Whether the form for a new game has it. What things are called is not chosen there."""
        return self.takes != "words"

    def read(self, value: object) -> object:
        """Return a number, flag or choice as the rules have it. Raises :class:`~engine.BadRules` for a wrong one."""
        match self.takes:
            case "number":
                return within(self.key, number(self.key, value), self.least, self.most)
            case "flag":
                return flag(self.key, value)
        return one_of(self.key, value, tuple(self.choices))


@dataclass(frozen=True, slots=True)
class News:
    """What the headline says in the second in which something happens; ``rare`` news are celebrated."""

    text: str
    rare: bool = True


@dataclass(frozen=True, slots=True)
class QuickGame:
    """Rules that are played in a few minutes: a preset with options, and what they are called together."""

    title: str
    preset: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """One part of a turn: its faces, dice that have no face yet (``blanks``), and a figure.

    ``term`` is the special word that explains its name. ``state`` is "held" for dice that are set aside, "seen" for
    those that lie there, "open" for what is still needed.
    """

    key: str
    name: str
    faces: tuple[int, ...] = ()
    state: Literal["held", "seen", "open"] = "seen"
    figure: str = ""
    blanks: int = 0
    term: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile with its number, and whether it is down."""

    number: int
    down: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """One line on the progress of the game; ``term`` is the special word in it that can be explained."""

    text: str
    term: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability from 0 to 1, or an expected number of points.

    ``name`` is its word, ``of`` a number that belongs to it (the point to beat). A game gives ``says`` for a chance
    that only it has.
    """

    name: str
    value: float
    measure: Literal["chance", "points"] = "chance"
    of: int | None = None
    says: Text | None = None


@dataclass(frozen=True, slots=True)
class ExampleDie:
    """One die of a drawing; without a face it is blank. ``part`` is the sign above it."""

    face: int | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One short sentence about the rules, with dice that show it. Those of lower ``rank`` matter more."""

    text: str
    dice: tuple[ExampleDie, ...] = ()
    rank: int = 0


def drawn(*faces: int) -> tuple[ExampleDie, ...]:
    return tuple(map(ExampleDie, faces))


def blank(dice: int) -> tuple[ExampleDie, ...]:
    return (ExampleDie(),) * dice


FACES = (
    pgettext("face of a die", "one"),
    pgettext("face of a die", "two"),
    pgettext("face of a die", "three"),
    pgettext("face of a die", "four"),
    pgettext("face of a die", "five"),
    pgettext("face of a die", "six"),
)

OF_A_KIND = (
    pgettext("several dice of a face", "ones"),
    pgettext("several dice of a face", "twos"),
    pgettext("several dice of a face", "threes"),
    pgettext("several dice of a face", "fours"),
    pgettext("several dice of a face", "fives"),
    pgettext("several dice of a face", "sixes"),
)


def spoken_dice(dice: Sequence[int]) -> Text:
    """Return the faces as they are spoken: “six, five, two”."""
    return joined([FACES[die - 1] for die in dice], ", ")


def roll_called(player: str, dice: Sequence[int], then: Text) -> Text:
    return _("{player}: {dice}. {then}", player=player, dice=spoken_dice(dice), then=then)


def rolls_left(count: int) -> Text:
    return full_sentence(ngettext("One more roll", "{number} more rolls", count, number=spelled(count)))


def how_turn(dice: int, rolls: int) -> Text:
    return ngettext(
        "On your turn roll {dice} dice, once.",
        "On your turn roll {dice} dice, up to {number} times.",
        rolls,
        dice=in_words(dice),
        number=in_words(rolls),
    )
