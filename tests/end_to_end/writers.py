"""Writers of a journal, to be killed or watched.

``python -m tests.end_to_end.writers JOURNAL``: each line on standard input has one writer forked, which appends
:data:`EVENTS`, game after game, as fast as it can, from where the journal ends. Told, a line each: ``pid NUMBER``, the
number of each event once it is kept, and ``dead`` when the writer was killed.

``python -m tests.end_to_end.writers JOURNAL ROUNDS`` writes so many games, with quiet times between their steps; it
says ``ack NUMBER`` when so many events are durable.
"""

import os
import sys
from pathlib import Path

from device.journal.journal import Journal
from engine import Event, Rolled, Started, Stopped, encode

GAME: tuple[tuple[Event, ...], ...] = (
    (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"),),
    (Rolled((6, 5, 4, 3, 3)), Stopped()),
    (Rolled((6, 5, 1, 2, 2)),),
    (Rolled((4, 2, 2)), Stopped()),
)
"""One game, in the steps in which it is confirmed; after it comes the next."""

STEPS = [step for step in GAME for _ in step]
EVENTS = [event for step in GAME for event in step]
TEXTS = [encode(event) for event in EVENTS]


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def write(file: Path) -> None:
    """Go on from where the journal ends, until killed."""
    with Journal(file) as journal:
        kept = journal.last_game()
        number = (journal.last - 1) * len(EVENTS) + len(kept.events) if kept else 0
        while True:
            step = STEPS[number % len(EVENTS)]
            journal.append(step, float(number))
            number += len(step)
            say(str(number))


def write_with_rests(file: Path, rounds: int) -> None:
    with Journal(file, in_memory=True) as journal:
        number = now = 0

        def rest(seconds: int) -> None:
            nonlocal now
            for _ in range(seconds):
                now += 1
                journal.tend(float(now))
            if journal.trouble is None:
                say(f"ack {number}")

        for step in GAME * rounds:
            journal.append(step, float(number))
            number += len(step)
            rest(number % 3 + 1)
        rest(20)


if __name__ == "__main__":
    journal_file = Path(sys.argv[1])
    if sys.argv[2:]:
        write_with_rests(journal_file, int(sys.argv[2]))
        sys.exit()
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            write(journal_file)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")
