"""``docs/line-protocol.md``: the lines of JSON with which a program plays, and the commands of each game."""

from collections.abc import Iterator

from engine.game import Game, games_of_all
from engine.i18n import translated

HEAD = """# The line protocol

`python -m engine` plays a game without a table: one JSON object a line as input, one as the answer. `make docs` writes
this page from the games.

## Commands of all games

One command a line. `"player": NAME` may be added to a player's action, `"confirm": true` to a command that affects
earlier turns.

| command | what it does |
|---|---|
| `{"new": {"preset": NAME, "options": {…}, "players": [NAME, …], "starter": NAME}}` | starts a game |
| `{"roll": [6, 4, 2, 2, 1]}` | the dice rolled, and only these; three each where the dice decide who starts |
| `{"join": NAME}`, `{"leave": NAME}`, `{"rename": {"player": NAME, "name": NAME}}` | players |
| `{"correct": {"roll": K, "dice": […]}}` | the K-th roll of the whole game, from 1 |
| `{"undo": true}` | takes the last event back |
| `{"state": true}`, `{"text": true}`, `{"log": true}`, `{"load": LOG}` | state, text, events; a game from events |
| `{"advise": AIM}`, `{"review": true}` | advice for the player whose turn it is; the cost of each decision |

The answer is `{"ok": true, "announce": […], "state": {…}}`, with `text`, `log`, `advice` or `review` if that was
requested, or `{"ok": false, "code": …, "why": …}`, in which case nothing has changed.

## Commands of single games

`legal` in a state names those that are allowed now.

| game | presets | commands | aims of advice |
|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(f"| {' | '.join(_row(games))} |\n" for games in _kinds())


def _kinds() -> Iterator[list[Game]]:
    """The games, those of a kind together."""
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
