"""Motion and hand detection in small grey pictures.

Pictures are about 320 pixels wide; a frame takes a fraction of a millisecond. Overall brightness may drift or flicker:
the mean brightness over the tray is equalized before pictures are compared.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.tray import RIM, Tray
from vision.image import Bytes, Image, grey_of, small

_STEP = 8
"""Minimum change of a pixel, levels; `_SHARE` of its own level is added."""
_LEAST_STEP, _DIM = 3.0, 90.0
"""The same in the dark, where dice and felt differ little; and the maximum level of a dim picture."""
_SHARE = 0.05
_SPECK = 5
"""Maximum number of changed pixels that is noise."""
_HAND = 0.05
"""Minimum area of a hand, a thing that crosses the region's border, as a share of the region."""


def small_grey(image: Image) -> Bytes:
    """Convert (h, w, 3) uint8 BGR to (h, w) uint8 grey, about 320 px wide."""
    return small(grey_of(image))


def smoothed(grey: Bytes) -> Bytes:
    """Reduce the noise of a small grey picture, (h, w) uint8."""
    return np.asarray(cv2.blur(grey, (3, 3)), dtype=np.uint8)


@dataclass(frozen=True)
class Change:
    """Difference of two small pictures: ``moved`` for motion, ``lit`` for a change of light only."""

    moved: bool
    hand: bool
    lit: bool = False


class Region:
    """The part of small pictures in which motion counts: the tray with its rim, or the whole picture."""

    def __init__(self, shape: tuple[int, int], tray: Tray | None) -> None:
        self.shape = shape
        height, width = shape
        self.mask = np.full(shape, 255, np.uint8)
        if tray is not None:
            outline = tray.for_frame(width, height).to_px(tray.size.outline(RIM[1]))
            self.mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(self.mask, np.round(outline).astype(np.int32), 255)
        inner = cv2.erode(self.mask, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        self.border = cv2.subtract(self.mask, inner)
        self.area = max(1, cv2.countNonZero(self.mask))

    def change(self, before: Bytes, now: Bytes) -> Change:
        """Compare ``now`` with ``before``, both smoothed."""
        spots = self.differing(before, now)
        count = cv2.countNonZero(spots)
        if count <= _SPECK:
            return Change(moved=False, hand=False)
        if self._only_light(before, now):
            return Change(moved=False, hand=False, lit=True)
        return Change(moved=True, hand=self.hand_in(spots))

    def differing(self, before: Bytes, now: Bytes) -> Bytes:
        """(h, w) uint8, 255 where the two differ after equalizing their brightness."""
        mean_before, mean_now = (max(1.0, cv2.mean(g, self.mask)[0]) for g in (before, now))
        gain = min(10.0, max(0.1, mean_before / mean_now))
        level = cv2.convertScaleAbs(now, alpha=gain)
        step = cv2.absdiff(before, level)
        lightest = int(np.max(cv2.bitwise_and(before, self.mask)))
        least = max(_LEAST_STEP, _STEP * min(1.0, lightest / _DIM))
        allowed = cv2.convertScaleAbs(before, alpha=_SHARE, beta=least)
        spots = cv2.compare(step, allowed, cv2.CMP_GT)
        return np.asarray(cv2.bitwise_and(spots, self.mask), dtype=np.uint8)

    def hand_in(self, spots: Bytes) -> bool:
        """Whether the spots (h, w) hold a large thing that crosses the region's border."""
        if cv2.countNonZero(spots) < _HAND * self.area:
            return False
        whole = cv2.morphologyEx(spots, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
        for label in range(1, len(stats)):
            if stats[label, cv2.CC_STAT_AREA] >= _HAND * self.area and np.any(labels[self.border > 0] == label):
                return True
        return False

    def _only_light(self, before: Bytes, now: Bytes) -> bool:
        """Whether the local contrasts are equal, so that only the light has changed."""
        flat = _flattened(before)
        allowed = cv2.convertScaleAbs(flat, alpha=_SHARE, beta=_STEP)
        spots = cv2.compare(cv2.absdiff(flat, _flattened(now)), allowed, cv2.CMP_GT)
        return cv2.countNonZero(cv2.bitwise_and(spots, self.mask)) <= _SPECK


def _flattened(grey: Bytes) -> Bytes:
    """(h, w) uint8 local contrast, 128 where a pixel is as light as its neighbourhood."""
    broad = cv2.blur(grey, (25, 25))
    return np.asarray(cv2.divide(grey, cv2.add(broad, np.full_like(broad, 12)), scale=128), dtype=np.uint8)


class Backdrop:
    """Background model of the tray without dice, as far as visible so far."""

    def __init__(self, region: Region) -> None:
        self._region = region
        self._grey = np.zeros(region.shape, np.uint8)
        self._known = np.zeros(region.shape, np.uint8)

    def learn(self, now: Bytes, covered: Bytes) -> None:
        """Learn ``now`` except where ``covered`` (h, w) uint8 is not 0."""
        free = cv2.bitwise_not(covered)
        cv2.copyTo(now, free, self._grey)
        self._known |= np.asarray(free, dtype=np.uint8)

    def forget(self) -> None:
        self._known[:] = 0

    def hand_over(self, now: Bytes) -> bool:
        """Whether a hand is over the tray; False while little of the tray is known."""
        seen = cv2.countNonZero(cv2.bitwise_and(self._known, self._region.mask))
        if seen < 0.6 * self._region.area:
            return False
        spots = cv2.bitwise_and(self._region.differing(self._grey, now), self._known)
        return self._region.hand_in(np.asarray(spots, dtype=np.uint8))


class Stillness:
    """Measures how long nothing has moved.

    Each picture is compared with the one before and with the first still one, so that slow changes are detected too.
    """

    def __init__(self) -> None:
        self._last: Bytes | None = None
        self._anchor: Bytes | None = None
        self._since = 0.0

    def see(self, region: Region, now: Bytes, seconds: float) -> Change:
        if self._last is None or self._anchor is None or self._last.shape != now.shape:
            self.restart(now, seconds)
            return Change(moved=True, hand=False)
        change = region.change(self._last, now)
        if not change.moved:
            drift = region.change(self._anchor, now)
            if drift.moved or drift.lit:
                change = drift
        self._last = now
        if change.moved:
            self._since = seconds
        if change.moved or change.lit:
            self._anchor = now
        return change

    def restart(self, now: Bytes, seconds: float) -> None:
        """Restart the time at ``now``."""
        self._last = self._anchor = now
        self._since = seconds

    def age(self, seconds: float) -> float:
        """Seconds since the last motion."""
        return seconds - self._since
