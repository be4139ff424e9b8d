"""Faces seen from the side are read as if they were seen from higher up."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.recording.image_files import load_picture
from tests.vision.drawn import DrawnDie, draw_table
from vision import Reader
from vision.faces import candidate, recheck
from vision.faces.face import Face
from vision.faces.pip_counter import counted_pips
from vision.geometry.view import view_of
from vision.untrayed import oblique
from vision.untrayed.pipeline import find_faces_anywhere

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"

VALUES = (2, 3, 5, 6)


def seen_from_the_side(height: float, width: float = 1.0) -> list[Face]:
    """The faces in a picture of four dice, in which all is so high, or wide, as a share of what it is from above, those
    on the left first."""
    above = draw_table([DrawnDie(value, 90 * value, 120, 17 * value, 40) for value in VALUES])
    squashed = cv2.resize(above, None, fx=width, fy=height, interpolation=cv2.INTER_AREA)
    return sorted(
        find_faces_anywhere(view_of(np.asarray(squashed, dtype=np.uint8), None)), key=lambda face: float(face.centre[0])
    )


@pytest.mark.parametrize("height", [1.0, 0.8, 0.65, 0.6])
def test_dice_are_read_that_are_seen_from_the_side(height: float) -> None:
    assert [(face.value, face.doubt) for face in seen_from_the_side(height)] == [(value, None) for value in VALUES]


@pytest.mark.parametrize("width", [0.8, 0.72])
def test_dice_are_read_in_a_picture_that_lies_on_its_side(width: float) -> None:
    assert [(face.value, face.doubt) for face in seen_from_the_side(1.0, width)] == [(value, None) for value in VALUES]


def test_a_face_that_is_narrower_than_high_is_looked_at_as_if_it_were_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 6 in {face.value for face in seen_from_the_side(1.0, 0.65) if not face.doubt}
    monkeypatch.setattr(oblique, "_SQUASHED", oblique._SQUASHED[:2])
    assert 6 not in {face.value for face in seen_from_the_side(1.0, 0.65) if not face.doubt}


def test_the_side_of_a_die_that_stands_on_the_lip_is_not_read() -> None:
    """It is narrower than high, and looks like a four; the tray has no markers."""
    picture, _ = load_picture(STILLS / "abnormal" / "cocked-lip-b-1.jpg")
    assert sorted(die.value or 0 for die in Reader().read(picture).dice) == [0, 1, 4, 6]


def test_a_face_that_is_looked_at_from_higher_up_is_lower_than_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    found = seen_from_the_side(0.6)
    monkeypatch.setattr(oblique, "_SQUASHED", ())
    doubtful = [face.doubt is not None for face in seen_from_the_side(0.6)]
    assert 0 < sum(doubtful) < len(found)
    assert not any(face.doubt for face in found)
    for face, was_doubtful in zip(found, doubtful, strict=True):
        long, short = np.linalg.svd(face.axes)[1]
        assert short / long < 0.8 if was_doubtful else short / long == pytest.approx(1.0)


@pytest.mark.parametrize("change", ["nothing read", "many in doubt"])
def test_nobody_looks_from_higher_up_where_it_could_be_anything(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many spots, or where there may be no dice at all, whoever looks often enough sees one."""
    if change == "many in doubt":
        monkeypatch.setattr(oblique, "FEW", 0)
    else:
        none_is_clear = replace(counted_pips(np.zeros((48, 48, 3), np.uint8)), fit=-1.0)
        monkeypatch.setattr(candidate, "counted_pips", lambda _: none_is_clear)
        monkeypatch.setattr(recheck, "counted_marks", lambda *_: none_is_clear)
    monkeypatch.setattr(oblique, "_squashed", lambda *_: pytest.fail("looked from higher up"))
    assert any(face.doubt for face in seen_from_the_side(0.6))
