"""More is asked about faces in doubt, and hardly anything about others."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.recording.image_files import load_picture
from tests.vision.drawn import DrawnDie, draw_table, draw_tray, overhead_tray
from tests.vision.five_and_two import changed_opinions, faces, fives_changed
from vision import Reader
from vision.faces import candidate, pipeline, recheck
from vision.faces.classifier import FaceClassification
from vision.faces.face import Face
from vision.faces.fusion import NO_FACE
from vision.faces.pip_counter import counted_marks, counted_pips
from vision.faces.pipeline import find_faces
from vision.faces.tilt import Tilt
from vision.geometry.view import view_of

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"


def test_marks_are_counted_where_the_colours_are_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidate, "counted_pips", fives_changed(counted_pips, {"value": 1, "fit": 0.3}))
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)


def test_nobody_marks_pips_that_are_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "marked", lambda _: pytest.fail("asked for marks without need"))
    assert [face.value for face in faces()] == [5, 2]


UNSURE = np.array([0.12, 0, 0.42, 0, 0, 0.46, 0])


@pytest.fixture
def unsure_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        candidate, "opinions", changed_opinions(lambda opinion: replace(opinion, shares=UNSURE, wrongs=np.zeros(3)))
    )
    monkeypatch.setattr(pipeline, "stances", lambda patches, _leans: [Tilt(0.0, 0.0)] * len(patches))
    monkeypatch.setattr(pipeline, "thought_over", lambda _picture, opinion, _lean: opinion)


def umpire_who_sees(shares: Any) -> Callable[..., list[FaceClassification]]:
    return lambda _patches, judged, _leans: [replace(one, shares=shares) for one in judged]


@pytest.mark.usefixtures("unsure_judge")
def test_what_judge_and_umpire_are_not_sure_of_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "of_the_umpire", lambda _patches, judged, _leans: judged)
    assert {face.doubt for face in faces()} <= {"its value is not clear", "two readings disagree"}
    assert len(faces()) >= 2


@pytest.mark.usefixtures("unsure_judge")
def test_what_the_judge_is_not_sure_of_the_umpire_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    five, two = (
        next(face for face in faces() if not face.doubt and abs(face.centre[0] - x) < 3) for x in (150.0, 220.0)
    )
    assert (five.value, two.value) == (5, 2)
    five_alone = np.array([0, 0, 0, 0, 0, 1.0, 0])
    monkeypatch.setattr(recheck, "of_the_umpire", umpire_who_sees(five_alone))
    assert {face.value for face in faces() if not face.doubt} == {5}


@pytest.mark.usefixtures("unsure_judge")
def test_the_umpire_is_not_believed_in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    one = np.array([0, 1.0, 0, 0, 0, 0, 0])
    monkeypatch.setattr(recheck, "of_the_umpire", umpire_who_sees(one))
    monkeypatch.setattr(
        candidate, "counted_pips", lambda patch: replace(counted_pips(patch), value=1, fit=1.0, lead=1.0)
    )
    assert not any(face.value for face in faces() if not face.doubt)


def test_a_one_that_is_not_plain_stands_only_with_the_umpire_s_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_face() -> Face:
        [face] = find_faces(view_of(draw_tray([DrawnDie(1, 150, 100, 25)]), overhead_tray()))
        return face

    assert (one_face().value, one_face().doubt) == (1, None)
    none = np.array([0.9, 0.1, 0, 0, 0, 0, 0])
    monkeypatch.setattr(recheck, "of_the_umpire", umpire_who_sees(none))
    monkeypatch.setattr(recheck, "_PLAINLY_ONE", 0.0)
    assert one_face().doubt is None
    monkeypatch.setattr(recheck, "_PLAINLY_ONE", 1.1)
    assert one_face().doubt == NO_FACE


def test_nobody_asks_the_umpire_about_what_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "of_the_umpire", lambda *_: pytest.fail("asked the umpire without need"))
    assert [face.value for face in faces()] == [5, 2]


VALUES = (2, 3, 5, 6)


def seen_from_the_side(height: float, width: float = 1.0) -> list[Face]:
    """The faces in a picture of four dice, in which all is so high, or wide, as a share of what it is from above, those
    on the left first."""
    above = draw_table([DrawnDie(value, 90 * value, 120, 17 * value, 40) for value in VALUES])
    squashed = cv2.resize(above, None, fx=width, fy=height, interpolation=cv2.INTER_AREA)
    return sorted(
        find_faces(view_of(np.asarray(squashed, dtype=np.uint8), None)), key=lambda face: float(face.centre[0])
    )


@pytest.mark.parametrize("height", [1.0, 0.8, 0.65, 0.6])
def test_dice_are_read_that_are_seen_from_the_side(height: float) -> None:
    assert [(face.value, face.doubt) for face in seen_from_the_side(height)] == [(value, None) for value in VALUES]


@pytest.mark.parametrize("width", [0.8, 0.72])
def test_dice_are_read_in_a_picture_that_lies_on_its_side(width: float) -> None:
    assert [(face.value, face.doubt) for face in seen_from_the_side(1.0, width)] == [(value, None) for value in VALUES]


def test_a_face_that_is_narrower_than_high_is_looked_at_as_if_it_were_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 6 in {face.value for face in seen_from_the_side(1.0, 0.65) if not face.doubt}
    monkeypatch.setattr(recheck, "_SQUASHED", recheck._SQUASHED[:2])
    assert 6 not in {face.value for face in seen_from_the_side(1.0, 0.65) if not face.doubt}


def test_the_side_of_a_die_that_stands_on_the_lip_is_not_read() -> None:
    """It is narrower than high, and looks like a four; the tray has no markers."""
    picture, _ = load_picture(STILLS / "abnormal" / "cocked-lip-b-1.jpg")
    assert sorted(die.value or 0 for die in Reader().read(picture).dice) == [0, 1, 4, 6]


def test_a_face_that_is_looked_at_from_higher_up_is_lower_than_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    found = seen_from_the_side(0.6)
    monkeypatch.setattr(recheck, "_SQUASHED", ())
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
        monkeypatch.setattr(recheck, "FEW", 0)
    else:
        none_is_clear = replace(counted_pips(np.zeros((48, 48, 3), np.uint8)), fit=-1.0)
        monkeypatch.setattr(candidate, "counted_pips", lambda _: none_is_clear)
        monkeypatch.setattr(recheck, "counted_marks", lambda *_: none_is_clear)
    monkeypatch.setattr(recheck, "_squashed", lambda *_: pytest.fail("looked from higher up"))
    assert any(face.doubt for face in seen_from_the_side(0.6))


def test_a_known_tray_is_not_looked_at_from_higher_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidate, "counted_pips", fives_changed(counted_pips, {"fit": -1.0}))
    monkeypatch.setattr(recheck, "counted_marks", fives_changed(counted_marks, {"fit": -1.0}))
    monkeypatch.setattr(recheck, "_squashed", lambda *_: pytest.fail("looked from higher up"))
    assert [face.doubt for face in faces()] == ["its pips are not clear", None]
