"""Opens a journal's file in any state: new, sound, older, newer, damaged, or shorter than before."""

import errno
import os
import sqlite3
from pathlib import Path

from device.errors import BadJournal
from device.files.kept_file import size_of
from device.files.os_errors import reason_of
from device.files.scratch import probe, scratch_folder
from device.storage.acknowledged import Acknowledged, Extent
from device.storage.database import ADVICE, Damaged, JournalDatabase, Newer, Older, refuse_unsound
from device.storage.rebuild import finish, free_name, move, open_up_to_date, snapshot
from device.storage.salvage import InMemory, Saved, salvage
from device.storage.sqlite_format import HEADER, read_log
from engine.i18n import gettext as _

EVERY_ROW = 200_000
"""Number of events up to which all are checked on opening. In a longer journal only the latest are."""

LATEST = 20_000


class JournalOpener:
    """Opener of the journal in that file. ``notices`` holds the problems found, a sentence each.

    ``unchecked`` is true if rows are left that were not checked on opening.
    """

    def __init__(self, file: Path, acknowledged: Acknowledged) -> None:
        self._file = file
        self._acknowledged = acknowledged
        self.notices: list[str] = []
        self.unchecked = False

    def open(self, held: InMemory) -> JournalDatabase:
        """Open the file. If it is damaged, ``held`` is written into its replacement.

        Raises sqlite3.Error and OSError if the disk refuses, :class:`BadJournal` if the file is not a journal, and
        :class:`Damaged` if it is damaged and cannot be rebuilt.
        """
        if self._file.is_dir():
            raise BadJournal(_("The journal {file} is a folder: {advice}", file=self._file, advice=ADVICE))
        finish(self._file)
        is_there = size_of(self._file) >= HEADER
        try:
            return self._as_it_is(is_there=is_there)
        except Newer as newer:
            aside = free_name(self._file, "newer")
            move(self._file, aside)
            self.notices.append(
                _(
                    "The journal comes from a newer version of Quarterdeck ({newer}): it is kept as {name}, and a "
                    "new one was started. Update this table to use it.",
                    newer=newer,
                    name=aside.name,
                )
            )
            return self._as_it_is(is_there=True)
        except Damaged as damage:
            return self.make_again(str(damage), held)
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, BadJournal) or self.refusal():
                raise
            # the disk works, so a file that cannot be opened is damaged
            return self.make_again(str(error), held)

    def make_again(self, why: str, held: InMemory) -> JournalDatabase:
        """Replace the damaged file by one with all recovered rows, and open it. Raises as :meth:`open`."""
        kept = self._acknowledged.kept
        try:
            aside, saved = salvage(self._file, held)
        except (sqlite3.Error, OSError) as error:
            raise Damaged(_("{why}, and no new one can be written: {error}", why=why, error=reason_of(error))) from None
        self.notices.append(
            _(
                "The journal was damaged ({why}) and was repaired: {in_words}. The damaged file is kept as {name}.",
                why=why,
                in_words=_in_words(saved, kept),
                name=aside.name,
            )
        )
        ledger = JournalDatabase(self._file)
        self.unchecked = False
        self._acknowledged.note(ledger.extent)
        return ledger

    def _as_it_is(self, *, is_there: bool) -> JournalDatabase:
        """Open a sound journal, or create one. Raises :class:`Damaged` if rows are missing."""
        kept = self._acknowledged.kept
        self._check_log(kept)
        ledger = open_up_to_date(self._file)
        try:
            self._check_rows(ledger, everything=kept is not None and kept.suspect)
            self._check_length(ledger, kept, is_there=is_there)
            self._acknowledged.note(ledger.extent)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def _check_log(self, kept: Extent | None) -> None:
        """Raise :class:`Damaged` if SQLite would drop confirmed rows at the end of the write-ahead log."""
        try:
            log = read_log(self._file)
        except OSError:
            return  # SQLite meets it too
        if log.is_damaged:
            raise Damaged(_("its write-ahead log has a hole"))
        if log.is_torn and kept is not None:
            try:
                with scratch_folder() as folder:
                    ledger = JournalDatabase(snapshot(self._file, folder))
                    ledger.close()
            except (Older, OSError):
                return  # an older schema, or no room for a copy: missing rows are detected by the length
            if ledger.extent.journal == kept.journal and ledger.extent.events < kept.events:
                raise Damaged(_("the end of its write-ahead log cannot be read"))

    def _check_rows(self, ledger: JournalDatabase, *, everything: bool) -> None:
        ledger.check_openings()
        count = ledger.extent.events
        self.unchecked = not everything and count > EVERY_ROW
        refuse_unsound(ledger.unsound(count - LATEST + 1 if self.unchecked else 1))

    def _check_length(self, ledger: JournalDatabase, kept: Extent | None, *, is_there: bool) -> None:
        """Add a notice if the journal is shorter than before. The journal then gets a new id."""
        now = ledger.extent
        if kept is None or kept.events == 0:
            return
        lost = kept.events - now.events
        is_same, is_repaired = kept.journal == now.journal, kept.journal == ledger.identity.parent
        if (is_same and (lost > 0 or kept.openings > now.openings)) or (is_repaired and lost > 0):
            self.notices.append(
                _(
                    "The memory card has lost {lost} confirmed events of the journal: {events} are left. Replace the "
                    "card.",
                    lost=lost,
                    events=now.events,
                )
            )
            ledger.renew()
        elif not is_there and not self.notices:
            self.notices.append(
                _(
                    "The journal {file} with {events} events is gone: a new one was started. If you moved it on "
                    "purpose, all is well.",
                    file=self._file,
                    events=kept.events,
                )
            )

    def refusal(self) -> OSError | None:
        """Return why the disk refuses a small file or changes of the journal, or None."""
        try:
            probe(self._file.parent)
        except OSError as error:
            return error
        if self._file.exists() and not os.access(self._file, os.R_OK | os.W_OK):
            return PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return None


def _in_words(saved: Saved, kept: Extent | None) -> str:
    if not saved.rows:
        return _("nothing could be saved")
    if kept is not None and saved.rows < kept.events:
        return _("{rows} of {events} confirmed events were saved", rows=saved.rows, events=kept.events)
    if saved.incomplete:
        return _(
            "{rows} confirmed events were saved, {incomplete} games lack their end",
            rows=saved.rows,
            incomplete=len(saved.incomplete),
        )
    return _("all {rows} confirmed events were saved", rows=saved.rows)
