"""PostgreSQL and Mosquitto of Debian's packages, each started in a folder of its own: for ``demo`` and for tests."""

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import psycopg

from engine.i18n import gettext as _
from venue.broker.configuration import (
    INGEST_USER,
    BrokerFiles,
    access_rules,
    configuration,
    whole_configuration,
    with_password,
    write_broker_files,
)
from venue.errors import MissingProgram, ServerFailed

DEBIAN = Path("/usr/lib/postgresql")
PATIENCE = 60.0
"""Seconds for a start, including recovery after a kill."""
LOOK = 0.05


class ScratchFolder:
    """A temporary folder that other accounts may enter, in ``within``, by default in the system's own.

    Sockets have short paths: ``within`` must have one too.
    """

    def __init__(self, within: Path | None = None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="qd-venue-", dir=within))
        self.path.chmod(0o711)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_error: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


class ScratchServer:
    """A server in ``folder``, under that account if this process runs as root: neither server should run as root."""

    command: Sequence[str]
    how_to_stop = signal.SIGTERM

    def __init__(self, folder: Path, account: str) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        known = {one.pw_name: one for one in pwd.getpwall()} if os.geteuid() == 0 else {}
        self._who = known.get(account) or known.get("nobody")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(self.how_to_stop)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def kill(self) -> None:
        """Kill the server and its processes, as a power cut does."""
        if self._process is None:
            return
        for pid in (self._process.pid, *children_of(self._process.pid)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait()
        self._process = None

    def start(self) -> None:
        """Start the server and return when it answers. Raises :class:`ServerFailed`."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def _as_account(self, command: Sequence[str]) -> list[str]:
        if self._who is None:
            return list(command)
        return [
            "setpriv",
            f"--reuid={self._who.pw_uid}",
            f"--regid={self._who.pw_gid}",
            "--clear-groups",
            "--",
            *command,
        ]

    def _give_folder(self) -> None:
        if self._who is not None:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, self._who.pw_uid, self._who.pw_gid)

    def _run(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._as_account(self.command), stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        return self._process

    def _last_line(self) -> str:
        try:
            lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            lines = []
        return lines[-1] if lines else "?"


class ScratchPostgres(ScratchServer):
    """A database server that listens on a socket only. Every role of this machine may connect: not for production."""

    how_to_stop = signal.SIGINT  # at once, but cleanly

    def __init__(self, folder: Path, *, settings: Sequence[str] = ()) -> None:
        super().__init__(folder, "postgres")
        programs = postgres_programs()
        self.data = folder / "data"
        options = [part for option in ("listen_addresses=", *settings) for part in ("-c", option)]
        self.command = [str(programs / "postgres"), "-D", str(self.data), "-k", str(folder), *options]
        folder.mkdir(exist_ok=True)
        self._give_folder()
        if not self.data.exists():
            how = ("-U", "admin", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            command = self._as_account([str(programs / "initdb"), "-D", str(self.data), *how])
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
            if done.returncode:
                reason = (done.stderr.strip().splitlines() or ["?"])[-1]
                raise ServerFailed(_("PostgreSQL did not start: {reason}", reason=reason))

    def url(self, role: str = "admin", database: str = "postgres") -> str:
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def start(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            process = self._run()
            while process.poll() is None and time.monotonic() < end:
                try:
                    psycopg.connect(self.url(), connect_timeout=5).close()
                except psycopg.OperationalError:
                    time.sleep(LOOK)
                else:
                    return
            time.sleep(LOOK)  # processes of a killed server may still hold its memory
        reason = re.sub(r"^.*(FATAL|ERROR):\s*", "", self._last_line())
        raise ServerFailed(_("PostgreSQL did not start: {reason}", reason=reason))


class ScratchMosquitto(ScratchServer):
    """A broker with the files in its folder, whose configuration has a listener on ``port``."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, "mosquitto")
        self.port = port
        self.command = [mosquitto_program(), "-c", str(folder / "whole.conf")]
        self.database = folder / "data" / "mosquitto.db"
        """The file in which the broker keeps sessions and retained messages."""
        self.database.parent.mkdir(parents=True, exist_ok=True)
        part = BrokerFiles(folder).configuration.read_text("utf-8")
        (folder / "whole.conf").write_text(whole_configuration(part, self.database.parent), "utf-8")
        self._give_folder()

    @classmethod
    def of_venue(cls, folder: Path, venue: str, tables: Iterable[str], password: str) -> Self:
        """Return a broker for a venue, without encryption; ingester and tables have the same password."""
        files, port, passwords = BrokerFiles(folder), free_port(), ""
        for user in (INGEST_USER, *tables):
            passwords = with_password(passwords, user, password)
        write_broker_files(
            files,
            {
                files.configuration: configuration(files, local_port=port, tls_port=None, open_port=None),
                files.rules: access_rules(venue),
                files.passwords: passwords,
            },
        )
        return cls(folder, port)

    def start(self) -> None:
        process = self._run()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(LOOK)
            else:
                return
        self.kill()
        raise ServerFailed(_("Mosquitto did not start: {reason}", reason=self._last_line()))


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs, those of the newest version. Raises :class:`MissingProgram`."""
    if found := sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3])):
        return found[-1].parent
    if found_on_path := shutil.which("postgres"):
        return Path(found_on_path).resolve().parent
    raise MissingProgram(_("PostgreSQL is not installed: sudo apt install postgresql."))


def mosquitto_program() -> str:
    """Return the broker's program, which Debian keeps outside a user's path. Raises :class:`MissingProgram`."""
    if found := shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin"):
        return found
    raise MissingProgram(_("Mosquitto is not installed: sudo apt install mosquitto."))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def children_of(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
