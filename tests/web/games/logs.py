"""The logs of the games of turns, whether or not their pages are there yet, and whole games of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

import table.games
import web.games
from engine import Announcement, Event, GameHistory, Refused, Started, game_of, legal_actions
from tests.engine.evenings import Wheel
from tests.engine.turns import strategies as turns
from web.catalogue import Words
from web.games.bar_dice.log import BarDiceLog
from web.games.farkle.log import FarkleLog
from web.games.game_log import GameLog
from web.games.midnight.log import MidnightLog
from web.games.pig.log import PigLog
from web.games.threes.log import ThreesLog

LOGS: tuple[GameLog, ...] = (PigLog(), ThreesLog(), MidnightLog(), FarkleLog(), BarDiceLog())


@dataclass(frozen=True)
class LogOnly:
    """A game of which only the log is on the page."""

    log: GameLog

    def said(self, _announcements: Sequence[Announcement], _words: Words) -> str:
        """Return nothing."""
        return ""


def register_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the logs of those games that the table can't play yet."""
    for log in LOGS:
        if log.kind not in web.games.KINDS:
            monkeypatch.setitem(web.games.KINDS, log.kind, LogOnly(log))  # type: ignore[misc]
        if log.kind not in table.games._KINDS:
            monkeypatch.setitem(table.games._KINDS, log.kind, object())  # type: ignore[arg-type]


def whole_game(preset: str, seed: int, players: Sequence[str] = ("Mia", "Jonas", "Lin")) -> tuple[Event, ...]:
    """Play a whole game by random moves; it may take too many for a person."""
    chance = Random(seed)
    short = {key: of[preset] for key, of in turns.SHORT.items() if preset in of}
    book = GameHistory(Started(preset, tuple(players), None, short))
    while legal := legal_actions(book.state):
        try:
            book.write(turns.action(book.state, chance.choice(legal), Wheel(chance.randrange(2**40))))
        except Refused:
            continue
    return tuple(book.events)


def preset_of(log: GameLog) -> str:
    """Return the rules of that game."""
    return game_of(next(one for one in turns.PRESETS if game_of(one).kind == log.kind)).presets[0]
