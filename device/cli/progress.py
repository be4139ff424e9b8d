"""One line on a terminal that says how far things are, written over again and again."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

PAUSE = 1.0
"""Seconds between two lines."""


class OneLine:
    """Writes over its own line, once a second at the most; nothing where nobody watches a terminal."""

    def __init__(self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._due = clock()
        self._shown = False

    def show(self, words: Callable[[], str]) -> None:
        """Show these words, if it is time for new ones."""
        if self._stream.isatty() and self._clock() >= self._due:
            self._due = self._clock() + PAUSE
            self._shown = True
            self._stream.write(f"\r\x1b[K{words()}")
            self._stream.flush()

    def end(self) -> None:
        """Wipe the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
