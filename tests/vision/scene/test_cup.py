"""A dice cup on the tray, drawn and in the watcher: it is told from hands and other things by its shape."""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.drawn import Colour, DrawnCup, DrawnDie, Picture, draw_tray, grainy, overhead_tray
from vision import EmptyTray, Reader, Reading, Rest, Watcher
from vision.scene.cup import is_cup
from vision.scene.empty_tray import with_foreign_objects

FRAME = (640, 360)
TRAY = overhead_tray(frame=FRAME)
BODIES: tuple[Colour, ...] = (
    (92, 52, 30),
    (28, 26, 26),
    (150, 104, 62),
    (150, 24, 28),
    (30, 50, 120),
    (225, 222, 214),
    (140, 92, 50),
    (120, 120, 124),
)
FELTS: tuple[Colour, ...] = ((28, 92, 54), (44, 84, 150), (92, 20, 32), (62, 30, 84), (104, 106, 108))
STILLS = 48
SEEN = 43
"""The fewest of the drawn cups that are seen; the others have the colour of the felt."""


def some_cup(chance: np.random.Generator, body: Colour) -> DrawnCup:
    """A cup of any size anywhere on the floor, its shade to any side."""
    mouth = float(chance.uniform(58, 106))
    x, y = (float(chance.uniform(mouth / 2, side - mouth / 2)) for side in (300, 200))
    bottom, height, shade = mouth * chance.uniform(0.75, 1), chance.uniform(70, 105), chance.uniform(0, 0.6)
    aside = chance.uniform(-40, 40, 2)
    return DrawnCup(x, y, mouth, float(bottom), float(height), body, float(shade), (float(aside[0]), float(aside[1])))


def drawn(chance: np.random.Generator, number: int) -> tuple[Picture, Picture]:
    """An empty tray, and the same in a little other light with a cup and up to three dice, none under it."""
    felt, light = FELTS[number % len(FELTS)], float(chance.uniform(0.6, 1.3))
    cup = some_cup(chance, BODIES[number % len(BODIES)])
    dice = [
        DrawnDie(int(chance.integers(1, 7)), x, y, float(chance.uniform(0, 90)))
        for x, y in chance.uniform((12, 30), (288, 170), (3, 2)).tolist()
        if np.hypot(x - cup.x, y - cup.y) > cup.mouth / 2 + 14
    ]
    empty = draw_tray(tray=TRAY, felt=felt, light=light)
    return empty, draw_tray(dice, TRAY, felt=felt, light=light * float(chance.uniform(0.92, 1.08)), cup=cup)


def test_cups_of_all_colours_are_seen_in_all_lights_and_nothing_beside_them_is_read() -> None:
    seen = 0
    for number in range(STILLS):
        empty, picture = drawn(np.random.default_rng(number), number)
        reading = with_foreign_objects(Reading(Rest.EMPTY), picture, EmptyTray.of(empty, TRAY))
        seen += reading.rest is Rest.COVERED
        assert reading.rest is not Rest.COVERED or reading == Reading(Rest.COVERED)
    assert seen >= SEEN


def shape(corners: Sequence[tuple[float, float]]) -> np.ndarray:
    return np.array(corners, dtype=float)


def ring(width: float, length: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.stack([width / 2 * np.cos(angle), length / 2 * np.sin(angle)], axis=1)


@pytest.mark.parametrize(
    ("hull", "filled", "cup"),
    [
        (ring(58, 58), 1.0, True),
        (ring(140, 140), 1.0, True),
        (ring(80, 120), 1.0, True),
        (ring(50, 50), 1.0, False),
        (ring(150, 150), 1.0, False),
        (ring(60, 110), 1.0, False),
        (ring(80, 80), 0.8, False),
        (shape([(0, 0), (90, 0), (90, 90), (0, 90)]), 1.0, False),
        (shape([(0, 0), (75, 0), (75, 105), (0, 105)]), 1.0, False),
        (shape([(0, 0), (120, 0), (60, 104)]), 1.0, False),
        (shape([(0, 0), (0, 0), (0, 0)]), 1.0, False),
    ],
    ids=["small", "large", "aslant", "coin", "plate", "long", "open", "coaster", "box", "triangle", "nothing"],
)
def test_a_cup_is_large_round_and_solid(hull: np.ndarray, filled: float, cup: bool) -> None:
    area = float(cv2.contourArea(hull.astype(np.float32))) * filled
    assert is_cup(hull, area) is cup


EMPTY, DICE = draw_tray(tray=TRAY), [DrawnDie(5, 25, 60, 20), DrawnDie(2, 140, 95, 50), DrawnDie(1, 165, 118, 70)]


def with_shape(places: Sequence[tuple[float, float]] | np.ndarray, colour: Colour = (205, 150, 120)) -> Picture:
    """The tray and a flat thing, its outline in mm."""
    picture = EMPTY.copy()
    cv2.fillConvexPoly(picture, TRAY.to_px(places).astype(np.int32), colour[::-1], cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(
    "picture",
    [
        with_shape([(110, 300), (100, 90), (130, 60), (170, 60), (195, 90), (190, 300)]),
        with_shape([(60, 60), (135, 60), (135, 160), (60, 160)]),
        with_shape(ring(66, 66) + np.array((318, 100)), (230, 230, 230)),
        with_shape(ring(118, 160) + np.array((150, 190))),
        draw_tray(DICE, TRAY),
    ],
    ids=["a fist with its arm", "a box", "a glass beside the tray", "a sleeve", "dice"],
)
def test_other_things_are_no_cup(picture: Picture) -> None:
    told = with_foreign_objects(Reading(Rest.OBSTRUCTED), picture, EmptyTray.of(EMPTY, TRAY))
    assert told.rest is Rest.OBSTRUCTED


@pytest.mark.parametrize("at", [(150.0, 105.0), (254.0, 60.0)], ids=["in the middle", "against the rim"])
def test_the_watcher_says_covered_while_a_cup_stands_and_reads_when_it_is_lifted(at: tuple[float, float]) -> None:
    """Against the rim its picture reaches over the edge as a hand does."""
    watcher, cup = Watcher(Reader(TRAY)), DrawnCup(*at, 88.0, 76.0)
    pictures = [*[EMPTY] * 10, *[draw_tray(DICE[:1], TRAY, cup=cup)] * 14, *[draw_tray(DICE, TRAY)] * 10]
    seen = [watcher.see(grainy(picture, n), n / 10) for n, picture in enumerate(pictures)]
    assert seen[9].rest is Rest.EMPTY
    standing, lifted = seen[10:24], seen[24:]
    assert not any(reading.dice for reading in standing)
    assert {reading.rest for reading in standing[9:]} == {Rest.COVERED}
    assert all(after.rest is Rest.COVERED for now, after in pairwise(standing) if now.rest is Rest.COVERED)
    assert sorted(die.value or 0 for die in lifted[-1].dice) == [1, 2, 5]
    assert lifted[0].rest in (Rest.MOVING, Rest.OBSTRUCTED)
