"""Notices: messages about unusable files and about the link, shown on the page."""

from itertools import count
from pathlib import Path
from threading import Lock

from engine.i18n import gettext as _

SMALL = 1 << 20
"""Size limit of the small files, in bytes; a larger file is not read."""


class Notices:
    """Distinct messages in order of arrival. Thread-safe."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}
        self._changing = Lock()

    def add(self, sentence: str) -> None:
        """Add a message."""
        with self._changing:
            self._said = {**self._said, sentence: None}

    def remove(self, sentence: str) -> None:
        """Remove a message that no longer applies."""
        with self._changing:
            self._said = {said: None for said in self._said if said != sentence}

    @property
    def all(self) -> tuple[str, ...]:
        """Return all messages."""
        return tuple(self._said)

    def set_aside(self, file: Path) -> None:
        """Rename an invalid file, so that it is kept but no longer used, and add a notice."""
        for number in count(1):
            aside = file.with_name(f"{file.name}.unreadable-{number}")
            if not aside.exists():
                break
        try:
            file.rename(aside)
        except OSError:
            self.add(_("{name} can’t be read: the table runs without it.", name=file.name))
        else:
            self.add(
                _(
                    "{name} can’t be read: it was renamed to {name_2}, and the table runs without it.",
                    name=file.name,
                    name_2=aside.name,
                )
            )


def content_of(file: Path, notices: Notices) -> bytes | None:
    """Return the content of a small file; None if it is missing or unusable. An unusable one is renamed."""
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
