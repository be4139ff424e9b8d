"""Check of the journal for damaged rows."""

import sqlite3
from pathlib import Path

from device.doctor.finding import CheckResult
from device.errors import BadJournal
from device.journal.reader import reading
from device.os_errors import reason_of
from device.storage.database import Damaged
from engine.i18n import gettext as _

RESTART = _("start the table again: it repairs the journal, and keeps the damaged file beside it")


def journal_finding(journal: Path) -> CheckResult:
    """Verify the checksum of every event, on a copy. Nothing is changed, and a running table continues."""
    if not journal.exists():
        return CheckResult(_("journal"), "green", _("no games yet"))
    try:
        with reading(journal) as ledger:
            unsound = ledger.unsound()
            ledger.check_openings()
            extent, games = ledger.extent, len(ledger.games())
    except BadJournal as error:
        return CheckResult(_("journal"), "red", str(error))  # with what to do
    except OSError as error:
        return CheckResult(_("journal"), "red", _("it can’t be read: {error}", error=reason_of(error)))
    except (Damaged, sqlite3.Error) as error:
        return CheckResult(_("journal"), "red", _("it is damaged: {error}", error=error), RESTART)
    if unsound:
        first = _("event {unsound} of game {unsound_2}", unsound=unsound[0][1], unsound_2=unsound[0][0])
        return CheckResult(
            _("journal"),
            "red",
            _("{unsound} events were altered, the first {first}", unsound=len(unsound), first=first),
            RESTART,
        )
    words = _(
        "{events} events of {games} games, intact; id {journal}",
        events=extent.events,
        games=games,
        journal=extent.journal,
    )
    return CheckResult(_("journal"), "green", words)
