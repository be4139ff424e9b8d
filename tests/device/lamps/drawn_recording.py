"""A drawn recording of one throw on a tray with lamps, ten pictures a second, and its lamp pictures."""

from pathlib import Path

import cv2
import numpy as np

from device.config.kept_arrays import LAMP_MAPS as MAPS
from device.config.kept_arrays import save_arrays
from device.recording.format import (
    SCHEMA,
    LabelledFrame,
    LampShots,
    RecordedGame,
    RecordedPress,
    RecordedTray,
    Recording,
    picture_name,
    save,
)
from table.panel import Button
from tests.vision.drawn import DrawnDie, Picture, grainy
from tests.vision.lamps.lit import TRAY, lit
from vision import LampMaps, LampSide

PLACES = ((100, 50), (150, 60), (200, 50), (120, 140), (190, 150))
VALUES = (6, 5, 4, 3, 2)
GAME = RecordedGame(preset="dice-game-depot", players=("Mia", "Jonas"), starter="Mia")
RESTS_AT, ROLLED_AT, SECONDS = 1.0, 2.3, 2.6


GRAINS = 3
"""Pictures with grain of their own; then they repeat."""


def dice() -> list[DrawnDie]:
    """The throw."""
    return [DrawnDie(value, x, y, 20) for value, (x, y) in zip(VALUES, PLACES, strict=True)]


def drawn_recording(folder: Path) -> Recording:
    """Write the recording into that folder: an empty tray, a throw that rests after 1 s, ROLL after 2.3 s."""
    (folder / "pictures").mkdir(parents=True)
    (folder / "lamps").mkdir()
    empty, rests = lit(), lit(dice())
    times = [round(number / 10, 3) for number in range(round(SECONDS * 10))]
    for number, moment in enumerate(times):
        rests_already = moment >= RESTS_AT
        if number >= GRAINS and rests_already == (times[number - GRAINS] >= RESTS_AT):
            data = (folder / "pictures" / picture_name(number - GRAINS)).read_bytes()
            (folder / "pictures" / picture_name(number)).write_bytes(data)
            continue
        write(folder / "pictures" / picture_name(number), grainy(rests.base if rests_already else empty.base, number))
    names = {side: f"lamps/000000-{side}.jpg" for side in LampSide}
    for side, name in names.items():
        write(folder / name, rests.lamps[side])
    save_arrays(LampMaps.from_pictures(empty, TRAY).to_arrays(), folder / MAPS)
    size = TRAY.size
    a, b, c, d = ((round(x, 1), round(y, 1)) for x, y in TRAY.corners_px)
    recording = Recording(
        schema=SCHEMA,
        name="drawn",
        rendered=True,
        pictures="pictures",
        size=TRAY.frame,
        tray=RecordedTray(size.width, size.height, size.rail, size.marker, (a, b, c, d)),
        game=GAME,
        frames=tuple(map(LabelledFrame, times)),
        presses=(RecordedPress(ROLLED_AT, Button.ROLL),),
        lamps=(LampShots(RESTS_AT + 0.4, names),),
        lamp_maps=MAPS,
    )
    save(recording, folder)
    return recording


def write(file: Path, picture: Picture) -> None:
    file.write_bytes(cv2.imencode(".jpg", np.asarray(picture), [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes())
