"""The learned networks, loaded once for each thread that looks through them."""

from functools import cache
from pathlib import Path
from threading import get_ident

import cv2
import numpy as np

from vision.arrays import Floats
from vision.errors import BadModel

_FOLDER = Path(__file__).parent / "models"


def say(name: str, pictures: Floats) -> Floats:
    """What the network ``name`` says of pictures (n, planes, h, w) float32. Raises BadModel without a sound file."""
    network = _network(name, get_ident())
    network.setInput(np.ascontiguousarray(pictures, dtype=np.float32))
    return np.asarray(network.forward(), dtype=np.float32)


@cache
def _network(name: str, _thread: int) -> cv2.dnn.Net:
    file = _FOLDER / f"{name}.onnx"
    try:
        return cv2.dnn.readNetFromONNX(str(file))
    except cv2.error:
        raise BadModel(f"{file} is missing or damaged: install Quarterdeck anew.") from None
