"""A real Mosquitto on loopback, with a folder of its own, that tests start, stop and kill."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest


def mosquitto() -> str:
    """The path of this machine's Mosquitto. Where there is none the test is skipped, on CI it fails."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        missing = "no mosquitto on PATH: apt install mosquitto to run the tests of the link"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return program


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker:
    """Mosquitto in that folder. ``extra`` are lines of its configuration, after its listener."""

    def __init__(self, folder: Path, *extra: str, anonymous: bool = True) -> None:
        self.port = free_port()
        self._program = mosquitto()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._config = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {'true' if anonymous else 'false'}",
            "persistence true",
            f"persistence_location {folder}/",
            *(["user root"] if os.geteuid() == 0 else []),
            *extra,
        ]
        self._config.write_text("\n".join([*lines, ""]))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Broker":
        """Start it, and wait until it accepts connections."""
        with (self._folder / "log").open("ab") as log:
            self.process = subprocess.Popen([self._program, "-c", str(self._config)], stdout=log, stderr=log)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                said = (self._folder / "log").read_text()
                assert time.monotonic() < deadline, said
                assert self.process.poll() is None, said
                time.sleep(0.02)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as the system does, with its persistence written."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(10)
            self.process = None
