"""Bodies of requests: one JSON object each, decoded into a struct. An error names the field, and what it must be."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from types import UnionType
from typing import Annotated, Any, NoReturn, TypeVar, Union, get_args, get_origin

from flask import request
from msgspec import Meta, Struct, ValidationError, convert
from msgspec.inspect import BoolType, DictType, FloatType, IntType, LiteralType, StrType, VarTupleType
from msgspec.inspect import type_info as type_of
from msgspec.structs import fields

from engine.events import MAX_PLAYERS
from engine.i18n import gettext as _
from engine.names import LONGEST_KEPT, nearest
from engine.values import FACES, MOST_DICE
from web.errors import Denied

FURTHEST = 2**53 - 1
"""The largest number that every client writes exactly."""

ShortText = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEPT)]
RequestKey = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{8,64}\Z")]
Count = Annotated[int, Meta(ge=0, le=FURTHEST)]
Positive = Annotated[int, Meta(ge=1, le=FURTHEST)]
Share = Annotated[float, Meta(ge=0, le=1)]
Face = Annotated[int, Meta(ge=FACES[0], le=FACES[-1])]
Dice = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=MOST_DICE)]
DiceOrNone = Annotated[tuple[Face, ...], Meta(min_length=0, max_length=MOST_DICE)]
Players = Annotated[tuple[ShortText, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]
Points = Annotated[dict[str, int], Meta(max_length=MAX_PLAYERS)]
Options = Annotated[dict[str, Any], Meta(max_length=40)]


class Body(Struct, frozen=True): ...


class ChangeBody(Body, frozen=True):
    key: RequestKey


CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")

Given = TypeVar("Given", bound=Body)
Answer = TypeVar("Answer")


def decoded(view: Callable[[Given], Answer]) -> Callable[[], Answer]:
    """Call the view of a route with the body of the request, decoded as the annotation of its argument says."""
    kind = kind_of(view)

    @wraps(view)
    def route() -> Answer:
        return view(decode(kind, body()))

    return route


def kind_of(view: Callable[[Given], object]) -> type[Given]:
    kind: type[Given] = next(iter(view.__annotations__.values()))
    return kind


def body() -> dict[str, Any]:
    """Return the body of the current request; :class:`~web.errors.Denied` if it is not a JSON object in UTF-8."""
    try:
        given = json.loads(request.get_data(), parse_constant=_no_number, object_pairs_hook=_object)
        json.dumps(given, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise bad(_("That is not JSON in UTF-8.")) from None
    if not isinstance(given, dict):
        raise bad(_("A change must be one JSON object."))
    return given


def decode(kind: type[Given], given: dict[str, Any], *, has_more: bool = False) -> Given:
    """Return these fields. Raises :class:`~web.errors.Denied` for one that is missing, wrong, or unknown.

    ``has_more`` allows fields that are not of this kind.
    """
    values = {}
    for field in fields(kind):
        if field.name in given:
            value = given[field.name]
            try:
                values[field.name] = convert(_whole(value), field.type)
            except ValidationError:
                raise bad(_must_be(field.name, field.type, value)) from None
            if field.type == Options and any(map(CONTROLS.search, _texts(value))):
                raise bad(_("“{name}” has characters that can’t be shown.", name=field.name))
        elif field.required:
            raise bad(_("“{name}” is missing.", name=field.name))
    known = [field.name for field in fields(kind)]
    for strange in () if has_more else given:
        if strange not in known:
            near = nearest(strange[:40], known) or "."
            raise bad(_("Unknown field “{strange}”{nearest}", strange=strange[:40], nearest=near))
    return kind(**values)


def bad(why: str) -> Denied:
    return Denied(400, "bad_request", why)


def not_one_of(name: str, value: object, known: Sequence[str]) -> Denied:
    near = nearest(value, known) if isinstance(value, str) else ""
    return bad(_("“{name}” must be one of {known}{near}", name=name, known=", ".join(known), near=near or "."))


def _must_be(name: str, kind: Any, value: object) -> str:
    if get_origin(kind) in (Union, UnionType):  # with null, or a field that may be missing
        kind = get_args(kind)[0]
    match type_of(kind):
        case LiteralType():
            return not_one_of(name, value, get_args(kind)).why
        case BoolType():
            return _("“{name}” must be true or false.", name=name)
        case FloatType():
            return _("“{name}” must be a number from 0 to 1.", name=name)
        case IntType(ge=least, le=most) if most == FURTHEST and least is not None and least >= 0:
            return _("“{name}” must be a whole number, {least} or more.", name=name, least=least)
        case IntType(le=most) if most == FURTHEST:
            return _("“{name}” must be a whole number.", name=name)
        case IntType(ge=least, le=most):
            return _("“{name}” must be a whole number from {least} to {most}.", name=name, least=least, most=most)
        case StrType(pattern=str()):
            return _("“key” must be 8 to 64 letters, digits, - or _, and new for each change.")
        case StrType(max_length=longest):
            return _("“{name}” must be a text of 1 to {longest} characters.", name=name, longest=longest)
        case VarTupleType(item_type=IntType(), min_length=least, max_length=most):
            return _(
                "“{name}” must be a list of {least} to {most} faces, each 1 to 6.", name=name, least=least, most=most
            )
        case VarTupleType(item_type=StrType(max_length=longest), max_length=most):
            return _(
                "“{name}” must be a list of 1 to {most} names of up to {longest} characters.",
                name=name,
                most=most,
                longest=longest,
            )
        case VarTupleType(max_length=most):
            return _("“{name}” must be a list of 1 to {most} numbers.", name=name, most=most)
        case DictType(value_type=IntType(), max_length=most):
            return _("“{name}” must be an object with whole numbers for up to {most} players.", name=name, most=most)
    return _("“{name}” must be an object of up to 40 options.", name=name)


def _whole(value: object) -> object:
    """Return a whole number as such: 3.0 is 3 in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case dict(inside):
                waiting += [*inside, *inside.values()]
            case list(values):
                waiting += values


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; ValueError for a duplicate key."""
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError
    return given


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
