"""A PostgreSQL server with a data folder of its own, reached through a socket in that folder."""

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

from engine.i18n import gettext as _
from venue.errors import MissingProgram, ServerFailed
from venue.scratch.account import account, as_account, give

DEBIAN = Path("/usr/lib/postgresql")
PATIENCE = 60.0
"""Seconds for a start, including recovery after a kill."""
LOOK = 0.05


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs, those of the newest version. Raises :class:`MissingProgram`."""
    if found := sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3])):
        return found[-1].parent
    if found_on_path := shutil.which("postgres"):
        return Path(found_on_path).resolve().parent
    raise MissingProgram(_("PostgreSQL is not installed: sudo apt install postgresql."))


class ScratchPostgres:
    """A server in ``folder``. It listens on no network. Every role of this machine may connect: not for production."""

    def __init__(self, folder: Path, *, settings: tuple[str, ...] = ()) -> None:
        self._programs = postgres_programs()
        self._who = account("postgres")
        self._folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(exist_ok=True)
        give(folder, self._who)
        if not (folder / "data").exists():
            self._run(
                "initdb",
                "-D",
                str(folder / "data"),
                "-U",
                "admin",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
            )

    def url(self, role: str = "admin", database: str = "postgres") -> str:
        """Return the address of a database for a role."""
        return f"postgresql://{role}@/{database}?host={self._folder}"

    @property
    def pid(self) -> int:
        """The process of the server."""
        assert self._process is not None
        return self._process.pid

    @property
    def data(self) -> Path:
        """The data folder."""
        return self._folder / "data"

    def start(self) -> None:
        """Start the server and return when it answers. Raises :class:`ServerFailed`."""
        end = time.monotonic() + PATIENCE
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self._folder)]
        options = ("listen_addresses=", *self._settings)
        command += [part for option in options for part in ("-c", option)]
        while time.monotonic() < end:
            with (self._folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    as_account(self._who, command), stdout=log, stderr=log, cwd=self._folder, start_new_session=True
                )
            while self._process.poll() is None and time.monotonic() < end:
                try:
                    psycopg.connect(self.url(), connect_timeout=5).close()
                except psycopg.OperationalError:
                    time.sleep(LOOK)
                else:
                    return
            time.sleep(LOOK)  # processes of a killed server may still hold its memory
        raise ServerFailed(_("PostgreSQL did not start: {reason}", reason=self._last_line()))

    def stop(self) -> None:
        """Stop the server, at once but cleanly."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill the server and its processes, as a power cut does."""
        if self._process is None:
            return
        for pid in (self._process.pid, *children_of(self._process.pid)):
            send_signal(pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def __enter__(self) -> "ScratchPostgres":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def _run(self, program: str, *arguments: str) -> None:
        command = as_account(self._who, [str(self._programs / program), *arguments])
        done = subprocess.run(command, capture_output=True, text=True, cwd=self._folder, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["?"])[-1]
            raise ServerFailed(_("PostgreSQL did not start: {reason}", reason=reason))

    def _last_line(self) -> str:
        try:
            lines = (self._folder / "log").read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            return "?"
        return re.sub(r"^.*(FATAL|ERROR):\s*", "", lines[-1]) if lines else "?"


def children_of(pid: int) -> list[int]:
    """Return the processes started by that one."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def send_signal(pid: int, how: signal.Signals) -> None:
    """Send a signal to a process, if it is there."""
    try:
        os.kill(pid, how)
    except ProcessLookupError:
        return
