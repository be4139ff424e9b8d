"""A progress line on a terminal, overwritten in place."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

PAUSE = 1.0
"""Seconds between two updates."""


class OneLine:
    """Overwrites one line, at most once a second. Writes nothing if the output is not a terminal."""

    def __init__(self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._due = clock()
        self._shown = False

    def show(self, words: Callable[[], str]) -> None:
        """Show these words if an update is due."""
        if self._stream.isatty() and self._clock() >= self._due:
            self._due = self._clock() + PAUSE
            self._shown = True
            self._stream.write(f"\r\x1b[K{words()}")
            self._stream.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
