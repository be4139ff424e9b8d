"""A face has a value only where scout, judge and tally have nothing to say against it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, draw_tray, overhead_tray
from vision import survey
from vision.face import Face
from vision.judge import WRONGS, Opinion, opinions
from vision.level import Stance
from vision.reading import Flag
from vision.survey import find_faces
from vision.tally import Tally, counted_marks, counted_pips
from vision.view import View, view_of
from vision.weighing import NO_FACE, Seen, weighed

TRAY = overhead_tray()
LOOK = view_of(draw_tray([DrawnDie(5, 150, 100, 25), DrawnDie(2, 220, 60, 70)]), TRAY)


def faces() -> list[Face]:
    return sorted(find_faces(LOOK), key=lambda face: float(face.centre[0]))


def changed_opinions(change: Callable[[Opinion], Opinion]) -> Callable[..., list[Opinion]]:
    return lambda *args: [change(opinion) for opinion in opinions(*args)]


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
    monkeypatch.setattr(survey, "counted_pips", fives_changed(counted_pips, change))
    monkeypatch.setattr(survey, "counted_marks", fives_changed(counted_marks, change))
    five, two = faces()
    assert (five.doubt, five.confidence) == (doubt, 0.0)
    assert (two.value, two.doubt) == (2, None)


def fives_changed(count: Callable[..., Tally], change: dict[str, Any]) -> Callable[..., Tally]:
    def counted(*seen: Any) -> Tally:
        tally = count(*seen)
        return replace(tally, **change) if tally.value == 5 else tally

    return counted


def test_marks_are_counted_where_the_colours_are_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "counted_pips", fives_changed(counted_pips, {"value": 1, "fit": 0.3}))
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)


def test_nobody_marks_pips_that_are_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "marked", lambda _: pytest.fail("asked for marks without need"))
    assert [face.value for face in faces()] == [5, 2]


@pytest.mark.parametrize(("wrong", "flag"), [("covered", Flag.HIDDEN), ("smeared", Flag.BLURRED), ("faint", None)])
def test_what_is_wrong_with_a_die_takes_its_value_and_flags_it(
    wrong: str, flag: Flag | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrongs = np.where(np.array(WRONGS) == wrong, 0.9, 0.0)
    monkeypatch.setattr(survey, "opinions", changed_opinions(lambda opinion: replace(opinion, wrongs=wrongs)))
    monkeypatch.setattr(survey, "thought_over", lambda _picture, opinion, _lean: opinion)
    for face in faces():
        assert face.doubt
        assert face.flags == ({flag} if flag else set())


@pytest.mark.parametrize(("stance", "flag"), [(Stance(0.99, 0.0), Flag.COCKED), (Stance(0.0, 0.99), Flag.STACKED)])
def test_a_die_that_does_not_stand_flat_has_no_value(
    stance: Stance, flag: Flag, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "stances", lambda patches, _leans: [stance] * len(patches))
    for face in faces():
        assert face.doubt
        assert face.flags == {flag}


def test_without_a_tray_nobody_tells_how_a_die_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "stances", lambda *_: pytest.fail("asked without knowing the tray"))
    assert find_faces(view_of(draw_tray([DrawnDie(5, 150, 100, 25)], markers=()), None))


UNSURE = np.array([0.12, 0, 0.42, 0, 0, 0.46, 0])


@pytest.fixture
def unsure_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        survey, "opinions", changed_opinions(lambda opinion: replace(opinion, shares=UNSURE, wrongs=np.zeros(3)))
    )
    monkeypatch.setattr(survey, "stances", lambda patches, _leans: [Stance(0.0, 0.0)] * len(patches))
    monkeypatch.setattr(survey, "thought_over", lambda _picture, opinion, _lean: opinion)


def umpire_who_sees(shares: Any) -> Callable[..., list[Opinion]]:
    return lambda _patches, judged, _leans: [replace(one, shares=shares) for one in judged]


@pytest.mark.usefixtures("unsure_judge")
def test_what_judge_and_umpire_are_not_sure_of_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "of_the_umpire", lambda _patches, judged, _leans: judged)
    assert {face.doubt for face in faces()} <= {"its value is not clear", "two readings disagree"}
    assert len(faces()) >= 2


@pytest.mark.usefixtures("unsure_judge")
def test_what_the_judge_is_not_sure_of_the_umpire_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    five, two = (
        next(face for face in faces() if not face.doubt and abs(face.centre[0] - x) < 3) for x in (150.0, 220.0)
    )
    assert (five.value, two.value) == (5, 2)
    five_alone = np.array([0, 0, 0, 0, 0, 1.0, 0])
    monkeypatch.setattr(survey, "of_the_umpire", umpire_who_sees(five_alone))
    assert {face.value for face in faces() if not face.doubt} == {5}


@pytest.mark.usefixtures("unsure_judge")
def test_the_umpire_is_not_believed_in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    one = np.array([0, 1.0, 0, 0, 0, 0, 0])
    monkeypatch.setattr(survey, "of_the_umpire", umpire_who_sees(one))
    monkeypatch.setattr(survey, "counted_pips", lambda patch: replace(counted_pips(patch), value=1, fit=1.0, lead=1.0))
    assert not any(face.value for face in faces() if not face.doubt)


def test_a_one_that_is_not_plain_stands_only_with_the_umpire_s_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_face() -> Face:
        [face] = find_faces(view_of(draw_tray([DrawnDie(1, 150, 100, 25)]), overhead_tray()))
        return face

    assert (one_face().value, one_face().doubt) == (1, None)
    none = np.array([0.9, 0.1, 0, 0, 0, 0, 0])
    monkeypatch.setattr(survey, "of_the_umpire", umpire_who_sees(none))
    monkeypatch.setattr(survey, "_PLAINLY_ONE", 0.0)
    assert one_face().doubt is None
    monkeypatch.setattr(survey, "_PLAINLY_ONE", 1.1)
    assert one_face().doubt == NO_FACE


def test_nobody_asks_the_umpire_about_what_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "of_the_umpire", lambda *_: pytest.fail("asked the umpire without need"))
    assert [face.value for face in faces()] == [5, 2]


def test_what_the_judge_takes_for_none_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    none = np.array([0.99, 0.01, 0, 0, 0, 0, 0])
    monkeypatch.setattr(survey, "opinions", changed_opinions(lambda opinion: replace(opinion, shares=none)))
    assert faces() == []


def test_what_is_read_as_two_values_in_one_place_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen_twice(look: View, seen: list[Seen]) -> list[Face]:
        found = weighed(look, seen)
        return [*found, *(replace(face, value=6, confidence=face.confidence / 2) for face in found if face.value == 5)]

    monkeypatch.setattr(survey, "weighed", seen_twice)
    five, two = faces()
    assert (five.doubt, five.confidence) == ("two readings disagree", 0.0)
    assert (two.value, two.doubt) == (2, None)


@pytest.mark.parametrize(
    ("value", "share", "doubt"), [(1, 0.7, None), (1, 0.9, "two readings disagree"), (2, 0.7, "two readings disagree")]
)
def test_a_small_one_on_a_face_is_a_pip_of_it(
    value: int, share: float, doubt: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_pip(look: View, seen: list[Seen]) -> list[Face]:
        found = weighed(look, seen)
        five = next(face for face in found if face.value == 5)
        pip = replace(
            five, value=value, confidence=0.9, centre=five.centre + 0.4 * five.axes[0], axes=share * five.axes
        )
        return [*found, pip]

    monkeypatch.setattr(survey, "weighed", with_a_pip)
    five, two = faces()
    assert (five.value, five.doubt, two.value, two.doubt) == (5, doubt, 2, None)


@pytest.mark.parametrize(("steps", "doubt", "stays"), [(1.7, NO_FACE, False), (2.1, NO_FACE, True), (1.7, "?", True)])
def test_what_is_likelier_no_face_is_left_out_where_a_die_leaves_no_room(
    steps: float, doubt: str, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that die's side."""

    def with_sides(look: View, seen: list[Seen]) -> list[Face]:
        found = weighed(look, seen)
        return [*found, *(replace(one, centre=one.centre + steps * one.axes[0]).doubted(doubt) for one in found)]

    monkeypatch.setattr(survey, "weighed", with_sides)
    assert sum(face.doubt == doubt for face in faces()) == (2 if stays else 0)
    assert [face.value for face in faces() if not face.doubt] == [5, 2]
