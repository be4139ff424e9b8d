"""Guard of the installed versions: goes back to the previous one if a new one does not start or shows no page.

The package installs this file outside of all versions, so that no version can break it. It uses the standard library
only, and runs as root: before each start of the service, and beside a version on trial.

A version is a folder of :data:`ROOT`. The link ``current`` names the one that runs. A version on trial is named in a
file, with the one to go back to. Each step is one atomic rename, so that a power cut leaves the old or the new state.
"""

import argparse
import json
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from http.client import HTTPException
from pathlib import Path
from typing import Any

ROOT = Path("/opt/quarterdeck")
STATE = Path("/var/lib/quarterdeck")
RUNTIME = Path("/run/quarterdeck")
SERVICE = "quarterdeck.service"

CURRENT, PREVIOUS, TRIAL = "current", "previous", "trial.json"
"""The link to the version that runs, the link to the one before, and the file of a version on trial, under the root."""

NOTICE = "update-notice.json"
"""File under the root that tells the table why a version was left."""

WAITING = "restore.waiting"
"""A backup of this name beside the configuration is restored at the next start (:mod:`device.backup.restore`)."""

STARTS = "starts.json"
"""The table's own count of failed starts (:mod:`device.runtime.boot_count`)."""

MOST_STARTS = 3
PATIENCE = 60.0
"""Seconds within which a version on trial has to show its page."""

STEADY = 40.0
"""Seconds that one run of it has to last, page and all. systemd's watchdog ends a run that hangs after 20 seconds."""

EVERY = 1.0
PORT = 8000
LONGEST = 1 << 20
"""Bytes of a file, or of an answer, of the table that are read."""

UNUSABLE = (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError, HTTPException)
"""What a configuration that the table's user may have written, or a damaged file, can raise."""

DID_NOT_START, NO_PAGE, ASKED = "starts", "page", "asked"
"""Why a version is left."""


@dataclass(frozen=True)
class TrialVersion:
    """A version on trial: the ``new`` one, the ``old`` one to go back to, its backup, and the starts so far."""

    new: str
    old: str
    backup: str | None = None
    starts: int = 0


@contextmanager
def as_owner_of(place: Path) -> Iterator[None]:
    """As root, use files with the rights of the user whose place it is: by the names there, root could be led away.

    Whose it is says the first part of the path that isn't root's: who owns that can put links below it. Nothing
    changes for another user than root, and in a place of root's. Holds for all threads. Raises PermissionError if the
    process may not change its user.
    """
    if os.getuid() != 0:
        yield
        return
    before = os.geteuid(), os.getegid(), os.getgroups()
    try:
        os.seteuid(0)
        _become(*owner_of(place))
        yield
    finally:
        _become(*before)


def owner_of(place: Path) -> tuple[int, int, list[int]]:
    """Return user, group and further groups of the first part of the path that isn't root's; root's if all are."""
    for path in (place.absolute(), Path(os.path.realpath(place))):
        for part in (*reversed(path.parents), path):
            with suppress(OSError):
                found = part.lstat()
                if found.st_uid:
                    with suppress(KeyError):
                        return found.st_uid, pwd.getpwuid(found.st_uid).pw_gid, []
                    return found.st_uid, found.st_gid or found.st_uid, []
    return 0, 0, [0]


def _become(user: int, group: int, groups: list[int]) -> None:
    if (user, group) == (os.geteuid(), os.getegid()):
        return
    os.seteuid(0)
    os.setgroups(groups)
    os.setegid(group)
    os.seteuid(user)


class Versions:
    """The versions under a root, and the files of the table beside its configuration."""

    def __init__(self, root: Path = ROOT, state: Path = STATE, runtime: Path = RUNTIME) -> None:
        self.root = root
        self.state = state
        self.runtime = runtime

    @property
    def current(self) -> str | None:
        return self._linked(CURRENT)

    @property
    def previous(self) -> str | None:
        """Return the version that ran before; None if there is none, if it is gone, or if it runs again."""
        found = self._linked(PREVIOUS)
        return None if found == self.current else found

    @property
    def trial(self) -> TrialVersion | None:
        """Return the version on trial. None if the link names another one: its update was cut short, or left again."""
        try:
            told = json.loads((self.root / TRIAL).read_text("utf-8"))
            found = TrialVersion(**told | {"starts": int(told["starts"])})
            return found if found.new == self.current and (self.root / found.old).is_dir() else None
        except UNUSABLE:
            return None

    def switch(self, version: str, backup: str | None = None) -> None:
        """Have the link name that version from now on, on trial if another one ran before. Raises OSError."""
        before = self.current
        if before and before != version:
            self.note(TrialVersion(version, before, backup))
            self._link(PREVIOUS, before)
        else:
            self.end_trial()
        (self.root / NOTICE).unlink(missing_ok=True)
        self._link(CURRENT, version)

    def note(self, trial: TrialVersion) -> None:
        self._write(self.root / TRIAL, json.dumps(asdict(trial)))

    def end_trial(self) -> None:
        """Keep the version that runs, for good or after going back."""
        (self.root / TRIAL).unlink(missing_ok=True)
        _sync(self.root)

    def forget_others(self) -> None:
        """Delete all versions but the one that runs and the one before, so that updates don't fill the card."""
        kept = {self.current, self.previous}
        if self.current is None or self.trial is not None:
            return
        for file in self.root.glob("[!.]*/build.json"):
            if not file.parent.is_symlink() and file.parent.name not in kept:
                shutil.rmtree(file.parent, ignore_errors=True)

    def go_back(self, trial: TrialVersion, why: str) -> None:
        """Go back to the version before. Can be repeated after a power cut.

        If the newer version changed the journal so that the older one can't open it, the backup from before the update
        is restored at the next start, and what was played since is kept beside it.
        """
        if trial.starts < MOST_STARTS:
            self.note(replace(trial, starts=MOST_STARTS))
        schema = self._schema_of(trial.old)
        with as_owner_of(self.state):
            if self._schema_of_journal() > schema:
                self._restore(trial)
        for folder in (self.state, self.runtime):
            with suppress(OSError), as_owner_of(folder):
                (folder / STARTS).unlink()
        with suppress(OSError):
            notice = {"left": trial.new, "back": trial.old, "why": why, "id": secrets.token_hex(8)}
            self._write(self.root / NOTICE, json.dumps(notice))
        self._link(CURRENT, trial.old)
        self.end_trial()

    def port(self) -> int:
        with suppress(*UNUSABLE), as_owner_of(self.state):
            return int(self._config()["web"]["port"])
        return PORT

    def _config(self) -> dict[str, Any]:
        return tomllib.loads(_head(self.state / "quarterdeck.toml", LONGEST).decode("utf-8"))

    def _linked(self, name: str) -> str | None:
        try:
            version = (self.root / name).readlink().name
        except OSError:
            return None
        return version if (self.root / version).is_dir() else None

    def _link(self, name: str, version: str) -> None:
        fresh = self.root / f".{name}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(version)
        fresh.replace(self.root / name)
        _sync(self.root)

    def _write(self, file: Path, text: str) -> None:
        """Write a file of root's atomically, for everybody to read."""
        fresh = file.with_name(f".{file.name}.new")
        with fresh.open("w", encoding="utf-8") as target:
            target.write(text)
            target.flush()
            os.fchmod(target.fileno(), 0o644)
            os.fsync(target.fileno())
        fresh.replace(file)
        _sync(file.parent)

    def _schema_of(self, version: str) -> int:
        try:
            return int(json.loads((self.root / version / "build.json").read_text("utf-8"))["journal_schema"])
        except UNUSABLE:
            return sys.maxsize

    def _schema_of_journal(self) -> int:
        """Return the schema in the header of the journal's SQLite file, 0 if there is none."""
        path = "journal.db"
        with suppress(*UNUSABLE):
            path = str(self._config()["journal"]["path"])
        try:
            header = _head(self.state / path, 100)
        except (OSError, ValueError):
            return 0
        return int.from_bytes(header[60:64]) if header.startswith(b"SQLite format 3\0") else 0

    def _restore(self, trial: TrialVersion) -> None:
        if trial.backup is None or (self.state / WAITING).exists():
            return
        with suppress(OSError):
            fresh = self.state / f".{WAITING}.new"
            shutil.copyfile(self.state / trial.backup, fresh)
            fresh.chmod(0o600)
            _sync(fresh)
            fresh.replace(self.state / WAITING)
            _sync(self.state)


def before_start(versions: Versions) -> None:
    """Count a start of a version on trial, or go back if it has failed too often. Never prevents a start."""
    trial = versions.trial
    if trial is None:
        return
    if trial.starts >= MOST_STARTS:
        versions.go_back(trial, DID_NOT_START)
    else:
        versions.note(replace(trial, starts=trial.starts + 1))


def supervise(
    versions: Versions,
    restart: Callable[[], None],
    ask: Callable[[int], str | None],
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> bool | None:
    """Keep the version on trial if its page stays, else go back and ``restart``. Return whether it was kept.

    ``ask`` returns the id of the run that shows the page at that port; None if there is no page. Returns None if
    nothing is on trial, or if the trial was ended by another start.
    """
    began, run, since = clock(), None, 0.0
    while (trial := versions.trial) is not None:
        now = clock()
        found = ask(versions.port())
        if found is None or found != run:
            run, since = found, now
        elif now - since >= STEADY:
            versions.end_trial()
            versions.forget_others()
            return True
        if now - began > PATIENCE and (run is None or since - began > PATIENCE):
            versions.go_back(trial, NO_PAGE)
            restart()
            return False
        wait(EVERY)
    return None


def run_with_page(port: int) -> str | None:
    """Return the id of the run of the table that shows its page at that port.

    None without a page, in safe mode, or if the table has not told systemd that it is ready: its page may be up while
    its loop hangs.
    """
    try:
        if subprocess.run(["systemctl", "is-active", "--quiet", SERVICE], check=False).returncode:
            return None
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3) as answer:
            health = json.loads(answer.read(LONGEST))
        return str(health["boot"]) if health["ok"] else None
    except UNUSABLE:
        return None


def restart_service() -> None:
    subprocess.run(["systemctl", "restart", "--no-block", SERVICE], check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description="Guard of the installed versions of Quarterdeck.")
    parser.add_argument("what", choices=("start", "supervise", "install"))
    parser.add_argument("version", nargs="?", default="")
    parser.add_argument("backup", nargs="?", default=None)
    given = parser.parse_args()
    versions = Versions()
    if given.what == "start":
        with suppress(*UNUSABLE):
            before_start(versions)
    elif given.what == "supervise":
        supervise(versions, restart_service, run_with_page)
    else:
        versions.switch(given.version, given.backup)


def _head(file: Path, size: int) -> bytes:
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def _sync(place: Path) -> None:
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if __name__ == "__main__":
    main()
