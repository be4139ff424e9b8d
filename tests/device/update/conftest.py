"""A machine for each test."""

import os
import shutil
from pathlib import Path

import pytest

from tests.device.update.machine import Room, make_key


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for program in ("dpkg-deb", "ssh-keygen"):
        if shutil.which(program) is None and not os.environ.get("CI"):
            pytest.skip(f"updates are Debian packages signed by OpenSSH: {program} is missing")
    return make_key(tmp_path_factory.mktemp("keys"), "key")


@pytest.fixture
def room(tmp_path: Path, key: Path) -> Room:
    return Room(tmp_path, key)
