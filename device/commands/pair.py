"""``pair``: a code for a phone that is to take the helm, or for a screen of the table, printed on the machine."""

import time
from pathlib import Path

import click

from device.adapters.code_file import offered
from device.cli.command import command, option
from device.cli.context import CONFIGURED
from device.config import schema as configuration
from device.errors import NoTable
from device.runtime.page import spaced
from device.storage.lock import InUse, JournalLock
from device.terminal import said, say
from engine.i18n import gettext as _
from web.pairing.codes import GOOD_FOR

LOOK = 0.2
"""Seconds between two checks whether the code was used."""


@command(help=_("With it one phone takes the helm of the running table, within one minute."))
@CONFIGURED
@option("--screen", is_flag=True, help=_("Print a code for a TV, as a screen of the table."))
def pair(file: Path, screen: bool) -> None:
    """Offer a code to the running table, and wait until it is used."""
    _check_runs(file.parent / Path(configuration.load(file).journal.path).expanduser())
    with offered(file.parent, "screen" if screen else "helm") as offer:
        code = spaced(offer.digits)
        if screen:
            say(_("Open /screen of the table’s page on the TV and enter the code {code} within one minute.", code=code))
        else:
            say(_("Open “The helm” on the phone and enter the code {code} within one minute.", code=code))
        end = time.monotonic() + GOOD_FOR
        while offer.stands:
            if time.monotonic() >= end:
                raise click.ClickException(said(_("The code was not used within one minute. It has expired.")))
            time.sleep(LOOK)
        say(_("The code was used."))


def _check_runs(journal: Path) -> None:
    """Raise :class:`NoTable` unless a program holds that journal."""
    if not journal.with_name(f"{journal.name}.lock").exists():
        raise NoTable
    try:
        JournalLock(journal).close()
    except InUse:
        return
    raise NoTable
