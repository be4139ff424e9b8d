"""Updates on a machine that lies in a folder: what they change, and what they refuse in one sentence."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest

from device.backup.backup import read_backup
from device.errors import BadUpdate
from device.journal.journal import Journal
from device.storage.database import SCHEMA
from device.update import installation
from device.update.boot_guard import TrialVersion
from device.update.installation import OWN, keep_own_libraries
from tests.device.journal.ledgers import ROLL, START, full_disk
from tests.device.update.machine import PulledStick, Room, make_key

FULL = 1 << 20


def refused(room: Room, file: Path, *, downgrade: bool = False) -> str:
    """Why that file is refused. The version that ran goes on, and nothing is left of the attempt."""
    with pytest.raises(BadUpdate) as refusal:
        room.update(file, downgrade=downgrade)
    assert room.versions.current == "1.0"
    assert sorted(path.name for path in room.root.iterdir()) == [".lock", "1.0", "current"]
    assert room.run == []
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_new_version_lies_beside_the_old_one_and_is_on_trial(room: Room) -> None:
    said = room.update(room.package())
    assert room.versions.current == "1.1"
    assert room.versions.previous == "1.0"
    assert room.versions.trial == TrialVersion("1.1", "1.0", None, 0)
    assert (room.root / "1.0" / "bin" / "quarterdeck").exists()
    assert list((room.root / "1.1" / "lib").rglob("*.pyc"))
    assert not (room.root / ".incoming").exists()
    assert room.run == [
        "systemctl restart --no-block quarterdeck.service",
        "systemctl restart --no-block quarterdeck-trial.service",
    ]
    assert said[0] == "quarterdeck_1.1_arm64.deb is complete and signed: version 1.1."


def test_the_libraries_of_another_python_do_not_stay_on_the_disk(room: Room, tmp_path: Path) -> None:
    room.update(room.package())
    kept = {path.name for path in (room.root / "1.1" / "lib").iterdir()}
    assert OWN not in ("cp311", "cp313") or kept == {"common", OWN}
    (tmp_path / "lib" / "cp311").mkdir(parents=True)
    keep_own_libraries(tmp_path, "cp312")
    assert (tmp_path / "lib" / "cp311").is_dir(), "none are deleted where there are none of this Python"


def test_versions_that_were_left_make_room_for_the_next(room: Room) -> None:
    room.update(room.package())
    trial = room.versions.trial
    assert trial is not None
    room.versions.go_back(trial, "starts")
    assert room.installation.kept == ("1.0", "1.1")
    room.update(room.package("1.2"))
    assert room.installation.kept == ("1.0", "1.2")


@pytest.mark.usefixtures("game")
def test_a_backup_is_taken_first_and_a_game_that_no_table_plays_is_no_hindrance(room: Room) -> None:
    room.update(room.package())
    assert room.versions.trial == TrialVersion("1.1", "1.0", "backups/before-1.1.zip", 0)
    assert "journal.db" in read_backup(room.config.parent / "backups" / "before-1.1.zip").files


def test_no_version_comes_during_a_game(room: Room) -> None:
    file = room.package()
    with Journal(room.config.with_name("journal.db")) as journal:
        journal.append([START, ROLL], 0.0)
        assert refused(room, file) == "A game is being played: finish it or start a new one, then try again."
        journal.append([START], 1.0)
        room.update(file)
    assert room.versions.current == "1.1"


NO_UPDATE = "{} isn’t an update of Quarterdeck: choose a file quarterdeck_….deb."
CHANGED = "{} was changed, or isn’t signed by the makers of Quarterdeck: download it again."


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ({"key": "strange"}, CHANGED),
        ({"key": None}, "{} is incomplete or not signed: copy it again."),
        ({"name": "forecastle"}, NO_UPDATE),
        (
            {"architecture": "amd64"},
            "{} is for amd64, this machine is arm64: choose the file that ends with _arm64.deb.",
        ),
        (
            {"version": "0.9"},
            "{} has the older version 0.9, 1.0 runs: choose a newer one (--downgrade installs it).",
        ),
        ({"version": "1.0"}, "Version 1.0 runs already."),
        ({"size": 1 << 40}, "There is too little space: the update needs 1125899974 MB, and "),
        # an epoch would have 0.9 installed over 1.0, in a folder that no program can be started from
        *[({"said": said}, NO_UPDATE) for said in ("1:0.9", "1:2.0", "../../etc", "-1", "")],
    ],
)
def test_a_package_that_is_not_for_this_machine_is_refused(room: Room, made: dict[str, Any], sentence: str) -> None:
    if made.get("key"):
        made = made | {"key": make_key(room.folder, made["key"])}
    file = room.package(**made)
    assert refused(room, file).startswith(sentence.format(file.name))
    if made.get("version") == "0.9":
        room.update(file, downgrade=True)
        assert room.versions.current == "0.9"
    else:
        assert refused(room, file, downgrade=True).startswith(sentence.format(file.name))


def test_one_changed_byte_is_enough_for_a_refusal(room: Room) -> None:
    file = room.package()
    data = bytearray(file.read_bytes())
    data[data.index(b"ONE = 1") + 6] ^= 1
    file.write_bytes(data)
    assert "was changed" in refused(room, file)


def test_a_file_cut_short_anywhere_is_refused(room: Room) -> None:
    file = room.package()
    data = file.read_bytes()
    for share in (0, 1, 40, 100, 5000, len(data) // 2, len(data) - 400, len(data) - 100, len(data) - 1):
        file.write_bytes(data[:share])
        assert refused(room, file).endswith((": copy it again.", "quarterdeck_….deb.")), share


@pytest.mark.parametrize("content", [b"", b"PK\3\4 a zip", b"!<arch>\n" + b"x" * 60, b"\0" * 100_000])
def test_a_foreign_file_is_refused(room: Room, content: bytes) -> None:
    file = room.folder / "holiday.zip"
    file.write_bytes(content)
    assert refused(room, file) == NO_UPDATE.format("holiday.zip")


def test_a_folder_and_a_missing_file_are_refused(room: Room) -> None:
    assert "isn’t a file" in refused(room, room.folder)
    assert "No such file" in refused(room, room.folder / "gone.deb")


def test_without_an_answer_about_the_versions_nothing_is_installed(room: Room) -> None:
    room.answers["dpkg --compare-versions"] = (2, "dpkg: error")
    assert "--downgrade installs it" in refused(room, room.package())


def test_a_version_without_libraries_for_this_python_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.device.update.machine.PYTHONS", ("cp39",))
    assert "can’t run with this machine’s Python" in refused(room, room.package())


def test_two_updates_at_once_are_refused(room: Room) -> None:
    file = room.package()
    with (room.root / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert refused(room, file) == "Another update is running: wait until it ends."
    room.update(file)


def test_a_disk_that_takes_nothing_leaves_the_version_that_runs(room: Room) -> None:
    file = room.package()
    room.answers["sync"] = (1, "sync: error syncing: No space left on device")
    assert "No space left on device" in refused(room, file)


def test_a_stick_that_is_pulled_while_it_is_copied_is_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    file = room.package()
    whole = os.fdopen

    def pulled(handle: int, mode: str) -> PulledStick:
        return PulledStick(whole(handle, mode))

    monkeypatch.setattr(os, "fdopen", pulled)
    assert refused(room, file) == "quarterdeck_1.1_arm64.deb can’t be copied (Input/output error): try again."


@pytest.mark.parametrize(("steps", "what"), [(0, "copied"), (1, "unpacked")])
def test_a_disk_that_is_full_half_way_leaves_the_version_that_runs(room: Room, steps: int, what: str) -> None:
    file = room.package(filler=2 * FULL)
    update = room.installation.update(file)
    for _ in range(steps):
        next(update)
    with full_disk(FULL), pytest.raises(BadUpdate, match=rf"^{file.name} can’t be {what} \(.+\): .*try again\.$"):
        list(update)
    assert room.versions.current == "1.0"
    assert sorted(path.name for path in room.root.iterdir()) == [".lock", "1.0", "current"]
    room.update(file)
    assert room.versions.current == "1.1"


def test_the_cause_of_a_failed_unpacking_is_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    file = room.package()
    tar = room.folder / "bin" / "tar"
    tar.parent.mkdir()
    tar.write_text("#!/bin/sh\necho 'tar: lib: No space left on device' >&2\necho 'tar: Exiting' >&2\nexit 2\n")
    tar.chmod(0o755)
    update = room.installation.update(file)
    next(update)  # dpkg-deb runs tar too
    monkeypatch.setenv("PATH", f"{tar.parent}:{os.environ['PATH']}")
    with pytest.raises(BadUpdate, match=r"can’t be unpacked \(tar: lib: No space left on device\): free up space"):
        list(update)
    assert room.versions.current == "1.0"


@pytest.mark.parametrize("what", ["update", "rollback"])
def test_a_folder_that_cannot_be_written_is_said(room: Room, what: str) -> None:
    file = room.package()
    room.update(file)
    (room.root / ".lock").unlink()
    (room.root / ".lock").mkdir()  # root may write everywhere, but not over a folder
    with pytest.raises(BadUpdate, match=r"^\S+ can’t be written \(Is a directory\): choose another place"):
        list(room.installation.rollback()) if what == "rollback" else room.update(file)
    assert room.versions.current == "1.1"


@pytest.mark.parametrize("what", ["update", "rollback"])
def test_nothing_is_installed_where_the_next_start_forgets_it(room: Room, what: str) -> None:
    file = room.package()
    room.update(file)
    room.run.clear()
    room.answers["findmnt"] = (0, "overlay")
    with pytest.raises(BadUpdate, match="is on an overlay and forgets an update at the next start"):
        list(room.installation.rollback()) if what == "rollback" else room.update(room.package("1.2"))
    assert (room.versions.current, room.run) == ("1.1", [])


def test_only_root_may_update(room: Room) -> None:
    with pytest.raises(BadUpdate, match=r"sudo quarterdeck update it\.deb"):
        list(installation.Installation(room.root, room.config, room.command, is_root=False).update(Path("it.deb")))


def test_a_clone_is_updated_otherwise(tmp_path: Path) -> None:
    with pytest.raises(BadUpdate, match="git pull"):
        list(installation.Installation(tmp_path, is_root=True).update(Path("it.deb")))


def test_rollback_goes_back_once(room: Room) -> None:
    room.update(room.package())
    room.run.clear()
    assert list(room.installation.rollback()) == ["Version 1.0 starts again."]
    assert room.versions.current == "1.0"
    assert room.versions.trial is None
    assert room.run == ["systemctl restart --no-block quarterdeck.service"]
    with pytest.raises(BadUpdate, match=r"There is no version before 1\.0"):
        list(room.installation.rollback())


def test_rollback_from_a_newer_journal_has_the_backup_restored(room: Room, game: Path) -> None:
    room.update(room.package())
    room.versions.end_trial()
    with game.open("r+b") as journal_file:
        journal_file.seek(60)
        journal_file.write((SCHEMA + 1).to_bytes(4))
    list(room.installation.rollback())
    assert "journal.db" in read_backup(room.config.with_name("restore.waiting")).files


def test_rollback_keeps_a_journal_that_the_older_version_can_open(room: Room, game: Path) -> None:
    room.update(room.package())
    list(room.installation.rollback())
    assert game.exists()
    assert not room.config.with_name("restore.waiting").exists()
    left = json.loads((room.root / "update-notice.json").read_text())
    assert left | {"id": ""} == {"left": "1.1", "back": "1.0", "why": "asked", "id": ""}
