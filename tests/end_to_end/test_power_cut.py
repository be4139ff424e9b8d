"""The program is killed at random moments: what it showed is kept, once, and the game goes on.

A thousand kills with ``pytest -m long tests/end_to_end/test_power_cut.py``.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.journal.reader import reading
from engine import Event, Rolled, decode
from tests.end_to_end.program import RECORDING, ROOT, TRUTH, quarterdeck, running
from tests.end_to_end.writers import EVENTS, TEXTS

LONGEST = 0.03
"""Seconds that a writer lives: some are killed while they open the journal, some after dozens of events."""


def kept_in(file: Path) -> list[Event]:
    with Journal(file) as journal:
        game = journal.last_game()
    return list(game.events[1:]) if game else []


@pytest.mark.parametrize("kills", [1, pytest.param(100, marks=pytest.mark.long)])
def test_a_replay_that_is_killed_goes_on_and_scores_the_recorded_game(tmp_path: Path, kills: int) -> None:
    """Killed as soon as it has shown some events, or a moment later; a game that is whole is followed by another."""
    chance, games = random.Random(7), 0
    journal, shown, moments = tmp_path / "journal-0.db", list[Event](), list[float]()
    for _ in range(kills):
        with running("replay", "--json", "--fast", "--journal", journal, RECORDING) as program:
            assert program.stdout is not None
            lines = [program.stdout.readline() for _ in range(chance.randint(1, 3))]
            time.sleep(chance.uniform(0, 0.2))
            program.kill()
            lines += program.stdout.readlines()
        rows = [row for line in lines if line.strip() and "event" in (row := json.loads(line))]
        shown += [decode(json.dumps(row["event"])) for row in rows]
        moments += [row["t"] for row in rows]
        assert kept_in(journal)[: len(shown)] == shown
        shown = kept_in(journal)
        if len(shown) == len(TRUTH["events"]):
            games += 1
            journal, shown, moments = tmp_path / f"journal-{games}.db", [], []
    done = quarterdeck("replay", "--json", "--fast", "--journal", journal, RECORDING)
    assert done.returncode == 0, done.stderr
    *more, result = map(json.loads, done.stdout.splitlines())
    assert result == {"result": TRUTH["result"]}
    kept = kept_in(journal)
    assert len(kept) == len(TRUTH["events"])
    rolled = [sorted(event.dice) for event in kept if isinstance(event, Rolled)]
    assert rolled == [sorted(row["rolled"]) for row in TRUTH["events"]]
    moments += [row["t"] for row in more]
    assert len(moments) >= len(TRUTH["presses"]) - kills, "only an event kept and not yet shown is missing"
    assert moments == [press["t"] for press in TRUTH["presses"] if press["t"] in moments]


def kept_by(file: Path) -> int:
    """How many events a journal holds, read as the next program would; none is missing and none is there twice."""
    if not file.exists() or not file.stat().st_size:
        return 0
    with Journal(file) as journal:
        assert journal.notices == ()
    return clean_in(file)


def clean_in(file: Path) -> int:
    """Return the number of events in the journal's file, which may be open for writing."""
    with reading(file) as ledger:
        rows = [row for game in ledger.games() for row in ledger.rows(game)]
    for place, (game, number, _, text) in enumerate(rows):
        assert (game - 1, number) == divmod(place, len(EVENTS))
        assert text == TEXTS[number]
    return len(rows)


@pytest.mark.parametrize("kills", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_no_event_is_lost_or_doubled_when_a_busy_writer_is_killed(tmp_path: Path, kills: int) -> None:
    """While it appends events as fast as it goes; a copy is taken now and then."""
    chance, journal, kept = random.Random(7), tmp_path / "journal.db", 0
    command = [sys.executable, "-m", "tests.end_to_end.writers", str(journal)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT
    ) as writers:
        assert writers.stdin is not None
        assert writers.stdout is not None
        for kill in range(kills):
            before = kept
            writers.stdin.write("\n")
            pid = shown = 0
            while not pid:
                first, *rest = writers.stdout.readline().split()
                pid, shown = (int(rest[0]), shown) if first == "pid" else (0, int(first))
            time.sleep(chance.uniform(0, LONGEST))
            if kill % 10 == 5:
                assert clean_in(journal) >= before
            os.kill(pid, signal.SIGKILL)
            while (line := writers.stdout.readline().strip()) != "dead":
                shown = int(line)
            kept = kept_by(journal)
            assert kept >= max(before, shown)
        writers.stdin.close()
    print(f"\n{kills} kills, {kept} events kept")
    assert kept > len(EVENTS)
