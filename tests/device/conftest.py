"""A folder for tests that open hundreds of files."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one, for what is not about the disk."""
    folder = tmp_path / "quick"
    if os.access("/dev/shm", os.W_OK):
        folder = Path("/dev/shm") / f"quarterdeck-{os.getpid()}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
