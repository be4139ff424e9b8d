"""The guard: which version a start gets, and how long a new one is on trial."""

import ast
import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from device.notices import Notices
from device.update import boot_guard
from device.update.boot_guard import (
    DID_NOT_START,
    MOST_STARTS,
    TrialVersion,
    Versions,
    before_start,
    run_with_page,
    supervise,
)
from device.update.requests import add_outcome, forget_outcome
from tests.clock import Clock
from tests.device.update.machine import Room, version_files


@pytest.fixture
def on_trial(room: Room) -> Versions:
    room.update(room.package())
    return room.versions


def supervised(versions: Versions, page: dict[float, str | None]) -> tuple[bool | None, float, list[str]]:
    """Whether the version was kept, after how many seconds, and the restarts. ``page`` has its runs by their times."""
    clock, restarts = Clock(0.0), list[str]()

    def ask(_port: int) -> str | None:
        return next((run for begin, run in sorted(page.items(), reverse=True) if clock.now >= begin), None)

    kept = supervise(versions, lambda: restarts.append("restart"), ask, clock, clock.sleep)
    return kept, clock.now, restarts


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse(Path(boot_guard.__file__).read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_a_fourth_start_on_trial_gets_the_version_before_with_a_count_of_its_own(on_trial: Versions) -> None:
    failed = on_trial.state / "starts.json"
    failed.write_text("{}")
    for _ in range(MOST_STARTS):
        before_start(on_trial)
        assert (on_trial.current, failed.exists()) == ("1.1", True)
    before_start(on_trial)
    assert (on_trial.current, failed.exists()) == ("1.0", False)
    assert on_trial.trial is None


def test_starts_of_a_version_that_was_kept_are_not_counted(on_trial: Versions) -> None:
    on_trial.end_trial()
    for _ in range(9):
        before_start(on_trial)
    assert on_trial.current == "1.1"


HANGING: dict[float, str | None] = {5: "a", 25: None, 28: "b", 48: None, 51: "c", 71: None}


@pytest.mark.parametrize(
    ("page", "is_kept", "seconds"),
    [
        ({9: "a"}, True, (49, 49)),
        ({5: "a", 8: None, 50: "b"}, True, (90, 90)),  # a slow second run within the minute
        ({}, False, (60, 63)),
        (HANGING, False, (60, 75)),
        ({30: "a", 65: "b"}, False, (65, 66)),  # each run short, without a gap
    ],
)
def test_a_version_is_kept_if_its_page_comes_within_a_minute_and_stays(
    on_trial: Versions, page: dict[float, str | None], is_kept: bool, seconds: tuple[float, float]
) -> None:
    kept, took, restarts = supervised(on_trial, page)
    assert (kept, restarts) == (is_kept, [] if is_kept else ["restart"])
    assert seconds[0] <= took <= seconds[1]
    assert on_trial.current == ("1.1" if is_kept else "1.0")
    assert on_trial.trial is None


def test_a_version_that_is_kept_leaves_only_the_one_before_beside_it(on_trial: Versions, room: Room) -> None:
    version_files(room.root / "0.8", "0.8", room.key)
    version_files(room.root / "0.9", "0.9", room.key)
    on_trial.forget_others()
    before = room.installation.kept
    assert len(before) == 4, "nothing is deleted during a trial"
    supervised(on_trial, {9: "a"})
    assert room.installation.kept == ("1.0", "1.1")
    assert (on_trial.current, on_trial.previous) == ("1.1", "1.0")


def test_nothing_on_trial_is_nothing_to_supervise(room: Room) -> None:
    assert supervised(room.versions, {})[0] is None


def test_a_trial_of_an_update_that_was_cut_short_is_ignored(room: Room) -> None:
    (room.root / "trial.json").write_text(json.dumps({"new": "1.1", "old": "1.0", "backup": None, "starts": 3}))
    before_start(room.versions)
    assert room.versions.current == "1.0"


def test_the_page_says_once_which_version_was_left(on_trial: Versions, room: Room) -> None:
    for _ in range(MOST_STARTS + 1):
        before_start(on_trial)
    notices = Notices()
    assert add_outcome(room.config, notices, room.root)
    assert notices.all == ("Version 1.1 failed to start three times: version 1.0 runs again. No game was lost.",)
    forget_outcome(room.config, room.root)
    assert not add_outcome(room.config, Notices(), room.root)
    on_trial.go_back(TrialVersion("1.1", "1.0"), DID_NOT_START)
    assert add_outcome(room.config, Notices(), room.root), "it was left once more"
    on_trial.switch("1.1")
    assert not add_outcome(room.config, Notices(), room.root)


def test_what_a_guard_of_before_left_beside_the_configuration_is_told_once(room: Room) -> None:
    room.config.with_name("update-notice.json").write_text('{"left": "1.1", "back": "1.0", "why": "page"}')
    assert add_outcome(room.config, Notices(), room.root)
    forget_outcome(room.config, room.root)
    assert not add_outcome(room.config, Notices(), room.root)


def test_the_port_is_that_of_the_configuration(room: Room) -> None:
    assert room.versions.port() == 8000
    room.config.write_text("[web]\nport = 81\n")
    assert room.versions.port() == 81
    for text in ("[web\n", "web = [1]", "[web]\nport = 'x'", f"web = {'[' * 5000}", '[journal]\npath = "a\\u0000b"'):
        room.config.write_text(text)
        assert room.versions.port() == 8000
        room.versions.go_back(TrialVersion("1.1", "1.0"), DID_NOT_START)


@pytest.mark.parametrize("told", ['"starts": null', '"starts": "many"', '"old": 5', f'"old": "{"x" * 999}"'])
def test_a_trial_that_makes_no_sense_is_none(on_trial: Versions, told: str) -> None:
    (on_trial.root / "trial.json").write_text('{"new": "1.1", "old": "1.0", "starts": 0, ' + told + "}")
    before_start(on_trial)
    assert (on_trial.trial, on_trial.current) == (None, "1.1")


class Health(BaseHTTPRequestHandler):
    answer = b'{"ok": true, "boot": "a run"}'

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize(
    ("is_active", "answer", "run"),
    [
        (0, b'{"ok": true, "boot": "a run"}', "a run"),
        (3, b'{"ok": true, "boot": "a run"}', None),
        (0, b'{"ok": false, "mode": "safe", "why": "No camera."}', None),
        (0, b"[]", None),
        (0, b"<html>", None),
        (0, b"[" * 2000, None),
    ],
)
def test_a_page_counts_if_the_table_has_told_systemd_that_it_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_active: int, answer: bytes, run: str | None
) -> None:
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\nexit {is_active}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(Health, "answer", answer)
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert run_with_page(server.server_port) == run


@pytest.mark.parametrize("line", [b"SSH-2.0-x", b"HTTP/1.0 200 OK\r\n" + b"A: b\r\n" * 200])
def test_another_program_at_the_port_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    (tmp_path / "systemctl").symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(tmp_path))

    def answers() -> None:
        connection = listener.accept()[0]
        with connection:
            connection.recv(1024)
            connection.sendall(line + b"\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answers, daemon=True).start()
        assert run_with_page(listener.getsockname()[1]) is None


def test_no_server_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "systemctl").symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(tmp_path))
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        port = server.server_port
    assert run_with_page(port) is None
