"""``setup``: the steps of the set-up on the command line, and how far it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

import click

from device.adapters.json_files import JsonFiles
from device.adapters.setup import players_kept, why_no_rail
from device.cli.command import NumberInRange, command, option
from device.cli.context import OWNED
from device.config import schema as configuration
from device.config.editor import keep_tables
from device.errors import BadConfig
from device.terminal import say
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import tidied, why_no_new_name
from web.errors import Denied
from web.services.device import Hold
from web.setup.progress import end, load


@command(
    help=_(
        "Without options it says how far the set-up is. What is changed is used from the table’s next start on. "
        "The PIN is set with “quarterdeck owner”, the tray is found with “quarterdeck calibrate”."
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
    """Write what was given into the configuration, in one piece, and print how far the set-up is."""
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
