"""``service``: the table as a service of the system."""

from pathlib import Path

import click

from device.cli.command import SuggestingGroup, option
from device.systemd.install import Service
from device.systemd.unit import unit
from device.terminal import say
from engine.i18n import gettext as _


@click.group(cls=SuggestingGroup)
def service() -> None:
    """Group of the commands for the systemd service."""


@service.command(
    short_help=_("Install and start the service (as root)."),
    help=_(
        "Creates the user, the configuration and the unit. Without --config the service keeps its configuration; "
        "its first one is quarterdeck.toml of this folder, if there is one."
    ),
)
@option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("Configuration to copy for the service."),
)
@option("--hardware-watchdog", is_flag=True, help=_("Restart the machine if systemd hangs."))
@option("--print", "only_print", is_flag=True, help=_("Print the unit and change nothing."))
def install(file: Path | None, hardware_watchdog: bool, only_print: bool) -> None:
    """Install the service, or print its unit."""
    if only_print:
        click.echo(unit(Service().plan(file)), nl=False)
        return
    for sentence in Service().install(file, hardware_watchdog=hardware_watchdog):
        say(sentence)


@service.command(short_help=_("Show the state and the last messages."))
def status() -> None:
    """Print the state of the service and the end of its log."""
    for sentence in Service().status():
        say(sentence)


@service.command(short_help=_("Stop and remove the service (as root)."), help=_("Games and configuration stay."))
def uninstall() -> None:
    """Remove the service."""
    for sentence in Service().uninstall():
        say(sentence)
