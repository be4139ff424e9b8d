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
from device.config.editor import template
from device.config.location import HERE, first_of
from device.errors import NoService
from device.files.durable_write import write_durably
from device.files.os_errors import reason_of
from device.systemd.unit import (
    CONFIG,
    GROUPS,
    HOME,
    NAME,
    PLACES,
    UNITS_BESIDE,
    USER,
    UnitPlan,
    files_of,
    text_of,
)
from engine.i18n import gettext as _

UNITS = Path("/etc/systemd/system")
PACKAGED_UNITS = (Path("/usr/lib/systemd/system"), Path("/lib/systemd/system"))
"""Where a Debian package has its units."""

SCREEN_RULES = Path("/etc/udev/rules.d/60-quarterdeck-screen.rules")
WATCHDOGS = Path("/etc/systemd/system.conf.d/quarterdeck-watchdog.conf")
PATIENCE = 90.0
"""Timeout in seconds of a system command."""

Run = Callable[[Sequence[str]], tuple[int, str]]


def run(command: Sequence[str]) -> tuple[int, str]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except FileNotFoundError:
        return 127, _("{program} is not installed", program=command[0])
    except subprocess.TimeoutExpired:
        return 124, _("{program} did not end within {seconds:.0f} seconds", program=command[0], seconds=PATIENCE)
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
        there = {group.gr_name for group in grp.getgrall()}
        return UnitPlan(_program(), port, tuple(group for group in GROUPS if group in there))

    def install(self, config: Path | None, *, hardware_watchdog: bool) -> Iterator[str]:
        """Create the user, write configuration and unit, and start the unit. Yield each step when it is done.

        The service's configuration is kept, unless another one is given. If it has none it gets the one of the present
        folder, else a new one.
        """
        if self._is_packaged:
            raise NoService(_("The package has installed the service already: quarterdeck service status shows it."))
        self._must_be_root("install")
        plan = self.plan(config)
        try:
            pwd.getpwnam(USER)
        except KeyError:
            home = ("--home-dir", str(HOME), "--no-create-home", "--shell", "/usr/sbin/nologin")
            self._do("useradd", "--system", "--user-group", *home, USER)
            yield _("The table’s user was created: {user}.", user=USER)
        kept, chosen = self._at(CONFIG), config or self._present_config()
        if chosen != kept:
            _write(kept, chosen.read_bytes() if chosen else template().encode())
            self._do("chown", "--recursive", f"{USER}:{USER}", str(kept.parent))
            if chosen:
                yield _("The configuration is {file}, a copy of {original}.", file=kept, original=chosen)
            else:
                yield _("The configuration is {file}.", file=kept)
        units = {UNITS / f"{name}.service": text_of(f"{name}.service", plan) for name in UNITS_BESIDE}
        rules = {SCREEN_RULES: text_of("screen.rules", plan)}
        for path, written in {**files_of(plan), **rules, **units, UNITS / NAME: text_of(NAME, plan)}.items():
            _write(self._at(path), written.encode())
        yield _("The unit is {file}.", file=self._at(UNITS / NAME))
        if hardware_watchdog:
            _write(self._at(WATCHDOGS), text_of("watchdog.conf").encode())
            yield _("The hardware watchdog is on from the next start of the machine.")
        self._do("systemctl", "daemon-reload")
        self._do("systemctl", "enable", NAME)
        self._do("systemctl", "restart", NAME)
        yield _("The table runs, and starts with the machine. quarterdeck doctor shows its address.")

    def status(self) -> Iterator[str]:
        if not self._at(UNITS / NAME).exists() and not self._is_packaged:
            raise NoService(_("The service is not installed: run quarterdeck service install."))
        yield _("Start with the machine: {state}", state=self._ask("is-enabled"))
        yield _("State: {state}", state=self._ask("is-active"))
        said = self._run(["journalctl", "--unit", NAME, "--lines", "10", "--no-pager", "--output", "cat"])[1]
        yield from said.splitlines()

    def uninstall(self) -> Iterator[str]:
        """Stop the service and remove the unit. Configuration, journal and user are kept."""
        self._must_be_root("uninstall")
        place = self._at(UNITS / NAME)
        if self._is_packaged:
            raise NoService(_("The service belongs to the package: sudo apt remove quarterdeck removes both."))
        if not place.exists():
            raise NoService(_("The service is not installed: there is nothing to remove."))
        self._run(["systemctl", "disable", "--now", NAME, *UNITS_BESIDE])
        place.unlink()
        units = [UNITS / f"{name}.service" for name in UNITS_BESIDE]
        for path in (WATCHDOGS, SCREEN_RULES, *units, *PLACES.values()):
            with suppress(OSError):
                self._at(path).unlink()
        self._do("systemctl", "daemon-reload")
        yield _("The service was removed. Configuration and journal stay in {folder}.", folder=self._at(HOME))

    @property
    def _is_packaged(self) -> bool:
        return any(self._at(units / NAME).exists() for units in PACKAGED_UNITS)

    def _present_config(self) -> Path | None:
        return first_of(self._at(CONFIG), HERE)

    def _at(self, path: Path) -> Path:
        return self._root / path.relative_to("/")

    def _must_be_root(self, what: str) -> None:
        if not self._is_root:
            raise NoService(_("Only root may do that: {command}.", command=f"sudo {_program()} service {what}"))

    def _do(self, *command: str) -> None:
        status, said = self._run(command)
        if status:
            raise NoService(
                _(
                    "“{command}” failed ({why}): fix that, then run it again.",
                    command=" ".join(command),
                    why=said or status,
                )
            )

    def _ask(self, question: str) -> str:
        return self._run(["systemctl", question, NAME])[1] or _("unknown")


def _program() -> Path:
    beside = Path(sys.executable).with_name("quarterdeck")
    found = beside if beside.exists() else Path(shutil.which("quarterdeck") or beside)
    return found.absolute()


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(file, data, mode=0o644)
    except OSError as error:
        raise NoService(
            _(
                "{file} can’t be written ({why}): on a read-only root make it writable first "
                "(sudo mount -o remount,rw /).",
                file=file,
                why=reason_of(error),
            )
        ) from None
