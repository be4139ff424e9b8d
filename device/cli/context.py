"""Context of the commands: configuration, journal, panel and messages."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from device.cli import output
from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.journal.journal import Journal
from device.observer import Observer
from device.panels.factory import open_panel
from device.panels.null import NullPanel
from engine.names import printable
from table.panel.panel import Panel
from table.table import ConfirmedEvent

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


def panel_of(config: PanelConfig) -> Panel:
    try:
        return open_panel(config)
    except NoPanel as error:
        warn(str(error))
        return NullPanel()


def warn(sentence: str) -> None:
    click.echo(printable(sentence), err=True)


class EventPrinter(Observer):
    """Prints each confirmed event in words."""

    def confirmed(self, event: ConfirmedEvent) -> None:
        """Print the event."""
        click.echo(printable(output.counted_in_words(event)))
