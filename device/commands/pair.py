"""What an owner's phone does too: ``pair`` makes codes, ``owner`` sets the PIN, ``setup`` does steps of the set-up."""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

import click

from device.adapters.files import JsonFiles, offered
from device.cli.command import NumberInRange, command, option
from device.cli.context import OWNED
from device.config import schema as configuration
from device.config.editor import keep_tables
from device.errors import BadConfig, DeviceError, NoTable
from device.storage.database import InUse, JournalLock
from device.terminal import said, say, shown
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import tidied, why_no_new_name
from web.access.pin import LONGEST, SHORTEST, forget_pin, is_pin, keep_pin
from web.errors import Denied
from web.guests.codes import GOOD_FOR, spaced
from web.services.device import Hold
from web.setup.progress import end, load

LOOK = 0.2
"""Seconds between two checks whether the code was used."""


@command(help=_("Within one minute, one phone can take the helm with it."))
@OWNED
@option("--screen", is_flag=True, help=_("Print a code for a TV, as a screen of the table."))
def pair(file: Path, screen: bool) -> None:
    _check_runs(file.parent / Path(configuration.load(file).journal.path).expanduser())
    with offered(file.parent, "screen" if screen else "helm") as offer:
        code = spaced(offer.digits)
        if screen:
            say(_("Open /screen of the table’s page on the TV and enter the code {code} within one minute.", code=code))
        else:
            say(_("Open “The helm” on the phone and enter the code {code} within one minute.", code=code))
        until = time.monotonic() + GOOD_FOR
        while offer.stands:
            if time.monotonic() >= until:
                raise click.ClickException(said(_("The code was not used within one minute. It has expired.")))
            time.sleep(LOOK)
        say(_("The code was used."))


def _check_runs(journal: Path) -> None:
    if not journal.with_name(f"{journal.name}.lock").exists():
        raise NoTable
    try:
        JournalLock(journal).close()
    except InUse:
        return
    raise NoTable


@command(
    help=_(
        "4 to 12 digits, asked for twice and not shown, or the first line of standard input. A running table uses it "
        "at once."
    )
)
@OWNED
@option("--remove", is_flag=True, help=_("Remove the PIN: the table has no owner then."))
def owner(file: Path, remove: bool) -> None:
    if not file.is_file():
        raise DeviceError(_("{file} is missing: write one with quarterdeck init {file}.", file=file))
    drawer = JsonFiles(file.parent)
    if remove:
        forget_pin(drawer)
        say(_("The owner’s PIN is removed."))
        return
    keep_pin(drawer, _asked() if sys.stdin.isatty() else _checked(sys.stdin.readline().strip()))
    say(_("The owner’s PIN is set. Open Menu › Owner on the table’s page to enter it."))


def _asked() -> str:
    pin = _checked(click.prompt(shown(_("New PIN")), hide_input=True, err=True))
    if click.prompt(shown(_("Repeat the PIN")), hide_input=True, err=True) != pin:
        raise DeviceError(_("The two PINs differ."))
    return pin


def _checked(pin: str) -> str:
    if not is_pin(pin):
        raise DeviceError(_("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST))
    return pin


@command(
    help=_(
        "Without options it shows how far the set-up is. Changes take effect at the table’s next start. Set the PIN "
        "with “quarterdeck owner”, find the tray with “quarterdeck calibrate”."
    )
)
@OWNED
@option("--hold", type=click.Choice(get_args(Hold)), help=_("Where held dice lie."))
@option("--rail", type=NumberInRange(0), help=_("Width of the hold rail in mm."))
@option("--player", "players", multiple=True, metavar=_("NAME"), help=_("A player; repeat it, in seat order."))
@option("--name", metavar=_("NAME"), help=_("Name of the table."))
@option("--no-camera", is_flag=True, help=_("Play without a camera."))
@option("--finish", is_flag=True, help=_("Mark the set-up as finished."))
def setup(
    file: Path,
    hold: str | None,
    rail: float | None,
    players: tuple[str, ...],
    name: str | None,
    no_camera: bool,
    finish: bool,
) -> None:
    from device.adapters.setup import players_kept, why_no_rail  # loads OpenCV

    config = configuration.load(file)
    values: dict[str, dict[str, object]] = {}
    without: Mapping[str, Sequence[str]] = {}
    if hold is not None:
        values["table"] = {"hold": hold}
    if rail is not None:
        if why := why_no_rail(config, rail):
            raise BadConfig(why)
        values["tray"] = {"rail": rail}
    if players:
        _start, game, without = players_kept(config, players)
        values |= {table: dict(row) for table, row in game.items()}
    if name is not None:
        if name.strip() and (why := why_no_new_name(name)):
            raise BadConfig(full_sentence(why))
        values["mqtt"] = {"name": tidied(name)}
    if no_camera:
        values["camera"] = {"kind": "none"}
    if values:
        keep_tables(file, values, without)
        say(_("{file} is changed.", file=file))
    drawer = JsonFiles(file.parent)
    progress = load(drawer)
    if finish and not progress.finished:
        try:
            end(drawer, progress)
        except Denied as denied:
            raise BadConfig(denied.why) from None
        progress = load(drawer)
    if progress.finished:
        say(_("The set-up is finished."))
    elif progress.begun:
        say(_("The set-up is not finished: open /setup on a phone to go on."))
    else:
        say(_("The set-up has not started: open /setup on a phone, or mark it as finished with --finish."))
