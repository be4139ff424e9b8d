"""A face has a value only where detector, classifier and tally have nothing to say against it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.recording.image_files import load_picture
from tests.vision.five_and_two import changed_classifications, faces, fives_changed
from vision import Reader
from vision.faces import candidate, pipeline, recheck, search
from vision.faces.classifier import WRONGS
from vision.faces.face import Face
from vision.faces.fusion import NO_FACE, Candidate, fused
from vision.faces.pip_counter import counted_marks, counted_pips
from vision.faces.tilt import Tilt
from vision.geometry.view import View
from vision.reading import Flag

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"


def test_both_readings_say_the_same() -> None:
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)
    assert five.centre == pytest.approx([150, 100], abs=0.8)
    assert five.edge == pytest.approx(16, rel=0.05)
    assert five.confidence > 0.9
    assert (five.likeliest[0], two.likeliest[0]) == (5, 2)
    assert sorted(five.likeliest) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({"value": 4}, "two readings disagree"),
        ({"fit": -0.2}, "its pips are not clear"),
        ({"lead": -0.02}, "its pips are not clear"),
    ],
)
def test_what_both_tallies_have_against_a_value(
    change: dict[str, Any], doubt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidate, "counted_pips", fives_changed(counted_pips, change))
    monkeypatch.setattr(recheck, "counted_marks", fives_changed(counted_marks, change))
    five, two = faces()
    assert (five.doubt, five.confidence) == (doubt, 0.0)
    assert (two.value, two.doubt) == (2, None)


@pytest.mark.parametrize(("wrong", "flag"), [("covered", Flag.HIDDEN), ("smeared", Flag.BLURRED), ("faint", None)])
def test_what_is_wrong_with_a_die_takes_its_value_and_flags_it(
    wrong: str, flag: Flag | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrongs = np.where(np.array(WRONGS) == wrong, 0.9, 0.0)
    monkeypatch.setattr(
        candidate, "classify", changed_classifications(lambda classification: replace(classification, wrongs=wrongs))
    )
    monkeypatch.setattr(search, "classify_all_round", lambda _picture, classification, _lean: classification)
    for face in faces():
        assert face.doubt
        assert face.flags == ({flag} if flag else set())


@pytest.mark.parametrize(("tilt", "flag"), [(Tilt(0.99, 0.0), Flag.COCKED), (Tilt(0.0, 0.99), Flag.STACKED)])
def test_a_die_that_does_not_stand_flat_has_no_value(tilt: Tilt, flag: Flag, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "tilts", lambda patches, _leans: [tilt] * len(patches))
    for face in faces():
        assert face.doubt
        assert face.flags == {flag}


def test_what_the_judge_takes_for_none_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    none = np.array([0.99, 0.01, 0, 0, 0, 0, 0])
    monkeypatch.setattr(
        candidate, "classify", changed_classifications(lambda classification: replace(classification, shares=none))
    )
    assert faces() == []


def test_what_is_read_as_two_values_in_one_place_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def voted(look: View, seen: list[Candidate]) -> list[Face]:
        found = fused(look, seen)
        return [*found, *(replace(face, value=6, confidence=face.confidence / 2) for face in found if face.value == 5)]

    monkeypatch.setattr(pipeline, "fused", voted)
    five, two = faces()
    assert (five.doubt, five.confidence) == ("two readings disagree", 0.0)
    assert (two.value, two.doubt) == (2, None)


@pytest.mark.parametrize(
    ("value", "share", "doubt"), [(1, 0.7, None), (1, 0.9, "two readings disagree"), (2, 0.7, "two readings disagree")]
)
def test_a_small_one_on_a_face_is_a_pip_of_it(
    value: int, share: float, doubt: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_pip(look: View, seen: list[Candidate]) -> list[Face]:
        found = fused(look, seen)
        five = next(face for face in found if face.value == 5)
        pip = replace(
            five, value=value, confidence=0.9, centre=five.centre + 0.4 * five.axes[0], axes=share * five.axes
        )
        return [*found, pip]

    monkeypatch.setattr(pipeline, "fused", with_a_pip)
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, doubt, 2, None)


@pytest.mark.parametrize(("steps", "doubt", "stays"), [(1.7, NO_FACE, False), (2.1, NO_FACE, True), (1.7, "?", True)])
def test_what_is_likelier_no_face_is_left_out_where_a_die_leaves_no_room(
    steps: float, doubt: str, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that die's side."""

    def with_sides(look: View, seen: list[Candidate]) -> list[Face]:
        found = fused(look, seen)
        return [*found, *(replace(one, centre=one.centre + steps * one.axes[0]).doubted(doubt) for one in found)]

    monkeypatch.setattr(pipeline, "fused", with_sides)
    assert sum(face.doubt == doubt for face in faces()) == (2 if stays else 0)
    assert [face.value for face in faces() if not face.doubt] == [5, 2]


def test_a_tray_with_a_die_in_its_midst_is_no_huge_one() -> None:
    """Its markers are out of sight, and the tray stands on end; it was read as a one, and its dice were not."""
    picture, _ = load_picture(STILLS / "clean" / "weave-bottle-b-0.jpg")
    reading = Reader().read(np.ascontiguousarray(np.rot90(picture, 3)))
    assert sorted(die.value or 0 for die in reading.dice) == [1, 4, 5]
