"""``python -m tests.simulation FROM TO STEPS``: evenings by their seeds; of a failing one the shortest history.

``python -m tests.simulation HISTORY`` plays one history, such as ``"buttons: new_game 12, throw 5"``.
"""

import sys
import time
import traceback

from tests.simulation.evening import Broken
from tests.simulation.history import chosen, shrunk, tried
from tests.simulation.test_simulation import read, written


def main(first: int, last: int, many: int) -> int:
    broken, began, done = 0, time.perf_counter(), 0
    for seed in range(first, last):
        kind, steps = chosen(seed, many)
        failure = tried(kind, steps)
        done += failure.steps if failure else many
        if failure:
            broken += 1
            short = shrunk(kind, steps, failure)
            print(f"seed {seed}, step {failure.steps}: {type(failure.error).__name__} {str(failure.error)[:1500]}")
            if not isinstance(failure.error, Broken):
                traceback.print_exception(failure.error, limit=-4)
            print(f'    pytest.param("{written(kind, short)}", id="…"),', flush=True)
    spent = time.perf_counter() - began
    print(f"{last - first} evenings, {broken} broken, {done / spent:.0f} steps a second")
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        failure = tried(*read(sys.argv[1]), say=print)
        if failure:
            traceback.print_exception(failure.error, limit=-6)
    else:
        sys.exit(main(*map(int, sys.argv[1:4])))
