"""Reading real dice from pictures: a frame in, a reading out.

Nothing here knows any game, opens a camera or a file, or looks at a clock. The entry points:

- `find_tray` finds the tray by the markers in its corners; `Tray.from_corners` makes one from four tapped corners.
- `Reader.read` reads one still picture and gives a `Reading`. A doubtful die is never guessed: it has no value.
- `Watcher.see` follows a stream of pictures and says when the dice rest and what they show.
- `annotate` draws a reading into its picture for people to see.
"""

from vision.annotate import annotate
from vision.errors import BadImage, BadTray, VisionError
from vision.geometry.lens import Lens
from vision.geometry.tray import Tray, TraySize
from vision.number import counted
from vision.problems import Problem
from vision.quality.markers import find_tray
from vision.reader import Reader
from vision.reading import Colour, Die, Flag, Point, Reading, Rest, Zone
from vision.scene.empty_tray import EmptyTray
from vision.stream.watcher import Pace, Watcher

__all__ = [
    "BadImage",
    "BadTray",
    "Colour",
    "Die",
    "EmptyTray",
    "Flag",
    "Lens",
    "Pace",
    "Point",
    "Problem",
    "Reader",
    "Reading",
    "Rest",
    "Tray",
    "TraySize",
    "VisionError",
    "Watcher",
    "Zone",
    "annotate",
    "counted",
    "find_tray",
]
