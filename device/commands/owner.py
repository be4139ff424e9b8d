"""``owner``: set the owner's PIN on the machine, or remove it."""

import sys
from pathlib import Path

import click

from device.adapters.json_files import JsonFiles
from device.cli.context import CONFIGURED
from device.errors import BadPin
from engine.i18n import gettext as _
from web.access.owner_pin import LONGEST, SHORTEST, forget_pin, is_pin, keep_pin


@click.command(short_help="Set or remove the owner’s PIN.")
@CONFIGURED
@click.option("--remove", is_flag=True, help="Remove the PIN: the table has no owner then.")
def owner(file: Path, remove: bool) -> None:
    """Set the owner’s PIN.

    It has 4 to 12 digits, is asked for twice and not shown; without a terminal it is read from the first line of the
    standard input. A running table uses it at once.
    """
    drawer = JsonFiles(_folder_of(file))
    if remove:
        forget_pin(drawer)
        click.echo(_("The owner’s PIN is removed."))
        return
    keep_pin(drawer, _asked() if sys.stdin.isatty() else _checked(sys.stdin.readline().strip()))
    click.echo(_("The owner’s PIN is set. Open Menu › Owner on the table’s page to enter it."))


def _folder_of(file: Path) -> Path:
    """Return the folder of the configuration. Raises :class:`BadPin` if there is no such file."""
    if not file.is_file():
        raise BadPin(_("{file} is missing: write one with quarterdeck init {file}.", file=file))
    return file.parent


def _asked() -> str:
    pin = _checked(click.prompt(_("New PIN"), hide_input=True, err=True))
    if click.prompt(_("Repeat the PIN"), hide_input=True, err=True) != pin:
        raise BadPin(_("The two PINs differ: nothing was changed."))
    return pin


def _checked(pin: str) -> str:
    if not is_pin(pin):
        raise BadPin(_("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST))
    return pin
