"""The moves of ``POST /api/moves`` in the OpenAPI file, as the games and the API define them."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from engine import Event, Rolled, Undone, game_of
from engine.events import MAX_PLAYERS
from engine.games.ship.events import BetOn
from engine.i18n import translated
from engine.names import LONGEST_KEPT
from engine.tournament.facts import MOST as MOST_ENTRANTS
from engine.values import MOST_DICE
from table.games import playable_presets
from web.api.body import FURTHEST
from web.api.moves import BY_HAND, all_moves
from web.api.rolls import MOST_ROLLS

FILE = Path(__file__).parents[2] / "web" / "openapi.json"

AROUND: Mapping[str, Mapping[str, Any]] = {
    "boot": {
        "type": "string",
        "maxLength": 64,
        "description": "The run of the program that the change was decided on.",
    },
    "revision": {
        "type": "integer",
        "minimum": 0,
        "maximum": FURTHEST,
        "description": "The moment within it that the change was decided on.",
    },
    "key": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{8,64}$",
        "description": "Made up by the client for each decision: sent twice it is done once, and answered the same.",
    },
}
API = Path(__file__).parents[2] / "docs" / "api.md"
TABLE = "| `do` | with | in |\n|---|---|---|\n"
FACES: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 6},
    "maxItems": MOST_DICE,
}
"""Faces of dice. The rules say how many they must be."""

TEXT: Mapping[str, Any] = {"type": "string", "minLength": 1, "maxLength": LONGEST_KEPT}

LIMITED: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("Correction", "roll"): {"maximum": MOST_ROLLS},
    ("Correction", "dice"): {**FACES, "minItems": 1},
    ("ReportMisread", "roll"): {"maximum": MOST_ROLLS},
    ("ReportMisread", "place"): {"maximum": MOST_DICE - 1},
    ("DismissMisread", "roll"): {"maximum": MOST_ROLLS},
    ("NewGame", "players"): {"maxItems": MAX_PLAYERS},
    ("NewTournament", "players"): {"maxItems": MOST_ENTRANTS},
    ("NewTournament", "rounds"): {"maximum": MOST_ENTRANTS},
    ("AskToPlay", "name"): TEXT,
    ("RenamePlayer", "player"): TEXT,
    ("RenamePlayer", "name"): TEXT,
}
"""The fields of other requests whose limits the games or the API own."""

SAYS = {
    "throw": "A roll that no camera saw, with all dice that stay aside at it.",
    "stand": "What STAND means now, without a look at the tray.",
}


def schema() -> dict[str, Any]:
    """Return the schema of a move: one for each, by its name."""
    moves = {name: _of_event(name, kind) for name, kind in all_moves().items()}
    moves["throw"] = _move(
        "throw", SAYS["throw"], {"aside": FACES, "dice": {**FACES, "minItems": 1}}, ("aside", "dice")
    )
    moves["stand"] = _move("stand", SAYS["stand"], {}, ())
    moves["bet"]["properties"]["on"] = {"enum": list(get_args(BetOn))}
    assert moves.keys() >= set(BY_HAND)
    return {"oneOf": list(moves.values())}


def page() -> str:
    described = json.loads(FILE.read_text("utf-8"))
    schemas = described["components"]["schemas"]
    schemas["Move"] = schema()
    for (name, field), part in LIMITED.items():
        schemas[name]["properties"][field] |= part
    return json.dumps(described, indent=1, ensure_ascii=False) + "\n"


def listed() -> str:
    head, table, rest = API.read_text("utf-8").partition(TABLE)
    _old, end, rest = ("\n" + rest).partition("\n\n")
    return head + table + "".join(map(_row, schema()["oneOf"])).rstrip("\n") + end + rest


def _row(move: Mapping[str, Any]) -> str:
    name, around = move["title"], {*AROUND, "do"}
    fields = ", ".join(
        f"`{field}`" if field in move["required"] else f"`{field}` (may be missing)"
        for field in move["properties"]
        if field not in around
    )
    kinds = {game_of(preset).kind: game_of(preset) for preset in reversed(playable_presets())}
    games = [translated(game.title, "en") for game in reversed(kinds.values()) if name in game.commands]
    return f"| `{name}` | {fields} | {'; '.join(games) or 'every game'} |\n"


def _of_event(name: str, kind: type[Event]) -> dict[str, Any]:
    types, known = get_type_hints(kind), [one for one in fields(kind) if one.name != "told"]
    parts = {one.name: _field(types[one.name], kind) for one in known}
    required = [one.name for one in known if one.default is MISSING and one.default_factory is MISSING]
    if kind is Undone:
        parts["sure"] = {"type": "boolean"}
    return _move(name, (kind.__doc__ or "").partition("\n")[0], parts, required)


def _field(kind: Any, event: type[Event]) -> Mapping[str, Any]:
    if get_origin(kind) is tuple:
        return {**FACES, "minItems": 1} if event is Rolled else FACES
    return {"type": "integer"} if kind is int else TEXT


def _move(name: str, says: str, parts: Mapping[str, Any], required: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [*AROUND, "do", *required],
        "properties": {**AROUND, "do": {"const": name}, **parts},
        "additionalProperties": False,
        "title": name,
        "description": says,
    }
