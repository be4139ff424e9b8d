"""The picture of a roll for Home Assistant, small enough for a broker."""

import cv2
import numpy as np

LARGEST = 100_000
"""Bytes of a picture."""

WIDEST = 960
"""Pixels."""


def fitted_picture(jpeg: bytes) -> bytes | None:
    """Return the picture as a JPEG of at most :data:`LARGEST` bytes; None if it is no picture."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if image is None:
        return None
    width = min(WIDEST, image.shape[1])
    while True:
        height = max(1, round(image.shape[0] * width / image.shape[1]))
        small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        for quality in (80, 65, 50, 35):
            data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(data) <= LARGEST:
                return data
        width //= 2
