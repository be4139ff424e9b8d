"""The options of the rules: converts keys and values to one frozen set of rules.

Every key is a field of :class:`~engine.games.yahtzee.rules.Rules` under the same name. Values are written as follows.

=============================================  =======================================================================
``dice``, ``rolls``, ``bonus_from``            a number
``boxes``                                      ``["ones", "yahtzee", "chance"]``; also ``"ones yahtzee"``
``joker_on_zero``, ``joker_scratches_upper``   true or false
``labels``                                     ``{"chance": "gamble", "three_of_a_kind": "triple"}``
=============================================  =======================================================================
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import BadRules
from engine.games.yahtzee.boxes import BOXES
from engine.games.yahtzee.rules import PRESETS, Rules
from engine.i18n import gettext as _
from engine.i18n import listed
from engine.names import nearest
from engine.spelling import flag, number, one_of, words_for, wrong

TERMS = (*BOXES, "upper_bonus", "yahtzee_bonus", "joker", "five_of_a_kind")


def rules_of(preset: str, options: Mapping[str, object]) -> Rules:
    """Return the rules of that name with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    if preset not in PRESETS:
        raise BadRules(
            _("there are no rules called “{preset}”{nearest}", preset=preset, nearest=nearest(preset, tuple(PRESETS)))
        )
    changes: dict[str, Any] = {}
    for key, value in options.items():
        if key not in _READERS:
            raise BadRules(
                _(
                    "there is no option “{key}”{nearest}",
                    key=key,
                    nearest=nearest(key, OPTIONS) or _("; choose from {known}", known=listed(OPTIONS)),
                )
            )
        changes[key] = _READERS[key](key, value)
    return replace(PRESETS[preset], **changes)


def _boxes(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list | tuple):
        raise wrong(key, value, _("it is a list of boxes, as in [ones, yahtzee, chance]"))
    named = {one_of(key, box, BOXES) for box in value}
    return tuple(box for box in BOXES if box in named)


_READERS: dict[str, Callable[[str, object], object]] = {
    "dice": number,
    "rolls": number,
    "boxes": _boxes,
    "bonus_from": number,
    "joker_on_zero": flag,
    "joker_scratches_upper": flag,
    "labels": lambda key, value: words_for(key, value, TERMS),
}
OPTIONS = tuple(_READERS)
"""All option keys."""
