"""Position of a tray, as given to the command line: a file of its measures, corners and lens, or four corners.

A tray file is TOML or JSON; every key is optional:

    frame = [1280, 720]   # width and height of the pictures of the corners; default: those of the picture read
    corners = [[304.6, 137.0], [968.9, 149.9], [959.1, 592.1], [297.2, 578.9]]
                          # the floor's inner corners in pixels: top-left, top-right, bottom-right, bottom-left
    width = 300.0         # inner measures in mm, as in the configuration
    height = 200.0
    rail = 50.0
    marker = 20.0
    markers = true        # whether there are markers in the corners, used to detect that the tray was moved

    [lens]
    field_of_view = 66.0  # horizontal, in degrees
    bend = -0.03          # first radial coefficient, on coordinates divided by the focal length; negative is barrel

Without corners the tray is located by its markers, with these measures. The same keys are read from a table “tray”, so
a recording's own file or a configuration can be used too.
"""

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from device.cameras.camera import Image
from device.config.schema import TrayConfig
from device.errors import BadTrayFile
from device.files.os_errors import reason_of
from engine.i18n import gettext as _
from engine.i18n import joined
from vision import BadTray, Lens, Reader, Tray

Pixels = Annotated[int, Meta(gt=0, le=100_000)]


class LensTable(msgspec.Struct, frozen=True):
    """The lens in a tray file."""

    field_of_view: float = Lens().field_of_view
    bend: float = Lens().bend


class KnownTray(TrayConfig, frozen=True):
    """A described tray, as in the configuration, with the size of the pictures that its corners are of.

    Without corners only its measures and the lens are known.
    """

    frame: tuple[Pixels, Pixels] | None = None
    markers: bool = False
    lens: LensTable = LensTable()

    def reader(self, image: Image, factor: int = 1) -> Reader:
        """Return a reader for a picture, (h, w, 3), that was scaled down ``factor`` times from the camera's.

        Raises BadTray for corners that do not outline a tray, or that belong to pictures of another shape.
        """
        lens = Lens(self.lens.field_of_view, self.lens.bend)
        if self.corners is None:
            return Reader(size=self.size, lens=lens)
        height, width = image.shape[:2]
        frame = self.frame or (width * factor, height * factor)
        tray = Tray.from_corners(self.corners, frame, self.size, lens, self.markers)
        return Reader(tray.for_frame(width, height), self.size, lens)


def load_tray(file: Path) -> KnownTray:
    """Return the tray described by a file. Raises :class:`BadTrayFile`, which names the error."""
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise BadTrayFile(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
    except UnicodeDecodeError:
        raise BadTrayFile(_("{file} is not a text file in UTF-8.", file=file)) from None
    table = _table(file, text)
    try:
        known = msgspec.convert(table, KnownTray)
        Lens(known.lens.field_of_view, known.lens.bend)
    except msgspec.ValidationError as error:
        what, _at, where = str(error).partition(" - at `$.")
        key = where.rstrip("`") or "tray"
        raise BadTrayFile(_("{file}: {key} is wrong: {error}.", file=file, key=key, error=what)) from None
    except BadTray as error:
        raise BadTrayFile(joined([f"{file}:", str(error)])) from None
    return known


def tray_of_corners(text: str) -> KnownTray:
    """Return the tray with corners given as x,y,x,y,x,y,x,y pixels. Raises :class:`BadTrayFile`."""
    try:
        a, b, c, d, e, f, g, h = (float(number) for number in text.replace(" ", "").split(","))
    except ValueError:
        raise BadTrayFile(
            _("“{text}” are not four corners: give x,y,x,y,x,y,x,y in pixels, clockwise from top left.", text=text)
        ) from None
    return KnownTray(corners=((a, b), (c, d), (e, f), (g, h)))


def _table(file: Path, text: str) -> dict[str, Any]:
    """Return the file's table of a tray, without unrelated keys."""
    try:
        is_json = file.suffix == ".json" or text.lstrip().startswith("{")
        whole = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTrayFile(_("{file} is neither TOML nor JSON: {error}.", file=file, error=error)) from None
    if not isinstance(whole, dict):
        raise BadTrayFile(_("{file} holds no tray: a table with “corners”, or with a table “tray”.", file=file))
    inner = whole.get("tray")
    if not isinstance(inner, dict):
        return whole
    around = {"frame": whole["size"]} if "size" in whole else {}
    return around | inner
