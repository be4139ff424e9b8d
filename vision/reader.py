"""Reads one still picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces.anywhere import find_faces_anywhere
from vision.faces.face import AROUND, Face
from vision.faces.pipeline import faces_beside, find_faces_on_tray, read_faces_again
from vision.faces.verdict import leaning_on, of_a_size
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.geometry.tray import Tray, TraySize
from vision.geometry.view import View, view_of
from vision.i18n import gettext as _
from vision.image import Flags, Floats, Image, checked
from vision.quality.checks import Condition, condition, trusted
from vision.quality.markers import find_tray
from vision.reading import Colour, Die, Flag, Point, Reading, Rest, Zone, with_dice_beside
from vision.scene.foreground import HAND, REACHES, SOMETHING, ForeignObject, outlines, things_on
from vision.scene.rim import reaches_over

_LARGE = 2500.0
"""Minimum area of a thing that is neither a die nor touching dice, mm²."""
_SIDE = 1.0
"""Distance from the middle of a die in doubt to which its sides may show, in edges."""
_NEAR = 0.8
"""Maximum distance between the middles of touching dice, as a share of the sum of their edges."""
_CROWD = 300
"""Number of faces above which a picture is a pattern of spots."""
_LARGE_THING = _("Something on the tray isn’t a die: remove it.")
_BEYOND = _("on the rim or outside")
_CUT_OFF = 0.1
"""Maximum share of a face outside the picture."""
_ALL_OVER = np.stack(np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21)), axis=-1).reshape(-1, 2)
"""Sample places on a face, in half edges from its middle."""
_REACHED_OVER = Reading(Rest.OBSTRUCTED, (), (REACHES,))
_CROWDED = Reading(Rest.OBSTRUCTED, (), (_("The background is too busy to find the dice: use a plain tray."),))


@dataclass(frozen=True, eq=False)
class TrayLook:
    """One look at a picture: its ``reading``, what was ``seen`` of the picture as a whole, and the upper ``faces``."""

    reading: Reading
    seen: Condition
    faces: tuple[Face, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether dice were read on a known tray, all of them for certain, and nothing is wrong."""
        settled = self.reading.rest is Rest.SETTLED and not self.reading.problems and self.seen.tray is not None
        return settled and not any(face.doubt or face.flags for face in self.faces)


class Reader:
    """Reads the dice in still pictures.

    With a ``tray``, reads the dice on and around it. Without one, searches each picture for the markers. Where there
    are none, reads the dice all the same, at a scale found from their pips: then there are no coordinates in
    millimetres, and all dice are in the rolling zone.
    """

    def __init__(
        self,
        tray: Tray | None = None,
        size: TraySize = TraySize(),  # noqa: B008 - a frozen value
        lens: Lens = CAMERA_MODULE_3,
    ) -> None:
        self.tray = tray
        self.size = size
        self.lens = lens

    def at(self, tray: Tray) -> "Reader":
        """Return a reader for another tray."""
        return Reader(tray, tray.size, tray.lens)

    def find_tray(self, image: Image) -> Tray | None:
        """Find the tray by its markers in a picture (h, w, 3) uint8 BGR, or return None. Raises BadImage."""
        return find_tray(image, self.size, self.lens)

    def read(self, image: Image) -> Reading:
        """Read a still picture, (h, w, 3) uint8 BGR; a die that cannot be read for certain has no value.

        Grey, alpha and 16-bit pictures are converted. Raises BadImage for what is not a picture, BadTray where the
        picture's shape is not that of the reader's tray.
        """
        look = self.look(image)
        if look.reading.rest is not Rest.SETTLED:
            return look.reading
        return with_dice_beside(look.reading, _dice_beside(checked(image), look.seen.tray))

    def dice_beside(self, image: Image) -> tuple[Die, ...]:
        """List the dice, without values, that lie on the table beside the reader's tray, (h, w, 3) uint8 BGR.

        Raises BadImage for what is not a picture, BadTray where its shape is not that of the tray.
        """
        picture = checked(image)
        return _dice_beside(picture, self.tray and self.tray.for_frame(picture.shape[1], picture.shape[0]))

    def look(self, image: Image, before: TrayLook | None = None, power: float = 1.0) -> TrayLook:
        """Read a picture as `read` does, its levels raised to a ``power``; return what a next look at the dice needs.

        With the look ``before``, at a picture since which nothing has moved, dice are read again in their places, which
        takes a quarter of the time. Where that look was not sure, where a value is not read again, or where something
        of a die's size lies beside the dice, the whole picture is searched.
        """
        picture = checked(image)
        again = None if before is None else _again(picture, before, power)
        if again is not None:
            return again
        height, width = picture.shape[:2]
        seen = condition(picture, self.tray.for_frame(width, height) if self.tray else self.find_tray(picture))
        view = view_of(picture, seen.tray)
        if seen.tray is not None and seen.blind is None and reaches_over(view, seen.tray):
            return TrayLook(trusted(_REACHED_OVER, seen), seen)
        shown = view.raised(power)
        found = find_faces_anywhere(shown) if seen.tray is None else find_faces_on_tray(shown, seen.tray, seen.marks)
        if len(found) > _CROWD:
            return TrayLook(trusted(_CROWDED, seen), seen)
        faces = _whole(view, found if seen.tray is None else of_a_size(found))
        if seen.tray is None:
            return TrayLook(trusted(_reading(view, faces), seen), seen, tuple(faces))
        faces = _in_tray(seen.tray, view, faces)
        things = things_on(view, seen.tray, faces)
        faces = leaning_on(faces, [(one.middle, math.sqrt(one.area / math.pi)) for one in things if one.may_prop])
        reading = _with_things(seen.tray, view, faces, things)
        return TrayLook(trusted(reading, seen), seen, tuple(faces))


def _dice_beside(picture: Image, tray: Tray | None) -> tuple[Die, ...]:
    found = [] if tray is None else faces_beside(picture, tray)
    doubted = [(view, replace(face, doubt=_BEYOND, confidence=0.0)) for view, face in found]
    return tuple(die for view, face in doubted for die in _reading(view, [face]).dice)


def _again(picture: Image, before: TrayLook, power: float) -> TrayLook | None:
    """Read the dice of a sure look again in their places; None where the picture does not confirm it."""
    tray = before.seen.tray
    if tray is None or not before.sure or tray.frame != (picture.shape[1], picture.shape[0]):
        return None
    view = view_of(picture, tray)
    faces = _in_tray(tray, view, _whole(view, read_faces_again(view.raised(power), before.faces)))
    if any(new.doubt or new.flags or new.value != old.value for new, old in zip(faces, before.faces, strict=True)):
        return None
    if any(thing.of_a_die for thing in things_on(view, tray, faces)):
        return None
    return TrayLook(_reading(view, faces), before.seen, tuple(faces))


def _beside(thing: ForeignObject, faces: Sequence[Face]) -> bool:
    """Whether a thing may be a side of one of the dice under ``faces``, or what it leans on."""
    reach = math.sqrt(thing.area / math.pi)
    return any(float(np.hypot(*(thing.middle - face.centre))) < _SIDE * face.edge + reach for face in faces)


def _with_things(tray: Tray, view: View, faces: Sequence[Face], things: Sequence[ForeignObject]) -> Reading:
    """Return the reading of a tray on which ``things`` lie besides the dice.

    One of a die's size is a problem unless it is beside a die in doubt, which shows one of its sides as such a thing.
    """
    if any(thing.over_edge and thing.area >= HAND for thing in things):
        return _REACHED_OVER
    doubtful = [face for face in faces if face.doubt]
    large = any(thing.area >= _LARGE for thing in things)
    meant = [one for one in things if one.area >= _LARGE or (one.of_a_die and not _beside(one, doubtful))]
    if not meant:
        return _reading(view, faces)
    problem = _LARGE_THING if large else SOMETHING
    around = outlines(tray, ((one.hull, one.area) for one in meant), problem)
    return replace(_reading(view, faces, (problem,)), things=around)


def _whole(view: View, faces: Sequence[Face]) -> list[Face]:
    """Add a doubt to the faces that are partly outside the picture.

    Pip patterns are symmetric: a missing corner or narrow strip can be distinguished from the opposite one.
    """
    corners = np.array([face.corners for face in faces]).reshape(-1, 4, 2)
    across = np.any(_beyond(view, corners), axis=1)
    return [
        face.doubted(_("cut off by the edge of the picture"))
        if far and float(np.mean(_beyond(view, face.centre + _ALL_OVER @ face.axes))) > _CUT_OFF
        else face
        for face, far in zip(faces, across, strict=True)
    ]


def _beyond(view: View, places: Floats) -> Flags:
    """(…,) which of (…, 2) places on the plane are outside the picture."""
    height, width = view.pixels.shape[:2]
    at = view.plane.to_view(places)
    return np.asarray(np.any((at < -0.5) | (at > np.array([width, height]) - 0.5), axis=-1))


def _in_tray(tray: Tray, view: View, faces: Sequence[Face]) -> list[Face]:
    """Add a doubt to the faces whose dice are not on the tray's floor."""
    zones = [tray.size.zone(x, y) for x, y in _feet(view, tray, faces)]
    return [face.doubted(_BEYOND) if zone is Zone.OUTSIDE else face for face, zone in zip(faces, zones, strict=True)]


def _feet(view: View, tray: Tray, faces: Sequence[Face]) -> list[Point]:
    """List the places of dice on the floor, mm."""
    centres = np.array([face.centre for face in faces]).reshape(-1, 2)
    x, y = tray.to_mm(view.to_picture(centres), np.array([face.edge for face in faces])).T.tolist()
    return list(zip(x, y, strict=True))


def _reading(view: View, faces: Sequence[Face], problems: tuple[str, ...] = ()) -> Reading:
    centres, edges = np.array([face.centre for face in faces]).reshape(-1, 2), np.array([face.edge for face in faces])
    away = np.linalg.norm(centres[:, None] - centres, axis=2) - _NEAR * (edges[:, None] + edges)
    near = [np.flatnonzero(row <= 0).tolist() for row in away]
    feet = _feet(view, view.tray, faces) if view.tray else [None] * len(faces)
    outlines = np.array([[face.centre, *face.corners] for face in faces]).reshape(-1, 5, 2)
    dice = tuple(
        _die(view, face, places, foot, [faces[other] for other in near[number] if other != number])
        for number, (face, places, foot) in enumerate(zip(faces, view.to_picture(outlines).tolist(), feet, strict=True))
    )
    return Reading(Rest.SETTLED if dice else Rest.EMPTY, dice, problems)


def _die(view: View, face: Face, places: Sequence[Point], foot: Point | None, near: Sequence[Face]) -> Die:
    """Convert a face to a die in the picture's pixels and the tray's millimetres.

    ``places`` are its middle and corners, px, ``near`` the faces beside it, ``foot`` its place on the floor, mm, where
    the tray is known.
    """
    center, *corners = places
    ahead = face.axes[0]
    zone = Zone.ROLLING if foot is None or view.tray is None else view.tray.size.zone(*foot)
    a, b, c, d = ((x, y) for x, y in corners)
    return Die(
        value=None if face.doubt else face.value,
        confidence=face.confidence,
        center=(center[0], center[1]),
        corners=(a, b, c, d),
        yaw=math.degrees(math.atan2(ahead[1], ahead[0])) % 90,
        zone=zone,
        flags=face.flags | ({Flag.TOUCHING} if any(_touching(face, other) for other in near) else frozenset()),
        doubt=face.doubt,
        center_mm=foot,
        size_mm=None if foot is None else face.edge,
        body=_rgb(face.body),
        pips=_rgb(face.spot),
        likeliest=face.likeliest,
    )


def _touching(one: Face, other: Face) -> bool:
    """Whether one of two faces reaches over the other's edge, so that their dice touch."""
    share = np.linspace(0, 1, 9)[:, None, None]
    for near, far in ((one, other), (other, one)):
        corners = far.corners
        rim = (corners + share * (np.roll(corners, -1, axis=0) - corners)).reshape(-1, 2)
        if near.inside(rim, AROUND).any():
            return True
    return False


def _rgb(bgr: Floats) -> Colour:
    blue, green, red = (min(255, max(0, round(c))) for c in bgr.tolist())
    return red, green, blue
