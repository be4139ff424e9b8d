"""``update`` and ``rollback``: the version that runs. ``attend``: the same, as the owner's page asks for it."""

from pathlib import Path

import click

from device.cli.command import argument, command, option
from device.errors import DeviceError
from device.systemd.install import run
from device.terminal import say
from device.update.installation import Installation
from device.update.requests import do, take_request
from device.update.task_status import StatusFile
from engine.i18n import gettext as _


@command(
    help=_(
        "FILE is a signed package, quarterdeck_….deb. It is installed beside the present version, after a backup and "
        "never during a game. If it doesn’t start or shows no page, the present version comes back automatically."
    )
)
@argument("file", metavar=_("FILE"), type=click.Path(path_type=Path))
@option("--downgrade", is_flag=True, help=_("Install an older version, too."))
def update(file: Path, downgrade: bool) -> None:
    """Install the version of that file."""
    for sentence in Installation().update(file, downgrade=downgrade):
        say(sentence)


@command(
    help=_(
        "Games stay. If the newer version changed the journal, the games from before its update come back, and what "
        "was played since is kept beside them."
    )
)
def rollback() -> None:
    """Go back to the version before."""
    for sentence in Installation().rollback():
        say(sentence)


@command(
    help=_(
        "Started by systemd, as root, when the owner’s page asks for an update, for the version before, for a restart, "
        "or to switch off."
    )
)
def attend() -> None:
    """Do what the owner's page asks for."""
    request = take_request()
    if request is None:
        return
    status = StatusFile()
    if not do(request, Installation(), status, run):
        found = status.read()
        raise DeviceError(found.reason if found else "")
