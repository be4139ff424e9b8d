"""Names in addresses: each name has one slug, which is one safe path segment."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

PLAIN = re.compile(r"\w(?:[\w '’-]*\w)?")
"""Names that stand in an address as they are; a browser would take “..” for the way up, and “a/b” for two parts."""

CODED = "~"


def key_of(name: str) -> str:
    """Return the slug of that name."""
    if PLAIN.fullmatch(name):
        return name
    return CODED + urlsafe_b64encode(name.encode()).decode().rstrip("=")


def name_of(key: str) -> str | None:
    """Return the name of that slug, or None if it is malformed."""
    if not key.startswith(CODED):
        return key
    coded = key.removeprefix(CODED)
    try:
        return urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
    except ValueError:
        return None
