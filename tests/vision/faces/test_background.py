"""What nothing sets off from an uneven ground is no die."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_table
from tests.vision.supposed import supposed
from vision.faces.background import with_bodies, without_background
from vision.geometry.view import view_of

DIE, BARE = (200, 150), (420, 300)
GREEN = (60, 90, 50)


def table(unevenness: float, ground: tuple[int, int, int] = GREEN) -> Picture:
    """A carpet with one die on it; the die itself is even."""
    plain = draw_table([DrawnDie(5, *DIE, 20, 40)], (800, 600), ground)
    tufts = np.random.default_rng(1).normal(0, unevenness, plain.shape)
    tufts[DIE[1] - 26 : DIE[1] + 27, DIE[0] - 26 : DIE[0] + 27] = 0
    return np.asarray(np.clip(plain + cv2.GaussianBlur(tufts, (0, 0), 0.8), 0, 255), dtype=np.uint8)


def test_on_a_carpet_only_what_stands_out_is_a_die_and_on_even_ground_or_in_a_corner_all() -> None:
    die, bare, carpet = supposed(*DIE), supposed(*BARE), view_of(table(90), None)
    assert without_background(carpet, [die, bare]) == [die]
    assert without_background(view_of(table(0), None), [bare]) == [bare]
    for corner in (supposed(3, 3), supposed(797, 597)):
        assert without_background(carpet, [corner]) == [corner]


@pytest.mark.parametrize(
    ("share", "none", "counted", "kept"),
    [
        (0.7, 0.2, 2, False),
        (0.7, 0.05, 2, True),
        (0.8, 0.15, 5, False),
        (0.9, 0.05, 5, True),
    ],
)
def test_what_is_surely_a_face_is_one_wherever_it_lies(share: float, none: float, counted: int, kept: bool) -> None:
    face = supposed(*BARE, share=share, none=none, counted=counted)
    assert without_background(view_of(table(90), None), [face]) == [face] * kept


def carpet(grain: float, face: float, shade: int = 0) -> Picture:
    """A coarse carpet with a place as unlike itself as ``face`` levels, ``shade`` levels darker than the carpet."""
    chance = np.random.default_rng(3)
    tufts = cv2.GaussianBlur(chance.normal(0, grain, (600, 800, 1)), (0, 0), 2)[..., None]
    place = (slice(BARE[1] - 20, BARE[1] + 21), slice(BARE[0] - 20, BARE[0] + 21))
    tufts[place] = face * tufts[place] - shade
    return np.asarray(np.clip(120 + tufts * (1, 1, 1), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize(
    ("value", "grain", "face", "shade", "doubt"),
    [
        pytest.param(3, 300, 1.0, 0, "not recognizable", id="a patch of the carpet"),
        pytest.param(4, 300, 1.0, 0, None, id="a pattern of many spots"),
        pytest.param(3, 300, 0.1, 0, None, id="a plain body of the carpet's colour"),
        pytest.param(3, 300, 1.0, 110, None, id="a veined body of another colour"),
        pytest.param(3, 20, 1.0, 0, None, id="cloth"),
    ],
)
def test_on_a_coarse_floor_a_value_needs_a_body(
    value: int, grain: float, face: float, shade: int, doubt: str | None
) -> None:
    look = view_of(carpet(grain, face, shade), None)
    [one] = with_bodies(look, [supposed(*BARE, value, share=0.97, counted=value)])
    assert one.doubt == doubt


def test_dice_beside_a_die_are_not_its_surroundings() -> None:
    x, y = BARE
    others = [
        supposed(x + dx, y + dy, counted=5, share=0.95, none=0.01) for dx, dy in ((46, 0), (-46, 0), (0, 46), (0, -46))
    ]
    face = supposed(x, y)
    look = view_of(table(90), None)
    assert without_background(look, [face]) == []
    assert without_background(look, [face, *others]) == [face, *others]


def test_where_it_is_likelier_no_face_two_sides_do() -> None:
    picture = table(90)
    x, y = BARE
    picture[:, x + 20 :] = 230
    picture[y + 20 :] = 230
    look = view_of(picture, None)
    unclear, nothing = supposed(x, y), supposed(x, y, value=5, share=0.2, none=0.7)
    assert without_background(look, [unclear, nothing]) == [unclear]
