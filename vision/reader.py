"""Reading one still picture."""

import math

import numpy as np

from vision.faces import Face, find_faces
from vision.markers import find_tray
from vision.picture import Image, checked
from vision.pips import Pips, find_pips
from vision.plane import Floats
from vision.reading import Colour, Die, Reading, Rest, Zone
from vision.tray import FIELD_OF_VIEW, Tray, TraySize
from vision.view import View, view_of


class Reader:
    """Reads the dice in still pictures.

    With a ``tray`` it reads what lies in and round that tray. Without one it looks for the markers in each picture,
    and where there are none it still reads the dice, finding the scale from the pips themselves; then nothing is known
    in millimetres and every die counts as lying where dice are thrown.
    """

    def __init__(
        self,
        tray: Tray | None = None,
        size: TraySize = TraySize(),  # noqa: B008 - a frozen value
        field_of_view: float = FIELD_OF_VIEW,
    ) -> None:
        self.tray = tray
        self.size = size
        self.field_of_view = field_of_view

    def at(self, tray: Tray) -> "Reader":
        """The same reader for a tray that lies there."""
        return Reader(tray, tray.size, tray.field_of_view)

    def find_tray(self, image: Image) -> Tray | None:
        """The tray by its markers in (h, w, 3) uint8 BGR, or None. Raises BadImage for what is not a picture."""
        return find_tray(image, self.size, self.field_of_view)

    def read(self, image: Image) -> Reading:
        """What lies in a still picture, (h, w, 3) uint8 BGR; a die that cannot be read for certain has no value.

        Grey, alpha and 16-bit pictures are converted. Raises BadImage for what is not a picture, BadTray when the
        picture's shape is not that of the camera with which the reader's tray was found.
        """
        picture = checked(image)
        height, width = picture.shape[:2]
        tray = self.tray.for_frame(width, height) if self.tray else self.find_tray(picture)
        look = view_of(picture, tray)
        pips = spots_of(look)
        faces = find_faces(look, pips)
        dice = tuple(_die(look, face) for face in faces)
        return Reading(Rest.SETTLED if dice else Rest.EMPTY, dice)


def spots_of(look: View) -> Pips:
    """The spots in a view that have the size of pips of the dice looked for."""
    pixels = look.pixels.shape
    middle = np.array([[pixels[1] / 2, pixels[0] / 2]])
    unit = float(look.plane.pixels(middle)[0])
    return find_pips(look.pixels, look.scale.smallest * 0.075 * unit, look.scale.largest * 0.14 * unit, look.scale.glances)


def _die(look: View, face: Face) -> Die:
    """The die under a face, in the whole picture's pixels and in the tray's millimetres."""
    tray = look.tray
    corners = look.to_picture(face.corners)
    center = look.to_picture(face.centre[None])[0]
    ahead = face.axes[0]
    yaw = math.degrees(math.atan2(ahead[1], ahead[0])) % 90
    zone, center_mm, size_mm = Zone.ROLLING, None, None
    if tray is not None:
        size_mm = face.edge
        x, y = tray.to_mm(center[None], size_mm)[0]
        center_mm = (float(x), float(y))
        zone = tray.size.zone(*center_mm)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Die(
        value=None if face.doubt else face.value,
        confidence=0.0 if face.doubt else 1 - 0.5 * face.strain**2,
        center=(float(center[0]), float(center[1])),
        corners=(a, b, c, d),
        yaw=yaw,
        zone=zone,
        doubt=face.doubt,
        center_mm=center_mm,
        size_mm=size_mm,
        body=_rgb(face.body),
        pips=_rgb(face.spot),
    )


def _rgb(bgr: Floats) -> Colour:
    blue, green, red = (int(np.clip(round(float(c)), 0, 255)) for c in bgr)
    return red, green, blue
