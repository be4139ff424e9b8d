"""The slope of an upper face, from the light of four lamps on it (photometric stereo).

A matt face with the unit normal n gets the light n · L from a lamp, L being what `LampModel` says of its place. Four
lamps give four equations for the face's brightness and the two parts of its slope (Woodham, "Photometric method for
determining surface orientation from multiple images", 1980). A translucent body also takes light in from all sides:
where the lamps contradict an opaque body, the fourth equation says how much.

A polished face also mirrors the lamps. What is mirrored has the colour of the lamp, not of the die: so each lamp's
light is measured twice, once by the part of its colour that only the body has, which is exact but weak in pale dice,
and once as a whole, which is trusted the less the nearer the lamp is to where the camera's ray would be mirrored.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.image import Floats
from vision.lamps.face_light import FaceLight
from vision.reading import LampSide

_MODEL = 0.02
"""Error of the model of a lamp, as a share of its light."""
_MIRRORS, _LOBE = 0.05, 16.0
"""How much a polished face mirrors of what a white one scatters, beside a lamp, and over which angle, degrees."""
_HARDLY = 0.004
"""Part of that which is left far from a lamp's mirror image."""
_UNEVEN = 5.0
"""By how much the error grows with the share of a face that lamps light unevenly."""
_INSIDE, _FITS = (0.2, 0.6), 1.5
"""Share of a translucent body's light that came in from all sides; and the misfit up to which a die may be one, in
standard errors."""
_CONTRADICTED, _LEAST_INSIDE = 2.0, 0.05
"""Misfit from which a body is no opaque one, if the lamps say that at least this share of its light came in from all
sides."""
_SINGULAR = 1e6
"""Condition of the equations from which they cannot tell light from inside."""
_FILMED = 0.04
"""Share of mirrored light that crossed films leave."""
_COLOUR = 0.03
"""Error of the lamps' colour, as a share of the light."""


@dataclass(frozen=True)
class Slope:
    """Slope of a face: ``x`` and ``y`` of its normal in tray coordinates over its upright part, with the standard
    ``error`` of each; ``misfit`` is how far the lamps contradict an opaque body, in standard errors, where one that
    lets light in fits better. ``translucent`` is whether a flat body that lets light in would look the same."""

    x: float
    y: float
    error: float
    misfit: float
    translucent: bool = False

    @property
    def degrees(self) -> float:
        """The angle by which the face leans."""
        return float(np.degrees(np.arctan(np.hypot(self.x, self.y))))

    @property
    def error_degrees(self) -> float:
        """The standard error of the angle."""
        return float(np.degrees(self.error))

    @property
    def towards(self) -> float:
        """The direction in which the face looks, degrees from the tray's x axis towards its y axis."""
        return float(np.degrees(np.arctan2(self.y, self.x)))


def slope_of(
    face: FaceLight, light: Mapping[LampSide, Floats], mirrored: Mapping[LampSide, float], *, films: bool
) -> Slope | None:
    """Measure the slope; None where the light is too weak.

    ``light`` (4,) of each lamp at the face's place, as `LampModel.light` gives it; ``mirrored`` the angle in degrees
    between each lamp and where a flat face mirrors the camera's ray. ``films`` is whether hardly any of it is seen.
    """
    sides = list(face.lamps)
    if len(sides) < 3:
        return None
    vectors = np.stack([light[side] for side in sides])
    colours = np.stack([face.lamps[side] for side in sides])
    seen, errors = _body_light(
        colours, face.error, np.array([mirrored[side] for side in sides]), _FILMED if films else 1.0
    )
    if seen.mean() <= 3 * face.error:
        return None
    weights = 1 / np.hypot(errors, _MODEL * np.abs(seen))
    weighted, target = vectors * weights[:, None], seen * weights
    normal, error, misfit = _solved(weighted[:, :3], target)
    if normal[2] <= 0:
        return None
    if len(sides) > 3 and np.linalg.cond(weighted) < _SINGULAR:
        body, its_error, _ = _solved(weighted, target)
        inside = float(body[3] / (body[2] + body[3])) if body[2] > 0 else 1.0
        if inside <= 0:
            misfit = 0.0
        elif misfit > _CONTRADICTED and its_error < error * misfit and _LEAST_INSIDE < inside < _INSIDE[1]:
            normal, error, misfit = body, its_error, 0.0
    translucent = _translucent(weighted[:, 2:], target)
    error *= 1 + _UNEVEN * face.uneven
    return Slope(float(normal[0] / normal[2]), float(normal[1] / normal[2]), error, misfit, translucent)


def _solved(weighted: Floats, target: Floats) -> tuple[Floats, float, float]:
    """What explains ``target`` (lamps,) best by ``weighted`` (lamps, 3 or 4), the light of each lamp along x, y, z and
    from all sides: (3 or 4,), with the standard error of a slope, and the misfit."""
    found, *_ = np.linalg.lstsq(weighted, target, rcond=None)
    cover = np.linalg.inv(weighted.T @ weighted)
    error = float(np.sqrt((cover[0, 0] + cover[1, 1]) / 2) / found[2])
    return np.asarray(found), error, float(np.linalg.norm(target - weighted @ found))


def _translucent(light: Floats, seen: Floats) -> bool:
    """Whether ``seen`` (lamps,) fits a flat translucent body: ``light`` (lamps, 2) on its face, and all round it."""
    (face, inside), *_ = np.linalg.lstsq(light, seen, rcond=None)
    if face <= 0 or not _INSIDE[0] < inside / (face + inside) < _INSIDE[1]:
        return False
    return bool(np.linalg.norm(seen - light @ (face, inside)) < _FITS)


def _body_light(colours: Floats, error: float, mirrored: Floats, leak: float) -> tuple[Floats, Floats]:
    """(lamps,) light that the body scatters and its standard errors, from (lamps, 3) colours."""
    whole = colours.mean(axis=1)
    level = max(float(whole.mean()), 1e-6)
    near = _HARDLY + _MIRRORS * np.exp(-0.5 * (mirrored / _LOBE) ** 2)
    glare = near * np.maximum(1.0, 0.15 / max(float(whole.sum()), 0.01)) * level * 6 * leak
    whole_error = np.hypot(error / np.sqrt(3), glare)
    hue = colours - whole[:, None]
    axis = np.linalg.svd(hue)[2][0]
    part = hue @ axis
    part = part * np.sign(part.sum())
    if part.mean() <= 0.02 * level:
        return whole, whole_error
    factor = level / float(part.mean())
    part_error = factor * np.hypot(error, _COLOUR * 0.3 * np.abs(whole))
    scale = np.average(whole / (part * factor + 1e-9), weights=1 / whole_error**2)
    part = part * factor * float(np.clip(scale, 0.3, 1.2))
    shares = 1 / whole_error**2, 1 / part_error**2
    both = shares[0] + shares[1]
    return np.asarray((whole * shares[0] + part * shares[1]) / both), np.asarray(1 / np.sqrt(both))
