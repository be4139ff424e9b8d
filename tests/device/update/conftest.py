"""A machine for each test."""

from pathlib import Path

import pytest

from tests.device.update.machine import Room, make_key


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("keys"), "key")


@pytest.fixture
def room(tmp_path: Path, key: Path) -> Room:
    return Room(tmp_path, key)
