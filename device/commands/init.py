"""``init``: a new configuration file."""

from pathlib import Path

import click

from device.cli.command import argument, command
from device.config.location import HERE
from device.config.template import template
from device.durable_write import write_durably
from device.errors import BadConfig
from device.os_errors import reason_of
from device.terminal import say
from engine.i18n import gettext as _


@command(
    help=_(
        "FILE is quarterdeck.toml by default. It has every key with its default and a comment. "
        "An existing file is not overwritten."
    )
)
@argument("file", metavar=_("FILE"), type=click.Path(path_type=Path), default=HERE)
def init(file: Path) -> None:
    """Write the template of a configuration."""
    if file.exists():
        raise BadConfig(_("{file} already exists: edit it, or name another file.", file=file))
    try:
        write_durably(file, template().encode())
    except OSError as error:
        raise BadConfig(
            _(
                "{file} can’t be written ({why}): free up space or choose another place.",
                file=file,
                why=reason_of(error),
            )
        ) from None
    doctor = "quarterdeck doctor" if file == HERE else f"quarterdeck doctor --config {file}"
    say(_("{file} is written: edit it, then run {doctor}.", file=file, doctor=doctor))
