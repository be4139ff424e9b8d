"""What is wrong in a file that is no TOML: its line, and what to write there instead."""

import re
import tomllib

from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import UNSEEN

TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
"""A text in quotes, or a comment."""
OF_QUOTES = _("a text ends with the quote that it begins with, on the same line")
MISTAKES = (
    (r"[“”„‟«»‘’‚`]", _('write straight quotes, as in title = "Ours"')),
    (r"=\s*(?:True|False|yes|no|on|off|ja|nein|sí|oui|non)\s*$", _("write true or false")),
    (r"^\s*\[[^\]]*$|^[^\[={]*\]\s*$", _("write a heading in brackets, as in [turn]")),
    (
        r"^[^=]*[^\x00-\x7f][^=]*=|^\s*\[.*[^\x00-\x7f]|^\s*\w+ +\w[^=]*=",
        _("a name has letters a to z, digits, “-” and “_”"),
    ),
    (r"\[[^\]]*\d\s+\d", _("put commas between, as in [6, 5, 4]")),
    (r"=\s*[^\W\d]", _('write a number in digits, or a text in quotes, as in title = "Ours"')),
    (r"[\"']", OF_QUOTES),
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
    opened = next((place for place in range(number - 1, 0, -1) if re.search(r"=.*\[", lines[place - 1])), 0)
    above = TEXT.sub("", "\n".join(lines[opened - 1 : number - 1])) if opened else ""
    if above.count("[") > above.count("]") and re.match(r"\s*(\[|[\w-]+\s*=)", line):
        return opened, _("a list ends with “]”")
    if re.search(r'"[^"]*"\w[^"]*"', line):
        return number, _("inside a text write “ ”, not straight quotes")
    if re.match("Cannot|Duplicate", what) and (key := re.search(r"[\w.-]+", line)):
        both = _("“{key}” is there twice: keep one, with the lines of both", key=key[0])
        if key[0] in ("hand", "quick"):
            both = _("write [[{key}]] each time, in two brackets", key=key[0])
        return number, both if line.lstrip().startswith("[") else _("“{key}” is there twice: keep one", key=key[0])
    if "\\" in line:
        return number, _("leave out the “\\”")
    if UNSEEN.search(line.replace("\t", " ")):
        return number, _("a text has characters that can’t be shown")
    if "document" in what + place and (
        quotes := next((at for at, one in enumerate(lines, 1) if re.search("\"{3}|'{3}", one)), 0)
    ):
        return quotes, OF_QUOTES
    beside = TEXT.sub("", line)
    usual = _("write a heading such as [turn], or a name, “=” and a value, as in dice = 2")
    return number, next((says for pattern, says in MISTAKES if re.search(pattern, beside)), usual)
