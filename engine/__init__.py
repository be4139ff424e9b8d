"""The rules of the game: pure functions over frozen values, no I/O, no clock, no chance, standard library only.

A game is its list of events, and nothing else is remembered. The way in:

- :func:`fold` — events → the :class:`State` they lead to,
- :func:`legal_actions` and :func:`apply` — what may be done in a state, and the event that doing it gives,
- :func:`expected_tray` — what must lie on the tray for the next throw to count,
- :func:`announcements` — the words the game has for what just happened.
"""

from engine.actions import Action, ActionName, Roll, Stop, apply, legal_actions
from engine.announcements import Announcement, announcements
from engine.errors import BadLog, BadRules, EngineError, Refused
from engine.events import Event, Rolled, Started, Stopped, decode, encode
from engine.expectation import Expectation, expected_tray, why_not_held
from engine.fold import advance, fold, next_game
from engine.rules import PRESETS, Rules, preset
from engine.state import Phase, State, Turn

__all__ = [
    "PRESETS",
    "Action",
    "ActionName",
    "Announcement",
    "BadLog",
    "BadRules",
    "EngineError",
    "Event",
    "Expectation",
    "Phase",
    "Refused",
    "Roll",
    "Rolled",
    "Rules",
    "Started",
    "State",
    "Stop",
    "Stopped",
    "Turn",
    "advance",
    "announcements",
    "apply",
    "decode",
    "encode",
    "expected_tray",
    "fold",
    "legal_actions",
    "next_game",
    "preset",
    "why_not_held",
]
