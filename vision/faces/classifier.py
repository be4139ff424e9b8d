"""Face classifier: a CNN that classifies a straightened crop as no face or a value 1–6, and says how the die lies.

A second model, the fallback classifier, is trained on worn dice in poor light. It reads hard faces better and plain
ones slightly worse.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.faces.network import run_network
from vision.geometry.patch import PATCH, REACH, all_round, along, straightened
from vision.image import Bytes, Floats, Image

_STEPS = 8
"""Number of squares from the upper face to the foot that make up an outline."""
_UNDOUBTED = (0.3, 0.6)
"""Probabilities of leaning and of lying on another below which one crop is enough."""
_QUARTER, _MIRROR = np.array([[0.0, 1.0], [-1.0, 0.0]]), np.diag([-1.0, 1.0])
_BACK = np.stack(
    [
        np.linalg.inv(change @ np.linalg.matrix_power(_QUARTER, quarter))
        for quarter in range(4)
        for change in (np.eye(2), _MIRROR)
    ]
)
"""(8, 2, 2) matrices that map a direction in each crop of `all_round` to that in the first."""


@dataclass(frozen=True, eq=False)
class Tilt:
    """Probabilities 0–1 that a die leans and that it lies on another, and the ``slope`` (2,) of its upper face.

    The slope is the horizontal part of the face's unit normal, right and down the crop.
    """

    leaning: float
    stacked: float
    slope: Floats

    @classmethod
    def of(cls, output: Floats) -> "Tilt":
        """Return the tilt of which ``output`` (4,) is the logits of leaning and of lying on another, and the slope."""
        leaning, stacked = (1 / (1 + np.exp(-output[:2]))).tolist()
        return cls(leaning, stacked, output[2:])

    @property
    def undoubted(self) -> bool:
        """Whether it is so probable that the die lies flat on the floor that one crop is enough."""
        return self.leaning <= _UNDOUBTED[0] and self.stacked <= _UNDOUBTED[1]


def averaged(output: Floats) -> Floats:
    """(4,) mean of the ``output`` (8, 4) for the crops of `all_round`, along those of the first."""
    slopes = np.einsum("kij,kj->ki", _BACK, output[:, 2:])
    return np.asarray(np.concatenate([output[:, :2], slopes], axis=1).mean(axis=0))


def outlines(leans: Floats) -> Floats:
    """(n, PATCH, PATCH) outlines of flat dice: 1 on the upper face, 0.5 on the visible sides, 0 elsewhere.

    ``leans`` (n, 2) is the lean of the camera's ray at each, right and down the crop.
    """
    across = (np.arange(PATCH) + 0.5) * 2 * REACH / PATCH - REACH
    share = np.linspace(0, 1, _STEPS)[:, None]
    middles = -2 * share * leans.T[:, :, None, None]
    columns, rows = (np.abs(across - middle) < 1 - 0.035 * share for middle in middles)
    body = np.matmul(rows.transpose(0, 2, 1).astype(np.float32), columns.astype(np.float32)) > 0
    top = np.abs(across) < 1
    return np.asarray(np.where(top[:, None] & top[None, :], 1.0, 0.5 * body))


WRONGS = ("covered", "smeared", "faint")
"""Outputs for what is wrong with a die, in the network's order: its upper face is partly covered, it moves, its pips
have little contrast."""
_LIES = 14
"""Outputs before those of how a die lies."""


@dataclass(frozen=True)
class FaceClassification:
    """Classifier output for one candidate face.

    ``shares`` (7,) are probabilities that sum to 1: no face, then the values 1–6. ``wrongs`` (3,) 0–1 are in the order
    of `WRONGS`. ``at`` (2,) and ``axes`` (2, 2) px are the corrected middle and half edges. ``astray`` is the largest
    part of that correction: the shift in half edges, the size as a logarithm, or the turn in radians. ``tilt`` is None
    where the tray is not known.
    """

    shares: Floats
    wrongs: Floats
    at: Floats
    axes: Floats
    astray: float
    tilt: Tilt | None = None

    @property
    def edge(self) -> float:
        (a, b), (c, d) = self.axes.tolist()
        return 2 * math.sqrt(abs(a * d - b * c))

    @cached_property
    def value(self) -> int:
        """Most probable value, 0 for no face."""
        return int(self.shares.argmax())

    @cached_property
    def likeliest(self) -> tuple[int, ...]:
        """Values 1–6, most probable first."""
        return tuple(1 + int(number) for number in np.argsort(-self.shares[1:], kind="stable"))


def classify(picture: Image, at: Floats, axes: Floats, leans: Floats | None) -> list[FaceClassification]:
    """Classify the faces at ``at`` (n, 2) px with the half edges ``axes`` (n, 2, 2) px.

    ``leans`` (n, 2) is the lean of the camera's ray at each: the tangent of its angle to the vertical, right and down
    the picture. Use None where the tray is not known.
    """
    if not len(at):
        return []
    turned = [_right_handed(one) for one in axes]
    patches = np.stack([straightened(picture, a, b) for a, b in zip(at, turned, strict=True)])
    output = classify_patches(patches, _patch_leans(turned, leans))
    return [
        FaceClassification(
            one.shares,
            one.wrongs,
            *_put_right(a, b, one.off),
            float(np.abs(one.off).max()),
            None if leans is None else Tilt.of(one.lies),
        )
        for one, a, b in zip(output, at, turned, strict=True)
    ]


def classify_all_round(picture: Image, classification: FaceClassification, lean: Floats | None) -> FaceClassification:
    """Average the classification of a face over its four rotations and their mirror images.

    ``lean`` (2,) is as in `classify`, or None where the tray is not known.
    """
    seen_from = np.zeros(2) if lean is None else along(classification.axes, lean)
    patches, leans = all_round(straightened(picture, classification.at, classification.axes), seen_from)
    known = np.column_stack([leans, np.full(len(leans), lean is not None)])
    output = classify_patches(patches, known)
    shares, wrongs = (np.mean(part, axis=0) for part in zip(*((one.shares, one.wrongs) for one in output), strict=True))
    tilt = None if lean is None else Tilt.of(averaged(np.stack([one.lies for one in output])))
    return replace(classification, shares=shares, wrongs=wrongs, tilt=tilt)


def reclassified(
    patches: Bytes, classified: Sequence[FaceClassification], leans: Floats | None, *, turned: bool = False
) -> list[FaceClassification]:
    """Replace the probabilities by those of the fallback classifier, averaged over each crop and its mirror image; with
    ``turned``, over its four rotations and their mirror images.

    ``patches`` (n, side, side, 3) are close crops, ``leans`` (n, 2) are as in `classify`.
    """
    quarters = 4 if turned else 1
    known = _patch_leans([one.axes for one in classified], leans)
    looks, ways = zip(*(all_round(one, k[:2], quarters) for one, k in zip(patches, known, strict=True)), strict=True)
    told = np.repeat(known[:, 2], 2 * quarters)
    shares = fallback_shares(np.concatenate(looks), np.column_stack([np.concatenate(ways), told]))
    means = shares.reshape(len(classified), 2 * quarters, -1).mean(axis=1)
    return [replace(one, shares=mean) for one, mean in zip(classified, means, strict=True)]


def fallback_shares(patches: Bytes, leans: Floats) -> Floats:
    """(n, 7) probabilities by the fallback classifier of close crops (n, side, side, 3) with leans (n, 3)."""
    return _shares(run_network("fallback_classifier", fallback_planes(patches, leans)).astype(float))


class PatchClassification(NamedTuple):
    """Classifier output for one crop: ``shares`` (7,) and ``wrongs`` (3,) as in `FaceClassification`, the correction
    ``off`` (4,) of its place, and how the die ``lies`` (4,), as `Tilt.of` takes it."""

    shares: Floats
    wrongs: Floats
    off: Floats
    lies: Floats


def classify_patches(patches: Bytes, leans: Floats) -> list[PatchClassification]:
    """Run the classifier on crops (n, PATCH, PATCH, 3) with leans (n, 3)."""
    output = run_network("classifier", classifier_planes(patches, leans)).astype(float)
    shares = _shares(output[:, :7])
    wrongs = 1 / (1 + np.exp(-output[:, 7:10]))
    parts = zip(shares, wrongs, output[:, 10:_LIES], output[:, _LIES:], strict=True)
    return [PatchClassification(*one) for one in parts]


def _shares(output: Floats) -> Floats:
    raised = np.exp(output - output.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def classifier_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 7, PATCH, PATCH) float32 input of the classifier: the planes of `fallback_planes`, and the outline of a flat
    die where the lean is known."""
    known = leans[:, 2] > 0
    planes = np.concatenate([fallback_planes(patches, leans), np.zeros((len(patches), 1, PATCH, PATCH), np.float32)], 1)
    planes[known, 6] = outlines(leans[known, :2])
    return planes


def fallback_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 6, side, side) float32 input of the fallback classifier: colours 0–1 of crops (n, side, side, 3), and leans
    (n, 3) as constant planes."""
    planes = np.empty((len(patches), 6, *patches.shape[1:3]), np.float32)
    np.divide(patches.transpose(0, 3, 1, 2), np.float32(255), out=planes[:, :3])
    planes[:, 3:] = (leans.astype(np.float32) + 0.5)[:, :, None, None]
    return planes


def _right_handed(axes: Floats) -> Floats:
    """Return the half edges in right-handed order, as pixels run."""
    (a, b), (c, d) = axes
    return axes if a * d - b * c > 0 else axes[::-1]


def _patch_leans(axes: Sequence[Floats], leans: Floats | None) -> Floats:
    if leans is None:
        return np.zeros((len(axes), 3))
    return np.stack([[*along(one, lean), 1.0] for one, lean in zip(axes, leans, strict=True)])


def _put_right(at: Floats, axes: Floats, off: Floats) -> tuple[Floats, Floats]:
    """Apply the correction ``off`` (4,) to a face's middle and half edges."""
    c, s = np.cos(off[3]), np.sin(off[3])
    turned = np.array([[c, s], [-s, c]]) @ axes * np.exp(off[2])
    return at + off[:2] @ axes, turned
