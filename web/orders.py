"""What a page may ask of the table: one value for each thing, and the protocol of whoever does it."""

from dataclasses import dataclass
from typing import Literal, Protocol

from engine import Event


@dataclass(frozen=True, slots=True)
class Play:
    """Something happened in the game: a roll told by hand, a correction, somebody left, a box was picked.

    ``sure`` says that somebody was asked and meant it, which is needed for what reaches back past the turn that is on.
    """

    event: Event
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """A button of the panel, pushed on the page instead."""

    button: Literal["roll", "stand", "take_back"]


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop looking at the tray, or look again."""

    on: bool


Order = Play | Push | Pause


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether it was done; if not a word that programs know, and the reason in one sentence."""

    done: bool
    code: str = ""
    why: str = ""


class Helm(Protocol):
    """A table that can be told what to do. Safe from any thread; the table never waits for who asks."""

    def order(self, order: Order, timeout: float) -> Answer:
        """Ask for it, and wait at most so many seconds; what was not begun by then is not done later either."""
        ...
