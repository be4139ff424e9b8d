"""The learned reading of a face: a small network looks at it straightened, and says what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bytes, Floats
from vision.network import say
from vision.patch import straightened
from vision.picture import Image

WRONGS = ("leaning", "stacked", "covered", "smeared", "faint")
"""What may be wrong with a die, in the order in which the network says it: it does not lie flat, lies on another, its
upper face is covered in part, it moves, its pips hardly stand out."""


@dataclass(frozen=True)
class Opinion:
    """What the judge thinks of a supposed face.

    ``shares`` (7,) sum to 1: no face, then the values 1–6. ``wrongs`` (5,) 0–1 in the order of `WRONGS`.
    ``at`` (2,) and ``axes`` (2, 2) px: where it really is.
    """

    shares: Floats
    wrongs: Floats
    at: Floats
    axes: Floats

    @property
    def value(self) -> int:
        """The likeliest value, 0 where there is likelier no face."""
        return int(self.shares.argmax())


def opinions(picture: Image, at: Floats, axes: Floats, leans: Floats | None) -> list[Opinion]:
    """What the judge thinks of the faces at ``at`` (n, 2) px with the half edges ``axes`` (n, 2, 2) px.

    ``leans`` (n, 2) is how far the sight of each leans out of the upright, by the tangent of the angle, right and down
    the picture; None where nobody knows.
    """
    if not len(at):
        return []
    turned = [_right_handed(one) for one in axes]
    patches = np.stack([straightened(picture, a, b) for a, b in zip(at, turned, strict=True)])
    said = say("judge", judged_planes(patches, _patch_leans(turned, leans)))
    shares = np.exp(said[:, :7] - said[:, :7].max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    wrongs = 1 / (1 + np.exp(-said[:, 7:12].astype(float)))
    return [
        Opinion(share, wrong, *_put_right(a, b, off))
        for share, wrong, a, b, off in zip(shares, wrongs, at, turned, said[:, 12:], strict=True)
    ]


def judged_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 6, PATCH, PATCH) float32: colours 0–1 of patches (n, PATCH, PATCH, 3) and leans (n, 3), spread out."""
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
    square = np.stack([one / np.hypot(one[:, 0], one[:, 1])[:, None] for one in axes])
    return np.column_stack([np.einsum("nkc,nc->nk", square, leans), np.ones(len(axes))])


def _put_right(at: Floats, axes: Floats, off: Floats) -> tuple[Floats, Floats]:
    """The middle and the half edges of a face that is ``off`` (4,) from where it was looked for."""
    c, s = np.cos(off[3]), np.sin(off[3])
    turned = np.array([[c, s], [-s, c]]) @ axes * np.exp(off[2])
    return at + off[:2] @ axes, turned
