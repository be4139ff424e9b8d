"""A past game under the names that its players are shown under, for the pages that replay it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from engine import Event, Joined, Left, Renamed, Rolled, Started, game_of
from engine.statistics.player_names import PlayerNames
from web.games import log_of
from web.games.game_log import GameLog
from web.ports.archive import ArchivedGame


def shown_game(game: ArchivedGame, names: PlayerNames, nameless: str) -> ArchivedGame:
    """Return the game with other names in its events, ``nameless`` for hidden players; the open game as it is.

    Names that would become the same in this game stay as they are: the rules would take them for one player.
    """
    if game.is_open or not names:
        return game
    start = game.events[0]
    log = log_of(game_of(start.preset).kind) if isinstance(start, Started) else GameLog()
    stored = list(dict.fromkeys(name for event in game.events for name in _names_in(event, log)))
    if not names.touched.intersection(stored):
        return game
    called = {name: names.called(name) for name in stored}
    nobody = [name for name in stored if not called[name]]
    called |= {name: f"{nameless} {number}" for number, name in enumerate(nobody, 1)}
    doubled = {one for one, times in Counter(called.values()).items() if times > 1}
    kept = {name: name if called[name] in doubled else called[name] for name in stored}
    if len(set(kept.values())) < len(kept):
        return game
    return replace(game, events=tuple(_renamed(event, kept, log) for event in game.events))


def _names_in(event: Event, log: GameLog) -> Iterator[str]:
    match event:
        case Started(players=players):
            yield from players
        case Rolled(player=str(player)) | Joined(player=player) | Left(player=player):
            yield player
        case Renamed(player=player, name=name):
            yield from (player, name)
        case _:
            yield from log.names_in(event)


def _renamed(event: Event, called: Mapping[str, str], log: GameLog) -> Event:
    match event:
        case Started(players=players, starter=starter):
            others = tuple(called[name] for name in players)
            return replace(event, players=others, starter=None if starter is None else called[starter])
        case Rolled(player=str(player)) | Joined(player=player) | Left(player=player):
            return cast(Event, replace(event, player=called[player]))
        case Renamed(player=player, name=name):
            return replace(event, player=called[player], name=called[name])
    return log.renamed(event, called)
