"""The rules of the games: pure functions over frozen values, no I/O, no clock, no chance, standard library only.

A game is defined by its list of events. Main functions:

- :func:`fold` — events → the :class:`State` they lead to; :class:`GameHistory` keeps a game that is being played,
- :func:`legal_actions` and :func:`apply` — what may be done in a state, and the state after an event,
- :func:`expected_tray` — what must lie on the tray for the next throw to count,
- :func:`announcements` — the game's terms for the latest event.

The games are independent: :mod:`engine.games.ship` is Ship, Captain, Crew, whose names are here as well,
:mod:`engine.games.yahtzee` is Yahtzee and its relatives, and :mod:`engine.turns` has what the games of turns share.
``python -m engine`` plays by lines of JSON: see :mod:`engine.line_protocol`.
"""

from engine.codec import decode, dump, encode, load, text
from engine.errors import BadLog, BadRules, EngineError, Refused
from engine.events import Corrected, Event, Joined, Left, Renamed, Rolled, Started, Stopped, Undone
from engine.game import (
    announcements,
    apply,
    expected_tray,
    game_of,
    game_of_kind,
    kinds_of_all,
    legal_actions,
    next_game,
    outcome,
    presets_of_all,
    register,
    rules_of,
    title_of,
    totals,
    why_not_held,
)
from engine.games.shake import Shake
from engine.games.ship import SHIP_CAPTAIN_CREW
from engine.games.ship.events import Anted, Bet, Held, Passed, Released, RoundsSet
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import PRESETS, Match, Rules, Stakes
from engine.games.ship.ship_of_fools import SHIP_OF_FOOLS
from engine.games.ship.state import Phase, State
from engine.games.shut_the_box.game import ShutTheBox
from engine.games.yahtzee import GAMES
from engine.games.yahtzee.state import Kept, Scored
from engine.history import GameHistory, PlayedEvent, fold, history_of, opened
from engine.turns.kit.files import games_of_the_house
from engine.values import Announcement, Expectation

register(SHIP_CAPTAIN_CREW)
register(SHIP_OF_FOOLS)
for card_game in GAMES:
    register(card_game)
register(Shake())
register(ShutTheBox())
for one in games_of_the_house():
    register(one)

__all__ = [
    "PRESETS",
    "Announcement",
    "Anted",
    "BadLog",
    "BadRules",
    "Bet",
    "Corrected",
    "EngineError",
    "Event",
    "Expectation",
    "GameHistory",
    "Held",
    "Joined",
    "Kept",
    "Left",
    "Match",
    "Passed",
    "Phase",
    "PlayedEvent",
    "Refused",
    "Released",
    "Renamed",
    "Rolled",
    "RoundsSet",
    "Rules",
    "Scored",
    "Stakes",
    "Started",
    "State",
    "Stopped",
    "Turn",
    "Undone",
    "announcements",
    "apply",
    "decode",
    "dump",
    "encode",
    "expected_tray",
    "fold",
    "game_of",
    "game_of_kind",
    "history_of",
    "kinds_of_all",
    "legal_actions",
    "load",
    "next_game",
    "opened",
    "outcome",
    "presets_of_all",
    "rules_of",
    "text",
    "title_of",
    "totals",
    "why_not_held",
]
