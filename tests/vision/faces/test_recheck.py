"""More is asked about faces in doubt, and hardly anything about others."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, draw_tray
from tests.vision.five_and_two import TRAY, changed_classifications, faces, fives_changed
from vision.faces import candidate, pipeline, recheck, search
from vision.faces.classifier import FaceClassification
from vision.faces.face import Face
from vision.faces.fusion import NO_FACE
from vision.faces.pip_counter import counted_pips
from vision.faces.pipeline import find_faces_on_tray
from vision.faces.tilt import Tilt
from vision.geometry.view import view_of

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"


def test_marks_are_counted_where_the_colours_are_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidate, "counted_pips", fives_changed(counted_pips, {"value": 1, "fit": 0.3}))
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)


def test_nobody_marks_pips_that_are_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "heatmaps", lambda _: pytest.fail("asked for marks without need"))
    assert [face.value for face in faces()] == [5, 2]


UNSURE = np.array([0.12, 0, 0.42, 0, 0, 0.46, 0])


@pytest.fixture
def unsure_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        candidate,
        "classify",
        changed_classifications(lambda classification: replace(classification, shares=UNSURE, wrongs=np.zeros(3))),
    )
    monkeypatch.setattr(pipeline, "tilts", lambda patches, _leans: [Tilt(0.0, 0.0)] * len(patches))
    monkeypatch.setattr(search, "classify_all_round", lambda _picture, classification, _lean: classification)


def fallback_that_returns(shares: Any) -> Callable[..., list[FaceClassification]]:
    return lambda _patches, classified, _leans: [replace(one, shares=shares) for one in classified]


@pytest.mark.usefixtures("unsure_classifier")
def test_what_judge_and_umpire_are_not_sure_of_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "reclassified", lambda _patches, classified, _leans: classified)
    assert {face.doubt for face in faces()} <= {"its value is not clear", "two readings disagree"}
    assert len(faces()) >= 2


@pytest.mark.usefixtures("unsure_classifier")
def test_what_the_judge_is_not_sure_of_the_umpire_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    five, two = (
        next(face for face in faces() if not face.doubt and abs(face.centre[0] - x) < 3) for x in (150.0, 220.0)
    )
    assert (five.value, two.value) == (5, 2)
    five_alone = np.array([0, 0, 0, 0, 0, 1.0, 0])
    monkeypatch.setattr(recheck, "reclassified", fallback_that_returns(five_alone))
    assert {face.value for face in faces() if not face.doubt} == {5}


@pytest.mark.usefixtures("unsure_classifier")
def test_the_umpire_is_not_believed_in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    one = np.array([0, 1.0, 0, 0, 0, 0, 0])
    monkeypatch.setattr(recheck, "reclassified", fallback_that_returns(one))
    monkeypatch.setattr(
        candidate, "counted_pips", lambda patch: replace(counted_pips(patch), value=1, fit=1.0, lead=1.0)
    )
    assert not any(face.value for face in faces() if not face.doubt)


def test_a_one_that_is_not_plain_stands_only_with_the_umpire_s_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_face() -> Face:
        [face] = find_faces_on_tray(view_of(draw_tray([DrawnDie(1, 150, 100, 25)]), TRAY), TRAY)
        return face

    assert (one_face().value, one_face().doubt) == (1, None)
    none = np.array([0.9, 0.1, 0, 0, 0, 0, 0])
    monkeypatch.setattr(recheck, "reclassified", fallback_that_returns(none))
    monkeypatch.setattr(recheck, "_PLAINLY_ONE", 0.0)
    assert one_face().doubt is None
    monkeypatch.setattr(recheck, "_PLAINLY_ONE", 1.1)
    assert one_face().doubt == NO_FACE


def test_nobody_asks_the_umpire_about_what_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "reclassified", lambda *_: pytest.fail("asked the fallback classifier without need"))
    assert [face.value for face in faces()] == [5, 2]
