"""Facts as JSON objects, and back."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.errors import BadLog
from engine.tournament import facts as kinds
from engine.tournament.facts import TournamentFact

KINDS: Mapping[str, type[TournamentFact]] = {
    "opened": kinds.Opened,
    "drawn": kinds.Drawn,
    "undrawn": kinds.Undrawn,
    "called": kinds.Called,
    "begun": kinds.Begun,
    "counted": kinds.Counted,
    "declined": kinds.Declined,
    "pinned": kinds.Pinned,
    "walked_over": kinds.WalkedOver,
    "postponed": kinds.Postponed,
    "withdrew": kinds.Withdrew,
    "returned": kinds.Returned,
    "cancelled": kinds.Cancelled,
    "reopened": kinds.Reopened,
}
"""The facts by their names in JSON."""

NAMES = {kind: name for name, kind in KINDS.items()}


def as_json(fact: TournamentFact) -> dict[str, Any]:
    """Return a fact as a JSON object, with its kind under ``fact``."""
    return {"fact": NAMES[type(fact)]} | {one.name: _plain(getattr(fact, one.name)) for one in fields(fact)}


def facts_from(rows: object) -> tuple[TournamentFact, ...]:
    """Return the facts of JSON objects. Raises :class:`~engine.errors.BadLog` for anything else."""
    if not isinstance(rows, Iterable):
        raise BadLog("a tournament must be a list of facts")
    try:
        return tuple(_fact(row) for row in rows)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"not the facts of a tournament: {error!r:.100}") from None


def _fact(row: Mapping[str, Any]) -> TournamentFact:
    given = dict(row)
    kind = KINDS[given.pop("fact")]
    values = {name: _frozen(value) for name, value in given.items()}
    hints = get_type_hints(kind)
    if wrong := [name for name, value in values.items() if not _fits(value, hints[name])]:
        raise ValueError(f"{wrong[0]} is of another type")
    return kind(**values)


def _fits(value: object, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in inner
    if origin is UnionType:
        return any(_fits(value, one) for one in inner)
    if origin is tuple and isinstance(value, tuple):
        hints = inner[:1] * len(value) if inner[-1] is ... else inner
        return len(value) == len(hints) and all(map(_fits, value, hints))
    return type(value) is hint or (origin is Mapping and isinstance(value, dict))


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


def _frozen(value: object) -> object:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
