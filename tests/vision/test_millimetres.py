"""Millimetres on the rendered stills, whose lenses bend by -0.015 to -0.05 while -0.03 is taken for granted."""

import json
from math import dist
from pathlib import Path
from typing import Any

import pytest

from device.recording.image_files import load_picture
from vision import Tray, find_tray

CLEAN = Path(__file__).parents[2] / "fixtures" / "stills" / "clean"
LABELS = [row for row in json.loads((CLEAN / "labels.json").read_text("utf-8")) if row["split"] == "check"][::4]


def farthest(tray: Tray, dice: list[dict[str, Any]]) -> float:
    """How far, in mm, the worst die lies from where it should, by the middle of its upper face."""
    return max(dist(tray.to_mm([die["center"]], die["size"])[0], die["center_mm"]) for die in dice)


@pytest.mark.parametrize("label", LABELS, ids=lambda label: str(label["file"]))
def test_dice_lie_where_they_are_by_four_corners(label: dict[str, Any]) -> None:
    tray = Tray.from_corners(label["tray"]["corners"], (1280, 720))
    assert farthest(tray, label["dice"]) < 0.5


@pytest.mark.parametrize(
    "label", [label for label in LABELS if label["tray"]["markers"]], ids=lambda label: str(label["file"])
)
def test_dice_lie_where_they_are_by_the_markers(label: dict[str, Any]) -> None:
    tray = find_tray(load_picture(CLEAN / label["file"])[0])
    assert tray is not None
    assert farthest(tray, label["dice"]) < 0.5
    assert max(map(dist, tray.corners_px, label["tray"]["corners"])) * tray.mm_per_px < 0.4
