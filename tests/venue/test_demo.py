"""The demo: one command, and eight tables play."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.venue.conftest import skip_or_fail
from tests.venue.site import until
from venue.errors import MissingProgram
from venue.scratch import free_port, mosquitto_program, postgres_programs
from venue.services.demo import NAMES

ROOT = Path(__file__).parents[2]


def tables(port: int) -> list[dict[str, Any]]:
    """Return what the board shows; nothing while it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables", timeout=5) as answer:
            found: list[dict[str, Any]] = json.load(answer)
            return found
    except OSError:
        return []


def test_the_demo_plays_at_eight_tables_and_leaves_nothing_behind(scratch: Path) -> None:
    try:
        mosquitto_program()
        postgres_programs()
    except MissingProgram as error:
        skip_or_fail(error)
    port, folder = free_port(), scratch / "demo"
    folder.mkdir(mode=0o711)
    command = [sys.executable, "-c", "from device.cli.main import main; main()"]
    demo = subprocess.Popen(
        [*command, "venue", "demo", "--port", str(port), "--speed", "10"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: len(tables(port)) == len(NAMES), "eight tables")
        until(lambda: all(one["online"] and one["game"] for one in tables(port)), "they play")
        before = {one["name"]: one["events"] for one in tables(port)}
        assert set(before) == set(NAMES)
        until(lambda: all(one["events"] > before[one["name"]] for one in tables(port)), "new events")
    finally:
        demo.send_signal(signal.SIGTERM)
        printed, _nothing = demo.communicate(timeout=60)
    assert f"http://localhost:{port}/" in printed
    assert list(folder.iterdir()) == []
