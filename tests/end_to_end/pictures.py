"""Takes the pictures of README and helm from the running program: ``python -m tests.end_to_end.pictures``."""

import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from device.recording.format import load
from device.sources.recorded import RecordedSource
from tests.conftest import chromium, launch
from tests.end_to_end.program import (
    RECORDED_TABLE,
    RECORDING,
    ROOT,
    code_of,
    configured,
    in_process,
    quarterdeck,
    running,
    url_of,
)
from tests.pages import take_the_helm
from tests.screens import PHONE, TABLET

PICTURES = ROOT / "docs" / "pictures"
YAHTZEE = RECORDING.with_name("yahtzee")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its name, the screen it is taken on, and the page."""

    name: str
    width: int
    height: int
    path: str = ""
    locale: str = "en"


SHIP_MOMENT = re.compile("Jonas: hold the 6, roll")
SHIP_SHOTS = (
    Shot("phone", 390, 844, "?help=advice"),
    Shot("tablet", 820, 1180, "?theme=day"),
    Shot("tv", 1920, 1080, "tv"),
)
YAHTZEE_MOMENT = re.compile("Nora: 4 4 4 3 1. Press")
FILM = Shot("demo", 800, 500)
FILM_ENDS = re.compile("Jonas has 3")
"""The animation in the README, and the sentence that it ends with."""

HELM_WITHIN = 120_000
"""Milliseconds within which the helm's page does what it is asked."""
PIN = "4711"

SAME = 24
"""Levels by which a pixel may differ between two frames of the animation that are the same."""

YAHTZEE_SHOTS = (
    Shot("yahtzee-phone", 390, 844, locale="de"),
    Shot("yahtzee-tablet", 820, 1180, "?help=advice"),
    Shot("yahtzee-tv", 1920, 1080, "tv"),
)


def picture_the_page(browser: Browser, recording: Path, moment: re.Pattern[str], shots: Sequence[Shot]) -> None:
    """One game, seen at the same moment on all these screens."""
    with running("demo", "--host", "127.0.0.1", "--port", "0", recording) as program:
        url = url_of(program)
        pages: dict[Shot, Page] = {}
        for shot in shots:
            size = ViewportSize(width=shot.width, height=shot.height)
            pages[shot] = browser.new_context(viewport=size, locale=shot.locale).new_page()
            pages[shot].goto(f"{url}{shot.path}")
        expect(pages[shots[-1]].locator("h1")).to_have_text(moment, timeout=400_000)
        for shot, page in pages.items():
            page.screenshot(path=PICTURES / f"{shot.name}.png", animations="disabled")


def film_the_demo(browser: Browser) -> None:
    """Two turns of the recorded game on the table page, as an animation."""
    with running("demo", "--host", "127.0.0.1", "--port", "0", RECORDING) as program:
        page = browser.new_context(viewport=ViewportSize(width=FILM.width, height=FILM.height)).new_page()
        page.goto(url_of(program))
        frames: list[MatLike] = []
        begun: list[float] = []
        while not FILM_ENDS.match(page.locator("h1").inner_text()):
            now, data = time.monotonic(), page.screenshot()
            frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            assert frame is not None
            if not frames or cv2.absdiff(frame, frames[-1]).max() > SAME:
                frames.append(frame)
                begun.append(now)
            page.wait_for_timeout(150)
    film = cv2.Animation()
    film.frames = frames
    film.durations = [round(1000 * lasts) for lasts in np.diff([*begun, begun[-1] + 2])]
    cv2.imwriteanimation(str(PICTURES / f"{FILM.name}.webp"), film, [cv2.IMWRITE_WEBP_QUALITY, 70])


def picture_a_reading() -> None:
    """The last frame with held dice on the rail and others thrown, and what was read in it."""
    recording = load(RECORDING)
    both = [
        number
        for number, frame in enumerate(recording.frames)
        if frame.layout is not None and {die.zone for die in recording.layouts[frame.layout]} >= {"rail", "rolling"}
    ]
    with (
        RecordedSource(RECORDING, recording, speed=None) as camera,
        tempfile.TemporaryDirectory() as folder,
    ):
        frame = next(frame for frame in camera.frames() if frame.number == both[-1])
        still = Path(folder, "reading.png")
        cv2.imwrite(str(still), frame.image)
        done = quarterdeck("read", "--annotate", folder, still)
        print(done.stdout)
        shutil.copy(Path(folder, "reading.jpg"), PICTURES)


def picture_the_helm(browser: Browser, config: Path) -> None:
    """The keys under the thumb, a die that is mended, the owner's page, the tray's outline, and a new game."""
    with running("run", "--config", config, "--pair") as program:
        url, code = url_of(program), code_of(program)
        page = browser.new_context(viewport=PHONE, locale="en").new_page()
        page.set_default_timeout(HELM_WITHIN)
        take_the_helm(page, url, code)
        roll = page.locator(".key.main").filter(has_text=re.compile("Roll"))
        roll.wait_for()
        page.screenshot(path=PICTURES / "helm-phone.png", animations="disabled")
        roll.click()
        page.get_by_role("button", name="Fix", exact=True).click()
        page.locator("#helm-sheet .cube-key").first.click()
        page.wait_for_function("() => document.querySelector('.die-picture')?.naturalWidth === 160")
        page.screenshot(path=PICTURES / "helm-die.png", animations="disabled")
        in_process("owner", "--config", config, given=f"{PIN}\n")
        page.goto(f"{url}owner")
        for digit in PIN:
            page.locator(f'[data-digit="{digit}"]').click()
        page.locator("#pin-pad [type=submit]").click()
        page.get_by_role("button", name="Sign out").wait_for()
        page.screenshot(path=PICTURES / "helm-owner.png", animations="disabled")
        page.goto(f"{url}helm/box/calibration")
        page.wait_for_function("() => document.getElementById('view').naturalWidth > 0")
        page.screenshot(path=PICTURES / "helm-calibration.png", animations="disabled")
        page.set_viewport_size(TABLET)
        page.goto(f"{url}helm/games/new")
        page.screenshot(path=PICTURES / "helm-new-game.png", animations="disabled")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    picture_a_reading()
    program = chromium()
    if program is None:
        raise SystemExit("The pictures are taken in Chromium: install it (apt install chromium).")
    with sync_playwright() as playwright:
        browser = launch(playwright, program)
        film_the_demo(browser)
        picture_the_page(browser, RECORDING, SHIP_MOMENT, SHIP_SHOTS)
        picture_the_page(browser, YAHTZEE, YAHTZEE_MOMENT, YAHTZEE_SHOTS)
        with tempfile.TemporaryDirectory() as folder:
            picture_the_helm(browser, configured(Path(folder), RECORDED_TABLE))
