"""Rendered stills in which dice are in doubt: each has its value or its reason for having none.

They were chosen so that every recheck decides something: the pips' heat map, the fallback classifier, the warped
copies, the tilt, what is like its background, and what leaves no room for a die.
"""

import json
from pathlib import Path

import pytest

from device.recording.image_files import load_picture
from vision import Flag, Reader, Tray

STILLS = Path(__file__).parents[2] / "fixtures" / "stills"
TILTED, ON_ANOTHER = "not flat", "on top of another die"
UNKNOWN, DISAGREE = "not recognizable", "readings disagree"
OUTSIDE = "on the rim or outside"
Read = list[int | str]


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ("abnormal/cap-a-1.jpg", [DISAGREE, 4, 6, 1]),
        ("abnormal/cap-b-1.jpg", [2, 1, DISAGREE]),
        ("abnormal/cocked-lip-b-1.jpg", [UNKNOWN, UNKNOWN, 6, 4, 1]),
        ("abnormal/half-out-a-0.jpg", [6, 6, 4]),
        ("abnormal/half-out-a-1.jpg", [3, 5, 1, 2, "cut off by the edge of the picture"]),
        ("abnormal/on-rim-b-0.jpg", [1, 2, 4, 6, OUTSIDE]),
        ("abnormal/rolling-b-0.jpg", ["moving or out of focus", UNKNOWN]),
        ("abnormal/stacked-b-1.jpg", [UNKNOWN, 4, 5]),
        ("hard/black-on-black-a-2.jpg", [5, 2, 5, 4, 6]),
    ],
)
def test_dice_in_doubt_have_their_value_or_say_why_not(file: str, read: Read) -> None:
    dice = sorted(Reader().read(load_picture(STILLS / file)[0]).dice, key=lambda die: die.center)
    assert [die.value or die.doubt for die in dice] == read


@pytest.mark.parametrize(
    ("file", "read", "flag"),
    [
        ("abnormal/cap-a-1.jpg", [DISAGREE, 4, 6, 1], None),
        ("abnormal/cocked-lip-b-0.jpg", [6, TILTED, 3, 4, 2], Flag.COCKED),
        ("abnormal/rolling-b-1.jpg", [DISAGREE, 1, 6, OUTSIDE, 2], None),
        ("abnormal/phone-b-1.jpg", [3, 4], None),
        ("hard/touching-b-0.jpg", [5, 4, 2], None),
        ("abnormal/stacked-a-1.jpg", [4, 5, 2, ON_ANOTHER], Flag.STACKED),
    ],
)
def test_on_a_tray_that_is_known_too(file: str, read: Read, flag: Flag | None) -> None:
    folder, name = file.split("/")
    [label] = [row for row in json.loads((STILLS / folder / "labels.json").read_text("utf-8")) if row["file"] == name]
    picture = load_picture(STILLS / file)[0]
    reader = Reader(Tray.from_corners(label["tray"]["corners"], (1280, 720)))
    dice = sorted(reader.read(picture).dice, key=lambda die: die.center)
    assert [die.value or die.doubt for die in dice] == read
    flags = {each for die in dice if not die.value for each in die.flags}
    assert flags - {Flag.TOUCHING} == ({flag} if flag else set())
