"""Texts that can be translated: English at the source, the reader's language where they are shown.

Make texts by :func:`gettext`, :func:`ngettext` and :func:`pgettext`, imported as gettext users know them. Each returns
a :class:`Text`: a ``str`` in English that keeps its message and values. :func:`translated` renders it in another
language from the message files in ``locale`` (GNU gettext, compiled at build), with numbers, dates and lists by Babel.
"""

from engine.i18n.formats import (
    chosen_from,
    clause,
    day,
    full_sentence,
    in_words,
    joined,
    listed,
    moment,
    month,
    number,
    packed,
    percent,
    short_day,
    signed_number,
    time_of_day,
    unpacked,
)
from engine.i18n.number_words import spelled
from engine.i18n.texts import (
    DEFAULT,
    Text,
    gettext,
    languages,
    negotiated,
    ngettext,
    pgettext,
    spoken_in,
    translated,
    with_value,
)

__all__ = [
    "DEFAULT",
    "Text",
    "chosen_from",
    "clause",
    "day",
    "full_sentence",
    "gettext",
    "in_words",
    "joined",
    "languages",
    "listed",
    "moment",
    "month",
    "negotiated",
    "ngettext",
    "number",
    "packed",
    "percent",
    "pgettext",
    "short_day",
    "signed_number",
    "spelled",
    "spoken_in",
    "time_of_day",
    "translated",
    "unpacked",
    "with_value",
]
