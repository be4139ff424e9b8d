"""The meaning of the tray, the buttons and the sentences in each kind of game at the table.

The engine may know more games than the table can play. A game is playable if its kind has a rulebook here: only these
are offered, started, resumed and imported. Every other one is refused in one sentence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import BadLog, BadRules, Event, Rolled, Started, fold, game_of, next_game, title_of
from engine import rules_of as rules_of_any
from engine.events import MAX_PLAYERS
from engine.game import ByKind, no_such_rules, presets_offered
from engine.games.yahtzee import GAMES as CARD_GAMES
from engine.i18n import gettext as _
from engine.turns.game import TurnGame
from table.games.rulebook import Rulebook
from table.games.ship import ShipAtTheTable
from table.games.turns import TurnsAtTheTable
from table.games.yahtzee import YahtzeeAtTheTable

_KINDS: ByKind[Rulebook] = ByKind(
    {"ship_captain_crew": ShipAtTheTable(), **{game.kind: YahtzeeAtTheTable() for game in CARD_GAMES}},
    TurnGame,
    TurnsAtTheTable,
)
"""The rulebooks by the kinds of games: every game of turns has one of its own accord."""


def rulebook(state: Any) -> Rulebook:
    return _KINDS[game_of(state.rules.name).kind]


def playable_presets() -> tuple[str, ...]:
    """Return the rules that a new game may have."""
    return tuple(preset for preset in presets_offered() if game_of(preset).kind in _KINDS)


def check_playable(preset: str) -> None:
    """Raise :class:`~engine.BadRules` if there are no rules of that name, or if the table can't play them."""
    try:
        game = game_of(preset)
    except BadRules:
        raise no_such_rules(preset, playable_presets()) from None
    if game.kind not in _KINDS:
        raise BadRules(_("the table can’t play {game} yet", game=title_of(preset)[0]))


def rules_of(preset: str, options: Mapping[str, object]) -> Any:
    """Return the rules of that name with these options.

    Raises :class:`~engine.BadRules` if they are not valid, or if the table can't play them.
    """
    _check_offered(preset)
    return rules_of_any(preset, options)


def check_start(start: Started) -> None:
    _check_offered(start.preset)
    fold([start])


def _check_offered(preset: str) -> None:
    check_playable(preset)
    if game_of(preset).is_beside:
        raise BadRules(_("{game} is begun on its own page", game=title_of(preset)[0]))


def rematch(state: Any, joining: Sequence[str] = ()) -> Started:
    """Return the start of the next game with the players who are there and those who wait; they may be too few."""
    start = next_game(state)
    return replace(start, players=(*start.players, *joining)[:MAX_PLAYERS])


def has_rematch(state: Any, joining: Sequence[str] = ()) -> bool:
    try:
        check_start(rematch(state, joining))
    except BadRules:
        return False
    return True


def is_idle(state: Any, log: Iterable[Event]) -> bool:
    """Return whether no game is on that has begun: another one may take its place."""
    return rulebook(state).is_over(state) or not any(isinstance(event, Rolled) for event in log)


def playable_log(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events of a stored game. Raises :class:`~engine.BadLog` if the table can't play it."""
    log = tuple(events)
    try:
        for event in log:
            if isinstance(event, Started):
                check_playable(event.preset)
    except BadRules as error:
        raise BadLog(*error.args) from None
    return log


__all__ = [
    "Rulebook",
    "check_playable",
    "check_start",
    "is_idle",
    "playable_log",
    "playable_presets",
    "rulebook",
    "rules_of",
]
