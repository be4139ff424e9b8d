"""Text is readable on its ground, by night and by day (WCAG 2.1, AA: 4.5 to 1)."""

import re
from itertools import product
from pathlib import Path

import pytest

import web

TOKEN = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")
THEME = (Path(web.__file__).parent / "static/theme.css").read_text()
NIGHT, DAY = (
    dict(TOKEN.findall(block)) for block in re.findall(r"^:root.*? \{(.*?)^\}", THEME, re.DOTALL | re.MULTILINE)
)
TEXTS = ("ivory", "faint", "brass", "red", "amber", "green", "blue")


def luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [NIGHT, NIGHT | DAY], ids=["night", "day"])
@pytest.mark.parametrize(("text", "ground"), [*product(TEXTS, ("ground", "glow", "lifted")), ("ground", "red")])
def test_text_is_readable(theme: dict[str, str], text: str, ground: str) -> None:
    """Also that of the banner of a lost link, on its red."""
    assert contrast(theme[text], theme[ground]) >= 4.5
