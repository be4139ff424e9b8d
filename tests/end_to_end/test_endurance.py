"""Hours at the table: a recording played over and over at four times its speed; nothing grows, nothing is lost.

In peace, and with cameras lost, the program killed, the disk full and 200 phones: ``pytest -m long -s
tests/end_to_end/test_endurance.py`` takes four hours of the table's time each, ``SOAK_MINUTES=10`` ten minutes. It is
no faster, since two cores that also serve 200 phones read no throws that lie for less than half a second.
"""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median

import pytest

from device.journal.reader import reading
from engine import Renamed, decode
from tests.broker import free_port
from tests.end_to_end.looped import TOLD
from tests.end_to_end.processes import Figures, family_of, figures_of
from tests.end_to_end.program import RECORDING, ROOT, TABLE, configured, url_of
from tests.end_to_end.test_disk import full, small_disk
from tests.web.http.witnesses import MACHINE, HelmPhone, Times, asked
from web.http.limits import MAX_STREAMS

TABLE_HOURS = 4.0
SPEED = 4.0
WARM = 60.0
"""Seconds after which nothing may grow any more."""

MINUTES = float(os.environ.get("SOAK_MINUTES", str(60 * TABLE_HOURS / SPEED)))

TROUBLE_EVERY = 20.0
"""Seconds from the end of one trouble to the next."""

FULL_FOR = 8.0
"""Seconds for which the disk is full once the page has said so."""

SOON = 60.0
"""Seconds within which everything is as it was, on a machine that does much else."""

CONFIG = f"""{TABLE}
starter = "Jonas"
[camera]
kind = "recording"
path = "{RECORDING}"
speed = {SPEED}
"""


def journal_of(folder: Path) -> list[str]:
    """All events of the journal, game after game, as it has them."""
    with reading(folder / "journal.db") as ledger:
        return [row[3] for game in sorted(ledger.games()) for row in ledger.rows(game)]


def looped(folder: Path, config: str, *more: str) -> list[str]:
    """The command of a table with that configuration, to be run for hours."""
    return [sys.executable, "-m", "tests.end_to_end.looped", str(configured(folder, config)), str(RECORDING), *more]


def megabytes_in(seen: list[Figures]) -> tuple[float, float]:
    """The usual memory in the first third and in the last."""
    third = len(seen) // 3
    early, late = (median(one.kilobytes for one in part) / 1024 for part in (seen[:third], seen[-third:]))
    print(f"\n{MINUTES:g} minutes at {SPEED:g}×: {early:.1f} MB in the first third and {late:.1f} MB in the last")
    return early, late


@pytest.mark.long
def test_hours_of_play_leave_memory_and_files_as_they_were(tmp_path: Path) -> None:
    seen: list[Figures] = []
    with subprocess.Popen(looped(tmp_path, CONFIG), cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
        began = time.monotonic()
        time.sleep(WARM)
        first = family_of(table.pid)
        while time.monotonic() - began < 60 * MINUTES:
            seen.append(figures_of(table.pid))
            time.sleep(5)
        assert family_of(table.pid) == first, "the camera's process was restarted"
        table.terminate()
        events, cameras = map(int, table.communicate(timeout=60)[0].splitlines()[-1].split())
    early, late = megabytes_in(seen)
    files = {one.files for one in seen}
    print(f"{events} events confirmed, camera opened {cameras} time, files open: {sorted(files)}")
    assert cameras == 1
    assert events > MINUTES
    assert late < 1.03 * early
    assert max(files) - min(files) <= 2


class Table:
    """The table that is to endure: it is started again whenever it was killed.

    ``confirmed`` are the events of the journal in their order, as far as they were told or found after a kill.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self._command = looped(folder, CONFIG.replace("port = 0", f"port = {self.port}"), "--tell")
        self.confirmed: list[str] = []
        self.printed: list[str] = []
        self.kills = self.unseen = 0
        self.phone = self._start(None)

    def _start(self, phone: HelmPhone | None) -> HelmPhone:
        self.process = subprocess.Popen(
            self._command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        url_of(self.process)
        assert self.process.stdout is not None
        code = next(line.rstrip(".\n")[-7:] for line in self.process.stdout if "with the code" in line)
        # A game that is begun with the program is told by nobody.
        self.confirmed += [one for one in journal_of(self._folder)[len(self.confirmed) :][:1] if '"started"' in one]
        self._reader = threading.Thread(target=self._read, args=[self.process.stdout])
        self._reader.start()
        return phone or HelmPhone(self.port, code)

    def _read(self, lines: Iterator[str]) -> None:
        for line in lines:
            if line.startswith(TOLD) and line.endswith("\n"):
                self.confirmed.append(line.removeprefix(TOLD).rstrip("\n"))
            else:
                self.printed.append(line)

    def end(self, how: signal.Signals) -> None:
        """End it; what it told is in its journal, each once and in its order, and at most a little more."""
        self.process.send_signal(how)
        self.process.wait(SOON)
        self._reader.join(SOON)
        assert self.process.stdout is not None
        self.process.stdout.close()
        kept = journal_of(self._folder)
        told = self.confirmed
        first = next((place for place, pair in enumerate(zip(told, kept, strict=False)) if pair[0] != pair[1]), None)
        assert first is None, f"event {first}: told {told[first or 0]}, kept {kept[first or 0]}"
        assert len(kept) >= len(told), f"{len(told)} events were told and {len(kept)} are kept"
        if how is signal.SIGTERM:
            assert len(kept) == len(told)
        self.unseen += len(kept) - len(told)
        self.confirmed = kept

    def kill(self) -> None:
        """Kill the program and start it again."""
        self.kills += 1
        self.end(signal.SIGKILL)
        self._start(self.phone)

    def kill_camera(self) -> None:
        """Kill the camera's process, and wait until another has taken its place."""
        old = self._cameras()
        for one in old:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.until(lambda: bool(self._cameras() - old), "the camera is lost for good")

    def _cameras(self) -> set[int]:
        found = set()
        for one in family_of(self.process.pid)[1:]:
            with contextlib.suppress(OSError):
                if b"device.sources.worker" in Path(f"/proc/{one}/cmdline").read_bytes():
                    found.add(one)
        return found

    def fill_disk(self) -> None:
        """Have no room on the disk until the page says so, and for a while; then wait until it no longer does."""
        with full(self._folder) as keep_up:
            self.until(lambda: keep_up() or self.in_memory, "nobody says that the disk is full")
            end = time.monotonic() + FULL_FOR
            while time.monotonic() < end:
                keep_up()
                time.sleep(0.2)
        self.until(lambda: not self.in_memory, "the page goes on saying that the disk is full")

    @property
    def in_memory(self) -> bool:
        """Whether the page says that what is confirmed is not on the disk."""
        return "the game continues in memory" in " ".join(self.phone.state()["trouble"])

    def until(self, condition: Callable[[], bool | None], otherwise: str) -> None:
        """Wait for it; an answer that fails is one more reason to wait."""
        end = time.monotonic() + SOON
        while True:
            with contextlib.suppress(OSError, AssertionError, http.client.HTTPException):
                if condition():
                    return
            assert time.monotonic() < end, otherwise
            time.sleep(0.1)


class Meanwhile:
    """What goes on beside the troubles: the phone renames a player again and again, and a program asks for the page."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._over = threading.Event()
        self.renamed: list[str] = []
        self.refused = 0
        self.pages = Times()
        self.calm = threading.Event()

    def rename(self) -> None:
        """Note each name that was confirmed."""
        while not self._over.wait(0.4):
            try:
                self.renamed.append(self._table.phone.rename())
            except (OSError, AssertionError, http.client.HTTPException):
                self.refused += 1

    def ask(self) -> None:
        """Time the page, but not while the program is being started."""
        while not self._over.wait(0.2):
            if self.calm.is_set():
                self.pages.timed(lambda: asked(MACHINE, self._table.port, "/"))

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Both, in threads of their own."""
        threads = [threading.Thread(target=self.rename), threading.Thread(target=self.ask)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()


@pytest.mark.long
def test_hours_of_trouble_lose_and_double_nothing_that_was_confirmed(tmp_path: Path) -> None:
    """The program is killed in the first half only, so that the second says whether anything grows."""
    seconds, done, seen = 60 * MINUTES, dict.fromkeys(("kill", "camera", "disk"), 0), list[Figures]()
    with small_disk(tmp_path, "48m") as disk:
        table = Table(disk)
        meanwhile = Meanwhile(table)
        follow = ["-m", "tests.web.load", "follow", str(table.port), str(MAX_STREAMS), str(seconds), "0.1"]
        with (
            subprocess.Popen([sys.executable, *follow], cwd=ROOT, stdout=subprocess.PIPE, text=True) as phones,
            meanwhile.going_on(),
        ):
            began, troubles = time.monotonic(), cycle(("camera", "kill", "disk", "kill"))
            while (gone := time.monotonic() - began) < seconds:
                meanwhile.calm.set()
                rest = time.monotonic() + TROUBLE_EVERY
                while time.monotonic() < rest:
                    if gone > seconds / 2:
                        seen.append(figures_of(table.process.pid))
                    time.sleep(2)
                trouble = next(troubles)
                if trouble == "kill" and gone > seconds / 2:
                    continue
                done[trouble] += 1
                if trouble == "kill":
                    meanwhile.calm.clear()
                    time.sleep(1)
                    table.kill()
                elif trouble == "camera":
                    table.kill_camera()
                else:
                    table.fill_disk()
            tale = json.loads(phones.communicate(timeout=120)[0])
        table.end(signal.SIGTERM)
        names = [event.name for event in map(decode, table.confirmed) if isinstance(event, Renamed)]
        tracebacks = [line for line in table.printed if "Traceback" in line]
    early, late = megabytes_in(seen)
    third = len(seen) // 3
    files_early, files_late = (median(one.files for one in part) for part in (seen[:third], seen[-third:]))
    print(
        f"{done['kill']} kills, {done['camera']} cameras killed, "
        f"{done['disk']} times a full disk; {len(table.confirmed)} events confirmed, {table.unseen} of them kept "
        f"and not told before a kill; {len(meanwhile.renamed)} by a phone ({meanwhile.refused} requests failed)\n"
        f"second half: files {files_early:g} early, {files_late:g} late\n"
        f"page: {meanwhile.pages}; streams: {tale['resyncs']} came back, {tale['missed']} missed, "
        f"{tale['backwards']} went backwards, {tale['refused']} refused"
    )
    assert tracebacks == []
    assert min(done.values()) >= 1
    assert len(names) == len(set(names)), "something was confirmed twice"
    assert set(meanwhile.renamed) <= set(names), "something that a phone was told is not there"
    assert meanwhile.pages.failed == []
    assert (tale["missed"], tale["backwards"]) == (0, 0)
    assert late < 1.05 * early
    assert abs(files_late - files_early) <= 10
