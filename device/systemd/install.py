"""Installs the service on a machine, reports its status, and removes it."""

import grp
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from device.config import schema as configuration
from device.config.location import HERE, first_of
from device.config.template import template
from device.durable_write import write_durably
from device.errors import NoService
from device.systemd.unit import CONFIG, GROUPS, HOME, NAME, USER, WATCHDOG, UnitPlan, unit

UNITS = Path("/etc/systemd/system")
WATCHDOGS = Path("/etc/systemd/system.conf.d/quarterdeck-watchdog.conf")
PATIENCE = 90.0
"""Timeout in seconds of a system command."""

Run = Callable[[Sequence[str]], tuple[int, str]]


def run(command: Sequence[str]) -> tuple[int, str]:
    """Run a system command, and return its exit status and output."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except FileNotFoundError:
        return 127, f"{command[0]} is not there"
    except subprocess.TimeoutExpired:
        return 124, f"{command[0]} did not end within {PATIENCE:.0f} seconds"
    return done.returncode, (done.stdout + done.stderr).strip()


class Service:
    """Service on the machine whose files are under ``root``. Raises :class:`NoService` with advice."""

    def __init__(self, root: Path = Path("/"), run: Run = run, *, is_root: bool | None = None) -> None:
        self._root = root
        self._run = run
        self._is_root = os.geteuid() == 0 if is_root is None else is_root

    def plan(self, config: Path | None) -> UnitPlan:
        """What the unit would start. The configuration, where there is one, must be sound."""
        chosen = config or self._present_config()
        port = configuration.load(chosen).web.port if chosen else configuration.Config().web.port
        return UnitPlan(_program(), port, _groups())

    def install(self, config: Path | None, *, hardware_watchdog: bool) -> Iterator[str]:
        """Create the user, write configuration and unit, and start the unit. Yield each step when it is done.

        The service's configuration is kept, unless another one is given. If it has none it gets the one of the present
        folder, else a new one.
        """
        self._must_be_root("install")
        text = unit(self.plan(config))
        if not _user_there(USER):
            home = ("--home-dir", str(HOME), "--no-create-home", "--shell", "/usr/sbin/nologin")
            self._do("useradd", "--system", "--user-group", *home, USER)
            yield f"The user {USER} was made: the table runs as nobody else."
        kept, chosen = self._at(CONFIG), config or self._present_config()
        if chosen != kept:
            _write(kept, chosen.read_bytes() if chosen else template().encode())
            self._give(kept.parent)
            yield f"The configuration is {kept}{f', a copy of {chosen}' if chosen else ''}."
        _write(self._at(UNITS / NAME), text.encode())
        yield f"The unit is {self._at(UNITS / NAME)}."
        if hardware_watchdog:
            _write(self._at(WATCHDOGS), WATCHDOG.encode())
            yield "The hardware watchdog is on from the next start of the machine."
        self._do("systemctl", "daemon-reload")
        self._do("systemctl", "enable", NAME)
        self._do("systemctl", "restart", NAME)
        yield "The table runs, and will after each start of the machine. quarterdeck doctor says its address."

    def status(self) -> Iterator[str]:
        """Yield the status of the service and the last lines of its log."""
        if not self._at(UNITS / NAME).exists():
            raise NoService("The service is not installed: run quarterdeck service install.")
        for question in ("is-enabled", "is-active"):
            yield f"{question.removeprefix('is-')}: {self._run(['systemctl', question, NAME])[1] or 'unknown'}"
        said = self._run(["journalctl", "--unit", NAME, "--lines", "10", "--no-pager", "--output", "cat"])[1]
        yield from said.splitlines()

    def uninstall(self) -> Iterator[str]:
        """Stop the service and remove the unit. Configuration, journal and user are kept."""
        self._must_be_root("uninstall")
        place = self._at(UNITS / NAME)
        if not place.exists():
            raise NoService("The service is not installed: there is nothing to take away.")
        self._run(["systemctl", "disable", "--now", NAME])
        place.unlink()
        with suppress(OSError):
            self._at(WATCHDOGS).unlink()
        self._do("systemctl", "daemon-reload")
        yield f"The service is gone. Configuration and journal stay in {self._at(HOME)}."

    def _present_config(self) -> Path | None:
        return first_of(self._at(CONFIG), HERE)

    def _at(self, path: Path) -> Path:
        return self._root / path.relative_to("/")

    def _must_be_root(self, what: str) -> None:
        if not self._is_root:
            raise NoService(f"Only root may do that: sudo {_program()} service {what}.")

    def _do(self, *command: str) -> None:
        status, said = self._run(command)
        if status:
            raise NoService(f"“{' '.join(command)}” failed ({said or status}): mend that, then run it again.")

    def _give(self, folder: Path) -> None:
        """Make the service's user the owner of the folder and its contents."""
        self._do("chown", "--recursive", f"{USER}:{USER}", str(folder))


def _program() -> Path:
    """Return the path of the ``quarterdeck`` command in the present environment."""
    beside = Path(sys.executable).with_name("quarterdeck")
    found = beside if beside.exists() else Path(shutil.which("quarterdeck") or beside)
    return found.absolute()


def _groups() -> tuple[str, ...]:
    there = {group.gr_name for group in grp.getgrall()}
    return tuple(group for group in GROUPS if group in there)


def _user_there(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(file, data)
        file.chmod(0o644)
    except OSError as error:
        raise NoService(
            f"{file} cannot be written ({error.strerror}): on a read-only root make it writable first "
            "(sudo mount -o remount,rw /)."
        ) from None
