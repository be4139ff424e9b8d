"""Actions on the pages, and the API calls that each makes, in order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ApiCall = tuple[str, Mapping[str, Any]]
"""Where it is sent, and what is said there; moment and key come with the tap."""


@dataclass(frozen=True, slots=True)
class Action:
    """The label of an action, what it would change (a sentence each), and its API calls."""

    words: str
    orders: tuple[ApiCall, ...] = ()
    tells: tuple[str, ...] = field(default=())


def move(do: str, **said: Any) -> ApiCall:
    """Return the call for a move."""
    return "/api/moves", {"do": do, **said}


def push(button: str) -> ApiCall:
    """Return the call for a button of the tray."""
    return "/api/buttons", {"button": button}


def pause(on: bool) -> ApiCall:
    """Return the call to pause the camera, or to resume."""
    return "/api/pause", {"on": on}
