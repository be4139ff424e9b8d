"""Pictures that something went wrong with: out of focus, dim, in coloured or flickering light, behind a thumb."""

import cv2
import numpy as np

from tests.vision.drawn import Picture, grainy
from vision import Tray


def soft(picture: Picture, blur: float) -> Picture:
    """Out of focus by a blur of so many pixels, standard deviation; the sensor's noise stays sharp."""
    return grainy(np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), dtype=np.uint8), 3, 2.0)


def dimmed(picture: Picture, share: float) -> Picture:
    """With that share of its light, as a camera shows it, and noise that stays as it was."""
    curve = np.rint(255 * (share * (np.arange(256) / 255) ** 2.2) ** (1 / 2.2)).astype(np.uint8)
    return grainy(curve[picture], 5, 3.0)


def tinted(picture: Picture, blue: float, green: float, red: float) -> Picture:
    """With those shares of the levels of its channels, as a lamp of that colour leaves them, and a sensor's noise."""
    return grainy(np.asarray(np.rint(picture * (blue, green, red)), dtype=np.uint8), 6, 2.0)


def banded(picture: Picture, count: float, depth: float, phase: float = 0.0) -> Picture:
    """With ``count`` bands from top to bottom, in the darkest of which that share of the light is lost."""
    turns = np.linspace(0, count, len(picture)) + phase
    light = 1 - depth * (0.5 + 0.5 * np.cos(2 * np.pi * turns))
    return np.asarray(np.rint(picture * light[:, None, None] ** (1 / 2.2)), dtype=np.uint8)


def behind_a_thumb(picture: Picture, share: float) -> Picture:
    edge = (1 - share) * picture.shape[1]
    clear = 1 / (1 + np.exp((np.arange(picture.shape[1]) - edge) / 30))[:, None]
    return grainy(np.asarray(picture * clear + (1 - clear) * (30, 18, 14), dtype=np.uint8), 2, 1.0)


def in_shadow(picture: Picture, tray: Tray, cut: tuple[float, float, float], dark: float, soft: float = 0.3) -> Picture:
    """With the shadow of a rim over the floor where a x + b y < c in mm, ``cut`` being (a, b, c) with a² + b² = 1.

    It leaves the share ``dark`` of the levels, and its edge is ``soft`` mm wide.
    """
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    x, y = tray.to_mm(np.column_stack([across.ravel(), down.ravel()])).T
    lit = 1 / (1 + np.exp(np.clip(-(cut[0] * x + cut[1] * y - cut[2]) / soft, -30, 30)))
    floor = (x > 0) & (x < tray.size.width) & (y > 0) & (y < tray.size.height)
    light = np.where(floor, dark + (1 - dark) * lit, 1.0).reshape(height, width, 1)
    return np.asarray(np.rint(picture * light), dtype=np.uint8)
