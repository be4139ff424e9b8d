"""A panel for desks: the keys of a terminal for buttons, a word on it for the lamp, its bell for sounds."""

import os
import select
import sys
import termios
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from typing import Self, TextIO

from device.errors import NoPanel
from device.terminal import said
from engine.i18n import gettext as _
from engine.i18n import joined, ngettext
from table.panel import OFF, Button, Colour, Lamp, Press, Sound

KEYS = {
    "\r": Button.ROLL,
    "\n": Button.ROLL,
    "r": Button.ROLL,
    "s": Button.STAND,
    "\x7f": Button.TAKE_BACK,
    "b": Button.TAKE_BACK,
    "p": Button.PAUSE,
    "+": Button.NEXT,
    "-": Button.PREVIOUS,
    " ": Button.PICK,
    "c": Button.PAIR,
}
"""What each key does."""

HELP = _(
    "Keys: Enter or r ROLL · s STAND · Backspace or b undo · p pause · c pair a phone · "
    "+ and - turn, Space pick · Ctrl-C end"
)

COLOURS: dict[Colour, tuple[str, str]] = {
    "off": ("2", _("off")),
    "white": ("37", _("white")),
    "green": ("32", _("green")),
    "amber": ("33", _("amber")),
    "red": ("31", _("red")),
    "blue": ("34", _("blue")),
    "violet": ("35", _("violet")),
}
"""The code of each colour in a terminal (ECMA-48, SGR), and its word."""

HEARD = (Sound.WRONG, Sound.REFUSED, Sound.LOST, Sound.ASKED)
"""Sounds for which the terminal's bell is rung."""


class KeyboardPanel:
    """The terminal that the program runs in. Raises :class:`NoPanel` where it runs in none."""

    has_buttons = True

    def __init__(
        self,
        keys: TextIO = sys.stdin,
        screen: TextIO = sys.stderr,
        *,
        sounds: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen = screen
        self._sounds = sounds
        self._clock = clock
        self._shown = OFF
        try:
            self._keys = keys.fileno()
            self._before = termios.tcgetattr(self._keys)
        except (OSError, ValueError, termios.error):
            raise NoPanel(_("The keyboard can’t be used: the program does not run in a terminal.")) from None
        tty.setcbreak(self._keys)
        self._say(said(HELP))

    def presses(self, until: float) -> list[Press]:  # noqa: ARG002
        pressed = ""
        while select.select([self._keys], [], [], 0)[0] and (more := os.read(self._keys, 64)):
            pressed += more.decode(errors="ignore")
        return [Press(KEYS[key], self._clock()) for key in pressed.lower() if key in KEYS]

    def show(self, lamp: Lamp) -> None:
        if lamp != self._shown:
            self._shown = lamp
            code, colour = COLOURS[lamp.colour]
            blinks = ngettext("{count} blink", "{count} blinks", lamp.blinks)
            words = joined([colour, blinks], ", ") if lamp.blinks else colour
            self._say(f"\x1b[{code}m● {said(words)}\x1b[0m")

    def sound(self, sound: Sound) -> None:
        if self._sounds and sound in HEARD:
            self._say("\a", end="")

    def tune(self, brightness: float | None, sounds: bool | None) -> None:  # noqa: ARG002
        self._sounds = self._sounds if sounds is None else sounds

    def _say(self, words: str, end: str = "\n") -> None:
        with suppress(OSError):
            print(words, end=end, file=self._screen, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        termios.tcsetattr(self._keys, termios.TCSADRAIN, self._before)
