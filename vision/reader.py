"""Reads one still picture."""

import math
from collections.abc import Sequence

import numpy as np

from vision.faces.face import Face
from vision.faces.pipeline import find_faces_on_tray
from vision.faces.size_filter import of_a_size
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.geometry.tray import Tray, TraySize
from vision.geometry.view import View, view_of
from vision.i18n import gettext as _
from vision.image.image import Image, checked
from vision.image.types import Floats
from vision.quality.checks import condition, trusted
from vision.quality.markers import find_tray
from vision.reading import Colour, Die, Flag, Reading, Rest, Zone
from vision.scene.foreground import Foreground
from vision.untrayed.pipeline import find_faces_anywhere

_HAND = 900.0
"""Minimum area of a hand, a thing that crosses the floor's edge, mm²."""
_LARGE = 2500.0
"""Minimum area of a thing that is neither a die nor touching dice, mm²."""
_NEAR = 0.8
"""Maximum distance between the middles of touching dice, as a share of the sum of their edges."""
_TOUCHING = 1.12
"""Reach of a face for the corner or side of another to touch it, in half edges from its middle."""


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
        picture = checked(image)
        height, width = picture.shape[:2]
        seen = condition(picture, self.tray.for_frame(width, height) if self.tray else self.find_tray(picture))
        return trusted(self._dice(picture, seen.tray), seen)

    def _dice(self, picture: Image, tray: Tray | None) -> Reading:
        """Read the dice in a picture, on the ``tray`` where it is known."""
        view = view_of(picture, tray)
        return _anywhere(view) if tray is None else _on_tray(view, tray)


def _on_tray(view: View, tray: Tray) -> Reading:
    found = find_faces_on_tray(view, tray)
    if len(found) > _CROWD:
        return _CROWDED
    faces = [_in_tray(view, tray, _whole(view, face)) for face in of_a_size(found, in_mm=True)]
    things = Foreground(view, tray).things(faces)
    if any(thing.over_edge and thing.area >= _HAND for thing in things):
        return Reading(Rest.OBSTRUCTED, (), (_("Something’s reaching over the tray: move it away."),))
    problems = (_LARGE_THING,) if any(thing.area >= _LARGE for thing in things) else ()
    return _reading(view, faces, problems)


def _anywhere(view: View) -> Reading:
    found = find_faces_anywhere(view)
    if len(found) > _CROWD:
        return _CROWDED
    return _reading(view, [_whole(view, face) for face in of_a_size(found, in_mm=False)])


_CROWD = 300
"""Number of faces above which a picture is a pattern of spots."""
_TOO_MANY = _("The background is too busy to find the dice: use a plain tray.")
_CROWDED = Reading(Rest.OBSTRUCTED, (), (_TOO_MANY,))
_LARGE_THING = _("Something on the tray isn’t a die: remove it.")
_BEYOND = _("on the rim or outside")
_CUT_OFF = 0.1
"""Maximum share of a face outside the picture."""
_ALL_OVER = np.stack(np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21)), axis=-1).reshape(-1, 2)
"""Sample places on a face, in half edges from its middle."""


def _whole(view: View, face: Face) -> Face:
    """Add a doubt to a face that is partly outside the picture.

    Pip patterns are symmetric: a missing corner or narrow strip can be distinguished from the opposite one.
    """
    height, width = view.pixels.shape[:2]
    places = view.plane.to_view(face.centre + _ALL_OVER @ face.axes)
    beyond = (places < -0.5) | (places > np.array([width, height]) - 0.5)
    return face.doubted(_("cut off by the edge of the picture")) if beyond.any(axis=1).mean() > _CUT_OFF else face


def _in_tray(view: View, tray: Tray, face: Face) -> Face:
    """Add a doubt to a face whose die is not on the tray's floor."""
    x, y = tray.to_mm(view.to_picture(face.centre[None]), face.edge)[0]
    return face.doubted(_BEYOND) if tray.size.zone(float(x), float(y)) is Zone.OUTSIDE else face


def _reading(view: View, faces: Sequence[Face], problems: tuple[str, ...] = ()) -> Reading:
    centres, edges = np.array([face.centre for face in faces]).reshape(-1, 2), np.array([face.edge for face in faces])
    away = np.linalg.norm(centres[:, None] - centres, axis=2) - _NEAR * (edges[:, None] + edges)
    near = [np.flatnonzero(row <= 0).tolist() for row in away]
    dice = tuple(
        _die(view, face, [faces[other] for other in near[number] if other != number])
        for number, face in enumerate(faces)
    )
    return Reading(Rest.SETTLED if dice else Rest.EMPTY, dice, problems)


def _die(view: View, face: Face, near: Sequence[Face]) -> Die:
    """Convert a face to a die, in the picture's pixels and the tray's millimetres; ``near`` are the faces beside it."""
    tray = view.tray
    corners = view.to_picture(face.corners)
    center = view.to_picture(face.centre[None])[0]
    ahead = face.axes[0]
    zone, center_mm, size_mm = Zone.ROLLING, None, None
    if tray is not None:
        size_mm = face.edge
        x, y = tray.to_mm(center[None], size_mm)[0]
        center_mm = (float(x), float(y))
        zone = tray.size.zone(*center_mm)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Die(
        value=None if face.doubt else face.value,
        confidence=face.confidence,
        center=(float(center[0]), float(center[1])),
        corners=(a, b, c, d),
        yaw=math.degrees(math.atan2(ahead[1], ahead[0])) % 90,
        zone=zone,
        flags=face.flags | ({Flag.TOUCHING} if any(_touching(face, other) for other in near) else frozenset()),
        doubt=face.doubt,
        center_mm=center_mm,
        size_mm=size_mm,
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
        if near.inside(rim, _TOUCHING).any():
            return True
    return False


def _rgb(bgr: Floats) -> Colour:
    blue, green, red = (int(np.clip(round(float(c)), 0, 255)) for c in bgr)
    return red, green, blue
