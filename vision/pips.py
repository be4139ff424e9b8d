"""Finding pips: small round spots, darker or lighter than the body round them.

Two passes. A cheap one over the whole view takes differences of blurs in three planes (grey, red, blue) at a few
scales and keeps the local extremes. A careful one looks along sixteen rays from each of those: where the colour turns
from the spot's to the surround's gives the spot's middle, radius and roundness to a fraction of a pixel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.picture import Image, grey_of, halved
from vision.view import View

_BLURS = (0.72, 1.03, 1.48, 2.12)
"""Blurs of one octave, pixels; their differences answer best to spots with these radii:"""
_RADII = (1.25, 1.8, 2.6)

_RAYS = 16
_STEPS = 16
_REACH = 2.6
"""How far the rays reach, in expected radii."""


@dataclass(frozen=True)
class Pips:
    """Spots that may be pips, one row each: n of them.

    ``at`` (n, 2) pixels of the view, ``radius`` (n,) pixels, ``spot`` and ``ground`` (n, 3) BGR of the spot and of the
    surround, ``contrast`` (n,) their distance, ``oval`` (n,) 0 for a circle, ``ragged`` (n,) how unlike an ellipse the
    outline is (share of the radius), ``busy`` (n,) how uneven the surround is (share of the contrast).
    """

    at: Floats
    radius: Floats
    spot: Floats
    ground: Floats
    contrast: Floats
    oval: Floats
    ragged: Floats
    busy: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def where(self, keep: Flags | Ints) -> "Pips":
        """Those rows only."""
        return Pips(**{f.name: getattr(self, f.name)[keep] for f in fields(self)})


def find_pips(look: View, smallest: float, largest: float) -> Pips:
    """Pips with radii from ``smallest`` to ``largest`` pixels in a view."""
    seeds = _seeds(look, smallest, largest)[: look.scale.glances]
    # On a tray pips hardly ever run together, and looking closely at every edge would cost as much as all the rest.
    blurred = 2 if look.tray is None else 1
    chunks = [_round(look.pixels, seeds[i : i + _CHUNK], blurred) for i in range(0, max(1, len(seeds)), _CHUNK)]
    pips = _measured(look.pixels, np.concatenate(chunks)[:_MOST])
    good = (pips.radius > 0.75 * smallest) & (pips.radius < 1.3 * largest)
    return _single(pips.where(good))


def _seeds(look: View, smallest: float, largest: float) -> Floats:
    """(n, 3) x, y, radius of the local extremes of the blur differences, strongest first."""
    scale, small = (2.0, look.half) if smallest > 1.5 else (1.0, look.pixels)
    planes = [grey_of(small), cv2.extractChannel(small, 2), cv2.extractChannel(small, 0)]
    found = []
    done = smallest / 1.35
    while done < largest * 1.1 and min(planes[0].shape) >= 12:
        blurs = [[cv2.GaussianBlur(plane, (0, 0), sigma) for sigma in _BLURS] for plane in planes]
        for level, radius in enumerate(_RADII):
            if done <= radius * scale <= largest * 1.15:
                found += _extremes(
                    [cv2.subtract(b[level], b[level + 1], dtype=cv2.CV_16S) for b in blurs], radius, scale
                )
        done = _RADII[-1] * scale * 1.1
        planes = [halved(np.asarray(plane, dtype=np.uint8)) for plane in planes]
        scale *= 2
    seeds = np.concatenate(found) if found else np.empty((0, 4))
    return seeds[np.argsort(-seeds[:, 3], kind="stable"), :3]


def _extremes(steps: Sequence[cv2.typing.MatLike], radius: float, scale: float) -> list[Floats]:
    """(n, 4) x, y, radius, strength of the brightest and of the darkest spots in blur differences of three planes."""
    bright = cv2.max(cv2.max(steps[0], steps[1]), steps[2])
    dark = cv2.min(cv2.min(steps[0], steps[1]), steps[2])
    found = []
    for response in (bright, cv2.subtract(np.zeros_like(dark), dark)):
        strong = max(4, int(4 * np.median(np.abs(response[::7, ::5]))))
        peaks = cv2.compare(response, cv2.dilate(response, _NEAR), cv2.CMP_GE)
        places = cv2.findNonZero(cv2.bitwise_and(peaks, cv2.inRange(response, strong, 32767)))
        if places is not None:
            x, y = np.asarray(places).reshape(-1, 2).T
            place = (np.stack([x, y], axis=1) + 0.5) * scale - 0.5
            found.append(np.column_stack([place, np.full(len(x), radius * scale), response[y, x]]))
    return found


def _round(view: Image, seeds: Floats, blurred: int) -> Floats:
    """The seeds that differ from their surround on all sides, by a glance at eight places round each.

    One of the eight may be like the spot, and as many as ``blurred`` where the spot stands out strongly: in the row of
    a six the pips may run together.
    """
    angle = np.arange(8) * np.pi / 4
    around = 1.75 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    places = seeds[:, None, :2] + seeds[:, None, 2:] * np.concatenate([np.zeros((1, 2)), around])
    colours = sample(view, places)
    spot, ring = colours[:, 0], colours[:, 1:]
    step = middle(ring, 1) - spot
    square = np.einsum("nc,nc->n", step, step)
    share = np.einsum("nrc,nc->nr", ring - spot[:, None], step) / (square[:, None] + 1e-6)
    alike = (share <= 0.45).sum(axis=1)
    return np.asarray(seeds[(square > 14.0**2) & (alike <= 1) | (square > 40.0**2) & (alike <= blurred)])


def middle(values: Floats, axis: int) -> Floats:
    """The (lower) median along an axis."""
    half = (values.shape[axis] - 1) // 2
    return np.asarray(np.take(np.partition(values, half, axis=axis), half, axis=axis))


_MOST = 1500
"""Spots that are measured with care, those that stand out most first."""

_CHUNK = 4000
"""Rows sampled at once: OpenCV's remap takes fewer than 32,768."""

_NEAR = np.ones((3, 3), np.uint8)


@cache
def _star() -> tuple[Floats, Floats, Floats, Floats]:
    """Ray directions (rays, 2), steps (steps,) in radii, an outline's harmonics (rays, 5) and their fit (5, rays)."""
    angle = np.arange(_RAYS) * 2 * np.pi / _RAYS
    rays = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    steps = np.linspace(_REACH / _STEPS, _REACH, _STEPS)
    terms = np.stack([np.ones(_RAYS), rays[:, 0], rays[:, 1], np.cos(2 * angle), np.sin(2 * angle)], axis=1)
    return rays, steps, terms, np.linalg.pinv(terms)


def sample(view: Image, at: Floats) -> Floats:
    """(…, 3) float32 colours of the view at (…, 2) pixels, between pixels by straight lines, edges repeated."""
    if not at.size:
        return np.zeros((*at.shape[:-1], 3), np.float32)
    flat = at.reshape(at.shape[0], -1, 2).astype(np.float32)
    colours = cv2.remap(view, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours, dtype=np.float32).reshape(*at.shape[:-1], 3)


def _measured(view: Image, seeds: Floats) -> Pips:
    """The pips at the seeds, measured along rays, then once more from where the first look put them.

    The first look is lenient about the surround, which it may have taken too near or too far.
    """
    pips = _starred(view, seeds[:, :2], seeds[:, 2], 0.8)
    return _starred(view, pips.at, pips.radius, 0.4)


def _starred(view: Image, at: Floats, radius: Floats, uneven: float) -> Pips:
    """The round spots at about ``at`` (n, 2) with about ``radius`` (n,), in surrounds no more ``uneven`` than that."""
    rays, steps, harmonics, fit = _star()
    colours = sample(view, at[:, None, None] + radius[:, None, None, None] * rays[:, None] * steps[:, None])
    spot = colours[:, :, steps < 0.5].mean(axis=(1, 2))
    ground = middle(colours[:, :, (steps > 1.4) & (steps < 1.8)].mean(axis=2), 1)
    step = spot - ground
    contrast = np.linalg.norm(step, axis=1) + 1e-6
    along = np.einsum("nrsc,nc->nrs", colours - ground[:, None, None], step / (contrast**2)[:, None])
    edge, crossed = _edge(along, steps)
    terms = edge @ fit.T
    size = np.maximum(terms[:, 0], 1e-6)
    ragged = np.sqrt(np.mean((edge - terms @ harmonics.T) ** 2, axis=1)) / size
    oval = np.hypot(terms[:, 3], terms[:, 4]) / size
    shift = terms[:, 1:3]
    flat = (steps > 1.35) & (steps < 1.8)
    busy = middle(np.abs(along[:, :, flat]).reshape(len(at), _RAYS * int(flat.sum())), 1)
    sound = (crossed >= _RAYS - 3) & (np.linalg.norm(shift, axis=1) < 0.8) & (contrast > 14)
    sound &= (ragged < 0.3) & (oval < 0.5) & (size > 0.5) & (size < 1.9) & (busy < uneven)
    pips = Pips(at + shift * radius[:, None], radius * size, spot, ground, contrast, oval, ragged, busy)
    return pips.where(sound)


def _edge(along: Floats, steps: Floats) -> tuple[Floats, Ints]:
    """(n, rays) how many radii out the colour turns from the spot's to the surround's; and on how many rays it does.

    ``along`` (n, rays, steps) is 1 for the spot's colour and 0 for the surround's. A ray without an edge is given the
    usual one.
    """
    outside = along < 0.5
    first = np.argmax(outside, axis=2)
    crossed = outside.any(axis=2) & (first > 0)
    here = np.maximum(first, 1)[..., None]
    after = np.take_along_axis(along, here, axis=2)[..., 0]
    before = np.take_along_axis(along, here - 1, axis=2)[..., 0]
    share = np.clip((before - 0.5) / np.maximum(before - after, 1e-6), 0, 1)
    edge = np.where(crossed, steps[here[..., 0] - 1] + share * (steps[1] - steps[0]), np.inf)
    count = crossed.sum(axis=1)
    usual = np.take_along_axis(np.sort(edge, axis=1), np.maximum(count - 1, 0)[:, None] // 2, axis=1)
    return np.where(crossed, edge, np.where(np.isfinite(usual), usual, 1.0)), count


def _single(pips: Pips) -> Pips:
    """Each spot once: the neatest of those that lie on one another."""
    order = np.argsort(pips.ragged + pips.busy + 0.5 * pips.oval - 0.001 * pips.contrast, kind="stable")
    pips = pips.where(order)
    x, y = pips.at.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    small = np.minimum(pips.radius[:, None], pips.radius[None])
    large = np.maximum(pips.radius[:, None], pips.radius[None])
    close = (apart < 0.7 * large) & (large < 1.7 * small)
    keep = np.ones(len(pips), dtype=bool)
    for i in range(len(pips)):
        if keep[i]:
            keep[i + 1 :] &= ~close[i, i + 1 :]
    return pips.where(keep)
