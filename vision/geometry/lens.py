"""The lens: radial distortion.

A *slope* is where the straight line from a place through a pinhole falls: (x, y) beside the camera's axis per unit of
distance along it. The lens moves it towards the middle (barrel) or away from it (pincushion), by the first term of the
usual radial model: r (1 + bend r²), r being the slope's length.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from vision.errors import BadTray
from vision.i18n import gettext as _

if TYPE_CHECKING:
    from vision.image import Floats  # loads OpenCV

_WIDEST = 0.25
"""Maximum absolute bend for which one term describes a lens."""
_STEPS = 6


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens whose axis is in the middle of the picture; by default that of a Camera Module 3.

    ``field_of_view`` is horizontal, in degrees; ``bend`` is the first radial coefficient, negative for barrel
    distortion. Raises BadTray for values out of range.
    """

    field_of_view: float = 66.0
    bend: float = -0.03

    def __post_init__(self) -> None:
        if not 10 <= self.field_of_view <= 150:
            raise BadTray(_("A lens sees between 10 and 150 degrees across, not {angle:g}.", angle=self.field_of_view))
        if not abs(self.bend) <= _WIDEST:
            raise BadTray(
                _("A lens bends its picture by -{widest} to {widest}, not by {bend:g}.", widest=_WIDEST, bend=self.bend)
            )

    def bent(self, slopes: ArrayLike, frame: tuple[int, int]) -> "Floats":
        """Map (n, 2) slopes to pixels of pictures of ``frame`` = (width, height) pixels."""
        there = np.asarray(slopes, dtype=float)
        reach = np.linalg.norm(there, axis=-1, keepdims=True)
        drawn = there * (1 + self.bend * np.minimum(reach, self._end) ** 2)
        return np.asarray(drawn * self._focal(frame) + _middle(frame))

    def straight(self, pixels: ArrayLike, frame: tuple[int, int]) -> "Floats":
        """Map (n, 2) pixels of pictures of ``frame`` = (width, height) pixels to slopes."""
        drawn = (np.asarray(pixels, dtype=float) - _middle(frame)) / self._focal(frame)
        reach = np.linalg.norm(drawn, axis=-1, keepdims=True)
        end = self._end
        true = np.minimum(reach, end)
        for _step in range(_STEPS):
            bent = self.bend * true**2
            true = np.minimum(true - (true * (1 + bent) - reach) / (1 + 3 * bent), end)
        share = 1 + self.bend * true**2
        return np.asarray(drawn / share)

    @property
    def _end(self) -> float:
        """Slope beyond which the bend is constant: well outside any picture, where the model would fold."""
        return math.sqrt(0.25 / max(abs(self.bend), 1e-6))

    def _focal(self, frame: tuple[int, int]) -> float:
        return frame[0] / 2 / math.tan(math.radians(self.field_of_view) / 2)


CAMERA_MODULE_3 = Lens()


def _middle(frame: tuple[int, int]) -> "Floats":
    return (np.array(frame, dtype=float) - 1) / 2
