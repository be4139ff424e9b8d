"""Examination of dice at rest by their lamp pictures: which lean, and which pips are glare."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces.pip_counter import counted_pips
from vision.geometry.tray import Tray
from vision.i18n import gettext as _
from vision.lamps.face_light import face_light, matte_patch
from vision.lamps.maps import LampMaps, LampPictures
from vision.lamps.model import LampModel, model_of
from vision.lamps.slope import Slope, slope_of
from vision.reading import Die, Flag, Reading, Zone, same

_LEANS = 2.0
"""Minimum slope of a die that leans, degrees."""
_SURE = 4.0
"""How many standard errors it must be: few slopes are wrong by more than three, and those by much more."""
_GLASSY, _OPAQUE = 10.0, 1.2
"""Maximum slope for which a flat translucent body may be taken, degrees, where lamps contradict an opaque one by less
than so many standard errors."""
_DOES_NOT_LIE_FLAT = _("not flat")
_GLARE = _("pips look different under each lamp")
_PLAIN_FIT, _PLAIN_LEAD = 0.35, 0.3
"""Minimum fit and lead of a pip pattern without glare that contradicts a value."""
_EXACT = 1.0
"""Maximum standard error of a slope, degrees, with which pips are counted again: noise looks like pips."""


@dataclass(frozen=True, slots=True)
class LampFinding:
    """What the lamps show of one ``die``: its ``slope`` where it can be measured, and the ``doubt`` and ``flags`` that
    it gets, none where its value is confirmed or nothing can be said."""

    die: Die
    slope: Slope | None = None
    doubt: str | None = None
    flags: frozenset[Flag] = frozenset()


def examine(reading: Reading, pictures: LampPictures, maps: LampMaps, tray: Tray) -> Reading:
    """Return the reading without the values of the dice that lean or whose pips are glare. No value is added."""
    return with_findings(reading, findings(reading, pictures, maps, tray))


def findings(reading: Reading, pictures: LampPictures, maps: LampMaps, tray: Tray) -> tuple[LampFinding, ...]:
    """Return what the lamps show of each die on the floor.

    Raises BadTray for pictures of another shape than the tray's own.
    """
    placed = tray.for_frame(pictures.base.shape[1], pictures.base.shape[0])
    working = maps.working()
    lamps = {side: picture for side, picture in pictures.lamps.items() if side in working}
    if len(lamps) < 3 or maps.size != tray.size:
        return ()
    usable, model = LampPictures(pictures.base, lamps), model_of(maps)
    dice = [die for die in reading.dice if die.size_mm is not None and die.zone is not Zone.OUTSIDE]
    return tuple(_finding(die, usable, model, placed) for die in dice)


def with_findings(reading: Reading, found: Sequence[LampFinding]) -> Reading:
    """Take away the values of the dice that the lamps show to be wrong, in this or a later reading of the same dice."""
    against = [finding for finding in found if finding.doubt]
    if not against:
        return reading
    return replace(reading, dice=tuple(_with_finding(die, against) for die in reading.dice))


def leans(slope: Slope) -> bool:
    """Whether a face leans for certain."""
    error = slope.error_degrees * max(1.0, slope.misfit)
    if slope.degrees <= max(_LEANS, _SURE * error):
        return False
    return not slope.translucent or (slope.degrees > _GLASSY and slope.misfit < _OPAQUE)


def measured_slope(die: Die, pictures: LampPictures, model: LampModel, tray: Tray) -> Slope | None:
    """Measure the slope of a die's upper face; None where too little light can be measured on it."""
    face = face_light(pictures, die)
    if face is None or die.size_mm is None:
        return None
    x, y = tray.to_mm(face.at[None], die.size_mm)[0].tolist()
    sides = list(face.lamps)
    light = dict(zip(sides, model.light(sides, (x, y), die.size_mm), strict=True))
    place, camera = np.array([x, y, die.size_mm]), np.array(tray.camera_mm)
    mirrored = {side: model.frame.mirrored(model.size, side, place, camera) for side in sides}
    return slope_of(face, light, mirrored, films=model.films)


def _finding(die: Die, pictures: LampPictures, model: LampModel, tray: Tray) -> LampFinding:
    slope = measured_slope(die, pictures, model, tray)
    if slope is not None and leans(slope):
        return LampFinding(die, slope, _DOES_NOT_LIE_FLAT, frozenset({Flag.COCKED}))
    exact = slope is not None and slope.error_degrees < _EXACT
    patch = matte_patch(pictures, die) if exact and die.value is not None else None
    if patch is not None:
        counted = counted_pips(patch[None])[0]
        if counted.value != die.value and counted.fit > _PLAIN_FIT and counted.lead > _PLAIN_LEAD:
            return LampFinding(die, slope, _GLARE)
    return LampFinding(die, slope)


def _with_finding(die: Die, found: Sequence[LampFinding]) -> Die:
    twin = same(die, [finding.die for finding in found])
    if twin is None:
        return die
    finding = next(finding for finding in found if finding.die is twin)
    doubt = die.doubt if die.value is None and die.doubt else finding.doubt
    return replace(die, value=None, confidence=0.0, doubt=doubt, flags=die.flags | finding.flags)
