"""Keys of the configuration, as the schema describes them: default, comment, example, and what each can be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from engine.i18n import chosen_from
from engine.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section.

    ``about`` and ``examples`` are those of its :class:`msgspec.Meta`; ``choices`` are the values of an enumeration;
    ``allowed`` says in words what the value can be.
    """

    name: str
    default: Any
    about: str
    examples: tuple[Any, ...]
    choices: tuple[Any, ...]
    allowed: str


def sections_of(config: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    return {field.name: field.type for field in msgspec.structs.fields(config)}


def keys_of(section: type[msgspec.Struct]) -> dict[str, Key]:
    return {key.name: key for key in _keys(section)}


def _keys(section: type[msgspec.Struct]) -> Iterator[Key]:
    described = inspect.type_info(section)
    assert isinstance(described, inspect.StructType)
    hints = get_type_hints(section, include_extras=True)
    for field in described.fields:
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        said = (isinstance(field.type, inspect.Metadata) and field.type.extra_json_schema) or {}
        choices = _choices(hints[field.name])
        allowed = chosen_from([str(choice) for choice in choices]) if choices else _allowed(field.type)
        yield Key(field.name, default, said.get("description", ""), tuple(said.get("examples", ())), choices, allowed)


def _choices(hint: Any) -> tuple[Any, ...]:
    """Return the values of an enumeration in the order of the schema, where :mod:`msgspec.inspect` sorts them."""
    if get_origin(hint) is Annotated:
        return _choices(get_args(hint)[0])
    return get_args(hint) if get_origin(hint) is Literal else ()


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType(types=types):
            return chosen_from([_allowed(one) for one in types if not isinstance(one, inspect.NoneType)])
        case inspect.Metadata(type=inner):
            return _allowed(inner)
        case inspect.BoolType():
            return _("true or false")
        case inspect.StrType(pattern=pattern) if pattern is not None:
            return _("a time of day in quotes, such as “05:00”")
        case inspect.StrType():
            return _("text in quotes")
        case inspect.IntType(ge=low, le=high) if high is not None:
            return _("a whole number from {low} to {high}", low=low, high=high)
        case inspect.IntType(ge=low):
            return _("a whole number, {low} or more", low=low)
        case inspect.FloatType(gt=low, le=high) if low is not None:
            return (
                _("a number above {low:g}", low=low)
                if high is None
                else _("a number above {low:g}, up to {high:g}", low=low, high=high)
            )
        case inspect.FloatType(ge=low, le=high) if low is not None:
            return (
                _("a number, {low:g} or more", low=low)
                if high is None
                else _("a number from {low:g} to {high:g}", low=low, high=high)
            )
        case inspect.FloatType():
            return "a number"
        case inspect.VarTupleType(item_type=item):
            return _("a list, each item {allowed}", allowed=_allowed(item))
        case inspect.TupleType(item_types=items):
            return _("a list of {items} items, each {allowed}", items=len(items), allowed=_allowed(items[0]))
    return _("a table of keys and values")
