"""Commands of the game: moves, buttons, pauses and new games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from flask import Blueprint, Response
from msgspec import Meta, defstruct, field

from engine import Bet, Event, Joined, Left, Renamed, Rolled, Started, Undone, game_of
from engine.errors import BadRules
from engine.i18n import gettext as _
from engine.names import is_long, tidied
from table import commands as table_commands
from table.commands import Command, Pause, Play, Reopen, StandByHand, ThrowByHand, UseCamera
from table.games import check_start, playable_presets
from table.snapshot import SnapshotSource
from web.api.body import (
    FURTHEST,
    Dice,
    DiceOrNone,
    Options,
    Players,
    Points,
    Positive,
    ShortText,
    body,
    decode,
    not_one_of,
)
from web.api.commands import CommandHandler, MoveBody
from web.display_names import why_not_called
from web.errors import Denied
from web.games.house_rules import why_bad
from web.services.archive import Archive

KNOWN = 200
"""Players of past games whose names may be longer than a new name."""


class PushBody(MoveBody, frozen=True):
    button: Literal["roll", "stand", "take_back"]


class SwitchBody(MoveBody, frozen=True):
    on: bool


class NewGame(MoveBody, frozen=True):
    """A game with these players; ``handicap`` are points ahead."""

    preset: ShortText
    players: Players
    options: Options = field(default_factory=dict)
    starter: ShortText | None = None
    handicap: Points = field(default_factory=dict)


class ReopenGame(MoveBody, frozen=True):
    game: Positive


class ThrowBody(MoveBody, frozen=True):
    do: str
    aside: DiceOrNone
    dice: Dice


def playing(table: SnapshotSource, commands: CommandHandler, archive: Archive) -> Blueprint:
    part = Blueprint("playing", __name__)

    @part.post("/moves")
    def move() -> Response:
        given = body()
        seen = decode(MoveBody, given, has_more=True)
        return commands.execute(seen, lambda: _move(given, table.snapshot().state))

    @part.post("/buttons")
    @commands.command
    def push(given: PushBody) -> Command:
        return table_commands.Push(given.button)

    @part.post("/pause")
    @commands.command
    def pause(given: SwitchBody) -> Command:
        return Pause(given.on)

    @part.post("/camera")
    @commands.command
    def camera(given: SwitchBody) -> Command:
        return UseCamera(given.on)

    @part.post("/games")
    @commands.command
    def new_game(given: NewGame) -> Command:
        return Play(_started(given, table.snapshot().state.players, archive))

    @part.post("/games/reopen")
    @commands.command
    def reopen(given: ReopenGame) -> Command:
        """Resume a stored game, which must not be over unless it is the former one."""
        number = given.game
        if number != table.snapshot().former:
            record = archive.record(number)
            if record is None or not record.parts or archive.game(number) is None:
                why = _("Game {number} can’t be resumed: choose an unfinished one.", number=number)
                raise Denied(422, "no_such_game", why)
            if record.over:
                raise Denied(422, "game_over", _("Game {number} is finished.", number=number))
        return Reopen(number)

    return part


SHARED: Mapping[str, type[Event]] = {"roll": Rolled, "join": Joined, "leave": Left, "rename": Renamed, "undo": Undone}
"""The moves of every game, by name, as events. Each game adds its own."""

BY_HAND = ("throw", "stand")
"""Moves of every game that are what dice and STAND would mean on the tray."""


class NamedMove(MoveBody, frozen=True):
    """A move by its name; :func:`body_of` adds the fields of its event."""

    do: Any


def _move(given: dict[str, Any], state: Any) -> Command:
    moves: dict[str, Any] = {**all_moves(), **game_of(state.rules.name).commands}
    name, players = decode(NamedMove, given, has_more=True).do, state.players
    if name not in (*moves, *BY_HAND):
        raise not_one_of("do", name, (*moves, *BY_HAND))
    if name == "throw":
        thrown = decode(ThrowBody, given)
        return ThrowByHand(thrown.aside, thrown.dice)
    if name == "stand":
        decode(NamedMove, given)
        return StandByHand()
    sent = decode(body_of(moves[name]), given)
    event = moves[name](**{one.name: getattr(sent, one.name) for one in fields(moves[name]) if one.name != "told"})
    match event:
        case Joined(player) if player not in players:
            event = Joined(_new_name(player, players))
        case Renamed(player, new):
            event = Renamed(player, _new_name(new, tuple(one for one in players if one != player)))
        case Bet(by=by, against=against):
            event = replace(event, by=_bystander(by, players), against=against and _bystander(against, players))
    return Play(event, sure=name == "undo" and sent.sure)


@cache
def body_of(event: Any) -> Any:
    """Return the body, a :class:`NamedMove`, of the move that is this kind of event.

    A field for a name or none may be missing.
    """
    types = get_type_hints(event)
    sent: list[tuple[str, Any] | tuple[str, Any, Any]] = [("sure", bool, False)] if event is Undone else []
    for name in (one.name for one in fields(event) if one.name != "told"):
        if get_origin(types[name]) is tuple:
            sent.append((name, Dice if event is Rolled else DiceOrNone))
        elif types[name] is int:
            sent.append((name, Annotated[int, Meta(ge=-FURTHEST, le=FURTHEST)]))
        elif types[name] is str:
            sent.append((name, ShortText))
        elif get_origin(types[name]) is Literal:
            sent.append((name, types[name]))
        else:
            sent.append((name, ShortText | None, None))
    return defstruct(event.__name__, sent, bases=(NamedMove,), frozen=True, kw_only=True)


def all_moves() -> dict[str, type[Event]]:
    """Return the moves of all games that the table can play. Those of another game are refused by the rules."""
    return dict(SHARED) | {
        name: kind for preset in playable_presets() for name, kind in game_of(preset).commands.items()
    }


def new_names(named: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the names as they are stored; long ones are only possible for ``known`` players.

    Raises :class:`~web.errors.Denied` for one that is not possible.
    """
    players: tuple[str, ...] = ()
    for name in named:
        players = (*players, name if is_long(name) and name in known else _new_name(name, players))
    return players


def _started(given: NewGame, former: tuple[str, ...], archive: Archive) -> Started:
    """Return the start of that game; :class:`~web.errors.Denied` if it cannot be played."""
    players = new_names(given.players, (*former, *archive.names(KNOWN)))
    called = dict(zip(given.players, players, strict=True))
    ahead = {called.get(name, name): points for name, points in given.handicap.items()}
    starter = None if given.starter is None else called.get(given.starter, given.starter)
    try:
        start = Started(given.preset, players, starter, given.options, ahead)
        check_start(start)
    except BadRules as error:
        raise Denied(422, "bad_rules", why_bad(error, given.preset)) from None
    return start


def _bystander(name: str, players: tuple[str, ...]) -> str:
    return name if name in players else tidied(name) or name


def _new_name(name: str, others: tuple[str, ...]) -> str:
    if why := why_not_called(name, others):
        raise Denied(422, "bad_name", why)
    return tidied(name)
