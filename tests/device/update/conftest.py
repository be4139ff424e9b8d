"""A machine for each test."""

import os
import shutil
from pathlib import Path

import pytest

from device.journal.journal import Journal
from tests.device.journal.ledgers import ROLL, START
from tests.device.update.machine import Room, make_key, package


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for program in ("dpkg-deb", "ssh-keygen"):
        if shutil.which(program) is None and not os.environ.get("CI"):
            pytest.skip(f"updates are Debian packages signed by OpenSSH: {program} is missing")
    return make_key(tmp_path_factory.mktemp("keys"), "key")


@pytest.fixture
def room(tmp_path: Path, key: Path) -> Room:
    return Room(tmp_path, key)


@pytest.fixture
def game(room: Room) -> Path:
    """The journal of a game that no table plays at the moment."""
    with Journal(room.config.with_name("journal.db")) as journal:
        journal.append([START, ROLL], 0.0)
    return room.config.with_name("journal.db")


@pytest.fixture
def deb(tmp_path: Path) -> Path:
    return package(tmp_path, "1.0", None)


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_text("camera_auto_detect=1\n")
    return folder
