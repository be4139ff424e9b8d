"""Starts the table repeatedly until it runs, and handles failed starts and safe mode."""

import time
from collections.abc import Callable
from pathlib import Path

from device.backup import restore
from device.notices import Notices
from device.os_errors import NO_THREAD, is_no_thread
from device.runtime.boot_count import TOO_LONG, BootCount
from device.runtime.safe_mode import RollHeld
from device.storage.lock import InUse
from engine.i18n import gettext as _

Serve = Callable[[str, bool], None]
"""Serves the safe mode page with that reason: for a limited time, or until the end if it was requested."""


class Running:
    """State of one run of the table: whether it is ready, and since when it was not.

    The table calls :meth:`ready` when its page is up and its camera is supervised, and :meth:`good` after it has run
    for some time.
    """

    def __init__(self, file: Path, starts: BootCount, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._starts = starts
        self._clock = clock
        self._began = clock()
        self._ready = False

    def ready(self) -> None:
        """Mark the table as ready. A restored backup is then accepted."""
        if not self._ready:
            self._ready = True
            restore.succeeded(self._file)

    def good(self) -> None:
        """Mark this start as good."""
        self._starts.succeeded()

    def ended(self) -> None:
        """Handle the end of the run from outside. A run that was not ready after a long time counts as failed."""
        if not self._ready and self._clock() - self._began > TOO_LONG:
            self._starts.failed(_("The table was not ready after {too_long:.0f} seconds.", too_long=TOO_LONG))


def start(
    file: Path,
    starts: BootCount,
    notices: Notices,
    run: Callable[[Running], None],
    serve: Serve,
    spoken: tuple[type[Exception], ...],
) -> None:
    """Run the table of the configuration in that file. Return when it ends normally.

    If a start fails while a backup is on trial, the state before it is restored and the start is repeated. Other
    failures are raised. From the third in a row on, the safe mode page is served and the start is retried periodically.
    A journal that another program holds is raised and is no failure: that program may be the table, which goes on.
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
        except InUse:
            raise
        except Exception as error:
            failure = _("The program failed ({kind}: {error}).", kind=type(error).__name__, error=error)
            why = NO_THREAD if is_no_thread(error) else str(error) if isinstance(error, spoken) else failure
            if restore.undo(file, notices, why):
                continue
            starts.failed(why)
            if starts.why is None:
                raise
            continue
        return
