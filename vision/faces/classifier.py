"""The learned reading of a face: a small network looks at it straightened, and says what it shows.

Where that leaves a doubt another one is asked, the umpire, which has learned from worse dice in worse light: it reads
hard ones better and plain ones a little worse.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces.onnx import run_network
from vision.image.image import Image
from vision.image.patch import all_round, along, straightened
from vision.image.types import Bytes, Floats

WRONGS = ("covered", "smeared", "faint")
"""What may be wrong with a die, in the order in which the network says it: its upper face is covered in part, it moves,
its pips hardly stand out."""

_NEAR_SIZES = (0.93, 1.0, 1.07)
"""The sizes in which a face is looked at that is hard to judge where nobody knows the lean of the sight."""


@dataclass(frozen=True)
class FaceClassification:
    """What the judge thinks of a supposed face.

    ``shares`` (7,) sum to 1: no face, then the values 1–6. ``wrongs`` (3,) 0–1 in the order of `WRONGS`.
    ``at`` (2,) and ``axes`` (2, 2) px: where it really is, ``astray`` how far that is from where it was supposed: its
    middle in half edges, its size as a logarithm or its turn in radians, whichever is most.
    """

    shares: Floats
    wrongs: Floats
    at: Floats
    axes: Floats
    astray: float

    @property
    def edge(self) -> float:
        """Length of an edge, px."""
        return 2 * math.sqrt(abs(float(self.axes[0, 0] * self.axes[1, 1] - self.axes[0, 1] * self.axes[1, 0])))

    @property
    def value(self) -> int:
        """The likeliest value, 0 where there is likelier no face."""
        return int(self.shares.argmax())

    @property
    def likeliest(self) -> tuple[int, ...]:
        """The values 1–6, the likeliest first."""
        return tuple(1 + int(number) for number in np.argsort(-self.shares[1:], kind="stable"))


def classify(picture: Image, at: Floats, axes: Floats, leans: Floats | None) -> list[FaceClassification]:
    """What the judge thinks of the faces at ``at`` (n, 2) px with the half edges ``axes`` (n, 2, 2) px.

    ``leans`` (n, 2) is how far the sight of each leans out of the upright, by the tangent of the angle, right and down
    the picture; None where nobody knows.
    """
    if not len(at):
        return []
    turned = [_right_handed(one) for one in axes]
    patches = np.stack([straightened(picture, a, b) for a, b in zip(at, turned, strict=True)])
    output = classify_patches(patches, _patch_leans(turned, leans))
    return [
        FaceClassification(shares, wrongs, *_put_right(a, b, off), float(np.abs(off).max()))
        for (shares, wrongs, off), a, b in zip(output, at, turned, strict=True)
    ]


def classify_all_round(picture: Image, classification: FaceClassification, lean: Floats | None) -> FaceClassification:
    """The opinion of a face that was hard to judge, after looks at it from all its sides and in the mirror.

    Without a ``lean`` (2,), as in `opinions`, it is looked at a little larger and smaller and in the mirror only: which
    way is up may matter then.
    """
    if lean is None:
        looks = [straightened(picture, classification.at, classification.axes * size) for size in _NEAR_SIZES]
        patches = np.stack([*looks, *(look[:, ::-1] for look in looks)])
        known = np.zeros((len(patches), 3))
    else:
        patches, leans = all_round(
            straightened(picture, classification.at, classification.axes), along(classification.axes, lean)
        )
        known = np.column_stack([leans, np.ones(len(leans))])
    output = classify_patches(patches, known)
    shares, wrongs = (np.mean([one[part] for one in output], axis=0) for part in (0, 1))
    return replace(classification, shares=shares, wrongs=wrongs)


def reclassified(
    patches: Bytes, classified: Sequence[FaceClassification], leans: Floats | None
) -> list[FaceClassification]:
    """The opinions of the faces on close patches (n, side, side, 3) with the shares that the umpire gives them, who
    looks at them in the mirror too. ``leans`` (n, 2) are as in `opinions`."""
    known = _patch_leans([one.axes for one in classified], leans)
    looks, turned = np.concatenate([patches, patches[:, :, ::-1]]), np.concatenate([known, known * (-1, 1, 1)])
    shares = fallback_shares(looks, turned).reshape(2, len(classified), -1)
    return [replace(one, shares=mean) for one, mean in zip(classified, shares.mean(axis=0), strict=True)]


def fallback_shares(patches: Bytes, leans: Floats) -> Floats:
    """(n, 7) what the umpire gives no face and the values 1–6, of close patches (n, side, side, 3), leans (n, 3)."""
    return _shares(run_network("umpire", classifier_planes(patches, leans)).astype(float))


def classify_patches(patches: Bytes, leans: Floats) -> list[tuple[Floats, Floats, Floats]]:
    """Shares (7,), wrongs (3,) and what each is off by (4,), of patches (n, PATCH, PATCH, 3) with leans (n, 3)."""
    output = run_network("judge", classifier_planes(patches, leans)).astype(float)
    shares = _shares(output[:, :7])
    wrongs = 1 / (1 + np.exp(-output[:, 7:10]))
    return list(zip(shares, wrongs, output[:, 10:], strict=True))


def _shares(output: Floats) -> Floats:
    raised = np.exp(output - output.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def classifier_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 6, side, side) float32: colours 0–1 of patches (n, side, side, 3) and leans (n, 3), spread out."""
    colours = patches.astype(np.float32).transpose(0, 3, 1, 2) / 255
    spread = np.broadcast_to((leans.astype(np.float32) + 0.5)[:, :, None, None], (*leans.shape, *patches.shape[1:3]))
    return np.concatenate([colours, spread], axis=1)


def _right_handed(axes: Floats) -> Floats:
    """The half edges in right-handed order (as pixels run)."""
    (a, b), (c, d) = axes
    return axes if a * d - b * c > 0 else axes[::-1]


def _patch_leans(axes: Sequence[Floats], leans: Floats | None) -> Floats:
    if leans is None:
        return np.zeros((len(axes), 3))
    return np.stack([[*along(one, lean), 1.0] for one, lean in zip(axes, leans, strict=True)])


def _put_right(at: Floats, axes: Floats, off: Floats) -> tuple[Floats, Floats]:
    """The middle and the half edges of a face that is ``off`` (4,) from where it was looked for."""
    c, s = np.cos(off[3]), np.sin(off[3])
    turned = np.array([[c, s], [-s, c]]) @ axes * np.exp(off[2])
    return at + off[:2] @ axes, turned
