"""What a file gives to say and to show: words of announcements, moments, lines of how to play, and the chart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.face import Effect, ExampleDie
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.reports.moments import MomentText
from engine.spelling import wrong
from engine.turns.kit.file.tables import MOST_POINTS, Table, Words

SAYS = ("player", "points", "number", "score", "total")
"""The placeholders of what is said of a player."""
EFFECTS = ("found", "bell", "five", "bust", "bank")
BADGES = ["aboard", "chest", "comet", "course", "crown", "flag", "flags", "hourglass", "lifeline", "midnight", "wind"]
KIT_LINES = ("throw", "turn", "rolls", "stand", "win", "tie")
"""Lines of *How to play* that the kit makes of the rules."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the announcements: how it is called and said, what sounds, its news, and how it is counted.

    ``means`` is what of the rules it is for, where that has another word in this game. ``zero`` is said instead with
    the number 0. ``news_at`` is the number that is news, where others are not; ``feat`` the title under which it is
    counted of each player.
    """

    means: str
    title: Text | None = None
    says: Words | None = None
    zero: Words | None = None
    call: Words | None = None
    sound: Effect | None = None
    news: Words | None = None
    news_at: int | None = None
    rare: bool = False
    feat: Text | None = None


@dataclass(frozen=True, slots=True)
class MomentWhen:
    """What a moment takes: a word announced with such a number, dice in the first throw, points made good, or a win.

    The word may be that of a turn with just some ``dice``, or with others. A win is one with so many ``lives`` left of
    more.
    """

    text: MomentText
    word: str
    least: int
    most: int
    first: tuple[int, ...]
    behind: int
    dice: tuple[int, ...]
    other_dice: tuple[int, ...]
    lives: int


@dataclass(frozen=True, slots=True)
class HowLine:
    """A line of *How to play*: that of the kit with the name ``kit``, or a text; ``when`` options have these values.

    ``given`` are numbers for its placeholders, or the options that have them.
    """

    kit: str
    says: Words | None
    dice: tuple[ExampleDie, ...] = ()
    rank: int = 0
    when: Mapping[str, object] = field(default_factory=dict)
    given: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChartOf:
    starts: tuple[int, ...]
    most: int | None
    failed: Text | None
    described: Text | None


def word(name: str, one: Table) -> Word:
    means = one.name("for", name)
    sound: Any = one.word("sound", "bank", EFFECTS) if one.take("sound") else None
    found = Word(
        means,
        one.text("title") if one.take("title") else None,
        one.words("says", holds=SAYS) if one.take("says") else None,
        one.words("zero", holds=SAYS) if one.take("zero") else None,
        one.words("call", holds=("player", "number")) if one.take("call") else None,
        sound,
        one.words("news") if one.take("news") else None,
        one.number("news_at", 0, 0, MOST_POINTS) if one.take("news_at") is not None else None,
        one.flag("rare"),
        one.text("feat") if one.take("feat") else None,
    )
    one.done()
    return found


def moment(one: Table) -> MomentWhen:
    text = MomentText(one.text("title"), one.text("line"), one.word("badge", "flag", BADGES))
    found = MomentWhen(
        text,
        one.take("word", ""),
        one.number("least", 0, 0, MOST_POINTS),
        one.number("most", MOST_POINTS, 0, MOST_POINTS),
        one.numbers("first", 1, 6),
        one.number("behind", 0, 0, MOST_POINTS),
        tuple(sorted(one.numbers("dice", 1, 6))),
        tuple(sorted(one.numbers("other_dice", 1, 6))),
        one.number("lives", 0, 0, 100),
    )
    one.done()
    return found


def lines_of(top: Table) -> list[Table]:
    lines = top.take("how", [])
    if not isinstance(lines, list):
        raise top.wrong("how", _("“{key}” takes a list of up to {most} tables", key="how", most=20))
    return [Table(top.source, one if isinstance(one, dict) else {"text": one}, ("how",)) for one in lines]


def how_line(one: Table, options: tuple[str, ...]) -> HowLine:
    kit = one.take("kit", "")
    if kit:
        one.word("kit", "", KIT_LINES)
    given = one.given("with")
    if not all(value in options if isinstance(value, str) else type(value) is int for value in given.values()):
        raise one.wrong("with", wrong("with", given, _("it takes numbers, and names of options")))
    says = None if kit else one.words("text", holds=(*options, *given, "dice", "number"))
    dice = tuple(ExampleDie(face or None) for face in one.numbers("dice", 0, 6))
    found = HowLine(kit, says, dice, one.number("rank", 0, 0, 4), one.given("when", (*options, "tie")), given)
    one.done()
    return found


def chart(one: Table) -> ChartOf:
    starts = one.numbers("starts", 0, MOST_POINTS) or (1, 5, 10, 15, 20, 30)
    most = one.number("most", 0, 0, MOST_POINTS) or None
    failed, described = (one.text(key) if one.take(key) else None for key in ("failed", "described"))
    one.done()
    return ChartOf(starts, most, failed, described)
