"""``pair``: a code for a phone that is to take the helm, or for a screen of the table, printed on the machine."""

import time
from pathlib import Path

import click

from device.adapters.code_file import offered
from device.cli.context import CONFIGURED
from device.config import schema as configuration
from device.errors import NoTable
from device.runtime.page import spaced
from device.storage.lock import InUse, JournalLock
from web.pairing.codes import GOOD_FOR

LOOK = 0.2
"""Seconds between two checks whether the code was used."""


@click.command()
@CONFIGURED
@click.option("--screen", is_flag=True, help="Print a code for a TV, as a screen of the table.")
def pair(file: Path, screen: bool) -> None:
    """Print a pairing code for a phone or a TV.

    With it one phone takes the helm of the running table, within one minute.
    """
    _check_runs(file.parent / Path(configuration.load(file).journal.path).expanduser())
    with offered(file.parent, "screen" if screen else "helm") as offer:
        where = "Open /screen of the table’s page on the TV" if screen else "Open “The helm” on the phone"
        click.echo(f"{where} and enter the code {spaced(offer.digits)} within one minute.")
        end = time.monotonic() + GOOD_FOR
        while offer.stands:
            if time.monotonic() >= end:
                raise click.ClickException("The code was not used within a minute and is good no more.")
            time.sleep(LOOK)
        click.echo("The code was used.")


def _check_runs(journal: Path) -> None:
    """Raise :class:`NoTable` unless a program holds that journal."""
    if not journal.with_name(f"{journal.name}.lock").exists():
        raise NoTable
    try:
        JournalLock(journal).close()
    except InUse:
        return
    raise NoTable
