"""``service``: the table as a service of the system."""

from pathlib import Path

import click

from device.cli.suggestions import SuggestingGroup
from device.systemd.install import Service
from device.systemd.unit import unit


@click.group(cls=SuggestingGroup)
def service() -> None:
    """Run Quarterdeck at boot (systemd)."""


@service.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path), metavar="FILE", help="Configuration to copy for the service."
)
@click.option("--hardware-watchdog", is_flag=True, help="Restart the machine if systemd hangs.")
@click.option("--print", "only_print", is_flag=True, help="Print the unit and change nothing.")
def install(file: Path | None, hardware_watchdog: bool, only_print: bool) -> None:
    """Install and start the service (as root).

    Creates the user, the configuration and the unit. Without --config the service keeps its configuration; its first
    one is quarterdeck.toml of this folder, if there is one.
    """
    if only_print:
        click.echo(unit(Service().plan(file)), nl=False)
        return
    for sentence in Service().install(file, hardware_watchdog=hardware_watchdog):
        click.echo(sentence)


@service.command()
def status() -> None:
    """Show the state and the last messages."""
    for sentence in Service().status():
        click.echo(sentence)


@service.command()
def uninstall() -> None:
    """Stop and remove the service (as root).

    Games and configuration stay.
    """
    for sentence in Service().uninstall():
        click.echo(sentence)
