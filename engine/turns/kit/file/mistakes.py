"""What is wrong in a file that is no TOML: its line, and what to write there instead."""

import re
import tomllib

from engine.i18n import Text
from engine.i18n import gettext as _

TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
"""A text in quotes, or a comment."""
MISTAKES = (
    (r"[“”„‟«»‘’‚`]", _('write straight quotes, as in title = "Ours"')),
    (r"=\s*(?:True|False|yes|no|on|off|ja|nein|sí|oui|non)\s*$", _("write true or false")),
    (r"^\s*\[[^\]]*$|^[^\[={]*\]\s*$", _("write a heading in brackets, as in [turn]")),
    (r"^[^=]*[^\x00-\x7f][^=]*=|^\s*\[.*[^\x00-\x7f]", _("a name has letters a to z, digits, “-” and “_”")),
    (r"=\s*[^\W\d]", _('write a text in quotes, as in title = "Ours"')),
    (r"[\"']", _("a text ends with the quote that it begins with, on the same line")),
    (r"\{[^}]*$|^[^{]*\}", _("keep what is in braces on one line")),
    (r"=\s*-?\d[^#\[{]*$", _("write a number in digits alone, as in 1000")),
)
"""What such a line can have beside its texts, and what to write instead; the first that is found."""


def mistake_in(text: str, error: tomllib.TOMLDecodeError) -> tuple[int, Text]:
    """Return the number of the line in which a text is no TOML, and what to write there."""
    what, _at, place = str(error).rpartition(" (at ")
    lines = text.splitlines() or [""]
    number = int(found[1]) if (found := re.match(r"line (\d+)", place)) else len(lines)
    line = lines[number - 1]
    if re.match("Cannot|Duplicate", what) and (key := re.search(r"[\w.-]+", line)):
        return number, _("“{key}” is there twice: keep one, with the lines of both", key=key[0])
    if "\\" in line:
        return number, _("leave out the “\\”")
    beside = TEXT.sub("", line)
    usual = _("write a heading such as [turn], or a name, “=” and a value, as in dice = 2")
    return number, next((says for pattern, says in MISTAKES if re.search(pattern, beside)), usual)
