"""Tables of a file as checked values: what is wrong is told with its line and one sentence."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from engine.errors import BadRules
from engine.i18n import Text, listed, ngettext, pgettext
from engine.i18n import gettext as _
from engine.i18n.texts import in_own_words
from engine.names import nearest
from engine.spelling import flag, number, one_of, within, wrong

LONGEST = 300
"""Characters of a text."""
TAKES_TEXT = _("it takes a text in quotes, of up to {longest} letters without < and >", longest=LONGEST)
MOST = 60
"""Entries of a list or a table."""
MOST_POINTS = 1_000_000


class BadGame(BadRules):
    """A file that is no game: the number of the line, and the sentence that says what is wrong there."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(_("line {line}: {sentence}", line=line, sentence=sentence))
        self.line, self.sentence = line, sentence


class Words:
    """A text of the file, with placeholders: calling it with their values makes the text."""

    def __init__(self, one: str, many: str = "", context: str = "", own: Mapping[str, str] | None = None) -> None:
        self.one, self.many, self.context, self.own = one, many, context, own

    def __call__(self, count: int = 0, **values: object) -> Text:
        if self.own:
            return in_own_words(self.one if count == 1 or not self.many else self.many, self.own, **values)
        if self.many:
            return ngettext(self.one, self.many, count, **values)
        return pgettext(self.context, self.one, **values) if self.context else _(self.one, **values)


class Source:
    """The text of a file, the texts of the owner in other languages, and the messages found in it so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.own: dict[str, Mapping[str, str]] = {}
        self.keys: dict[tuple[str, ...], set[str]] = {}
        self.messages: dict[tuple[str, ...], Words] = {}

    def line(self, path: Sequence[str]) -> int:
        """Return the number of the line that has as much as possible of that path of keys, and numbers in lists."""
        best, longest, header = 1, 0, []  # type: int, int, list[str]
        several: Counter[str] = Counter()
        for place, line in enumerate(self.text.splitlines(), 1):
            if table := re.match(r"\s*(\[+)\s*([^\]]+?)\s*\]", line):
                many = [str(several[table[2]])] if table[1] == "[[" else []
                several[table[2]] += 1
                here = header = _keys(table[2]) + many
            elif key := re.match(r'\s*((?:"[^"]*"|[\w.-])+)\s*=', line):
                here = header + _keys(key[1])
            else:
                continue
            both = min(len(here), len(path))
            if both > longest and list(path[:both]) == here[:both]:
                best, longest = place, both
        return best

    def line_of(self, code: str, text: str) -> int:
        """Return the number of the line that has a text in that language."""
        return self.line(("texts", code)) + list(self.own[code]).index(text) + 1


def _keys(written: str) -> list[str]:
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([\w-]+)', written)]


class Table:
    """A table of a file, whose keys are read once each. A number may be the name of an option, of ``values``."""

    def __init__(
        self, source: Source, table: Mapping[str, Any], path: tuple[str, ...] = (), values: Mapping[str, Any] = {}
    ) -> None:
        self.source, self.path, self._table, self._values = source, path, table, values
        self._read: set[str] = set()

    def wrong(self, key: str, error: BadRules | str) -> BadGame:
        return BadGame(self.source.line((*self.path, key)), error if isinstance(error, str) else error.args[0])

    def take(self, key: str, usual: Any = None) -> Any:
        self._read.add(key)
        return self._table.get(key, usual)

    def need(self, key: str) -> Any:
        if key not in self._table:
            if similar := next((other for other in self._table if nearest(other, [key])), None):
                raise self.wrong(similar, not_known(similar, [key]))
            missing = _("“{key}” is missing", key=key)
            above = _("“{key}” is missing: write it above the first heading in brackets", key=key)
            raise self.wrong(key, missing if self.path else above)
        return self.take(key)

    def number(self, key: str, usual: int, least: int, most: int) -> int:
        value = self.take(key, usual)
        if key not in self._table:
            return usual
        if isinstance(value, str) and value in self._values:
            value = self._values[value]
        try:
            if isinstance(value, float):
                raise wrong(key, value, _("write a number in digits alone, as in 1000"))
            if isinstance(value, str) and not value.strip().isdecimal():
                raise wrong(key, value, _("write a number without quotes, or the name of an option of this file"))
            return within(key, number(key, value), least, most)
        except BadRules as error:
            raise self.wrong(key, error) from None

    def flag(self, key: str, usual: bool = False) -> bool:
        try:
            return flag(key, self.take(key, usual))
        except BadRules as error:
            raise self.wrong(key, error) from None

    def word(self, key: str, usual: str, known: Sequence[str]) -> str:
        try:
            return one_of(key, self.take(key, usual), known)
        except BadRules as error:
            raise self.wrong(key, error) from None

    def name(self, key: str, usual: str) -> str:
        """Return a name that programs use: small letters, digits and lines between them."""
        value = self.take(key, usual) if usual else self.need(key)
        if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9_.-]{0,39}", value):
            raise self.wrong(key, wrong(key, value, _("it takes small letters, digits, “-” and “_”")))
        return value

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        found = self.take(key, [])
        found = found if isinstance(found, list) else [found]
        if len(found) > MOST or not all(type(one) is int and least <= one <= most for one in found):
            raise self.wrong(
                key, wrong(key, found, _("it takes numbers from {least} to {most}", least=least, most=most))
            )
        return tuple(found)

    def words(self, key: str, usual: Words | None = None, holds: Sequence[str] = ()) -> Words:
        """Return a text, which may be ``{one, many}`` or ``{text, context}``; ``holds`` are its placeholders."""
        if key not in self._table and usual is not None:
            return usual
        given = self.need(key)
        parts = given if isinstance(given, dict) else {"text": given}
        texts: list[Any] = [parts.get(part) for part in ("text", "one", "many", "context") if part in parts]
        if (
            not texts
            or len(texts) < len(parts)
            or not all(map(is_text, texts))
            or ("one" in parts) != ("many" in parts)
        ):
            raise self.wrong(
                key,
                wrong(key, given, TAKES_TEXT),
            )
        for text in texts:
            self._check_placeholders(key, text, (*holds, "count") if "many" in parts else holds)
        one, many = str(parts.get("one", parts.get("text", ""))), str(parts.get("many", ""))
        own = {code: texts[one] for code, texts in self.source.own.items() if one in texts}
        for code, said in own.items():
            self._check_placeholders(key, said, holds, self.source.line_of(code, one))
        found = Words(one, many, str(parts.get("context", "")), own)
        self.source.messages[found.one, found.many, found.context] = found
        return found

    def text(self, key: str, usual: Words | None = None) -> Text:
        return self.words(key, usual)()

    def table(self, key: str) -> "Table":
        found = self.take(key, {})
        if not isinstance(found, dict) or len(found) > MOST:
            raise self.wrong(key, _("“{key}” takes a heading in brackets with up to {most} lines", key=key, most=MOST))
        return Table(self.source, found, (*self.path, key), self._values)

    def given(self, key: str, known: Sequence[str] | None = None) -> dict[str, Any]:
        """Return a table of numbers, words and flags, whose keys are among those known."""
        found = self.take(key, {})
        if not isinstance(found, dict) or not all(isinstance(one, str | int) for one in found.values()):
            raise self.wrong(key, _in_braces(key, "{dice = 2}"))
        if strange := next((name for name in found if known is not None and name not in known), None):
            raise self.wrong(key, not_known(strange, known or ()))
        return dict(found)

    def tables(self, key: str) -> list["Table"]:
        found = self.take(key, [])
        found = found if isinstance(found, list) else [found]
        if len(found) > MOST:
            raise self.wrong(key, _("“{key}” takes a list of up to {most} tables", key=key, most=MOST))
        if not all(isinstance(one, dict) for one in found):
            raise self.wrong(key, _in_braces(key, "{has = 1}"))
        return [Table(self.source, one, (*self.path, key, str(at)), self._values) for at, one in enumerate(found)]

    def each(self) -> Iterator[tuple[str, "Table"]]:
        """Yield the tables in this one, by their keys."""
        for key in self._table:
            yield key, self.table(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def have(self, when: Mapping[str, object]) -> bool:
        """Return whether the options have these values."""
        return all(self._values.get(key) == value for key, value in when.items())

    def done(self, home: Callable[[str], str] = lambda _key: "") -> None:
        """Check that nothing else is in the table. ``home`` has the heading under which a key belongs."""
        self.source.keys[self.path] = self._read
        for key in self._table:
            if key not in self._read:
                if part := home(key):
                    raise self.wrong(key, _("“{key}” belongs under [{part}]", key=key, part=part))
                raise self.wrong(key, not_known(key, sorted(self._read)))

    def _check_placeholders(self, key: str, text: str, known: Sequence[str], line: int = 0) -> None:
        try:
            parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
        except ValueError:
            parts = [("", "", "")]
        if any(name not in known or form or conversion for name, form, conversion in parts):
            holds = listed([f"{{{name}}}" for name in known]) if known else _("none")
            raise BadGame(
                line or self.source.line((*self.path, key)),
                wrong(key, text, _("its placeholders can be {known}", known=holds)).args[0],
            )


def not_known(key: str, known: Sequence[str]) -> Text:
    near = nearest(key.lower(), known) or (_("; choose from {known}", known=listed(known)) if known else "")
    return _("“{key}” is not known here{nearest}", key=key[:40], nearest=near)


def _in_braces(key: str, example: str) -> Text:
    return _("“{key}” takes values in braces, as in {example}", key=key, example=example)


def is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and not re.search(r"[\x00-\x1f\x7f<>]", value)
