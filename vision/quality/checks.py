"""Image quality checks.

`condition` checks one picture. It takes a small share of a reading's time, so that every picture is checked before it
is read, and the tray is checked while idle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from vision.geometry.tray import Tray
from vision.i18n import gettext as _
from vision.image import Bytes, Image, grey_of, relit, thinned
from vision.quality.marker_check import MarkerCheck, marks_in_place
from vision.quality.markers import find_tray, marker_corners
from vision.quality.measures import bands_in, edge_width, light_on, rim_hidden
from vision.reading import Problem, Reading, Rest


@dataclass(frozen=True, slots=True)
class PictureTrouble:
    """A problem and a sentence with its remedy.

    ``blinds`` is true where no die in such a picture may have a value.
    """

    problem: Problem
    sentence: str
    blinds: bool = False


_FULL = 0.15
"""Maximum clipped share of the tray; white dice and glare are far below."""
_FAINT, _DARK = 2.0, 14.0
"""Contrast below which a picture shows nothing, and brightest level below which that is for want of light, levels."""
_HIDDEN = 0.2
"""Maximum share of the rim without contrast; above, something is in front of the lens."""
_SOFT = 0.85
"""Maximum blur for reading pips, mm on the floor."""
_BANDS = 0.045
_BANDS_SHARE = 0.65
"""Minimum amplitude of a flickering lamp's bands, and minimum share of the rows' differences that they explain."""
_SMALLEST = 64
"""Minimum side of a picture that is checked, px."""
MOVED = 1.0
"""Distance in mm above which a tray counts as moved."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Result of the checks: the troubles of a picture, and the tray in it, None where unknown.

    ``marks`` are its markers where they should be, and ``covered`` the numbers of those that something hides.
    """

    troubles: tuple[PictureTrouble, ...]
    tray: Tray | None
    marks: tuple[MarkerCheck, ...] = ()
    covered: tuple[int, ...] = ()

    @property
    def blind(self) -> PictureTrouble | None:
        """The first trouble that prevents reading any die."""
        return next((one for one in self.troubles if one.blinds), None)


def condition(picture: Image, tray: Tray | None) -> Condition:
    """Check a picture, (h, w, 3) uint8 BGR, with the ``tray`` assumed at that place.

    The tray must be for pictures of this size (`Tray.for_frame`). Where its markers show that it has moved, the result
    has its new place.
    """
    if tray is None:
        return Condition(_unknown_tray(picture), None)
    thin = thinned(picture)
    light = light_on(thin, tray)
    if light.contrast < _FAINT:
        return Condition((_TOO_DARK if light.brightest < _DARK else _COVERED,), tray)
    if light.full > _FULL:
        return Condition((_OVEREXPOSED,), tray)
    grey = grey_of(picture)
    well_lit = relit(picture, thin)
    lit = grey if well_lit is picture else grey_of(well_lit)
    if rim_hidden(lit, tray) > _HIDDEN:
        now = find_tray(picture, tray.size, tray.lens) if tray.marked else None
        if now is None or rim_hidden(lit, now) > _HIDDEN:
            return Condition((_COVERED,), tray)
    troubles = []
    width = edge_width(grey)
    if width is not None and width * tray.mm_per_px > _SOFT:
        troubles.append(_SOFT_PICTURE)
    bands = bands_in(grey, tray)
    if bands.depth > _BANDS and bands.share > _BANDS_SHARE:
        troubles.append(_FLICKERING)
    seen = _place(picture, lit, tray)
    return replace(seen, troubles=(*troubles, *seen.troubles, *_cut(seen.tray or tray)))


def trusted(reading: Reading, seen: Condition) -> Reading:
    """Add the troubles of a picture to its reading; where one of them blinds, no die has a value.

    An unusable picture is never reported as EMPTY or SETTLED, because it may hide dice; unless no tray is known and no
    die is found. A marker under a die is no trouble.
    """
    troubles = _without_dice(seen, reading)
    problems = (*(one.sentence for one in troubles), *reading.problems)
    named = frozenset(one.problem for one in troubles)
    if seen.blind is None:
        return replace(reading, problems=problems, named=named)
    if seen.blind.problem is Problem.LENS_COVERED and seen.tray is not None:
        return Reading(Rest.OBSTRUCTED, (), problems, named, reading.things)
    doubt = _("the picture: {problem}", problem=seen.blind.problem)
    dice = tuple(replace(die, value=None, confidence=0.0, doubt=doubt) for die in reading.dice)
    rest = reading.rest if seen.tray is None and not reading.dice else Rest.OBSTRUCTED
    return Reading(rest, dice, problems, named, reading.things)


def shifted(before: Tray, now: Tray) -> float:
    """Return the distance that the tray's farthest corner has moved between two pictures, mm."""
    apart = np.array(before.for_frame(*now.frame).corners_px) - np.array(now.corners_px)
    return float(np.linalg.norm(apart, axis=1).max()) * now.mm_per_px


def _unknown_tray(picture: Image) -> tuple[PictureTrouble, ...]:
    if min(picture.shape[:2]) < _SMALLEST:
        return ()
    light = light_on(thinned(picture), None)
    if light.contrast >= _FAINT:
        return ()
    return (_TOO_DARK if light.brightest < _DARK else _COVERED,)


def _place(picture: Image, grey: Bytes, tray: Tray) -> Condition:
    if not tray.marked:
        return Condition((), tray)
    marks = tuple(marks_in_place(grey, tray))
    strayed = [mark for mark in marks if mark.seen and mark.moved > MOVED]
    if all(mark.seen for mark in marks) and len(strayed) < 2:
        return Condition((), tray, marks)
    now = find_tray(picture, tray.size, tray.lens)
    if now is not None and (far := shifted(tray, now)) > MOVED:
        how_far = _("by {far:.0f} mm", far=far) if far < _FAR else _("a long way")
        sentence = _("The camera or the tray was moved {how_far}: the markers show where it is now.", how_far=how_far)
        moved = PictureTrouble(Problem.CAMERA_MOVED, sentence)
        return Condition((moved,), now, tuple(marks_in_place(grey, now)))
    hidden = [mark.number for mark in marks if not mark.seen]
    if len(strayed) > 1 or (now is None and len(hidden) > 2):
        return Condition((_LOST,), None)
    deciphered = marker_corners(grey) if hidden else {}
    covered = tuple(number for number in hidden if number not in deciphered)
    return Condition(_covered(covered), tray, marks, covered)


def _without_dice(seen: Condition, reading: Reading) -> tuple[PictureTrouble, ...]:
    tray = seen.tray
    if not seen.covered or tray is None:
        return seen.troubles
    places = [place for die in reading.dice if die.value is not None for place in (die.center, *die.corners)]
    under = {tray.size.marker_at(x, y) for x, y in tray.to_mm(places).tolist()} if places else set()
    left = tuple(number for number in seen.covered if number not in under)
    others = tuple(one for one in seen.troubles if one.problem is not Problem.MARKER_COVERED)
    return (*others, *_covered(left))


def _cut(tray: Tray) -> tuple[PictureTrouble, ...]:
    corners = np.array(tray.corners_px)
    inside = (corners > -1).all() and (corners < np.array(tray.frame)).all()
    return () if inside else (_CUT,)


_FAR = 50.0
_NAMES = (_("top left"), _("top right"), _("bottom right"), _("bottom left"))
_TOO_DARK = PictureTrouble(
    Problem.TOO_DARK, _("It’s too dark to read the dice: add light, or clear the lens."), blinds=True
)
_OVEREXPOSED = PictureTrouble(
    Problem.OVEREXPOSED, _("The picture is overexposed: dim the light or shorten the exposure."), blinds=True
)
_COVERED = PictureTrouble(
    Problem.LENS_COVERED,
    _("The camera is covered or pointing away: uncover it, or point it at the tray."),
    blinds=True,
)
_SOFT_PICTURE = PictureTrouble(
    Problem.OUT_OF_FOCUS, _("The picture is out of focus: clean the lens and set its focus to the tray."), blinds=True
)
_FLICKERING = PictureTrouble(
    Problem.FLICKERING, _("The lamp flickers: set the camera’s exposure to 10 or 20 ms, or change the lamp.")
)
_CUT = PictureTrouble(Problem.TRAY_CUT, _("Part of the tray is out of frame: point the camera at the whole tray."))
_LOST = PictureTrouble(
    Problem.CAMERA_MOVED,
    _("The camera or the tray was moved, and some markers are hidden: uncover them."),
    blinds=True,
)


def _covered(numbers: Sequence[int]) -> tuple[PictureTrouble, ...]:
    if not numbers:
        return ()
    names = [_NAMES[number] for number in numbers]
    named = reduce(lambda first, last: _("{first} and {last}", first=first, last=last), names)
    if len(names) == 1:
        sentence = _("The {name} marker is covered: keep things off the tray’s corners.", name=named)
    else:
        sentence = _("The {names} markers are covered: keep things off the tray’s corners.", names=named)
    return (PictureTrouble(Problem.MARKER_COVERED, sentence),)
