"""A Mosquitto broker with a data folder of its own."""

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from engine.i18n import gettext as _
from venue.broker.configuration import whole_configuration
from venue.errors import MissingProgram, ServerFailed
from venue.scratch.account import account, as_account, give

PATIENCE = 20.0
"""Seconds for a start."""
LOOK = 0.05


def mosquitto_program() -> str:
    """Return the broker's program, which Debian keeps outside a user's path. Raises :class:`MissingProgram`."""
    if found := shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin"):
        return found
    raise MissingProgram(_("Mosquitto is not installed: sudo apt install mosquitto."))


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ScratchMosquitto:
    """A broker in ``folder``, with that part of the configuration, which has a listener on ``port``."""

    def __init__(self, folder: Path, configuration: str, port: int) -> None:
        self._program = mosquitto_program()
        self._who = account("mosquitto")
        self._folder = folder
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "data").mkdir(parents=True, exist_ok=True)
        (folder / "whole.conf").write_text(whole_configuration(configuration, folder / "data"), "utf-8")
        give(folder, self._who)

    @property
    def pid(self) -> int:
        """The process of the broker."""
        assert self._process is not None
        return self._process.pid

    @property
    def database(self) -> Path:
        """The file in which the broker keeps sessions and retained messages."""
        return self._folder / "data" / "mosquitto.db"

    @property
    def log(self) -> Path:
        """What the broker reported."""
        return self._folder / "log"

    def start(self) -> None:
        """Start the broker and return when it answers. Raises :class:`ServerFailed`."""
        command = as_account(self._who, [self._program, "-c", str(self._folder / "whole.conf")])
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self._port), 1).close()
            except OSError:
                time.sleep(LOOK)
            else:
                return
        self.kill()
        lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        raise ServerFailed(_("Mosquitto did not start: {reason}", reason=lines[-1] if lines else "?"))

    def reload(self) -> None:
        """Have the broker read passwords and access rules again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def save(self) -> None:
        """Have the broker write what it keeps to its file."""
        if self._process is not None:
            self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """Stop the broker. It keeps its sessions."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def kill(self) -> None:
        """Kill the broker, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> "ScratchMosquitto":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
