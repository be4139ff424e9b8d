"""How a game is set up: its options with their texts, its quick set-ups, and the odds of changed rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from engine.i18n import Text
from web.catalogue import Words

Takes = Literal["number", "flag", "choice", "list", "words"]


@dataclass(frozen=True, slots=True)
class RuleOption:
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


@dataclass(frozen=True, slots=True)
class QuickGame:
    """Rules that are played in a few minutes: a preset with options, and what they are called together."""

    title: str
    preset: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)


class GameSetup(Protocol):
    """The set-up of one kind of game in the form for a new game."""

    title: Text
    """What the form calls it."""

    line: Text
    """One line about it."""

    symbol: str
    """The id of its symbol among the shapes of the page, 24 by 24. Without one its ``dice`` are drawn."""

    dice: tuple[int, ...]
    """The dice that stand for it."""

    options: tuple[RuleOption, ...]
    """All options of its rules, those of all its presets."""

    quick: tuple[QuickGame, ...]
    """Its quick set-ups."""

    def values(self, rules: Any) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""

    def odds(self, rules: Any, usual: Any, words: Words) -> str:
        """Return a sentence about the odds of changed rules, beside those of the unchanged ones; empty for none."""
