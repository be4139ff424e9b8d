"""The program as its user runs it: the command, its lines, its end."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
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


RECORDED_TABLE = f"""{TABLE}
starter = "Mia"
[camera]
kind = "recording"
path = "{RECORDING}"
"""
"""That of a table whose camera is a recording."""


def configured(folder: Path, text: str = BARE_TABLE) -> Path:
    """That configuration, in that folder."""
    file = folder / "quarterdeck.toml"
    file.write_text(text)
    return file


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


def ended(program: subprocess.Popen[str], sign: signal.Signals = signal.SIGTERM) -> int:
    """Its exit status after that signal. What it said was no traceback."""
    program.send_signal(sign)
    status = program.wait(60)
    assert program.stdout is not None
    assert "Traceback" not in program.stdout.read()
    return status


@contextmanager
def terminal() -> Iterator[tuple[Callable[[str], object], int]]:
    """What presses a key, and the end for a program that has a keyboard for its panel."""
    mine, end = pty.openpty()
    try:
        yield lambda key: os.write(mine, key.encode()), end
    finally:
        os.close(mine)
        os.close(end)


def url_of(process: subprocess.Popen[str]) -> str:
    """The address that the program prints when its page is up."""
    return _printed(process, r"http://\S+?:\d+/")[0]


def code_of(process: subprocess.Popen[str]) -> str:
    """The code for the helm that the program prints."""
    return "".join(_printed(process, r"code (\d{3}) (\d{3})").groups())


def _printed(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"no {pattern} among {lines}")
