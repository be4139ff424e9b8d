"""Adversaries at the whole program. Run with ``pytest -m long -s tests/web/http``; ``ADVERSARY_SECONDS`` per attack."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.processes import figures_of
from tests.end_to_end.program import BARE_TABLE, ROOT, running, url_of
from tests.web.http.witnesses import HelmPhone, watched

SECONDS = float(os.environ.get("ADVERSARY_SECONDS", "30"))

ATTACKS = (
    ("nobody", "silent", 0, 1),
    ("800 silent connections, one address", "silent", 800, 1),
    ("3,000 silent connections, one address", "silent", 3000, 1),
    ("3,000 silent connections, 20 addresses", "silent", 3000, 20),
    ("400 slow heads, 20 addresses", "heads", 400, 20),
    ("400 slow bodies, 20 addresses", "bodies", 400, 20),
    ("200 streams, one address", "streams", 200, 1),
    ("400 streams, 20 addresses", "streams", 400, 20),
    ("400 streams that are never read, 20 addresses", "deaf", 400, 20),
    ("100 pipelining clients that never read, 4 addresses", "pipelined", 100, 4),
    ("20 clients that ask without end, one address", "flood", 20, 1),
    ("100 clients that ask without end, 20 addresses", "flood", 100, 20),
    ("20 clients that send urgent bytes, one address", "urgent", 20, 1),
)


class Program:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.port = int(url_of(process).rstrip("/").rpartition(":")[2])
        assert process.stdout is not None
        self._lines = process.stdout
        code = next(filter(None, (re.search(r"code (\d{3} \d{3})", line) for line in self._lines)))
        self.helm = HelmPhone(self.port, code[1])
        self._printed: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        self._printed.extend(self._lines)

    def printed(self) -> list[str]:
        lines, self._printed[:] = [*self._printed], []
        return [line for line in lines if not re.match(r" +[\d.]+ s ", line)]


@contextmanager
def program(folder: Path) -> Iterator[Program]:
    (folder / "quarterdeck.toml").write_text(BARE_TABLE)
    with running("run", "--pair", "--config", folder / "quarterdeck.toml") as process:
        yield Program(process)


@pytest.mark.long
@pytest.mark.parametrize(("name", "kind", "connections", "addresses"), ATTACKS, ids=[one[0] for one in ATTACKS])
def test_an_adversary_keeps_nobody_out(tmp_path: Path, name: str, kind: str, connections: int, addresses: int) -> None:
    with program(tmp_path) as table:
        table.helm.play()
        time.sleep(1)
        before, worst_files, worst_memory = figures_of(table.process.pid), 0, 0
        table.printed()
        command = [sys.executable, "-m", "tests.web.http.adversary", kind, str(table.port), str(connections)]
        with subprocess.Popen([*command, str(SECONDS), str(addresses)], cwd=ROOT, stdout=subprocess.PIPE) as adversary:
            time.sleep(2)
            with watched(table.port, table.helm) as seen:
                while adversary.poll() is None:
                    now = figures_of(table.process.pid)
                    worst_files, worst_memory = max(worst_files, now.files), max(worst_memory, now.kilobytes)
                    time.sleep(0.5)
            after = figures_of(table.process.pid)
            assert adversary.stdout is not None
            report = json.loads(adversary.stdout.read())
        lines = table.printed()
    print(f"\n== {name}: {report}")
    for who, times in seen.each():
        print(f"   {who}: {times}")
    print(
        f"   files {before.files} -> {worst_files} at most, memory {before.kilobytes / 1024:.0f} -> "
        f"{worst_memory / 1024:.0f} MB at most, {(after.seconds - before.seconds) / (SECONDS + 1):.2f} cores",
        *(f"   | {line[:150].rstrip()}" for line in lines[:3]),
        sep="\n",
    )
    for who, times in seen.each():
        assert not times.failed, who
