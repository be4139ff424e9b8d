"""``markers``: the sheet to print for a tray."""

from pathlib import Path

import click

from device.cli.context import MAYBE_CONFIGURED, config_of
from device.durable_write import write_durably
from device.errors import BadSheet
from device.printing.markers import Paper, sheets
from device.printing.pdf import as_pdf
from device.printing.svg import as_svg


@click.command()
@click.argument("target", type=click.Path(path_type=Path), default="markers.pdf")
@MAYBE_CONFIGURED
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper size.")
def markers(target: Path, file: Path | None, paper: Paper) -> None:
    """Write print-ready tray markers (SVG/PDF).

    Markers and rail are to scale. TARGET is a PDF, or an SVG file for each page.
    """
    size = config_of(file).tray.size
    pages = sheets(size, paper)
    match target.suffix.lower():
        case ".pdf":
            written = {target: as_pdf(pages)}
        case ".svg":
            names = [target, *(target.with_stem(f"{target.stem}-{number}") for number in range(2, len(pages) + 1))]
            written = {name: as_svg(page).encode() for name, page in zip(names, pages, strict=True)}
        case _:
            raise BadSheet(f"{target} is neither a PDF nor an SVG file: end its name on .pdf or .svg.")
    for name, data in written.items():
        try:
            write_durably(name, data)
        except OSError as error:
            raise BadSheet(f"{name} cannot be written ({error.strerror}): choose another place.") from None
        click.echo(f"{name}: print it at 100 %.")
