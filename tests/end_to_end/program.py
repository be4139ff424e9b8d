"""The program as its user runs it: the command, its lines, its end."""

import json
import os
import pty
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from device.cli.main import main

ROOT = Path(__file__).parents[2]
RECORDING = ROOT / "fixtures" / "recordings" / "first-evening"
TRUTH: dict[str, Any] = json.loads((RECORDING / "recording.json").read_text("utf-8"))
QUARTERDECK = (str(Path(sys.executable).with_name("quarterdeck")),)

TABLE = """
[web]
host = "127.0.0.1"
port = 0
[panel]
kind = "none"
[game]
players = ["Mia", "Jonas"]
"""
"""The configuration of a table without buttons; more of the game may follow it, and a camera."""

BARE_TABLE = f"""{TABLE}
[camera]
kind = "usb"
device = 97
"""
"""That of a table with neither buttons nor a camera."""


def free_port() -> int:
    """Return an unused port, for a table that needs the same one after a restart."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def quarterdeck(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*QUARTERDECK, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


def in_process(*arguments: str | Path, given: str | None = None) -> Result:
    """Run the command, with that input, to its end without a process of its own: quicker, where none is needed."""
    return CliRunner().invoke(main, [*map(str, arguments)], input=given)


@contextmanager
def running(*arguments: str | Path, keys: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """The command while it runs; it is killed at the end if it still does. ``keys`` is its terminal."""
    command = [*QUARTERDECK, *map(str, arguments)]
    with subprocess.Popen(command, stdin=keys, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


class Keys:
    """A terminal whose keys stand for the buttons of the tray; ``end`` is the program's."""

    def __init__(self, mine: int, end: int) -> None:
        self._mine = mine
        self.end = end

    def press(self, key: str) -> None:
        """Press that key."""
        os.write(self._mine, key.encode())


@contextmanager
def terminal() -> Iterator[Keys]:
    """A terminal for a program that has a keyboard for its panel."""
    mine, end = pty.openpty()
    try:
        yield Keys(mine, end)
    finally:
        os.close(mine)
        os.close(end)


def url_of(process: subprocess.Popen[str]) -> str:
    """The address that the program prints when its page is up."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if found := re.search(r"http://\S+?:\d+/", line):
            return found[0]
    raise AssertionError(f"no address among {lines}")
