"""The options of the rules: possible values, and the values of each preset."""

from collections.abc import Mapping
from typing import Any

from engine import BadRules, game_of
from engine.face import Option, QuickGame
from engine.i18n import full_sentence, with_value
from table.games import playable_presets, rules_of
from web.games import KINDS
from web.games.page import GamePage


def setup_of(preset: str) -> GamePage:
    return KINDS[game_of(preset).kind]


def all_rules() -> dict[str, object]:
    return {
        "presets": [
            {"name": name, "kind": game_of(name).kind, "options": values_of(rules_of(name, {}))}
            for name in playable_presets()
        ],
        "options": {kind: [_as_json(option) for option in page.options] for kind, page in KINDS.items()},
    }


def options_of(rules: Any) -> tuple[Option, ...]:
    may = game_of(rules.name).options
    return tuple(option for option in setup_of(rules.name).options if option.key in may)


def values_of(rules: Any) -> dict[str, Any]:
    written: Mapping[str, Any] = setup_of(rules.name).values(rules)
    return {option.key: written[option.key] for option in options_of(rules)}


def why_bad(error: BadRules, preset: str) -> str:
    why = str(error)
    for option in setup_of(preset).options if preset in playable_presets() else ():
        why = with_value(why, option.key, option.title or option.key)
    return full_sentence(why)


def quick_games() -> tuple[QuickGame, ...]:
    playable = playable_presets()
    return tuple(quick for page in KINDS.values() for quick in page.quick if quick.preset in playable)


def _as_json(option: Option) -> dict[str, object]:
    found: dict[str, object] = {"key": option.key, "takes": option.takes}
    if option.choices:
        found["choices"] = list(option.choices)
    if option.most:
        found |= {"least": option.least, "most": option.most}
    return found
