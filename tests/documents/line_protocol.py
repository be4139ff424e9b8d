"""``docs/line-protocol.md``: the lines of JSON with which a program plays, and the commands of each game."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from engine.events import Rolled, Started
from engine.game import Game, games_of_all
from engine.i18n import translated
from engine.line_protocol import COMMANDS, QUERIES

HEAD = """# The line protocol

`python -m engine` plays a game without a table: one JSON object a line as input, one as the answer. `make docs` writes
this page from the games.

## Commands of all games

One command a line. `"player": NAME` may be added to a player's action, `"confirm": true` to a command that affects
earlier turns.

| command | what it does |
|---|---|
{commands}
`options`, `starter` and `handicap` may be left out: the usual rules, the first player or the dice, no head starts.

The answer is `{"ok": true, "announce": […], "state": {…}}`, with `text`, `log`, `advice` or `review` if that was
requested, or `{"ok": false, "code": …, "why": …}`, in which case nothing has changed.

## Commands of single games

`legal` in a state names those that are allowed now.

| game | presets | commands | aims of advice |
|---|---|---|---|
"""


VALUES: Mapping[str, str] = {
    **dict.fromkeys(("preset", "player", "name", "starter"), "NAME"),
    "players": "[NAME, …]",
    "options": "{…}",
    "handicap": "{NAME: POINTS}",
    "roll": "K",
    "dice": "[6, 4, 2, 2, 1]",
    "load": "LOG",
    "advise": "AIM",
}
"""An example of each field, and of the queries that take more than ``true``."""

SAYS: Mapping[str, str] = {
    "new": "starts a game",
    "roll": "the dice rolled, and only these; three each where the dice decide who starts",
    "join": "a player joins, or returns",
    "leave": "a player leaves",
    "rename": "a player has another name",
    "correct": "the K-th roll of the whole game, from 1, showed these dice",
    "undo": "takes back the last move, but no roll and no correction: these are corrected",
    "state": "the state",
    "text": "the state as one line of text",
    "log": "the events",
    "load": "a game from events",
    "advise": "advice for the player whose turn it is",
    "review": "the cost of each decision",
}


def _command(name: str) -> str:
    kind = Started if name == "new" else COMMANDS.get(name)
    known = [one.name for one in fields(kind)] if kind and kind is not Rolled else ["dice"] if kind else []
    if len(known) > 1:
        value = "{" + ", ".join(f'"{one}": {VALUES[one]}' for one in known) + "}"
    else:
        value = VALUES[known[0]] if known else VALUES.get(name, "true")
    return f'| `{{"{name}": {value}}}` | {SAYS[name]} |\n'


def page() -> str:
    commands = "".join(map(_command, ("new", *COMMANDS, *(one for one in QUERIES if one != "new"))))
    return HEAD.replace("{commands}", commands) + "".join(f"| {' | '.join(_row(games))} |\n" for games in _kinds())


def _kinds() -> Iterator[list[Game]]:
    kinds: dict[str, list[Game]] = {}
    for game in games_of_all():
        kinds.setdefault(game.kind, []).append(game)
    yield from kinds.values()


def _row(games: list[Game]) -> Iterator[str]:
    first = games[0]
    yield translated(first.titles[first.presets[0]][0], "en")
    yield ", ".join(f"`{preset}`" for game in games for preset in game.presets)
    yield "<br>".join(f"`{example}`".replace("|", "\\|") for example in first.examples.values())
    yield ", ".join(f"`{aim}`" for aim in first.aims)
