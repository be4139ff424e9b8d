"""A contact sheet: many pictures on one, each with its name."""

from collections.abc import Sequence

import cv2
import numpy as np

from device.cameras.camera import Image

CELL = (480, 270)
CAPTION = 24
COLUMNS = 4
MOST = 60
"""Pictures on one sheet; what is over is left out."""


def cell(caption: str, image: Image) -> Image:
    """One picture, (h, w, 3) uint8 BGR, made small, with its caption above it."""
    scale = min(CELL[0] / image.shape[1], CELL[1] / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[: CELL[1], : CELL[0]]
    whole = np.zeros((CELL[1] + CAPTION, CELL[0], 3), np.uint8)
    whole[CAPTION : CAPTION + small.shape[0], : small.shape[1]] = small
    plain = caption.encode("ascii", "replace").decode()
    cv2.putText(whole, plain, (6, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (230, 230, 230), 1, cv2.LINE_AA)
    return whole


def contact_sheet(cells: Sequence[Image]) -> Image:
    """Pictures made by :func:`cell`, in rows of four on one (H, W, 3) uint8 BGR."""
    kept = list(cells[:MOST])
    blank = np.zeros((CELL[1] + CAPTION, CELL[0], 3), np.uint8)
    kept += [blank] * (-len(kept) % COLUMNS if kept else COLUMNS)
    rows = [np.hstack(kept[start : start + COLUMNS]) for start in range(0, len(kept), COLUMNS)]
    return np.vstack(rows)
