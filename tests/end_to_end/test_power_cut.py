"""The program is killed at random moments: what it showed is kept, once, and the game goes on.

A hundred kills with ``pytest -m long tests/end_to_end/test_power_cut.py``.
"""

import json
import random
import time
from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import Event, Rolled, decode
from tests.end_to_end.program import RECORDING, TRUTH, quarterdeck, running


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
