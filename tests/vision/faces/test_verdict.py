"""What was seen of a face is enough for a value, or is not; of faces that overlap the likelier one stays."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, draw_tray, overhead_tray
from vision.faces.classifier import FaceClassification, Tilt
from vision.faces.face import Face
from vision.faces.pip_counter import PipCount
from vision.faces.verdict import DISAGREE, NO_FACE, Candidate, apart, doubt_of, fused, leaning_on, of_a_size
from vision.geometry.view import View, view_of
from vision.reading import Flag

LOOK = view_of(draw_tray([DrawnDie(5, 150, 100, 25)]), overhead_tray())
BROWN = np.array([40.0, 80.0, 120.0])
FLAT = Tilt(0.0, 0.0, np.zeros(2))


def classification(
    value: int, share: float, at_mm: tuple[float, float] = (150.0, 100.0), look: View = LOOK
) -> FaceClassification:
    shares = np.full(7, (1 - share) / 6)
    shares[value] = share
    at = look.plane.to_view(np.array([at_mm]))[0]
    half = 8.0 * float(look.plane.pixels(at[None])[0])
    return FaceClassification(shares, np.zeros(3), at, half * np.eye(2), 0.0)


def pip_count(value: int, fit: float = 0.6, lead: float = 0.5) -> PipCount:
    return PipCount(value, fit, lead, BROWN, BROWN)


def seen(at_mm: tuple[float, float], leaning: float, slope: tuple[float, float] = (0.0, 0.0)) -> Candidate:
    lying = replace(classification(5, 0.99, at_mm), tilt=Tilt(leaning, 0.0, np.array(slope)))
    return Candidate(lying, pip_count(5))


@pytest.mark.parametrize(
    ("share", "fit", "lead", "doubt"),
    [
        (0.99, 0.6, 0.5, None),
        (0.99, 0.15, 0.12, "unclear pips"),
        (0.9, 0.15, 0.1, "unclear pips"),
        (0.9, 0.2, 0.12, None),
        (0.7, 0.2, 0.12, "unclear pips"),
        (0.7, 0.4, 0.2, None),
        (0.44, 0.9, 0.9, "unclear value"),
    ],
)
def test_the_less_sure_the_classifier_the_clearer_the_pips_must_be(
    share: float, fit: float, lead: float, doubt: str | None
) -> None:
    assert doubt_of(classification(5, share), pip_count(5, fit, lead)) == doubt
    assert doubt_of(classification(5, 1.0), pip_count(4, 1.0, 1.0)) == "readings disagree"


@pytest.mark.parametrize(
    ("value", "alike", "doubt"),
    [(1, 0.7, None), (1, 0.5, "unclear pips"), (4, 0.7, None), (5, 0.8, "unclear pips"), (6, 0.9, None)],
)
def test_pips_must_be_alike_on_a_known_tray_where_others_look_like_the_value(
    value: int, alike: float, doubt: str | None
) -> None:
    anywhere = classification(value, 0.99)
    on_tray, counted = replace(anywhere, tilt=FLAT), replace(pip_count(value), alike=alike)
    assert doubt_of(on_tray, counted) == doubt
    assert doubt_of(on_tray, pip_count(value), counted) == doubt
    assert doubt_of(anywhere, counted) is None


@pytest.mark.parametrize(
    ("share", "fit", "lead", "doubt"),
    [
        (0.95, 0.2, 0.12, None),
        (0.95, 0.1, 0.1, "readings disagree"),
        (0.8, 0.4, 0.2, None),
        (0.8, 0.3, 0.2, "readings disagree"),
        (0.68, 0.9, 0.9, "readings disagree"),
    ],
)
def test_marks_may_speak_where_colours_do_not(share: float, fit: float, lead: float, doubt: str | None) -> None:
    on_tray = replace(classification(5, share), tilt=FLAT)
    assert doubt_of(on_tray, pip_count(1, 0.3), pip_count(5, fit, lead)) == doubt
    assert doubt_of(on_tray, pip_count(1, 0.3), pip_count(4, fit, lead)) == "readings disagree"


@pytest.mark.parametrize(
    ("share", "fit", "lead", "doubt"),
    [
        (0.96, 0.4, 0.3, None),
        (0.92, 0.72, 0.74, "readings disagree"),
        (0.99, 0.3, 0.3, "readings disagree"),
    ],
)
def test_marks_must_be_plain_where_colours_show_no_trace(
    share: float, fit: float, lead: float, doubt: str | None
) -> None:
    anywhere = classification(1, share)
    on_tray = replace(anywhere, tilt=FLAT)
    assert doubt_of(on_tray, pip_count(3, -0.1), pip_count(1, fit, lead)) == doubt
    assert doubt_of(anywhere, pip_count(3, -0.1), pip_count(1, fit, lead)) is None


def test_the_colours_of_a_die_are_those_by_which_it_was_counted() -> None:
    one = replace(seen((150, 100), 0.0), pip_count=pip_count(1, 0.3), marks=replace(pip_count(5), spot=2 * BROWN))
    [face] = fused(LOOK, [one])
    assert (face.value, face.doubt) == (5, None)
    assert face.spot == pytest.approx(2 * BROWN)


def test_a_die_is_sooner_said_to_lean_where_it_has_something_to_lean_on() -> None:
    alone, at_the_rim, on_the_lip = (150.0, 100.0), (150.0, 10.0), (51.0, 100.0)
    for place, slope, flags in (
        (alone, (0.0, 0.2), set()),
        (at_the_rim, (0.0, 0.2), {Flag.COCKED}),
        (on_the_lip, (-0.2, 0.0), {Flag.COCKED}),
        (on_the_lip, (0.2, 0.0), {Flag.COCKED}),
    ):
        [face] = fused(LOOK, [seen(place, 0.8, slope)])
        assert face.flags == flags, place
    beside_another = fused(LOOK, [seen(alone, 0.8, (-0.2, 0.0)), seen((167.0, 100.0), leaning=0.0)])
    assert [face.flags for face in beside_another] == [{Flag.COCKED}, set()]
    assert fused(LOOK, [seen(alone, leaning=0.99)])[0].flags == {Flag.COCKED}


@pytest.mark.parametrize(
    ("leaning", "slope", "flags"),
    [
        (0.8, (-0.2, 0.0), {Flag.COCKED}),
        (0.8, (0.2, 0.0), set()),
        (0.8, (0.0, 0.2), set()),
        (0.44, (-0.12, 0.0), {Flag.COCKED}),
        (0.44, (-0.05, 0.0), set()),
        (0.44, (0.12, 0.0), set()),
    ],
)
def test_a_die_slopes_away_from_the_nearest_that_it_leans_on(
    leaning: float, slope: tuple[float, float], flags: set[Flag]
) -> None:
    beside = seen((167.0, 100.0), leaning=0.0)
    assert fused(LOOK, [seen((150.0, 100.0), leaning, slope), beside])[0].flags == flags
    farther = seen((150.0, 80.0), leaning=0.0)
    assert fused(LOOK, [seen((150.0, 100.0), 0.44, (0.0, 0.12)), beside, farther])[0].flags == set()
    [on_a_thing] = fused(LOOK, [seen((150.0, 100.0), 0.8, (-0.2, 0.0))], [seen((164.0, 100.0), leaning=0.0)])
    assert on_a_thing.flags == {Flag.COCKED}


@pytest.mark.parametrize(
    ("leaning", "slope", "coin", "flags"),
    [
        (0.8, (-0.12, 0.0), (164.0, 100.0), {Flag.COCKED}),
        (0.8, (0.12, 0.0), (164.0, 100.0), set()),
        (0.8, (-0.12, 0.0), (200.0, 100.0), set()),
        (0.28, (-0.12, 0.0), (164.0, 100.0), set()),
    ],
    ids=["away from it", "towards it", "far away", "hardly"],
)
def test_a_die_that_slopes_away_from_a_coin_leans_on_it(
    leaning: float, slope: tuple[float, float], coin: tuple[float, float], flags: set[Flag]
) -> None:
    [face] = leaning_on(fused(LOOK, [seen((150.0, 100.0), leaning, slope)]), [(np.array(coin), 9.0)])
    assert face.flags == flags
    assert (face.doubt is None) == (not flags)


def test_only_a_die_that_is_read_and_looks_larger_than_another_lies_on_one() -> None:
    on_another = replace(classification(5, 0.99), tilt=Tilt(0.0, 0.9, np.zeros(2)))
    lower = Candidate(replace(classification(5, 0.99, (60.0, 60.0)), axes=0.95 * on_another.axes), pip_count(5))
    die, cap, _ = fused(LOOK, [Candidate(on_another, pip_count(5)), Candidate(on_another, pip_count(4)), lower])
    assert (die.flags, die.doubt) == (frozenset({Flag.STACKED}), "on top of another die")
    assert (cap.flags, cap.doubt) == (frozenset(), "readings disagree")
    [lone] = fused(LOOK, [Candidate(on_another, pip_count(5))])
    assert (lone.flags, lone.doubt) == (frozenset(), None)


def test_nobody_weighs_a_lean_that_nobody_looked_for() -> None:
    unknown = replace(seen((150.0, 10.0), leaning=0.99), classification=classification(5, 0.99, (150.0, 10.0)))
    [face] = fused(LOOK, [unknown])
    assert (face.value, face.doubt, face.flags) == (5, None, frozenset())


FIVE = Face(5, 0.97, np.array([150.0, 100.0]), 8.0 * np.eye(2), np.zeros(3), np.ones(3))
TWO = replace(FIVE, value=2, confidence=0.9, centre=np.array([220.0, 60.0]))


def test_the_likelier_of_two_faces_in_one_place_stays_without_a_value_if_they_differ() -> None:
    assert apart([replace(FIVE, confidence=0.5), TWO, FIVE]) == [FIVE, TWO]
    five, two = apart([TWO, replace(FIVE, value=6, confidence=0.5), FIVE])
    assert (five.doubt, five.confidence, two) == (DISAGREE, 0.0, TWO)


@pytest.mark.parametrize(("steps", "doubt", "stays"), [(1.7, NO_FACE, False), (2.1, NO_FACE, True), (1.7, "?", True)])
def test_what_is_likelier_no_face_is_left_out_where_a_die_leaves_no_room(steps: float, doubt: str, stays: bool) -> None:
    side = replace(FIVE, centre=FIVE.centre + steps * FIVE.axes[0]).doubted(doubt)
    assert len(apart([FIVE, side])) == 1 + stays


def of_edge(edge: float, doubt: str | None = None) -> Face:
    none = np.zeros(3)
    return Face(3, 0.9, np.zeros(2), np.eye(2) * edge / 2, none, none, frozenset(), doubt)


@pytest.mark.parametrize(("edge", "kept"), [(7.0, False), (10.0, True), (25.0, True), (30.0, False)])
def test_on_a_tray_dice_have_the_sizes_that_are_sold(edge: float, kept: bool) -> None:
    [read] = of_a_size([of_edge(edge)])
    assert (read.doubt is None) is kept
    assert len(of_a_size([of_edge(edge, "no"), of_edge(16)])) == 1 + kept
