"""``service``: the table as a service of the system."""

from pathlib import Path

import click

from device.systemd.install import Service
from device.systemd.unit import unit


@click.group()
def service() -> None:
    """Run the table from each start of the machine on, as a systemd service of its own."""


@service.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="Take this configuration for the service.")
@click.option("--hardware-watchdog", is_flag=True, help="Start the machine again when even systemd hangs.")
@click.option("--print", "only_print", is_flag=True, help="Write the unit to the terminal and change nothing.")
def install(file: Path | None, hardware_watchdog: bool, only_print: bool) -> None:
    """Make user, configuration and unit, and start the table (as root)."""
    if only_print:
        click.echo(unit(Service().plan(file)), nl=False)
        return
    for sentence in Service().install(file, hardware_watchdog=hardware_watchdog):
        click.echo(sentence)


@service.command()
def status() -> None:
    """Say how the service is, and what it said last."""
    for sentence in Service().status():
        click.echo(sentence)


@service.command()
def uninstall() -> None:
    """Stop the table and take the service away (as root); what was played stays."""
    for sentence in Service().uninstall():
        click.echo(sentence)
