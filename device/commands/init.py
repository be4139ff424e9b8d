"""``init``: a new configuration file."""

from pathlib import Path

import click

from device.config.location import HERE
from device.config.template import template
from device.durable_write import write_durably
from device.errors import BadConfig


@click.command()
@click.argument("file", type=click.Path(path_type=Path), default=HERE)
def init(file: Path) -> None:
    """Write a new configuration.

    FILE is quarterdeck.toml by default. It has every key with its default and a comment. An existing file is not
    overwritten.
    """
    if file.exists():
        raise BadConfig(f"{file} already exists: edit it, or name another file.")
    try:
        write_durably(file, template().encode())
    except OSError as error:
        raise BadConfig(f"{file} cannot be written ({error.strerror}): name a file in another folder.") from None
    named = "" if file == HERE else f" --config {file}"
    click.echo(f"{file} is written: edit it, then run quarterdeck doctor{named}.")
