"""English messages say what to do, in the words of people at a table, and with one word for one thing."""

import re
from pathlib import Path

from babel.messages.catalog import Catalog

RULES = Path(__file__).parents[3] / "docs" / "rules.md"
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
LONGEST = 220
"""Characters of the longest message."""

AVOIDED = {
    r"told|telling|is said": "entered, shown, or leave it out",
    r"anew|over again": "again",
    r"whoever|who is at the helm|those who|those at": "name the person, or say you",
    r"nobody knows|nobody could": "unknown, can’t",
    r"somebody|everybody": "someone, everyone",
    r"lest|as well|meanwhile|thereby": "leave it out, or too",
    r"gone on|goes on with|go on with": "resume, continue",
    r"begun|was begun": "started",
    r"mend|mends|mended": "fix, repair",
    r"put right": "fix",
    r"put back|puts back|be put back": "restore",
    r"taken (?:over|along|away)|taken back": "imported, removed, undone",
    r"given away": "lost to mistakes",
    r"point(?:ed)? out": "mark",
    r"look(?:s|ed|ing)? (?:on|at|back on|elsewhere)": "watch, check",
    r"lies|stands? (?:there|still|beside|in)": "is",
    r"on turn": "whose turn it is",
    r"so many|not of the": "give the number, wrong",
    r"further|(?:is|are) enough": "another, up to",
    r"scratched": "after a zero",
    r"by itself": "automatically",
    r"in the mean|the mean of": "on average",
    r"without a word|be had|reckoned|upon": "plain words",
    r"score sheets?": "scorecard",
}
"""Phrases that sound translated or name a thing by a second word, and what to write instead."""

AT_THE_TABLE = {r"throw|throws|throwing|thrown|threw": "roll"}
"""The same for what guests read. Commands for the owner, in `device`, also speak of test throws."""


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def sentences(catalog: Catalog, *, device: bool = True) -> list[str]:
    """Return the messages, or those that are not only in `device`."""
    return [
        form
        for one in catalog
        if one.id and (device or not all(file.startswith("device/") for file, _line in one.locations))
        for form in forms(one.id)
    ]


def found_in(text: str, phrases: dict[str, str] = AVOIDED | AT_THE_TABLE) -> list[tuple[str, str]]:
    """Return the avoided phrases of a text, with what to write instead."""
    plain = PLACEHOLDER.sub("…", text)
    return [
        (match[0], better)
        for avoided, better in phrases.items()
        for match in re.finditer(rf"\b(?:{avoided})\b", plain, re.IGNORECASE)
    ]


def test_messages_and_the_rules_page_say_things_plainly(extracted: Catalog) -> None:
    guests = sentences(extracted, device=False)
    assert 800 < len(guests) < len(sentences(extracted))
    assert {text: found for text in sentences(extracted) if (found := found_in(text, AVOIDED))} == {}
    assert [text for text in guests if found_in(text, AT_THE_TABLE)] == []
    assert {line: found for line in RULES.read_text("utf-8").splitlines() if (found := found_in(line))} == {}
    assert [text for text in sentences(extracted) if re.search(r"\w'\w|\w …", text)] == [], "apostrophes are curly"
    assert [text for text in sentences(extracted) if len(text) > LONGEST] == []
