"""Consensus of several readings of dice at rest."""

from collections.abc import Sequence
from dataclasses import replace

from vision.i18n import gettext as _
from vision.reading import Die, Reading, Rest, on_tray, same

_DISAGREE = _("reads differently each time")
_UNSTEADY = _("not readable every time")


def agreed(looks: Sequence[Reading], needed: int) -> Reading:
    """Combine several readings of the same dice at rest, newest last, into one.

    A die has a value only where the last ``needed`` readings all agree and no earlier one contradicts. The dice are
    those of the newest reading, and those that others of the last ones read where it has none: dice at rest do not
    vanish. A die missing in a reading has no value.
    """
    newest = looks[-1]
    if newest.rest in (Rest.OBSTRUCTED, Rest.COVERED):
        return newest
    late, early = looks[-needed:-1], looks[:-needed]
    dice = [_one(die, _twins(die, late), _twins(die, early)) for die in newest.dice]
    for die in (die for look in reversed(late) for die in look.dice if die.value):
        if same(die, dice) is None:
            dice.append(_doubtful(die, _UNSTEADY))
    return replace(newest, rest=Rest.SETTLED if dice else newest.rest, dice=tuple(dice))


def _twins(die: Die, looks: Sequence[Reading]) -> list[Die | None]:
    return [same(die, look.dice) for look in looks]


def alike(one: Reading, other: Reading) -> bool:
    """Whether two readings show the same dice on the tray, in the same places with values that do not contradict each
    other."""
    here, there = (on_tray(each.dice) for each in (one, other))
    if one.rest is not other.rest or len(here) != len(there) or contradicts(one, other):
        return False
    return all(same(die, there) is not None for die in here)


def contradicts(one: Reading, other: Reading) -> bool:
    """Whether two readings give a die in one place different values."""
    for die in one.dice:
        twin = same(die, other.dice)
        if die.value and twin and twin.value and die.value != twin.value:
            return True
    return False


def _one(die: Die, late: Sequence[Die | None], early: Sequence[Die | None]) -> Die:
    if die.value is None:
        return die
    seen = {twin.value if twin else None for twin in late}
    before = {twin.value for twin in early if twin and twin.value}
    if (seen | before) <= {die.value}:
        lowest = min([die.confidence, *(twin.confidence for twin in late if twin)])
        return replace(die, confidence=lowest)
    return _doubtful(die, _UNSTEADY if (seen | before) <= {die.value, None} else _DISAGREE)


def _doubtful(die: Die, why: str) -> Die:
    return replace(die, value=None, confidence=0.0, doubt=why)
