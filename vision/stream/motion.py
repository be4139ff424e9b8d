"""Whether anything moves, and whether a hand is over the tray, from small grey pictures.

Everything here works on pictures about 320 pixels wide and costs a fraction of a millisecond a frame. Brightness as a
whole may drift or flicker: pictures are compared after their mean brightness over the tray was made equal.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.image import Image, grey_of, halved
from vision.image.types import Bytes

WIDTH = 320
_STEP = 8
"""Bytes levels by which a pixel must change to count; lighter pixels may change by `_SHARE` of themselves as well."""
_LEAST_STEP, _DIM = 3.0, 90.0
"""The same in the dark, where there is little between a die and the felt; and the level that nothing in a dim picture
reaches."""
_SHARE = 0.05
_SPECK = 5
"""Changed pixels up to this many are noise."""
_ROUND_TRAY = 22.0
"""How far round the floor movement is watched, in mm: over the rim, and further than a die on the floor can reach."""
_HAND = 0.05
"""Share of the watched region that a thing coming in over its border covers at least to be a hand."""


def small_grey(image: Image) -> Bytes:
    """(h, w) uint8 grey, `WIDTH` wide, of a picture (h, w, 3) uint8 BGR."""
    grey = grey_of(image)
    while grey.shape[1] >= 2 * WIDTH and grey.shape[0] > 1:
        grey = halved(grey)
    height, width = grey.shape
    if width <= WIDTH:
        return grey
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def smoothed(grey: Bytes) -> Bytes:
    """A small grey picture, (h, w) uint8, with the sensor's noise taken down."""
    return np.asarray(cv2.blur(grey, (3, 3)), dtype=np.uint8)


@dataclass(frozen=True)
class Change:
    """How two small pictures differ: ``moved`` where something did, ``lit`` where only the light did."""

    moved: bool
    hand: bool
    lit: bool = False


class Region:
    """The part of small pictures in which movement counts: the tray with its rim, or all of the picture."""

    def __init__(self, shape: tuple[int, int], tray: Tray | None) -> None:
        self.shape = shape
        height, width = shape
        self.mask = np.full(shape, 255, np.uint8)
        if tray is not None:
            around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _ROUND_TRAY + np.array(tray.size.corners)
            outline = tray.for_frame(width, height).to_px(around)
            self.mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(self.mask, np.round(outline).astype(np.int32), 255)
        inner = cv2.erode(self.mask, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        self.border = cv2.subtract(self.mask, inner)
        self.area = max(1, cv2.countNonZero(self.mask))

    def change(self, before: Bytes, now: Bytes) -> Change:
        """How ``now`` differs from ``before``, both smoothed."""
        spots = self.differing(before, now)
        count = cv2.countNonZero(spots)
        if count <= _SPECK:
            return Change(moved=False, hand=False)
        if self._only_light(before, now):
            return Change(moved=False, hand=False, lit=True)
        return Change(moved=True, hand=self.hand_in(spots))

    def differing(self, before: Bytes, now: Bytes) -> Bytes:
        """(h, w) uint8, 255 where the two differ once their brightness was made equal."""
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
        """Whether the spots (h, w) hold a large thing that comes in over the region's border."""
        if cv2.countNonZero(spots) < _HAND * self.area:
            return False
        whole = cv2.morphologyEx(spots, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
        for label in range(1, len(stats)):
            if stats[label, cv2.CC_STAT_AREA] >= _HAND * self.area and np.any(labels[self.border > 0] == label):
                return True
        return False

    def _only_light(self, before: Bytes, now: Bytes) -> bool:
        """Whether the two show the same local contrasts, so that nothing but the light can have changed."""
        flat = _flattened(before)
        allowed = cv2.convertScaleAbs(flat, alpha=_SHARE, beta=_STEP)
        spots = cv2.compare(cv2.absdiff(flat, _flattened(now)), allowed, cv2.CMP_GT)
        return cv2.countNonZero(cv2.bitwise_and(spots, self.mask)) <= _SPECK


def _flattened(grey: Bytes) -> Bytes:
    """Local contrast, (h, w) uint8, 128 where a pixel is as light as its neighbourhood."""
    broad = cv2.blur(grey, (25, 25))
    return np.asarray(cv2.divide(grey, cv2.add(broad, np.full_like(broad, 12)), scale=128), dtype=np.uint8)


class Backdrop:
    """What the tray looks like without dice, as far as it was seen."""

    def __init__(self, region: Region) -> None:
        self._region = region
        self._grey = np.zeros(region.shape, np.uint8)
        self._known = np.zeros(region.shape, np.uint8)

    def learn(self, now: Bytes, covered: Bytes) -> None:
        """Takes over ``now`` everywhere but where ``covered`` (h, w) uint8 is not 0."""
        free = cv2.bitwise_not(covered)
        cv2.copyTo(now, free, self._grey)
        self._known |= np.asarray(free, dtype=np.uint8)

    def forget(self) -> None:
        """Starts anew."""
        self._known[:] = 0

    def hand_over(self, now: Bytes) -> bool:
        """Whether a hand is over the tray; False as long as little of the tray is known."""
        seen = cv2.countNonZero(cv2.bitwise_and(self._known, self._region.mask))
        if seen < 0.6 * self._region.area:
            return False
        spots = cv2.bitwise_and(self._region.differing(self._grey, now), self._known)
        return self._region.hand_in(np.asarray(spots, dtype=np.uint8))


class Stillness:
    """Since when nothing has moved.

    Each picture is compared with the one before and with the first still one, so that slow changes are seen as well.
    """

    def __init__(self) -> None:
        self._last: Bytes | None = None
        self._anchor: Bytes | None = None
        self._since = 0.0

    def see(self, region: Region, now: Bytes, seconds: float) -> Change:
        """How the picture differs from those before."""
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
        """Counts from ``now`` on."""
        self._last = self._anchor = now
        self._since = seconds

    def age(self, seconds: float) -> float:
        """For how many seconds nothing has moved."""
        return seconds - self._since
