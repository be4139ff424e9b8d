"""Whatever the camera or a file gives: a reading, or an error of ours in one sentence, soon, and never a crash.

Pictures are spoilt by chance, but the same each time. Some are tried by default, ten thousand by
``pytest -m fuzz tests/vision/test_any_picture.py``.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import DeviceError
from device.recording.image_files import load_picture
from tests.vision.drawn import DrawnDie, Picture, draw_table, draw_tray, overhead_tray
from vision import Reader, Reading, VisionError, Watcher, annotate

Chance = np.random.Generator

STILLS = Path(__file__).parents[2] / "fixtures" / "stills"
SEEDS = ("hard/cluster-a-0.jpg", "hard/glare-a-0.jpg", "abnormal/hand-a-0.jpg", "clean/planks-a-0.jpg")
TRAY = overhead_tray()


@cache
def pictures() -> tuple[Picture, ...]:
    large = [load_picture(STILLS / one)[0] for one in SEEDS]
    rendered = [np.asarray(cv2.resize(one, (640, 360)), np.uint8) for one in large]
    dice = [DrawnDie(value, 40 + 40 * value, 100, 13 * value) for value in range(1, 7)]
    return (*rendered, draw_tray(dice, overhead_tray(frame=(640, 360))), draw_table([DrawnDie(5, 200, 200, 20, 60)]))


def cut(picture: Picture, chance: Chance) -> Picture:
    y, x = (int(chance.integers(0, side)) for side in picture.shape[:2])
    return picture[y : y + int(chance.integers(1, 400)), x : x + int(chance.integers(1, 700))]


def squeezed(picture: Picture, chance: Chance) -> Picture:
    size = (int(chance.integers(1, 900)), int(chance.integers(1, 700)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def torn(picture: Picture, chance: Chance) -> Picture:
    """Rows in the wrong place, as from a bad cable."""
    rows = np.arange(len(picture))
    start = int(chance.integers(0, len(rows)))
    rows[start:] = np.roll(rows[start:], int(chance.integers(1, 200)))
    return picture[rows]


def lit(picture: Picture, chance: Chance) -> Picture:
    """Far too dark or bright, each colour on its own."""
    return np.asarray(np.clip(picture * chance.uniform(0, 6, 3), 0, 255), np.uint8)


def noisy(picture: Picture, chance: Chance) -> Picture:
    """With noise, or hardly anything but noise."""
    return np.asarray(np.clip(picture + chance.normal(0, chance.uniform(1, 90), picture.shape), 0, 255), np.uint8)


def patched(picture: Picture, chance: Chance) -> Picture:
    """With a block of it repeated elsewhere, as a decoder repeats what it has lost."""
    copy = picture.copy()
    high, wide = (int(chance.integers(1, max(2, side // 2))) for side in picture.shape[:2])
    from_y, to_y = (int(chance.integers(0, picture.shape[0] - high + 1)) for _ in range(2))
    from_x, to_x = (int(chance.integers(0, picture.shape[1] - wide + 1)) for _ in range(2))
    copy[to_y : to_y + high, to_x : to_x + wide] = picture[from_y : from_y + high, from_x : from_x + wide]
    return copy


def spotted(picture: Picture, chance: Chance) -> Picture:
    copy = picture.copy()
    for _ in range(int(chance.integers(1, 300))):
        at = tuple(int(chance.integers(0, side)) for side in picture.shape[1::-1])
        shade = int(chance.integers(0, 256))
        cv2.circle(copy, at, int(chance.integers(1, 7)), (shade, shade, int(chance.integers(0, 256))), -1)
    return copy


WAYS: tuple[Callable[[Picture, Chance], Picture], ...] = (cut, squeezed, torn, lit, noisy, patched, spotted)


def spoilt(number: int) -> Picture:
    """A picture spoilt in one to three ways; the same number gives the same one."""
    chance = np.random.default_rng(number)
    picture = pictures()[number % len(pictures())]
    for way in chance.choice(len(WAYS), int(chance.integers(1, 4))):
        picture = WAYS[way](picture, chance)
    return np.ascontiguousarray(picture)


def damaged(number: int) -> bytes:
    """A JPEG or PNG with some of its bytes changed, lost, or put in twice."""
    chance = np.random.default_rng(number)
    picture = pictures()[number % len(pictures())]
    ending = (".jpg", ".jpg", ".png", ".webp")[number % 4]
    data = bytearray(cv2.imencode(ending, picture[: int(chance.integers(20, 360))])[1].tobytes())
    for _ in range(int(chance.integers(1, 12))):
        at = int(chance.integers(0, len(data) if chance.random() < 0.5 else min(400, len(data))))
        match int(chance.integers(0, 3)):
            case 0:
                data[at] = int(chance.integers(0, 256))
            case 1:
                del data[at : at + int(chance.integers(1, 40))]
            case _:
                data[at:at] = data[at : at + int(chance.integers(1, 40))]
    return bytes(data)


def sound(reading: Reading) -> bool:
    """Whether a reading is one: values only from 1 to 6, reasons where there are none, every place a number."""
    for die in reading.dice:
        if die.value is None and not die.doubt:
            return False
        if die.value is not None and die.value not in range(1, 7):
            return False
        if not (0 <= die.confidence <= 1 and np.isfinite([*die.center, *np.ravel(die.corners)]).all()):
            return False
    return all(reading.problems)


def outcome(read: Callable[[], Reading]) -> Reading | str:
    """What reading gives: a reading, or the sentence of an error of ours."""
    try:
        return read()
    except (DeviceError, VisionError) as error:
        return str(error)


def read_file(file: Path) -> Reading:
    return Reader().read(load_picture(file)[0])


def is_well(told: Reading | str) -> bool:
    return told.endswith(".") if isinstance(told, str) else sound(told)


def try_frames(numbers: range) -> None:
    """Read spoilt frames with and without a tray, and watch them as they come."""
    free, known, watcher = Reader(), Reader(overhead_tray(frame=(640, 360))), Watcher(Reader())
    for number in numbers:
        picture, at = spoilt(number), 0.1 * number
        for look in (partial(free.read, picture), partial(known.read, picture), partial(watcher.see, picture, at)):
            told = outcome(look)
            assert is_well(told), f"spoilt({number}): {told}"
            if isinstance(told, Reading):
                assert annotate(picture, told).shape == picture.shape


def try_files(numbers: range, folder: Path) -> None:
    """Load damaged files, and read what can be loaded."""
    for number in numbers:
        file = folder / ("one.jpg", "two.png")[number % 2]
        file.write_bytes(damaged(number))
        told = outcome(partial(read_file, file))
        assert is_well(told), f"damaged({number}): {told}"


@pytest.mark.parametrize("numbers", [range(2), range(265, 266)], ids=["the first", "a marker without a contour"])
def test_spoilt_frames_give_a_reading_or_a_sentence(numbers: range) -> None:
    try_frames(numbers)


def test_damaged_files_give_a_reading_or_a_sentence(tmp_path: Path) -> None:
    try_files(range(6), tmp_path)


@pytest.mark.fuzz
@pytest.mark.parametrize("hundred", range(50))
def test_ten_thousand_pictures_give_a_reading_or_a_sentence(hundred: int, tmp_path: Path) -> None:
    numbers = range(100 * hundred, 100 * hundred + 100)
    try_frames(numbers)
    try_files(numbers, tmp_path)
