"""``markers``: the sheet to print for a tray."""

from dataclasses import replace
from pathlib import Path

import click

from device.cli.command import PATH, argument, command, option
from device.cli.context import MAYBE_CONFIGURED, config_of
from device.errors import DeviceError
from device.files.durable_write import write_durably
from device.files.os_errors import not_written
from device.printing import Label, Paper, SheetPage, as_pdf, as_svg, sheets
from device.terminal import said, say
from engine.i18n import gettext as _


@command(help=_("Markers and rail are to scale. TARGET is a PDF, or an SVG file for each page."))
@argument("target", metavar=_("TARGET"), type=PATH, default="markers.pdf")
@MAYBE_CONFIGURED
@option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help=_("Paper size."))
def markers(target: Path, file: Path | None, paper: Paper) -> None:
    size = config_of(file).tray.size
    pages = [_in_its_language(page) for page in sheets(size, paper)]
    match target.suffix.lower():
        case ".pdf":
            written = {target: as_pdf(pages)}
        case ".svg":
            names = [target, *(target.with_stem(f"{target.stem}-{number}") for number in range(2, len(pages) + 1))]
            written = {name: as_svg(page).encode() for name, page in zip(names, pages, strict=True)}
        case _:
            raise DeviceError(
                _("{target} is neither a PDF nor an SVG file: end its name in .pdf or .svg.", target=target)
            )
    for name, data in written.items():
        try:
            write_durably(name, data)
        except OSError as error:
            raise DeviceError(not_written(name, error)) from None
        say(_("{file}: print it at 100 %.", file=name))


def _in_its_language(page: SheetPage) -> SheetPage:
    shapes = (replace(one, words=said(one.words)) if isinstance(one, Label) else one for one in page.shapes)
    return replace(page, shapes=tuple(shapes))
