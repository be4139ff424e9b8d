"""The players' colours are told apart by people with each kind of colour blindness, and seen on their ground.

Simulated by the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15/6, 2009), of severity 1.0; compared by
CIEDE2000 (Sharma, Wu and Dalal 2005).
"""

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

import web
from engine.names import COLOURS, EMBLEMS
from tests.web.test_colours import DAY, NIGHT, contrast

STATIC = Path(web.__file__).parent / "static"
PALETTES = {
    theme: dict(re.findall(rf"^{start}\.in-(\w+) {{\n  color: (#\w{{6}});", (STATIC / "emblem.css").read_text(), re.M))
    for theme, start in {"night": r"\[class\]", "day": r':root\[data-theme="day"\] '}.items()
}
GROUNDS = {"night": NIGHT, "day": NIGHT | DAY}
LEAST = 9.0
"""CIEDE2000 between any two; about 2.3 is what is just noticed side by side."""
SIMULATED = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Lab = tuple[float, float, float]


@pytest.mark.parametrize("theme", PALETTES)
def test_every_colour_has_a_look_in_each_theme(theme: str) -> None:
    assert list(PALETTES[theme]) == list(COLOURS)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("sight", SIMULATED)
def test_any_two_colours_are_told_apart(theme: str, sight: str) -> None:
    seen = {name: lab(simulated(colour, sight)) for name, colour in PALETTES[theme].items()}
    near = {(one, other): ciede2000(seen[one], seen[other]) for one, other in combinations(seen, 2)}
    assert min(near.values()) >= LEAST, min(near, key=near.__getitem__)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("ground", ["ground", "glow", "lifted"])
def test_every_colour_is_seen_on_its_ground(theme: str, ground: str) -> None:
    assert all(contrast(colour, GROUNDS[theme][ground]) >= 3 for colour in PALETTES[theme].values())


def test_every_emblem_is_drawn() -> None:
    drawn = re.findall(r'<symbol id="(\w+)"', (STATIC / "emblems.svg").read_text())
    assert drawn == list(EMBLEMS)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ],
)
def test_the_difference_is_that_of_the_published_pairs(one: Lab, other: Lab, apart: float) -> None:
    """Pairs 1, 17 and 33 of Sharma, Wu and Dalal."""
    assert ciede2000(one, other) == pytest.approx(apart, abs=1e-4)


def simulated(colour: str, sight: str) -> tuple[float, ...]:
    """The linear red, green and blue that somebody sees as that colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return tuple(
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in SIMULATED[sight]
    )


def lab(linear: tuple[float, ...]) -> Lab:
    """CIE L*a*b* of linear sRGB, under D65."""
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (part / white for part, white in zip(xyz, (0.95047, 1.0, 1.08883), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Lab, other: Lab) -> float:
    """The colour difference CIEDE2000."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    grey = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    (l1, a1, b1), (l2, a2, b2) = ((light, a * grey, b) for light, a, b in (one, other))
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = h2 - h1 if c1 * c2 else 0.0
    turn += 360 if turn < -180 else -360 if turn > 180 else 0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2
    if c1 * c2:
        middle = middle / 2 if abs(h1 - h2) <= 180 else (middle + (360 if middle < 360 else -360)) / 2
    weight = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma, by_hue = (c2 - c1) / (1 + 0.045 * chroma), hue / (1 + 0.015 * chroma * weight)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)
