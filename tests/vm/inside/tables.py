"""Tables whose disks are going to fail: a configuration, and a journal with whole games."""

import tempfile
from pathlib import Path

from device.backup.backup import CONFIG, JOURNAL, Backup, take_backup
from device.journal.journal import Journal
from device.storage.rebuild import open_up_to_date, snapshot
from tests.end_to_end.program import BARE_TABLE
from tests.simulation.disk.journals import EVENTS


def table_with(folder: Path, games: int) -> Path:
    """Make a table with so many whole games in that folder: its configuration."""
    folder.mkdir(exist_ok=True)
    (folder / CONFIG).write_text(BARE_TABLE)
    with Journal(folder / JOURNAL) as journal:
        for _ in range(games):
            journal.append(EVENTS, 0.5)
    return folder / CONFIG


def backup_of(folder: Path, games: int) -> Backup:
    return take_backup(table_with(folder, games))


def games_of(journal: Path) -> list[list[str]]:
    """The events of each game in a journal, which stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_up_to_date(snapshot(journal, Path(folder)))
        games = [[row[3] for row in ledger.rows(game)] for game in ledger.games()]
        ledger.close()
    return games
