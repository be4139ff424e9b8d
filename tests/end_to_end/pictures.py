"""Takes the README's pictures from the running program: ``python -m tests.end_to_end.pictures``."""

import re
import shutil
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page, expect, sync_playwright

from device.cameras.recording import RecordingCamera
from device.recording import load
from tests.conftest import chromium, launch
from tests.end_to_end.program import RECORDING, ROOT, quarterdeck, running, url_of

PICTURES = ROOT / "docs" / "pictures"
SIZES = {"table": (1280, 800), "phone": (390, 844), "tv": (1920, 1080)}
MOMENT = re.compile("Jonas.*6 6|Jonas: 6 6")


def picture_the_page(browser: Browser) -> None:
    """One game, seen at the same moment on three screens."""
    with running("demo", "--host", "127.0.0.1", "--port", "0") as program:
        url = url_of(program)
        pages: dict[str, Page] = {}
        for name, (width, height) in SIZES.items():
            pages[name] = browser.new_page(viewport={"width": width, "height": height})
            pages[name].goto(url)
        expect(pages["table"].locator("h1")).to_have_text(MOMENT, timeout=120_000)
        for name, page in pages.items():
            page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def picture_a_reading() -> None:
    """The last frame with held dice on the rail and others thrown, and what was read in it."""
    recording = load(RECORDING)
    both = [
        number
        for number, frame in enumerate(recording.frames)
        if frame.layout is not None and {die.zone for die in recording.layouts[frame.layout]} >= {"rail", "rolling"}
    ]
    with (
        RecordingCamera(RECORDING, recording, speed=None) as camera,
        tempfile.TemporaryDirectory() as folder,
    ):
        frame = next(frame for frame in camera.frames() if frame.number == both[-1])
        still = Path(folder, "reading.png")
        cv2.imwrite(str(still), frame.image)
        done = quarterdeck("read", "--annotate", folder, still)
        print(done.stdout)
        shutil.copy(Path(folder, "reading.jpg"), PICTURES)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    picture_a_reading()
    program = chromium()
    if program is None:
        raise SystemExit("The pictures are taken in Chromium: install it (apt install chromium).")
    with sync_playwright() as playwright:
        picture_the_page(launch(playwright, program))
