"""The options of the rules, and the house rules of a bar: named sets of them, locked against accidental changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from engine import BadRules, game_of
from engine.face import Option, QuickGame
from engine.i18n import full_sentence, with_value
from engine.i18n import gettext as _
from engine.names import LONGEST_KEPT, why_no_new_name
from table.games import playable_presets, rules_of
from web.display_names import cleaned
from web.errors import Denied
from web.games import KINDS
from web.games.page import GamePage
from web.services.store import KeyValueStore, known_rows

KEPT = "house-rules"
"""The name under which the drawer keeps them."""

MOST = 40


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules under a custom name; ``locked`` ones can be neither changed nor deleted."""

    name: str
    preset: str
    options: Mapping[str, object]
    locked: bool = False


class HouseBook:
    """All house rules, in the order in which they were first saved. Thread-safe."""

    def __init__(self, drawer: KeyValueStore) -> None:
        self._drawer = drawer
        self._lock = Lock()
        self._all = {rules.name: rules for rules in known_rows(drawer, KEPT, _read)}

    def all(self) -> tuple[HouseRules, ...]:
        with self._lock:
            return tuple(self._all.values())

    def is_locked(self, name: str) -> bool:
        with self._lock:
            return name in self._all and self._all[name].locked

    def check(self, rules: HouseRules) -> None:
        """Raise :class:`~web.errors.Denied` if these rules cannot be saved: they are locked, or invalid."""
        with self._lock:
            self._check(rules)

    def save(self, rules: HouseRules) -> None:
        """Store these rules; to unlock locked ones, save them unchanged but unlocked.

        Raises :class:`~web.errors.Denied` if they are locked, invalid, or cannot be stored.
        """
        with self._lock:
            self._check(rules)
            self._keep(self._all | {rules.name: rules})

    def _check(self, rules: HouseRules) -> None:
        try:
            rules_of(rules.preset, rules.options)
        except BadRules as error:
            raise Denied(422, "bad_rules", why_bad(error, rules.preset)) from None
        if not cleaned(rules.name):
            raise Denied(422, "bad_name", _("House rules need a name with letters."))
        old = self._all.get(rules.name)
        if old and old.locked and (old.preset, old.options) != (rules.preset, rules.options):
            raise _locked(old)
        if old is None and (why := why_no_new_name(rules.name, LONGEST_KEPT)):
            raise Denied(422, "bad_name", full_sentence(why))
        if old is None and len(self._all) >= MOST:
            raise Denied(422, "too_many", _("There are already {most} house rules: delete one first.", most=MOST))

    def forget(self, name: str) -> None:
        """Delete these rules. Raises :class:`~web.errors.Denied` as :meth:`save`, and for an unknown name."""
        with self._lock:
            old = self._all.get(name)
            if old is None:
                raise Denied(
                    422, "no_such_rules", _("There are no house rules called {shown}.", shown=cleaned(name)[:60])
                )
            if old.locked:
                raise _locked(old)
            self._keep({other: rules for other, rules in self._all.items() if other != name})

    def _keep(self, all_: dict[str, HouseRules]) -> None:
        self._drawer.put(KEPT, [row_of(rules) for rules in all_.values()])
        self._all = all_


def row_of(rules: HouseRules) -> dict[str, object]:
    return {"name": rules.name, "preset": rules.preset, "options": dict(rules.options), "locked": rules.locked}


def _read(row: object) -> HouseRules:
    match row:
        case {"name": str(name), "preset": str(preset), "options": dict(options), "locked": bool(locked)}:
            rules_of(preset, options)
            return HouseRules(name, preset, options, locked)
    raise ValueError("no house rules")


def _locked(rules: HouseRules) -> Denied:
    return Denied(422, "locked", _("{shown} is locked: unlock it first.", shown=cleaned(rules.name)))


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
