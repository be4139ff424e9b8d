"""What tests of the device share: a folder in memory, and mock pins."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one, for what is not about the disk."""
    folder = tmp_path / "quick"
    if os.access("/dev/shm", os.W_OK):
        folder = Path("/dev/shm") / f"quarterdeck-{os.getpid()}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """gpiozero's own mock pins, in place of those of the Pi."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before
