"""A screen of the kernel's own: what its console shows above the login, and what happens when it is unplugged."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.systemd.unit import text_of

pytestmark = pytest.mark.vm

PATIENCE = 240.0
"""Seconds for a program to start in an emulated machine."""


@pytest.fixture
def status() -> Iterator[Path]:
    """The file in which the kernel says whether the screen is connected; what is written there replaces its cable."""
    subprocess.run(["modprobe", "-d", os.environ["QUARTERDECK_VM"], "bochs"], check=True)
    until(lambda: [*Path("/sys/class/drm").glob("*/status")] != [])
    [file] = Path("/sys/class/drm").glob("*/status")
    yield file
    file.write_text("detect")


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.5)


def shown() -> str:
    """Return what the first console shows, as the kernel tells its letters."""
    return Path("/dev/vcsu1").read_bytes().decode("utf-32-le")


def may_start() -> bool:
    [condition] = re.findall("^ExecCondition=(.*)$", text_of("quarterdeck-console.service"), re.MULTILINE)
    return subprocess.run(shlex.split(condition), check=False).returncode == 0


def test_a_screen_says_what_to_do_next_until_it_is_unplugged(status: Path, tmp_path: Path) -> None:
    config, folder, issue = tmp_path / "quarterdeck.toml", Path("/run/issue.d"), Path("/run/issue")
    config.touch()
    folder.mkdir()
    (folder / "quarterdeck.issue").symlink_to(issue)
    assert may_start()
    login = ["/sbin/agetty", "--noclear", "--issue-file", str(folder), "tty1", "linux"]
    program = [str(Path(sys.executable).with_name("quarterdeck")), "console", "--config", str(config), str(issue)]
    with subprocess.Popen(login, start_new_session=True) as getty, subprocess.Popen(program) as console:
        try:
            until(lambda: "The table doesn't run: sudo quarterdeck service status says why." in shown())
            assert "login:" in shown()
            status.write_text("off")
            assert console.wait(PATIENCE) == 0
            assert not may_start()
            status.write_text("detect")
            assert may_start()
        finally:
            console.kill()
            getty.kill()
