"""Requests of the owner's page: what root does for them, what it refuses, and what their status says."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from device.systemd.unit import REQUESTS, UnitPlan, text_of
from device.update.boot_guard import DID_NOT_START, before_start
from device.update.requests import INCOMING, REQUEST, STALE, Request, StatusFile, TaskStatus, do, parsed, take_request
from device.update.staging import Staging
from tests.device.update.machine import Room, make_key

ID = "a-random-id"


class Desk:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.runtime = room.folder / "run"
        self.runtime.mkdir()
        self.incoming = room.config.with_name(INCOMING)
        self.incoming.mkdir()
        self.now = 100.0
        self.boot = "this run"
        self.status = StatusFile(room.root, lambda: self.now, lambda: self.boot)

    def ask(self, **said: Any) -> bool:
        (self.runtime / REQUEST).write_text(json.dumps({"id": ID} | said))
        request = take_request(self.runtime)
        assert request is not None
        return do(request, self.room.installation, self.status, self.room.command, self.incoming)

    def update(self, file: Path) -> bool:
        shutil.copy(file, self.incoming / file.name)
        return self.ask(task="update", file=file.name, version="1.1")

    @property
    def told(self) -> TaskStatus:
        found = self.status.read()
        assert found is not None
        return found

    @property
    def outcome(self) -> str:
        return self.status.outcome(self.told, self.room.versions)


@pytest.fixture
def desk(room: Room) -> Desk:
    return Desk(room)


def test_an_update_is_installed_and_its_progress_written(desk: Desk) -> None:
    shares: list[float] = []
    write = desk.status.write

    def noted(status: TaskStatus) -> None:
        shares.append(status.share)
        write(status)

    desk.status.write = noted  # type: ignore[method-assign]
    assert desk.update(desk.room.package())
    assert desk.room.versions.current == "1.1"
    assert shares == sorted(shares)
    assert len(shares) > 4
    assert (desk.told.stage, desk.told.version, desk.told.before) == ("starting", "1.1", "1.0")
    assert desk.outcome == "starting"
    desk.room.versions.end_trial()
    assert desk.outcome == "runs"
    assert not (desk.runtime / REQUEST).exists()


def test_a_version_that_was_left_again_is_told(desk: Desk) -> None:
    desk.update(desk.room.package())
    trial = desk.room.versions.trial
    assert trial is not None
    desk.room.versions.go_back(trial, DID_NOT_START)
    assert desk.outcome == "left"
    desk.boot = "another run"
    assert desk.outcome == "left"


def test_the_page_is_not_believed_that_a_package_is_signed(desk: Desk) -> None:
    assert not desk.update(desk.room.package("1.1", key=make_key(desk.room.folder, "strange")))
    assert desk.outcome == "refused"
    assert "isn’t signed by the makers" in desk.told.reason
    assert desk.room.versions.current == "1.0"


@pytest.mark.parametrize(
    ("task", "commands"),
    [
        ("restart", ["systemctl restart --no-block quarterdeck.service"]),
        ("reboot", ["systemctl --no-block reboot"]),
        ("shutdown", ["systemctl --no-block poweroff"]),
    ],
)
def test_a_task_of_the_machine_is_one_command(desk: Desk, task: str, commands: list[str]) -> None:
    assert desk.ask(task=task)
    assert desk.room.run == commands


def test_a_restart_of_the_machine_is_over_when_it_runs_again(desk: Desk) -> None:
    desk.ask(task="reboot")
    assert desk.outcome == "starting"
    desk.boot = "another run"
    assert desk.outcome == "runs"


def test_the_version_before_comes_back(desk: Desk) -> None:
    desk.update(desk.room.package())
    desk.room.versions.end_trial()
    assert desk.ask(task="rollback")
    assert desk.room.versions.current == "1.0"
    assert (desk.outcome, desk.told.version) == ("runs", "1.0")


@pytest.mark.parametrize(("boot", "later"), [("another run", 0.0), ("this run", STALE + 1)])
def test_an_update_that_lost_its_power_or_says_nothing_for_long_is_broken(desk: Desk, boot: str, later: float) -> None:
    desk.status.write(TaskStatus(ID, "update", "installing", 0.4, "1.1", "1.0"))
    assert desk.outcome == "installing"
    desk.boot, desk.now = boot, desk.now + later
    assert desk.outcome == "broken"


GOOD = {"id": ID, "task": "update", "file": "quarterdeck_1.1_arm64.deb", "version": "1.1"}


@pytest.mark.parametrize(
    "said",
    [
        {"task": "format"},
        {"file": "../quarterdeck.deb"},
        {"file": "quarterdeck_/../../etc/shadow.deb"},
        {"file": "/etc/shadow"},
        {"file": ""},
        {"file": ["quarterdeck.deb"]},
        {"id": "x"},
        {"id": 7},
        {"version": "1" * 61},
        {"task": "shutdown"},
        {"command": "rm"},
    ],
)
def test_a_request_that_is_none_is_dropped(said: dict[str, Any]) -> None:
    assert parsed(json.dumps(GOOD).encode()) == Request(**GOOD)  # type: ignore[arg-type]
    assert parsed(json.dumps(GOOD | said).encode()) is None


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"{", b"[]", b"[" * 9999, b"null", b'{"id": 1}', b'{"new": 1}', b" " * 5000]
)
def test_bytes_that_say_nothing_are_no_request_no_status_no_package_and_no_trial(desk: Desk, data: bytes) -> None:
    room = desk.room
    for file in (
        desk.runtime / REQUEST,
        room.root / "task.json",
        room.root / "trial.json",
        desk.incoming / "staged.json",
    ):
        file.write_bytes(data)
    assert take_request(desk.runtime) is None
    assert not (desk.runtime / REQUEST).exists()
    assert desk.status.read() is None
    assert Staging(desk.incoming, room.installation, []).staged is None
    before_start(room.versions)
    assert room.versions.current == "1.0"


def test_a_link_in_place_of_a_request_is_not_followed(desk: Desk) -> None:
    secret = desk.room.folder / "secret"
    secret.write_text(json.dumps({"id": ID, "task": "shutdown"}))
    (desk.runtime / REQUEST).symlink_to(secret)
    assert take_request(desk.runtime) is None
    assert secret.exists()
    assert not (desk.runtime / REQUEST).is_symlink()


def test_a_pipe_or_a_device_in_place_of_a_package_is_refused(desk: Desk) -> None:
    pipe, device = (desk.incoming / f"quarterdeck_{number}.deb" for number in (1, 2))
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for file in (pipe, device):
        assert not desk.ask(task="update", file=file.name, version="1.1")
        assert "isn’t a file" in desk.told.reason


def test_nothing_asked_is_nothing_done_and_a_pipe_does_not_block(desk: Desk) -> None:
    assert take_request(desk.runtime) is None
    os.mkfifo(desk.runtime / REQUEST)
    assert take_request(desk.runtime) is None


def test_the_units_are_sound_and_may_touch_little(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on PATH: install systemd to have the units checked")
    service, path = tmp_path / f"{REQUESTS}.service", tmp_path / f"{REQUESTS}.path"
    service.write_text(text_of(service.name, UnitPlan(Path("/bin/true"))))
    path.write_text(text_of(path.name))
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(path), str(service)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    rate = ["systemd-analyze", "security", "--offline=true", "--threshold=45", str(service)]
    rated = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-300:]


def test_a_folder_in_its_place_is_not_kept_open(tmp_path: Path) -> None:
    (tmp_path / REQUEST).mkdir()
    before = sorted(Path("/proc/self/fd").iterdir())
    with pytest.raises(IsADirectoryError):
        take_request(tmp_path)
    assert sorted(Path("/proc/self/fd").iterdir()) == before
