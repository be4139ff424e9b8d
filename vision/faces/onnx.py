"""Loads and runs the ONNX networks, one copy per thread.

The networks that every picture needs stay loaded. The others are loaded for each use: that takes a millisecond and
saves three megabytes each.
"""

from functools import cache
from pathlib import Path
from threading import get_ident

import cv2
import numpy as np

from vision.errors import BadModel
from vision.i18n import gettext as _
from vision.image.types import Floats

_FOLDER = Path(__file__).parents[1] / "models"
_BY_PATCHES = {"classifier", "fallback_classifier", "tilt"}
"""Networks from crops to a few numbers: OpenCV 5 runs them in half the time on its classic engine, that of OpenCV 4,
and the others, whose output is an image, on its new engine."""
_ALWAYS = {"detector", "classifier", "tilt"}
"""Networks that stay loaded."""


def run_network(name: str, pictures: Floats) -> Floats:
    """Run the network ``name`` on pictures (n, planes, h, w) float32. Raises BadModel for a missing or damaged file.

    Pictures go through one at a time: batches are hardly faster, need memory for all pictures, and a new batch size
    makes OpenCV set the network up again.
    """
    network = _kept(name, get_ident()) if name in _ALWAYS else _loaded(name)
    return np.concatenate([_output(network, one[None]) for one in pictures])


def _output(network: cv2.dnn.Net, picture: Floats) -> Floats:
    network.setInput(np.ascontiguousarray(picture, dtype=np.float32))
    return np.asarray(network.forward(), dtype=np.float32).copy()


@cache
def _kept(name: str, _thread: int) -> cv2.dnn.Net:
    return _loaded(name)


def _loaded(name: str) -> cv2.dnn.Net:
    file = _FOLDER / f"{name}.onnx"
    older = getattr(cv2.dnn, "ENGINE_CLASSIC", None) if name in _BY_PATCHES else None
    try:
        return cv2.dnn.readNetFromONNX(str(file), *([] if older is None else [older]))
    except cv2.error:
        raise BadModel(_("{file} is missing or damaged: install Quarterdeck again.", file=file)) from None
