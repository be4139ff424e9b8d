"""Home Assistant in a process of its own, in the Debian that ``make_room.sh`` makes."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.broker import free_port

ROOM = Path(os.environ.get("HOME_ASSISTANT_ROOM", "/var/tmp/quarterdeck-homeassistant"))
TIMEOUT = 60.0


class HomeAssistant:
    """A Home Assistant at the broker on that port. Its configuration stays from one start to the next."""

    def __init__(self, broker: int) -> None:
        if os.geteuid() != 0 or not (ROOM / "opt/ha/bin/python").exists():
            pytest.skip(f"no Home Assistant in {ROOM}: run tests/homeassistant/make_room.sh as root")
        self._broker = broker
        self._folder = ROOM / "tmp/configuration"
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        (self._folder / "configuration.yaml").touch()
        shutil.copy(Path(__file__).with_name("home.py"), ROOM / "tmp/home.py")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> "HomeAssistant":
        """Start it, and wait until it is connected."""
        command = ["chroot", str(ROOM), "/opt/ha/bin/python", "/tmp/home.py"]
        with (self._folder / "errors").open("a") as errors:
            self._process = subprocess.Popen(
                [*command, str(self._broker), str(free_port()), f"/{self._folder.relative_to(ROOM)}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._answer() == {"ready": True}
        return self

    def ask(self, **command: object) -> dict[str, Any]:
        """Give a command, and return its answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, (self._folder / "errors").read_text()[-2000:]
        answer: dict[str, Any] = json.loads(line)
        return answer

    @property
    def errors(self) -> str:
        return (self._folder / "errors").read_text()

    def entities(self) -> dict[str, dict[str, Any]]:
        """Return the registered entities with their states, by the last part of their unique ids."""
        found = self.ask(do="report")["entities"]
        return {name.split("_", 2)[2]: entity for name, entity in found.items()}

    def states(self) -> dict[str, str | None]:
        return {name: entity["state"] for name, entity in self.entities().items()}

    def wait_for(self, condition: Callable[[dict[str, dict[str, Any]]], object]) -> dict[str, dict[str, Any]]:
        """Ask until the entities fulfil a condition, and return them."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            entities = self.entities()
            if condition(entities):
                return entities
            assert time.monotonic() < deadline, {name: one["state"] for name, one in entities.items()}
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop it as its owner does."""
        if self._process is not None:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.close()
            self._process.wait(TIMEOUT)
            self._process.stdout.close()
            self._process = None
