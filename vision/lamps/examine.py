"""Examination of dice at rest by their lamp pictures: which lean, and which pips are glare."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.geometry.tray import Tray
from vision.lamps.maps import LampMaps
from vision.lamps.pictures import LampPictures
from vision.reading import Die, Flag, Reading, same


@dataclass(frozen=True, slots=True)
class LampFinding:
    """What the lamps show of one ``die``: the ``doubt`` and the ``flags`` that it gets."""

    die: Die
    doubt: str
    flags: frozenset[Flag]


def findings(_reading: Reading, _pictures: LampPictures, _maps: LampMaps, _tray: Tray) -> tuple[LampFinding, ...]:
    """Return what the lamps show against the dice of a reading; dice that are not named are confirmed or not seen."""
    return ()


def with_findings(reading: Reading, found: Sequence[LampFinding]) -> Reading:
    """Take away the values of the dice that the lamps show to be wrong, in this or a later reading of the same dice."""
    if not found:
        return reading
    return replace(reading, dice=tuple(_with_finding(die, found) for die in reading.dice))


def _with_finding(die: Die, found: Sequence[LampFinding]) -> Die:
    twin = same(die, [finding.die for finding in found])
    if twin is None:
        return die
    finding = next(finding for finding in found if finding.die is twin)
    doubt = die.doubt if die.value is None and die.doubt else finding.doubt
    return replace(die, value=None, confidence=0.0, doubt=doubt, flags=die.flags | finding.flags)
