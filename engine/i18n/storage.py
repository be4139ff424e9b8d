"""Texts in files: as JSON, so that a text that was kept is still rendered in the reader's language."""

from typing import Any

from engine.i18n.formats import Clause, FullSentence, JoinedText, ListText
from engine.i18n.message import CountedMessage, Message, MessageInContext, Text

KINDS: dict[str, type[Text]] = {
    "message": Message,
    "counted": CountedMessage,
    "in_context": MessageInContext,
    "list": ListText,
    "joined": JoinedText,
    "sentence": FullSentence,
    "clause": Clause,
}
NAMES: dict[type, str] = {kind: name for name, kind in KINDS.items()}


def packed(value: Any) -> Any:
    """Return a text as JSON can have it: its kind and what it was made of. A plain string stays one."""
    if isinstance(value, str):
        if not hasattr(value, "given"):
            return value
        return {"text": NAMES.get(type(value), "message"), "given": [packed(part) for part in value.given]}
    if isinstance(value, tuple | list):
        return [packed(part) for part in value]
    if isinstance(value, dict):
        return {"values": {name: packed(part) for name, part in value.items()}}
    return value


def unpacked(value: Any) -> Any:
    """Return the text again. Raises :exc:`ValueError` for what :func:`packed` does not make."""
    match value:
        case {"text": str(kind), "given": list(given)} if kind in KINDS:
            try:
                return KINDS[kind](*(unpacked(part) for part in given))
            except (TypeError, KeyError, IndexError, AttributeError) as error:
                raise ValueError(f"not a text: {error}") from None
        case {"values": dict(values)}:
            return {name: unpacked(part) for name, part in values.items()}
        case list():
            return tuple(unpacked(part) for part in value)
        case str() | int() | float() | None:
            return value
    raise ValueError("not a text")
