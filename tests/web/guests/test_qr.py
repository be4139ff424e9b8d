"""QR codes, read back."""

import re

import cv2
import numpy as np

from web.guests.join_info import qr_of

SCALE = 8


def test_a_code_says_what_it_was_made_of() -> None:
    address = "http://192.168.178.42:8000/helm#482913"
    code = qr_of(address)
    picture = np.full((code.size * SCALE, code.size * SCALE), 255, np.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)\.5h(\d+)", code.path):
        left, top = int(x) * SCALE, int(y) * SCALE
        picture[top : top + SCALE, left : left + int(width) * SCALE] = 0
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address
