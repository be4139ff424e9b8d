"""Lists, numbers and dates inside texts, and texts in files. All but English lists and numbers are made by Babel."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from engine.i18n.texts import DEFAULT, CountedMessage, Language, Message, MessageInContext, OwnMessage, Text, spoken_in
from engine.i18n.texts import gettext as _

MINUS = "−"
_NUMBERS = (
    *(_("no"), _("one"), _("two"), _("three"), _("four")),
    *(_("five"), _("six"), _("seven"), _("eight"), _("nine")),
)


class ListText(Text):
    """Items as in “Ann, Ben and Cid” or “Ann, Ben or Cid”."""

    __slots__ = ()

    @staticmethod
    def english(items: tuple[Any, ...], last: str) -> str:
        *first, end = map(str, items) if items else ("",)
        return f"{', '.join(first)} {last} {end}" if first else end

    @staticmethod
    def render(language: Language, items: tuple[Any, ...], last: str) -> str:
        from babel.lists import format_list

        said = [str(language.rendered(item)) for item in items]
        return format_list(said, style="standard" if last == "and" else "or", locale=language.locale)


class JoinedText(Text):
    """Texts one after another, with something between them."""

    __slots__ = ()

    @staticmethod
    def english(parts: tuple[Any, ...], between: str) -> str:
        return between.join(map(str, parts))


class FullSentence(Text):
    """A part of a sentence with a capital and a full stop, unless it ends as a sentence already."""

    __slots__ = ()

    @staticmethod
    def english(part: str) -> str:
        return f"{part[:1].upper()}{part[1:]}{'' if part.endswith(('.', '?')) else '.'}"


class Clause(Text):
    """A sentence without its full stop, to stand within another."""

    __slots__ = ()

    @staticmethod
    def english(sentence: str) -> str:
        return sentence.removesuffix(".")


class NumberText(Text):
    """A number with so many decimals, and with its sign if ``signed``."""

    __slots__ = ()

    @staticmethod
    def english(value: float, places: int, signed: bool) -> str:
        return f"{_sign(value, places, signed)}{abs(value):,.{places}f}"

    @staticmethod
    def render(language: Language, value: float, places: int, signed: bool) -> str:
        return f"{_sign(value, places, signed)}{language.number(abs(value), places)}"


class PercentText(Text):
    """A share in whole percent; “<1%” and “>99%” for what is neither nothing nor everything."""

    __slots__ = ()

    @staticmethod
    def english(share: float) -> str:
        bound, shown = _bounded(share)
        return f"{bound}{100 * shown:.0f}%"

    @staticmethod
    def render(language: Language, share: float) -> str:
        from babel.numbers import format_percent

        bound, shown = _bounded(share)
        return f"{bound}{format_percent(round(shown, 2), locale=language.locale)}"


class DateText(Text):
    """A day or a time of day, by the name of its Babel skeleton or of a whole format."""

    __slots__ = ()

    @staticmethod
    def english(when: date | time, form: str) -> str:
        return DateText.render(spoken_in(DEFAULT), when, form)

    @staticmethod
    def render(language: Language, when: date | time, form: str) -> str:
        from babel.dates import format_date, format_skeleton, format_time

        if isinstance(when, time):
            return str(format_time(when, form, locale=language.locale))
        where = {"locale": language.locale}
        return str(format_date(when, form, **where) if form == "full" else format_skeleton(form, when, **where))


full_sentence, clause, percent = FullSentence, Clause, PercentText


def in_words(count: int) -> str:
    """Return the number in words, as in “three”; from ten on in figures."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(items: Sequence[Any]) -> ListText:
    return ListText(tuple(items), "and")


def chosen_from(items: Sequence[Any]) -> ListText:
    return ListText(tuple(items), "or")


def joined(parts: Sequence[Any], between: str = " ") -> JoinedText:
    return JoinedText(tuple(parts), between)


def number(value: float, places: int = 0) -> NumberText:
    return NumberText(value, places, False)


def signed_number(value: float, places: int = 1) -> NumberText:
    """Return the number with its sign; nought has none."""
    return NumberText(value, places, True)


def day(when: date) -> DateText:
    return DateText(when, "full")


def short_day(when: date, today: date | None = None) -> DateText:
    """Return the day; one of the year of ``today`` without the year."""
    return DateText(when, "MMMd" if today and when.year == today.year else "yMMMd")


def month(when: date) -> DateText:
    return DateText(when, "yMMMM")


def time_of_day(when: time) -> DateText:
    return DateText(when, "short")


def moment(when: datetime, today: date | None = None) -> JoinedText:
    """Return day and time, as on the clock that ``when`` was read from."""
    return joined((short_day(when.date(), today), time_of_day(when.time())), ", ")


def _bounded(share: float) -> tuple[str, float]:
    """Return the sign and the share to show: a bound where whole percent would say nothing, or everything."""
    if 0 < share < 0.01:
        return "<", 0.01
    return (">", 0.99) if 0.99 < share < 1 else ("", share)


def _sign(value: float, places: int, signed: bool) -> str:
    if not float(f"{value:.{places}f}"):
        return ""
    return MINUS if value < 0 else "+" if signed else ""


KINDS: dict[str, type[Text]] = {
    "message": Message,
    "counted": CountedMessage,
    "in_context": MessageInContext,
    "own": OwnMessage,
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
