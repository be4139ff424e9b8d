"""The program is killed at random moments: what it showed is kept, once, and the game goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.journal import Journal
from device.ledger import Ledger
from engine import Event, decode
from tests.end_to_end.program import RECORDING, ROOT, TRUTH, quarterdeck, running
from tests.end_to_end.writers import EVENTS, event

LONGEST = 0.03
"""Seconds that a writer lives: some are killed while they open the journal, some after dozens of events."""


def kept_in(file: Path) -> list[Event]:
    with Journal(file) as journal:
        game = journal.last_game()
    return list(game.events[1:]) if game else []


def play_and_kill(kills: int, journal: Path) -> None:
    """Play the recorded game with the whole program, killed so many times, then to its end."""
    chance = random.Random(7)
    shown: list[Event] = []
    for _ in range(kills):
        with running("replay", "--json", "--fast", "--journal", journal, RECORDING) as program:
            time.sleep(chance.uniform(0.3, 1.6))
            program.kill()
            lines = program.communicate()[0].splitlines()
        shown += [decode(json.dumps(row["event"])) for line in lines if "event" in (row := json.loads(line))]
        assert kept_in(journal)[: len(shown)] == shown
        shown = kept_in(journal)
        if len(shown) == len(TRUTH["events"]):
            journal = journal.with_name(f"journal{chance.random()}.db")
            shown = []
    done = quarterdeck("replay", "--json", "--fast", "--journal", journal, RECORDING)
    assert json.loads(done.stdout.splitlines()[-1]) == {"result": TRUTH["result"]}
    assert len(kept_in(journal)) == len(TRUTH["events"])


def write_and_kill(kills: int, journal: Path) -> int:
    """Append events as fast as it goes, with a copy taken now and then; how many were kept in the end."""
    chance = random.Random(7)
    command = [sys.executable, "-m", "tests.end_to_end.writers", str(journal)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT
    ) as writers:
        assert writers.stdin is not None
        assert writers.stdout is not None
        for kill in range(kills):
            before = kept_by(journal) if kill else []
            writers.stdin.write("\n")
            pid = shown = 0
            while not pid:
                first, *rest = writers.stdout.readline().split()
                pid, shown = (int(rest[0]), shown) if first == "pid" else (0, int(first))
            time.sleep(chance.uniform(0, LONGEST))
            if kill % 10 == 5:
                assert_clean(copy_of(journal))
            os.kill(pid, signal.SIGKILL)
            while (line := writers.stdout.readline().strip()) != "dead":
                shown = int(line)
            kept = kept_by(journal)
            assert kept[: len(before)] == before
            assert shown <= len(kept)
            assert_clean(kept)
        writers.stdin.close()
    return len(kept)


def kept_by(file: Path) -> list[Event]:
    """All events of a journal, read as the next program would."""
    if not file.exists() or not file.stat().st_size:
        return []
    with Journal(file) as journal:
        assert journal.notice is None
        assert journal._ledger is not None
        return [decode(row[-1]) for game in journal._ledger.games() for row in journal._ledger.rows(game)]


def copy_of(file: Path) -> list[Event]:
    """All events of a copy that was taken while somebody wrote; none as long as there is nothing to copy."""
    copy = file.with_name("copy.db")
    copy.unlink(missing_ok=True)
    ledger = Ledger(file, read_only=True)
    ledger.copy_to(copy)
    ledger.close()
    return kept_by(copy)


def assert_clean(kept: list[Event]) -> None:
    """Nothing is missing and nothing is there twice."""
    assert kept == [event(number) for number in range(len(kept))]


def test_no_confirmed_event_is_lost_or_doubled_by_power_cuts(tmp_path: Path) -> None:
    play_and_kill(4, tmp_path / "journal.db")


def test_no_event_is_lost_or_doubled_when_a_busy_writer_is_killed(tmp_path: Path) -> None:
    assert write_and_kill(60, tmp_path / "journal.db") > len(EVENTS)


@pytest.mark.long
def test_no_confirmed_event_is_lost_or_doubled_by_a_hundred_power_cuts(tmp_path: Path) -> None:
    play_and_kill(100, tmp_path / "journal.db")


@pytest.mark.long
def test_no_event_is_lost_or_doubled_by_a_thousand_kills(tmp_path: Path) -> None:
    kept = write_and_kill(1000, tmp_path / "journal.db")
    print(f"\n1,000 kills, {kept} events kept")
