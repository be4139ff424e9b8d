"""The learned networks, loaded for each thread that looks through them.

Those that every picture is shown to stay. The others are asked about a few faces, and loaded for that: it takes a
millisecond, and each of them would keep three megabytes.
"""

from functools import cache
from pathlib import Path
from threading import get_ident

import cv2
import numpy as np

from vision.errors import BadModel
from vision.image.types import Floats

_FOLDER = Path(__file__).parents[1] / "models"
_BY_PATCHES = {"judge", "umpire", "level"}
"""The networks that look at patches and say a few numbers: OpenCV 5 runs them in half the time by its older engine, the
one of OpenCV 4, and the others, which answer with pictures, by its newer one."""
_ALWAYS = {"scout", "judge"}
"""The networks that every picture is shown to."""


def run_network(name: str, pictures: Floats) -> Floats:
    """What the network ``name`` says of pictures (n, planes, h, w) float32. Raises BadModel without a sound file.

    It is shown them one by one: many at once are hardly quicker, take memory for all of them, and each other number of
    them has the network laid out anew.
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
        raise BadModel(f"{file} is missing or damaged: install Quarterdeck anew.") from None
