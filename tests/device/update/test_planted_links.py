"""Links that the service's user plants where root works: root reads, writes and gives away nothing outside by them."""

import codecs
import importlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.backup.backup import take_backup, write_backup
from device.backup.restore import WAITING, RestoreTrial, _write
from device.cli.main import main
from device.errors import DeviceError
from device.journal.journal import Journal
from device.storage.database import SCHEMA
from device.systemd.unit import REQUESTS, text_of
from device.update.boot_guard import NO_PAGE, NOTICE, PORT, STARTS, TrialVersion
from device.update.installation import BACKUPS
from device.update.requests import INCOMING, REQUEST, Request, StatusFile, do, take_request
from tests.device.journal.ledgers import ROLL, START
from tests.device.update.machine import Room, package, version_files

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be had to follow another user's links")

IN_THE_SANDBOX = """
import subprocess, sys
from pathlib import Path
from device.update.installation import Installation
from device.update.requests import do, take_request
from device.update.requests import StatusFile

root, config, runtime, incoming = map(Path, sys.argv[1:])

def run(command):
    if command[0] in ("systemctl", "findmnt") or "--print-architecture" in command:
        return 0, "arm64"
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr

status = StatusFile(root)
print(do(take_request(runtime), Installation(root, config, run), status, run, incoming), status.read().reason)
"""

SECRET = b"root:$y$j9T$the-secret-of-root"
NOBODY = 65534


class Trap:
    """A machine whose table runs as another user, and a folder of root's beside it."""

    def __init__(self, folder: Path, key: Path) -> None:
        self.room = Room(folder, key)
        self.state = self.room.config.parent
        self.runtime = folder / "run"
        self.runtime.mkdir()
        self.outside = folder / "etc"
        self.outside.mkdir()
        for name in ("shadow", "before-1.1.zip", "before-1.2.zip", "quarterdeck_1.2_arm64.deb", REQUEST, STARTS):
            (self.outside / name).write_bytes(SECRET)
            (self.outside / name).chmod(0o600)
        with Journal(self.room.config.with_name("journal.db")) as journal:
            journal.append([START, ROLL], 0.0)
        version_files(self.room.root / "1.1", "1.1", key)
        (self.state / BACKUPS).mkdir()
        write_backup(take_backup(self.room.config), self.state / BACKUPS / "before-1.1.zip")
        self.room.versions.switch("1.1", f"{BACKUPS}/before-1.1.zip")
        (self.state / INCOMING).mkdir()
        self.own()

    def link(self, name: str, target: str) -> None:
        place = self.state / name
        shutil.rmtree(place, ignore_errors=True)
        place.unlink(missing_ok=True)
        place.parent.mkdir(exist_ok=True)
        place.symlink_to(self.outside / target)
        self.own()

    def update(self, file: Path) -> None:
        request = take_request(self.runtime)
        do(
            request or Request("a-random-id", "update", file.name, "1.2"),
            self.room.installation,
            StatusFile(self.room.root),
            self.room.command,
            self.state / INCOMING,
        )

    def go_back(self) -> None:
        """Have the guard leave version 1.1, which has changed the journal."""
        with suppress(OSError), (self.state / "journal.db").open("r+b") as file:
            if not (self.state / "journal.db").is_symlink():
                file.seek(60)
                file.write((SCHEMA + 1).to_bytes(4))
        self.room.versions.go_back(TrialVersion("1.1", "1.0", f"{BACKUPS}/before-1.1.zip"), NO_PAGE)

    def seen_outside(self) -> dict[str, tuple[int, ...] | bytes]:
        found: dict[str, tuple[int, ...] | bytes] = {}
        for path in (self.outside, *self.outside.iterdir()):
            about = path.stat()
            found[path.name] = (about.st_uid, about.st_gid, about.st_mode, about.st_ino)
            if path.is_file():
                found[f"{path.name} says"] = path.read_bytes()
        return found

    def got_out(self) -> list[str]:
        """The files of the table's user that have the secret of root's."""
        found = []
        for path in self.state.rglob("*"):
            if path.is_symlink() or not path.is_file():
                continue
            parts = [path.read_bytes()]
            with suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
                parts += [archive.read(name) for name in archive.namelist()]
            found += [path.name for part in parts if SECRET in part]
        return found

    def own(self) -> None:
        for folder in (self.state, self.runtime):
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


@pytest.fixture
def trap(key: Path) -> Iterator[Trap]:
    with tempfile.TemporaryDirectory(prefix="quarterdeck-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # as /var and /opt
        # what is loaded late: this environment's Python may lie where only root reads
        codecs.lookup("cp437")  # of zip files
        for late in ("device.adapters.setup", "device.runtime.assemble", "web.http.server"):
            importlib.import_module(late)
        yield Trap(Path(folder), key)


LINKS: dict[str, str] = {
    f".{NOTICE}.new": "made",
    NOTICE: "shadow",
    f".{WAITING}.new": "shadow",
    WAITING: "made",
    STARTS: "shadow",
    BACKUPS: ".",
    f"{BACKUPS}/before-1.1.zip": "shadow",
    f"{BACKUPS}/before-1.2.zip": "shadow",
    f"{BACKUPS}/before-1.2.zip.new": "made",
    "house-rules.json": "shadow",
    "players.json": "shadow",
    "journal.damaged-1": "shadow",
    "journal.db": "shadow",
    "journal.db.lock": "made",
    "journal.db-wal": "shadow",
    "quarterdeck.toml": "shadow",
    "quarterdeck.toml.new": "made",
    INCOMING: ".",
    f"{INCOMING}/quarterdeck_1.2_arm64.deb": "shadow",
    f"../run/{REQUEST}": REQUEST,
    f"../run/{STARTS}": STARTS,
}
"""The names by which root works in the folders of the table's user, and what of root's each is made a link to."""


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Path:
    return package(tmp_path_factory.mktemp("new"), "1.2", key)


@pytest.mark.parametrize("name", LINKS)
def test_root_follows_no_link_of_the_table_s_user(trap: Trap, new: Path, name: str) -> None:
    shutil.copy(new, trap.state / INCOMING)
    trap.link(name, LINKS[name])
    before = trap.seen_outside()
    with suppress(DeviceError, OSError):
        trap.update(new)
    trap.link(name, LINKS[name])
    with suppress(DeviceError, OSError):
        trap.go_back()
    assert trap.seen_outside() == before
    assert trap.got_out() == []


def test_without_links_all_of_it_works_and_belongs_to_the_table_s_user(trap: Trap, new: Path) -> None:
    shutil.copy(new, trap.state / INCOMING)
    trap.update(new)
    assert trap.room.versions.current == "1.2"
    trap.go_back()
    assert trap.room.versions.current == "1.0"
    made = [trap.state / WAITING, *(trap.state / BACKUPS).iterdir()]
    assert [path.stat().st_uid for path in made] == [NOBODY] * 3
    assert not (trap.state / NOTICE).exists(), "what root tells lies in a folder of root's"


def test_a_configuration_that_names_a_file_of_root_s_as_the_journal_gets_nothing(trap: Trap, new: Path) -> None:
    private = trap.outside / "private.db"
    with closing(sqlite3.connect(private)) as database:
        database.execute(f"CREATE TABLE t AS SELECT '{SECRET.decode()}' AS x")
        database.commit()
    private.chmod(0o600)
    shutil.copy(new, trap.state / INCOMING)
    trap.room.config.write_text(f'[journal]\npath = "{private}"\n')
    before = trap.seen_outside()
    trap.update(new)
    trap.go_back()
    assert trap.seen_outside() == before
    assert trap.got_out() == []


def test_a_pipe_in_place_of_a_file_of_the_table_s_holds_up_no_guard(trap: Trap) -> None:
    (trap.state / "quarterdeck.toml").unlink()
    (trap.state / "journal.db").unlink()
    for name in ("quarterdeck.toml", "journal.db"):
        os.mkfifo(trap.state / name)
    assert trap.room.versions.port() == PORT
    trap.room.versions.go_back(TrialVersion("1.1", "1.0"), NO_PAGE)
    assert trap.room.versions.current == "1.0"


@pytest.mark.parametrize("task", ["update", "rollback"])
def test_the_unit_leaves_root_all_that_it_needs(trap: Trap, new: Path, task: str) -> None:
    """With the capabilities of the unit root may override no permission."""
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv on PATH: install util-linux to have the unit's capabilities tried")
    shutil.copy(new, trap.state / INCOMING)
    said = {"id": "a-random-id", "task": task} | ({"file": new.name, "version": "1.2"} if task == "update" else {})
    (trap.runtime / REQUEST).write_text(json.dumps(said))
    trap.own()
    [kept] = re.findall(r"^CapabilityBoundingSet=(.*)$", text_of(f"{REQUESTS}.service"), re.MULTILINE)
    allowed = ",".join(f"+{name.removeprefix('CAP_').lower()}" for name in kept.split())
    places = (trap.room.root, trap.room.config, trap.runtime, trap.state / INCOMING)
    command = ["setpriv", f"--bounding-set=-all,{allowed}", sys.executable, "-c", IN_THE_SANDBOX, *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("True"), done.stdout + done.stderr
    assert trap.room.versions.current == ("1.2" if task == "update" else "1.0")


def test_a_restore_by_root_moves_no_file_of_root_s(trap: Trap) -> None:
    """What is noted of a restore names the files that are moved."""
    backup = trap.state / BACKUPS / "before-1.1.zip"
    shadow = trap.outside / "shadow"
    noted = RestoreTrial(str(trap.state / "before-restore-1"), {str(shadow): "shadow"}, (str(shadow),))
    (trap.state / "before-restore-1").mkdir()
    _write(trap.room.config, noted)
    trap.own()
    before = trap.seen_outside()
    CliRunner().invoke(main, ["restore", str(backup), "--config", str(trap.room.config)])
    assert trap.seen_outside() == before
    assert trap.got_out() == []


def test_commands_by_root_leave_files_of_the_table_s_user_and_take_files_of_root_s(trap: Trap) -> None:
    private = trap.outside / "mine.zip"
    config = ["--config", str(trap.room.config)]
    for command in (["backup", str(private)], ["restore", str(private)], ["owner"], ["setup", "--hold", "rail"]):
        done = CliRunner().invoke(main, [*command, *config], input="4711\n", catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert private.stat().st_uid == 0
    assert {path.stat().st_uid for path in trap.state.rglob("*")} == {NOBODY}
    assert os.geteuid() == 0
