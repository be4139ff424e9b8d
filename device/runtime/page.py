"""Serves the page of a table in the background."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from device.archive.updater import ArchiveUpdater
from device.journal.journal import Journal
from device.network.addresses import lan_addresses, local_name
from device.runtime.loop import keep_little
from device.terminal import say
from engine.i18n import gettext as _
from table import SnapshotSource
from web.app import create_app
from web.appliance import Appliance
from web.guests.codes import Codes, spaced
from web.guests.joining import regulars
from web.http.server import Server, create_server


@contextmanager
def page_of(table: SnapshotSource, appliance: Appliance, journal: Journal, host: str, port: int) -> Iterator[Server]:
    """Serve the page in the background, with that journal's log and player names."""
    keep_little()
    with ArchiveUpdater(journal.file, journal) as updater:
        known = replace(
            appliance,
            archive=updater.archive,
            guests=partial(regulars, updater.archive),
            address=lambda: appliance.address() or next(iter(lan_addresses()), local_name()),
        )
        server = create_server(create_app(table, known), host, port)
        thread = threading.Thread(target=server.run, name="page", daemon=True)
        thread.start()
        try:
            phones = f"http://{local_name()}:{server.port}/"
            say(_("The table is on {address}, for phones on {phones}.", address=server.url, phones=phones))
            yield server
        finally:
            server.close()
            thread.join(5.0)


def print_code(codes: Codes) -> None:
    """Print a code that pairs a phone for the helm."""
    code = spaced(codes.new("terminal"))
    say(_("A phone may take the helm for one minute, with the code {code}.", code=code))
