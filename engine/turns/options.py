"""Options of the rules, each described once: the form, the configuration and the checks follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, TypeVar

from engine.errors import BadRules
from engine.i18n import Text, listed
from engine.i18n import gettext as _
from engine.names import nearest
from engine.spelling import flag, number, one_of, within

Takes = Literal["number", "flag", "choice"]


@dataclass(frozen=True, slots=True)
class GameOption:
    """One option: a ``number`` from ``least`` to ``most``, a ``flag``, or a ``choice`` of words.

    ``title`` and ``line`` describe it, ``choices`` are the words that may be chosen and their titles. ``needs`` is the
    key of another option, and the value of it with which this one applies.
    """

    key: str
    takes: Takes
    title: Text
    line: Text
    choices: Mapping[str, Text] = field(default_factory=dict, hash=False)
    least: int = 0
    most: int = 0
    needs: tuple[str, str] | None = None

    def read(self, value: object) -> object:
        """Return the value as the rules have it. Raises :class:`BadRules` for an invalid one."""
        match self.takes:
            case "number":
                return within(self.key, number(self.key, value), self.least, self.most)
            case "flag":
                return flag(self.key, value)
        return one_of(self.key, value, tuple(self.choices))


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The rules that all these games have: their name, and what follows a tie for the win."""

    terms: ClassVar[Mapping[str, Text]] = {}
    """The words of the game's announcements, as sentences have them."""

    name: str
    tie: str = "rolloff"

    def label(self, term: str) -> str:
        """Return the label of a term of the game."""
        return self.terms.get(term) or term.replace("_", " ")


R = TypeVar("R", bound=TurnRules)

TIE = GameOption(
    "tie", "choice", _("Ties"), _("Rolled off, or shared."), {"rolloff": _("roll-off"), "shared": _("shared")}
)
"""The option of most of these games for a tie."""


def changed(rules: R, options: Mapping[str, object], known: tuple[GameOption, ...]) -> R:
    """Return the rules with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    readers = {option.key: option for option in known}
    keys = tuple(readers)
    changes: dict[str, Any] = {}
    for key, value in options.items():
        if key not in readers:
            raise BadRules(
                _(
                    "there is no option “{key}”{nearest}",
                    key=key,
                    nearest=nearest(key, keys) or _("; choose from {known}", known=listed(keys)),
                )
            )
        changes[key] = readers[key].read(value)
    return replace(rules, **changes)


def values_of(rules: TurnRules) -> dict[str, Any]:
    """Return the value of each option in these rules, as it is written."""
    return {one.name: getattr(rules, one.name) for one in fields(rules) if one.name != "name"}
