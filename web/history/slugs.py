"""Names in addresses: every name has one address, and none of them leads elsewhere."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

PLAIN = re.compile(r"\w(?:[\w '’-]*\w)?")
"""Names that stand in an address as they are; a browser would take “..” for the way up, and “a/b” for two parts."""

CODED = "~"


def key_of(name: str) -> str:
    """What stands for that name in an address."""
    if PLAIN.fullmatch(name):
        return name
    return CODED + urlsafe_b64encode(name.encode()).decode().rstrip("=")


def name_of(key: str) -> str | None:
    """The name for which that stands; None if it stands for none."""
    if not key.startswith(CODED):
        return key
    coded = key.removeprefix(CODED)
    try:
        return urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
    except ValueError:
        return None
