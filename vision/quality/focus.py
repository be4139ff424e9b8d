"""Measures the sharpness of a picture: the width of its sharpest edges.

The picture is blurred again by a known amount. A sharp edge loses most of its gradient by that, a soft one little: the
ratio gives its width (Zhuo and Sim, "Defocus map estimation from a single image", 2011). Only edges along the rows are
measured, which is as good and much faster.
"""

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.image.types import Bytes, Floats

_EVERY = 4
"""Sampling step of rows."""
_CALM = 0.6
_AGAIN = 2.5
"""Standard deviations of the blur against noise, and of the one for measuring, px."""
_STEEPEST = 0.985
"""Quantile of gradients above which a step is an edge."""
_SHARPEST = 0.25
"""Quantile of the edges' widths returned: most edges are soft at any focus."""


def edge_width(grey: Bytes) -> float | None:
    """Return the width of the sharper edges in (h, w) uint8 grey: the standard deviation of their blur in pixels.

    Returns None where there are too few edges.
    """
    rows = np.ascontiguousarray(grey[::_EVERY])
    if min(rows.shape) < 8:
        return None
    calm = cv2.GaussianBlur(rows.astype(np.float32), (0, 1), _CALM, sigmaY=0.01)
    sharp_step = _steepness(calm)
    least = max(6.0, _quantile(sharp_step[::2, ::4].ravel(), _STEEPEST))
    peak = (sharp_step >= least) & (sharp_step >= cv2.dilate(sharp_step, np.ones((1, 5), np.uint8)))
    sharp = sharp_step[peak]
    del sharp_step
    soft = _steepness(cv2.GaussianBlur(calm, (0, 1), _AGAIN, sigmaY=0.01))[peak]
    ratio = sharp / np.maximum(soft, 1e-3)
    ratio = ratio[ratio > 1.0005]
    if len(ratio) < 30:
        return None
    width = _AGAIN / np.sqrt(ratio**2 - 1)
    return _quantile(width, _SHARPEST)


def _quantile(values: Floats, share: float) -> float:
    """Return the value below which that share of (n,) values lies."""
    place = round(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _steepness(rows: MatLike) -> Floats:
    """(h, w) float32 absolute gradient along the rows."""
    steps = cv2.Sobel(rows, cv2.CV_32F, 1, 0, ksize=1)
    return np.asarray(np.abs(steps, out=steps))
