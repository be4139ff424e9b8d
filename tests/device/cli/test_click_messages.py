"""The messages of click that are translated are those of the click that is installed."""

from pathlib import Path

import click
import pytest

from device.terminal import CLICK_COUNTED as COUNTED
from device.terminal import CLICK_MESSAGES as SHOWN
from device.terminal import CLICK_PLACEHOLDERS as OWN

SOURCE = "\n".join(file.read_text("utf-8") for file in sorted(Path(click.__file__).parent.glob("*.py")))


@pytest.mark.parametrize("message", [*SHOWN, *(form for forms in COUNTED for form in forms)])
def test_click_has_that_message(message: str) -> None:
    assert f'"{message}"' in SOURCE


def test_words_that_click_makes_of_names_are_upper_case() -> None:
    assert all(word.isupper() for word in OWN)
