"""Writers to be killed: ``python -m tests.end_to_end.writers JOURNAL``.

Each line on standard input has one writer forked, which appends :data:`EVENTS` to the journal, game after game, as fast
as it can, from where the journal ends. Told, a line each: ``pid NUMBER``, the number of each event once it is kept, and
``dead`` when the writer was killed.
"""

import os
import sys
from pathlib import Path

from device.journal.journal import Journal
from engine import Event, Rolled, Started, Stopped

GAME: tuple[tuple[Event, ...], ...] = (
    (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"),),
    (Rolled((6, 5, 4, 3, 3)), Stopped()),
    (Rolled((6, 5, 1, 2, 2)),),
    (Rolled((4, 2, 2)), Stopped()),
)
"""One game, in the steps in which it is confirmed; after it comes the next."""

STEPS = [step for step in GAME for _ in step]
EVENTS = [event for step in GAME for event in step]


def write(file: Path) -> None:
    """Go on from where the journal ends, until killed."""
    with Journal(file) as journal:
        kept = journal.last_game()
        number = (journal._last - 1) * len(EVENTS) + len(kept.events) if kept else 0
        while True:
            step = STEPS[number % len(EVENTS)]
            journal.append(step, float(number))
            number += len(step)
            os.write(1, f"{number}\n".encode())


def main() -> None:
    """Fork a writer for each line, one at a time."""
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            write(Path(sys.argv[1]))
        os.write(1, f"pid {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
