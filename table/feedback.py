"""The lamp and sounds for each state of the table."""

from collections.abc import Collection, Iterable, Mapping

from engine import Announcement
from table import Mode
from table.panel import Lamp, Signal, Sound

LAMPS: Mapping[Mode, Lamp] = {
    Mode.WAITING: Lamp("white"),
    Mode.MOVING: Lamp("white", "quick"),
    Mode.OBSTRUCTED: Lamp("white", "slow"),
    Mode.COVERED: Lamp("white", "slow"),
    Mode.SHOWN: Lamp("green"),
    Mode.OVER: Lamp("green", "slow"),
    Mode.UNSURE: Lamp("amber"),
    Mode.ASTRAY: Lamp("amber", "quick"),
    Mode.PAUSED: Lamp("amber", "slow"),
    Mode.ILLEGAL: Lamp("red"),
    Mode.WRONG_NUMBER: Lamp("red", "slow"),
    Mode.LOST: Lamp("red", "quick"),
}
"""Green is readable and legal, amber unsure, red not allowed. Each state has its own rhythm."""


def shown_colour(mode: Mode) -> str:
    """Return the lamp's colour in a mode as pages show it: ``off`` for white, where nothing is to be noticed."""
    colour = LAMPS[mode].colour
    return "off" if colour == "white" else colour


PAIRING = Lamp("blue")
"""Pairing is open without a request: steady, so that it differs from a blue signal."""

ASKING = Lamp("blue", "quick")
"""The lamp while a question waits for ROLL or STAND."""


def on_pairing(signal: Signal | None) -> Lamp:
    return Lamp(signal.colour, blinks=signal.blinks) if signal else PAIRING


ON_COMING_TO: Mapping[Mode, Sound] = {
    Mode.SHOWN: Sound.READ,
    Mode.UNSURE: Sound.WRONG,
    Mode.ASTRAY: Sound.WRONG,
    Mode.ILLEGAL: Sound.WRONG,
    Mode.WRONG_NUMBER: Sound.WRONG,
    Mode.LOST: Sound.LOST,
}
"""The sounds on entering a state of the table."""


def on_counting(said: Iterable[Announcement], cheered: Collection[str]) -> Sound:
    """Return the sound for a confirmation; ``cheered`` are the announcements that the game cheers."""
    return Sound.CHEER if any(one.word in cheered for one in said) else Sound.COUNTED
