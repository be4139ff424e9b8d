"""Notices: messages about unusable files and about the link, shown on the page."""

from itertools import count
from pathlib import Path
from threading import Lock

from engine.i18n import gettext as _


class Notices:
    """Distinct messages in order of arrival. Thread-safe."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}
        self._changing = Lock()

    def add(self, sentence: str) -> None:
        with self._changing:
            self._said = {**self._said, sentence: None}

    def remove(self, sentence: str) -> None:
        """Remove a message that no longer applies."""
        with self._changing:
            self._said = {said: None for said in self._said if said != sentence}

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._said)

    def set_aside(self, file: Path, *, unknown: bool = False) -> None:
        """Rename an invalid file, so that it is kept but no longer used, and add a notice.

        ``unknown``: the file is whole, and a part of what it says is unknown to this version.
        """
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
                    "{name} has something that this version doesn’t know: it was renamed to {name_2}, and the table "
                    "runs without it.",
                    name=file.name,
                    name_2=aside.name,
                )
                if unknown
                else _(
                    "{name} can’t be read: it was renamed to {name_2}, and the table runs without it.",
                    name=file.name,
                    name_2=aside.name,
                )
            )
