"""The program is killed at random moments: what it showed is kept, and the game goes on."""

import json
import random
import time
from pathlib import Path

from device.journal import Journal
from engine import Event, decode
from tests.end_to_end.program import RECORDING, TRUTH, quarterdeck, running

KILLS = 20


def kept_in(file: Path) -> list[Event]:
    with Journal(file) as journal:
        game = journal.last_game()
    return list(game.events[1:]) if game else []


def test_no_confirmed_event_is_lost_or_doubled_by_twenty_power_cuts(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    chance = random.Random(7)
    shown: list[Event] = []
    for _ in range(KILLS):
        with running("replay", "--json", "--fast", "--journal", journal, RECORDING) as program:
            time.sleep(chance.uniform(0.2, 1.6))
            program.kill()
            lines = program.communicate()[0].splitlines()
        shown += [decode(json.dumps(row["event"])) for line in lines if "event" in (row := json.loads(line))]
        assert kept_in(journal)[: len(shown)] == shown
        shown = kept_in(journal)
        if len(shown) == len(TRUTH["events"]):
            journal = tmp_path / f"journal{chance.random()}.db"
            shown = []
    done = quarterdeck("replay", "--json", "--fast", "--journal", journal, RECORDING)
    assert json.loads(done.stdout.splitlines()[-1]) == {"result": TRUTH["result"]}
    assert len(kept_in(journal)) == len(TRUTH["events"])
