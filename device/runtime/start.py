"""Starts the table again and again until it runs: what a failed start leads to, and how safe mode is left."""

import time
from collections.abc import Callable
from pathlib import Path

from device.backup import restore
from device.notices import Notices
from device.runtime.boot_count import TOO_LONG, BootCount
from device.runtime.safe_mode import RollHeld

Serve = Callable[[str, bool], None]
"""Serves the page of safe mode with that reason, for a while; until the end if it was asked for."""


class Running:
    """One run of the table, as far as its start is concerned: whether it is ready, and since when it was not.

    The table calls :meth:`ready` as soon as its page is up and its camera is looked after, and :meth:`good` once it
    has run for a while.
    """

    def __init__(self, file: Path, starts: BootCount, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._starts = starts
        self._clock = clock
        self._began = clock()
        self._ready = False

    def ready(self) -> None:
        """Say that the table is up: a backup that was put back has proved itself."""
        if not self._ready:
            self._ready = True
            restore.succeeded(self._file)

    def good(self) -> None:
        """Say that this start has not failed."""
        self._starts.succeeded()

    def ended(self) -> None:
        """Say that the run is ended from outside: one that was not ready after a long time has failed."""
        if not self._ready and self._clock() - self._began > TOO_LONG:
            self._starts.failed(f"The table was not ready after {TOO_LONG:.0f} seconds.")


def start(
    file: Path,
    starts: BootCount,
    notices: Notices,
    run: Callable[[Running], None],
    serve: Serve,
    spoken: tuple[type[Exception], ...],
) -> None:
    """Run the table of the configuration in that file; return when it ends as it should.

    A start that fails with a backup on trial brings back what was there before and is made again. Other failures are
    raised; from the third in a row on, the page of safe mode is served, and the start is tried again now and then.
    ``spoken`` are the errors whose text is for the user.
    """
    while True:
        starts.begin()
        if starts.why is not None:
            serve(starts.why, False)
        restore.begin_try(file, notices)
        running = Running(file, starts)
        try:
            run(running)
        except RollHeld as asked:
            serve(str(asked), True)
        except KeyboardInterrupt:
            running.ended()
            raise
        except Exception as error:
            failure = f"The program failed ({type(error).__name__}: {error})."
            why = str(error) if isinstance(error, spoken) else failure
            if restore.undo(file, notices, why):
                continue
            starts.failed(why)
            if starts.why is None:
                raise
            continue
        return
