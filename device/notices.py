"""What was found wrong with the files that the program keeps: sentences that the page shows until the program ends."""

from itertools import count
from pathlib import Path

SMALL = 1 << 20
"""Bytes that none of the small files reaches; a larger one is not read."""


class Notices:
    """Sentences in the order in which they came, each once. Safe from any thread."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}

    def add(self, sentence: str) -> None:
        """Add a sentence."""
        self._said = {**self._said, sentence: None}

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self._said)

    def set_aside(self, file: Path) -> None:
        """Rename a file that makes no sense, so that it is kept and hinders nothing, and say so."""
        for number in count(1):
            aside = file.with_name(f"{file.name}.unreadable-{number}")
            if not aside.exists():
                break
        try:
            file.rename(aside)
        except OSError:
            self.add(f"{file.name} cannot be read: the table goes on without it.")
        else:
            self.add(f"{file.name} cannot be read: it was renamed to {aside.name}, and the table goes on without it.")


def content_of(file: Path, notices: Notices) -> bytes | None:
    """Return what is in a small file; None if there is none, or it cannot be read, which the notices say then."""
    try:
        with file.open("rb") as source:
            data = source.read(SMALL + 1)
    except FileNotFoundError:
        return None
    except OSError:
        notices.set_aside(file)
        return None
    if len(data) > SMALL:
        notices.set_aside(file)
        return None
    return data
