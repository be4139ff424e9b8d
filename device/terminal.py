"""The language of the terminal, texts in it, and the messages of click that are translated."""

import codecs
import gettext
import io
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

DOMAIN = "quarterdeck"
LOCALES = Path(__file__).parents[1] / "engine" / "i18n" / "locale"
"""As in :mod:`engine.i18n.texts`, which is loaded only to render a text: the engine is slow to load."""

ENGLISH = "en"
LETTERS = re.compile(r"([a-z]{2,3})(?:_[A-Z]{2})?(?=[_.@]|$)")
"""Language and country of a locale such as ``de_AT.UTF-8@euro``. C and POSIX have none."""

PLAIN = {
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", " "),
    "…": "...",
    "→": "->",
    "×": "x",
    "·": "-",
    "●": "*",
}
"""Replacements for a terminal that cannot encode a character; any other becomes a question mark."""


def language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the environment's first language that has a message file, as in ``en-US`` or ``de``; else English.

    The variables are read as GNU gettext does ("Locale Environment Variables" in its manual): LC_ALL, LC_MESSAGES and
    LANG give the locale, the first that is set; LANGUAGE is a list that comes before it, unless the locale is C.
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if not LETTERS.match(locale):
        return ENGLISH
    for name in (*environment.get("LANGUAGE", "").split(":"), locale):
        found = LETTERS.match(name)
        for code in (found[0], found[1]) if found else ():
            if code == ENGLISH or (LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file():
                return code.replace("_", "-")
    return ENGLISH


@contextmanager
def in_its_language() -> Iterator[None]:
    """Have click's own words come from the program's message files too, in :func:`language`.

    click and Python's :mod:`gettext` read LANGUAGE again each time, and in C too: it is set to the one language.
    """
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    os.environ["LANGUAGE"] = language().replace("-", "_")
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def encode_any_text() -> None:
    """Have the terminal write what its encoding lacks in plain characters, instead of failing."""
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def said(text: str) -> str:
    """Return the text in the language of the terminal. A string that is no text stays as it is."""
    if not hasattr(text, "given") or language() == ENGLISH:
        return text
    from engine.i18n import translated

    return str(translated(text, language()))


def shown(text: str | None) -> str:
    if not text:
        return ""
    return said(text) if hasattr(text, "given") else gettext.gettext(text)


def say(text: str, *, err: bool = False) -> None:
    """Print the text in the language of the terminal, without control characters: it may contain text from files."""
    click.echo(safe(said(text)), err=err)


def ask(question: str, **options: Any) -> Any:
    """Return the answer to a question, as :func:`click.prompt` does."""
    return click.prompt(said(question), **options)


def safe(text: str) -> str:
    from engine.names import printable

    return printable(text)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(one, "?") for one in error.object[error.start : error.end]), error.end


def _(message: str) -> str:
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark singular and plural."""
    return one, many


CLICK_MESSAGES = (
    _("Usage:"),
    _("Options"),
    _("Commands"),
    _("[OPTIONS]"),
    _("COMMAND [ARGS]..."),
    _("Show this message and exit."),
    _("Show the version and exit."),
    _("default: {default}"),
    _("Try '{command} {option}' for help."),
    _("Error: {message}"),
    _("Aborted!"),
    _("Missing command."),
    _("Missing argument"),
    _("Invalid value: {message}"),
    _("Invalid value for {param_hint}: {message}"),
    _("No such command {name!r}."),
    _("No such option {name!r}."),
    _("Option {name!r} does not take a value."),
)

CLICK_PLACEHOLDERS = (_("NUMBER"), _("TEXT"))
"""Placeholders that click makes of the names of types."""

CLICK_COUNTED = (
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
