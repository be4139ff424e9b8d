"""Messages to systemd."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.runtime.boot_count import MOST, BootCount
from device.systemd.notify import Notifier, kept_alive, repeating


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60.0)
        yield listening


def heard(systemd: socket.socket) -> list[str]:
    systemd.setblocking(False)
    words = []
    while True:
        try:
            words.append(systemd.recv(100).decode())
        except BlockingIOError:
            return words


def test_readiness_is_sent_once_and_life_twice_in_the_watchdogs_time(systemd: socket.socket) -> None:
    now = iter([0.0, 1.0, 9.9, 10.0, 12.0, 20.0])
    environment = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "20000000"}
    notifier = Notifier(environment, lambda: next(now))
    for _ in range(6):
        notifier.alive()
    assert heard(systemd) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_without_a_watchdog_only_readiness_is_sent(systemd: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": systemd.getsockname()})
    notifier.alive()
    notifier.alive()
    assert heard(systemd) == ["READY=1"]


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}, {"NOTIFY_SOCKET": "@nobody-here"}])
def test_where_nobody_listens_nothing_happens(environment: dict[str, str]) -> None:
    Notifier(environment).alive()


def test_a_page_that_only_waits_is_kept_alive(systemd: socket.socket) -> None:
    with kept_alive({"NOTIFY_SOCKET": systemd.getsockname()}):
        assert systemd.recv(100) == b"READY=1"


NO_PAGE = """
import sys
import threading
from web.http.server import Server
def fail(_server):
    raise RuntimeError("a bad day")
Server.run = fail
from device.cli.main import main
main(["run", "--config", sys.argv[1]])
"""


def test_a_table_whose_page_fails_ends_and_the_third_time_says_so_instead(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('[camera]\nkind = "none"\n[panel]\nkind = "none"\n[web]\nport = 0\n')
    command = [sys.executable, "-c", NO_PAGE, str(file)]
    for _before in range(MOST - 1):
        BootCount(file).failed("The program failed (RuntimeError: a bad day).")
    assert BootCount(file).why is None
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 1, ended.stderr
    assert "RuntimeError: a bad day" in ended.stderr
    assert BootCount(file).why == "The program failed (RuntimeError: a bad day)."


def test_what_fails_once_is_called_again() -> None:
    calls, twice = [], threading.Event()

    def fail_at_first() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise ZeroDivisionError
        twice.set()

    with repeating(fail_at_first, 0.01, "a test"):
        assert twice.wait(20)
