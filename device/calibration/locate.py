"""Locating the tray, by its markers in several frames or by four given corners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from device.cameras.camera import Frame
from device.errors import BadTrial
from engine.i18n import gettext as _
from vision import BadTray, Lens, Tray, TraySize, find_tray

ENOUGH = 5
"""Number of frames that are searched for markers."""

STEADY = 0.5
"""Maximum distance of a corner from its median position, in mm."""


@dataclass(frozen=True, slots=True)
class Located:
    """The tray, the numbers of frames with it and in all, and the largest deviation of a corner in mm."""

    tray: Tray
    seen: int
    looked: int
    wander: float

    @property
    def steady(self) -> bool:
        """Return whether no corner deviated more than :data:`STEADY`."""
        return self.wander <= STEADY


def by_markers(frames: Iterable[Frame], size: TraySize, lens: Lens) -> Located | None:
    """Return the tray found by its markers in a camera's first frames; None if found in fewer than half."""
    found: list[Tray] = []
    looked = 0
    for frame in frames:
        looked += 1
        if tray := find_tray(frame.image, size, lens):
            found.append(tray)
        if looked >= ENOUGH:
            break
    if not found or 2 * len(found) < looked:
        return None
    middle = np.median(np.array([tray.corners_px for tray in found]), axis=0)
    wander = max(dist(corner, at) for tray in found for corner, at in zip(tray.corners_px, middle, strict=True))
    tray = Tray.from_corners(middle.tolist(), found[0].frame, size, lens, marked=True)
    return Located(tray, len(found), looked, wander * tray.mm_per_px)


def by_corners(words: str, frame: tuple[int, int], size: TraySize, lens: Lens) -> Tray:
    """Return the tray with floor corners “x,y x,y x,y x,y” in pixels: top left, top right, bottom right, bottom left.

    Raises :class:`BadTrial` if they do not outline a tray.
    """
    try:
        numbers = [float(word) for word in words.replace(",", " ").split()]
        corners: Sequence[Sequence[float]] = np.array(numbers).reshape(4, 2).tolist()
        return Tray.from_corners(corners, frame, size, lens)
    except BadTray as error:
        raise BadTrial(str(error)) from None
    except ValueError:
        raise BadTrial(
            _("“{words}” are not four corners: give x,y x,y x,y x,y in pixels, top left first.", words=words)
        ) from None
