"""Reading real dice from pictures: a frame in, a reading out.

Nothing here depends on a game, opens a camera or a file, or reads a clock. The entry points:

- `find_tray` finds the tray by the markers in its corners; `Tray.from_corners` makes one from four given corners.
- `Reader.read` reads one still picture and returns a `Reading`. A doubtful die is never guessed: it has no value.
- `Watcher.see` follows a stream of pictures and reports when the dice rest and what they show.
- `annotate` draws a reading into its picture.

The values of a reading and the errors are imported with the package. The other names are imported on first use, since
they load OpenCV or NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from vision.errors import BadImage, BadTray, VisionError
from vision.reading import (
    Colour,
    Die,
    Flag,
    LampSide,
    Point,
    Problem,
    Reading,
    Rest,
    ThingOutline,
    Zone,
    counted,
    on_tray,
)

if TYPE_CHECKING:
    from vision.annotation import annotate
    from vision.geometry.lens import Lens
    from vision.geometry.tray import Tray, TraySize
    from vision.lamps.maps import LampMaps, LampPictures
    from vision.quality.markers import find_tray, visible_markers
    from vision.reader import Reader
    from vision.scene.empty_tray import EmptyTray
    from vision.stream.watcher import Pace, Watcher

__all__ = [
    "BadImage",
    "BadTray",
    "Colour",
    "Die",
    "EmptyTray",
    "Flag",
    "LampMaps",
    "LampPictures",
    "LampSide",
    "Lens",
    "Pace",
    "Point",
    "Problem",
    "Reader",
    "Reading",
    "Rest",
    "ThingOutline",
    "Tray",
    "TraySize",
    "VisionError",
    "Watcher",
    "Zone",
    "annotate",
    "counted",
    "find_tray",
    "on_tray",
    "visible_markers",
]
_ON_FIRST_USE = {
    "EmptyTray": "vision.scene.empty_tray",
    "LampMaps": "vision.lamps.maps",
    "LampPictures": "vision.lamps.maps",
    "Lens": "vision.geometry.lens",
    "Pace": "vision.stream.watcher",
    "Reader": "vision.reader",
    "Tray": "vision.geometry.tray",
    "TraySize": "vision.geometry.tray",
    "Watcher": "vision.stream.watcher",
    "annotate": "vision.annotation",
    "find_tray": "vision.quality.markers",
    "visible_markers": "vision.quality.markers",
}
"""The modules of the names that are imported on first use (PEP 562)."""


def __getattr__(name: str) -> object:
    """Import a name on first use. Raises AttributeError for an unknown one."""
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_ON_FIRST_USE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
