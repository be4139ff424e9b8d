"""Games as text: the storage format, which is their events as canonical JSON, and a state as one line."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from engine.errors import BadLog, BadRules
from engine.events import SHARED, Event, Started
from engine.game import events_of_all, game_of

SCHEMA = 1
"""The schema number that this version writes and reads."""


def encode(event: Event) -> str:
    """Return the event as one line of canonical JSON: sorted keys, no spaces, no fields that have their default."""
    return _canonical(_row(event))


def decode(line: str) -> Event:
    """Return the event that :func:`encode` wrote. Raises :class:`BadLog` for anything else."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLog(f"not an event: {line[:80]!r}") from None
    return _event(row)


def dump(events: Iterable[Event]) -> str:
    return _canonical({"schema": SCHEMA, "events": [_row(event) for event in events]})


def load(text: str) -> tuple[Event, ...]:
    """Return the game that :func:`dump` wrote. Raises :class:`BadLog` for an unknown schema or event."""
    try:
        log = json.loads(text)
    except (ValueError, RecursionError):
        raise BadLog(f"not a log: {text[:80]!r}") from None
    return from_rows(log)


def from_rows(log: object) -> tuple[Event, ...]:
    if not isinstance(log, Mapping) or not isinstance(log.get("events"), list) or set(log) != {"schema", "events"}:
        raise BadLog("not a log: it has a schema and events")
    if log["schema"] != SCHEMA or isinstance(log["schema"], bool):
        raise BadLog(f"the log has schema {log['schema']!r:.20}, this version reads {SCHEMA}")
    return tuple(map(_event, log["events"]))


def text(state: Any) -> str:
    """Return a state as one line: the name of its rules, then as JSON what differs from the defaults of its fields."""
    return f"{state.rules.name} {_canonical(_plain(state))}"


def _plain(value: Any) -> object:
    if is_dataclass(value):
        return {
            field.name: _plain(part)
            for field in fields(value)
            if field.compare and field.name != "rules" and (part := getattr(value, field.name)) != _default(field)
        }
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | frozenset):
        return [_plain(part) for part in (value if isinstance(value, tuple) else sorted(value))]
    return value


def is_right(name: str, value: object) -> bool:
    return _CHECKS[name](value)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _row(event: Event) -> dict[str, object]:
    name, plan = _plan(type(event))
    row: dict[str, object] = {"type": name}
    for field, usual in plan.items():
        value = getattr(event, field)
        if value != usual:
            row[field] = value
    return row


def _event(row: object) -> Event:
    kind = _kind(str(row.get("type"))) if isinstance(row, dict) else None
    if not isinstance(row, dict) or kind is None:
        raise BadLog(f"not an event that this version knows: {row!r:.80}")
    values: dict[str, Any] = {}
    _, plan = _plan(kind)
    for field, usual in plan.items():
        if field not in row and usual is not MISSING:
            continue
        value = row.get(field, MISSING)
        if value is MISSING or (not is_right(field, value) and value != usual):
            raise BadLog(f"not an event: its {field} is missing or wrong: {row!r:.80}")
        values[field] = tuple(value) if isinstance(value, list) else value
    if row.keys() - plan.keys() - {"type"}:
        raise BadLog(f"not an event that this version knows: {row!r:.80}")
    try:
        event = kind(**values)
        if isinstance(event, Started):
            game_of(event.preset)
    except BadRules as error:
        raise BadLog(f"not an event: {error}") from None
    return event


def _kind(name: str) -> type[Event] | None:
    return SHARED.get(name) or events_of_all().get(name)


def _plan(kind: type[Event]) -> tuple[str, dict[str, object]]:
    """Return the event's name in a log, and its fields with their defaults (MISSING where there is none)."""
    if kind not in _PLANS:
        names = {one: name for name, one in {**SHARED, **events_of_all()}.items()}
        _PLANS[kind] = names[kind], {field.name: _default(field) for field in fields(kind)}
    return _PLANS[kind]


_PLANS: dict[type[Event], tuple[str, dict[str, object]]] = {}


def _default(field: Any) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return type(value) is int


def _all(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(check, value))


_CHECKS: dict[str, Callable[[object], bool]] = {
    "preset": _is_text,
    "players": _all(_is_text),
    "starter": _is_text,
    "options": lambda value: isinstance(value, dict),
    "handicap": lambda value: isinstance(value, dict) and all(map(_is_number, value.values())),
    "dice": _all(_is_number),
    "player": _is_text,
    "told": lambda value: isinstance(value, bool),
    "name": _is_text,
    "roll": _is_number,
    "rounds": _is_number,
    "chips": _is_number,
    "by": _is_text,
    "on": _is_text,
    "against": _is_text,
    "box": _is_text,
}
"""The check for each field name, the same in all events."""
