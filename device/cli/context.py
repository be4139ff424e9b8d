"""Context of the commands: configuration, journal, web page, panel and messages."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from device.adapters.network import lan_address, local_name
from device.adapters.player_names import ArchivedNames
from device.archive.updater import ArchiveUpdater
from device.cli import output
from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.journal.journal import Journal
from device.panels.factory import open_panel
from device.panels.null import NullPanel
from device.runtime.memory import keep_little
from engine.names import printable
from table import SnapshotSource as WebTable
from table.panel.panel import Panel
from table.table import ConfirmedEvent
from web import create_app, create_server
from web.appliance import Appliance
from web.pairing.codes import Codes

PAIR = click.option("--pair", is_flag=True, help="Print a code with which a phone takes the helm.")
CONFIGURED = click.option(
    "--config", "file", type=click.Path(path_type=Path), required=True, help="The configuration, a TOML file."
)


@contextmanager
def journal_in(file: Path | None) -> Iterator[Journal]:
    """Open the journal in that file, or a temporary one if there is no file."""
    with (
        tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder,
        Journal(file or Path(folder, "journal.db")) as it,
    ):
        yield it


@contextmanager
def page_of(table: WebTable, appliance: Appliance, journal: Journal, host: str, port: int) -> Iterator[None]:
    """Serve the page in the background, with that journal's log and player names."""
    keep_little()
    with ArchiveUpdater(journal.file, journal) as archivist:
        known = replace(
            appliance,
            archive=archivist.archive,
            guests=ArchivedNames(archivist.archive),
            address=lan_address() or local_name(),
        )
        server = create_server(create_app(table, known), host, port)
        thread = threading.Thread(target=server.run, name="page", daemon=True)
        thread.start()
        try:
            click.echo(f"The table is on {server.url}, for phones on http://{local_name()}:{server.port}/.")
            yield
        finally:
            server.close()
            thread.join(5.0)


def print_code(codes: Codes) -> None:
    """Print a code that pairs a phone for the helm."""
    code = spaced(codes.new("terminal"))
    click.echo(f"A phone may take the helm for one minute, with the code {code}.")


def spaced(code: str) -> str:
    """Return a code in two groups of three digits."""
    return f"{code[:3]} {code[3:]}"


def panel_of(config: PanelConfig) -> Panel:
    try:
        return open_panel(config)
    except NoPanel as error:
        warn(str(error))
        return NullPanel()


def warn(sentence: str) -> None:
    click.echo(printable(sentence), err=True)


def tell(counted: ConfirmedEvent) -> None:
    click.echo(printable(output.counted_in_words(counted)))
