"""The spelling of option values: words, numbers, booleans, and words with parts, as in ``rounds(3)``."""

import re
from collections.abc import Mapping, Sequence

from engine.errors import BadRules
from engine.i18n import chosen_from, listed
from engine.i18n import gettext as _
from engine.names import nearest


def wrong(key: str, value: object, sentence: str) -> BadRules:
    return BadRules(_("“{key}” is {said}: {sentence}", key=key, said=_as_given(value)[:60], sentence=sentence))


def _as_given(value: object, deep: int = 0) -> str:
    """Return a value as files of games and of options have it, as far as anybody would read it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"“{value}”"
        case list() | tuple():
            return f"[{', '.join(_as_given(one, deep + 1) for one in value) if deep < 60 else '…'}]"
        case Mapping() if deep < 60:
            return f"{{{', '.join(f'{key} = {_as_given(one, deep + 1)}' for key, one in value.items())}}}"
    return str(value) if deep < 60 else "…"


def check_preset(preset: str, known: Sequence[str]) -> None:
    """Check that there are rules of that name. Raises :class:`BadRules` with a suggestion otherwise."""
    if preset not in known:
        near = nearest(preset, known)
        raise BadRules(_("there are no rules called “{preset}”{nearest}", preset=preset, nearest=near))


def check_option(key: str, known: Sequence[str]) -> None:
    """Check that there is an option of that key. Raises :class:`BadRules` with a suggestion or all keys otherwise."""
    if key not in known:
        near = nearest(key, known) or _("; choose from {known}", known=listed(known))
        raise BadRules(_("there is no option “{key}”{nearest}", key=key, nearest=near))


def one_of(key: str, value: object, allowed: Sequence[str]) -> str:
    """Return the word, if it is one of those allowed. Raises :class:`BadRules` otherwise."""
    if isinstance(value, str) and value in allowed:
        return value
    near = nearest(value, allowed) if isinstance(value, str) else ""
    raise wrong(key, value, _("it can be {choices}{near}", choices=chosen_from(allowed), near=near))


def number(key: str, value: object) -> int:
    """Return the whole number, which may also be digits in quotes. Raises :class:`BadRules` otherwise."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value):
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(key, value, _("it must be a whole number"))
    return value


def within(key: str, value: int, least: int, most: int) -> int:
    """Return the number, if it is one of these. Raises :class:`BadRules` otherwise."""
    if not least <= value <= most:
        raise BadRules(
            _(
                "“{key}” is {value}: it must be {least} to {most}",
                key=key,
                value=str(value)[:12],
                least=least,
                most=most,
            )
        )
    return value


def flag(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    return one_of(key, value, ("true", "false")) == "true"


def parts_of(key: str, value: object, kinds: Sequence[str]) -> tuple[str, dict[str, object]]:
    """Return a word and its parts by name: of ``"rounds(3)"``, ``"pot(ante=2)"``, ``{"kind": "rounds", "rounds": 3}``.

    A part without a name has the empty name, except ``cumulative``, which is its own name.
    """
    if isinstance(value, Mapping):
        parts = {str(name): part for name, part in value.items() if name != "kind"}
        return one_of(key, value.get("kind"), kinds), parts
    written = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\)|[:=](.*))?\s*", value) if isinstance(value, str) else None
    if written is None:
        return one_of(key, value, kinds), {}
    kind = one_of(key, written[1], kinds)
    parts = {}
    for part in filter(None, re.split(r"[\s,]+", written[2] or written[3] or "")):
        name, equals, said = part.partition("=")
        if equals:
            parts[name] = said
        else:
            parts["cumulative" if part == "cumulative" else ""] = part
    return kind, parts


def words_for(key: str, value: object, terms: Sequence[str]) -> dict[str, str]:
    """Return a table's own labels for some of these terms."""
    if not isinstance(value, Mapping):
        raise wrong(key, value, _("it gives terms of the game your own words"))
    for term, word in value.items():
        one_of(key, term, terms)
        if not isinstance(word, str) or not 0 < len(word.strip()) <= 30:
            raise wrong(key, word, _("the word for {term} has up to 30 letters", term=term))
    return dict(value)
