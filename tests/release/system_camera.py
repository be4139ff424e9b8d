"""A camera library of the system that brings the system's numpy, as Raspberry Pi OS's picamera2 does to the package."""

import json
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.device.cameras import fake_picamera2

ROOT = Path(__file__).parents[2]
FAKE = Path(fake_picamera2.__file__).relative_to(ROOT)
SECOND = 1
"""Number of the frame whose wish shows that the one before it was read."""

PICAMERA2 = """
import json, os, sys

before = [name for name in ("numpy", "cv2", "ncnn") if name in sys.modules]

import numpy
from tests.device.cameras.fake_picamera2 import Board, grey_tray, library

{sums}

def picture(number):
    if number == {second}:
        with open({seen!r} + ".new", "w") as file:
            about = {{"before": before, "numpy": numpy.__file__, "version": numpy.__version__, "camera": __file__}}
            json.dump(about | {{"process": os.getpid(), "program": os.getppid()}}, file)
        os.replace({seen!r} + ".new", {seen!r})
    return changed(grey_tray(number))

it = library(Board(picture=picture))
Picamera2, controls = it.Picamera2, it.controls
"""

PLAIN = "changed = numpy.asarray"
COMPILED = """
import numexpr

def changed(picture):
    dark = numexpr.evaluate("picture * 0.5")
    assert numpy.array_equal(dark, picture * 0.5)
    return dark.astype(numpy.uint8)
"""
"""A library that was compiled for the system's numpy, as simplejpeg is for picamera2, reads and makes arrays."""


def install_camera(folder: Path, seen: str, sums: str = PLAIN) -> None:
    """Write the library into the folder of the system's modules. It notes in the file ``seen`` what it found."""
    (folder / "picamera2.py").write_text(PICAMERA2.format(second=SECOND, seen=seen, sums=sums))
    (folder / "libcamera.py").write_text("from picamera2 import controls\n")
    for file in (FAKE, *(parent / "__init__.py" for parent in FAKE.parents if parent.name)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the library found: modules loaded before it, its numpy, its own file, its process and the program's."""

    before: tuple[str, ...]
    numpy: str
    version: str
    camera: str
    process: int
    program: int


def wait_until_seen(file: Path, program: subprocess.Popen[Any], seconds: float) -> Seen:
    """Wait until the program's camera has delivered a frame and was asked for another."""
    end = time.monotonic() + seconds
    while not file.exists():
        assert program.poll() is None, "the program has ended"
        assert time.monotonic() < end, "the camera was not used"
        time.sleep(0.02)
    found: dict[str, Any] = json.loads(file.read_text())
    return Seen(**found | {"before": tuple(found["before"])})


def libraries(process: int, name: str) -> set[str]:
    """Return the compiled libraries with that name in their file's name that the process has loaded."""
    lines = Path(f"/proc/{process}/maps").read_text().splitlines()
    files = {line.split(maxsplit=5)[5] for line in lines if line.count(" ") >= 5 and "/" in line}
    return {file for file in files if name in Path(file).name}
