"""What can be wrong with a picture of the tray as a whole, by name and in a sentence."""

from dataclasses import dataclass
from enum import StrEnum


class Problem(StrEnum):
    """What is wrong with a picture of the tray."""

    LENS_COVERED = "lens covered"
    TOO_DARK = "too dark"
    OVEREXPOSED = "overexposed"
    OUT_OF_FOCUS = "out of focus"
    FLICKERING = "flickering light"
    TRAY_CUT = "tray not whole in the picture"
    CAMERA_MOVED = "camera moved"
    MARKER_COVERED = "marker covered"


@dataclass(frozen=True, slots=True)
class PictureTrouble:
    """A problem, and the sentence that tells a person what to do about it.

    ``blinds`` says that no die in such a picture may be given a value.
    """

    problem: Problem
    sentence: str
    blinds: bool = False
