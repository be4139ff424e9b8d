"""The journal of a simulated table in a real file, as a table's own process writes it."""

from pathlib import Path

from device.storage.database import JournalDatabase, Opening
from venue.simulation import MemoryStore


class JournalFile(MemoryStore):
    """A journal that is written to disk first. Rows are sent from memory; the file is compared with the record."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._base = JournalDatabase(file)
        super().__init__(self._base.identity.id)

    def write(self, events: list[tuple[int, int, float, str]], openings: list[tuple[int, float]]) -> None:
        self._base.write(events, [Opening(*one) for one in openings])
        super().write(events, openings)

    def close(self) -> None:
        self._base.close()
