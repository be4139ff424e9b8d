"""Check of the journal for damaged rows."""

import sqlite3
from pathlib import Path

from device.doctor.finding import CheckResult
from device.errors import BadJournal
from device.journal.reader import reading
from device.storage.database import Damaged

RESTART = "start the table again: it repairs the journal, and keeps the damaged file beside it"


def journal_finding(journal: Path) -> CheckResult:
    """Verify the checksum of every event, on a copy. Nothing is changed, and a running table continues."""
    if not journal.exists():
        return CheckResult("journal", "green", "nothing was played yet")
    try:
        with reading(journal) as ledger:
            unsound = ledger.unsound()
            ledger.check_openings()
            extent, games = ledger.extent, len(ledger.games())
    except BadJournal as error:
        return CheckResult("journal", "red", str(error), RESTART)
    except (Damaged, sqlite3.Error, OSError) as error:
        return CheckResult("journal", "red", f"it is damaged: {error}", RESTART)
    if unsound:
        first = f"event {unsound[0][1]} of game {unsound[0][0]}"
        return CheckResult(
            "journal", "red", f"{len(unsound)} events are not what was written, the first {first}", RESTART
        )
    words = f"{extent.events} events of {games} games, as they were written; id {extent.journal}"
    return CheckResult("journal", "green", words)
