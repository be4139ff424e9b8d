"""``pair``: a code for a phone that is to take the helm, or for a screen of the table. ``owner``: the owner's PIN."""

import sys
import time
from pathlib import Path

import click

from device.adapters.code_file import offered
from device.adapters.json_files import JsonFiles
from device.cli.command import command, option
from device.cli.context import OWNED
from device.config import schema as configuration
from device.errors import BadPin, NoTable
from device.storage.lock import InUse, JournalLock
from device.terminal import said, say, shown
from engine.i18n import gettext as _
from web.access.pin import LONGEST, SHORTEST, forget_pin, is_pin, keep_pin
from web.guests.codes import GOOD_FOR, spaced

LOOK = 0.2
"""Seconds between two checks whether the code was used."""


@command(help=_("With it one phone takes the helm of the running table, within one minute."))
@OWNED
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


@command(
    help=_(
        "It has 4 to 12 digits, is asked for twice and not shown; without a terminal it is the first line of the "
        "standard input. A running table uses it at once."
    )
)
@OWNED
@option("--remove", is_flag=True, help=_("Remove the PIN: the table has no owner then."))
def owner(file: Path, remove: bool) -> None:
    """Store a hash of the PIN beside the configuration, or remove it."""
    drawer = JsonFiles(_folder_of(file))
    if remove:
        forget_pin(drawer)
        say(_("The owner’s PIN is removed."))
        return
    keep_pin(drawer, _asked() if sys.stdin.isatty() else _checked(sys.stdin.readline().strip()))
    say(_("The owner’s PIN is set. Open Menu › Owner on the table’s page to enter it."))


def _folder_of(file: Path) -> Path:
    """Return the folder of the configuration. Raises :class:`BadPin` if there is no such file."""
    if not file.is_file():
        raise BadPin(_("{file} is missing: write one with quarterdeck init {file}.", file=file))
    return file.parent


def _asked() -> str:
    pin = _checked(click.prompt(shown(_("New PIN")), hide_input=True, err=True))
    if click.prompt(shown(_("Repeat the PIN")), hide_input=True, err=True) != pin:
        raise BadPin(_("The two PINs differ: nothing was changed."))
    return pin


def _checked(pin: str) -> str:
    if not is_pin(pin):
        raise BadPin(_("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST))
    return pin
