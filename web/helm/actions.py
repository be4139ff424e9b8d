"""Taps: what somebody may tap, and the orders that it gives to the API, one after the other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ApiCall = tuple[str, Mapping[str, Any]]
"""Where it is sent, and what is said there; moment and key come with the tap."""


@dataclass(frozen=True, slots=True)
class Action:
    """What it says, what it would change (a sentence each), and its orders."""

    words: str
    orders: tuple[ApiCall, ...] = ()
    tells: tuple[str, ...] = field(default=())


def move(do: str, **said: Any) -> ApiCall:
    """The order of a move by hand."""
    return "/api/moves", {"do": do, **said}


def push(button: str) -> ApiCall:
    """The order of a button of the tray."""
    return "/api/buttons", {"button": button}


def pause(on: bool) -> ApiCall:
    """The order to look away from the tray, or to look again."""
    return "/api/pause", {"on": on}
