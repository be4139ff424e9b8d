"""An unread die from the camera to the score: the picture, the doubt, two taps, a box of Yahtzee.

``tests/vision/test_reader.py`` has covered pips, ``tests/web/helm/test_seen_dice.py`` the taps, ``test_helm.py`` the
camera's picture.

Run with ``pytest -m long tests/end_to_end/test_doubtful_die.py``.
"""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from device.cameras.camera import Image
from device.recording.format import load
from tests.end_to_end.held import held_there
from tests.end_to_end.program import RECORDING, running, url_of
from tests.end_to_end.test_helm import CONFIG, PATIENCE, code_of
from tests.pages import take_the_helm
from tests.screens import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.long]

LAST = 24
"""A frame of the first throw: 5 4 2 2 1."""

RUM = (40, 60, 90)


def spill(image: Image) -> None:
    """Draw a stain over one of the twos."""
    about = load(RECORDING)
    lying = about.layouts[about.frames[LAST].layout or 0]
    corners = np.array(next(die.corners for die in lying if die.value == 2))
    middle = corners.mean(0)
    ends = [tuple(int(part) for part in middle + 0.55 * (corner - middle)) for corner in (corners[0], corners[2])]
    cv2.line(image, ends[0], ends[1], RUM, int(0.2 * np.linalg.norm(corners[0] - corners[1])), cv2.LINE_AA)


def test_a_stained_die_is_entered_with_two_taps_and_scores(tmp_path: Path, browser: Browser) -> None:
    config = tmp_path / "quarterdeck.toml"
    recording = held_there(RECORDING, LAST, tmp_path / "stained", spill)
    config.write_text(
        CONFIG.replace(str(RECORDING), str(recording)).replace("[game]", '[game]\npreset = "yahtzee-handout"')
    )
    said: list[str] = []
    with (
        running("run", "--config", config, "--pair") as program,
        browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, reduced_motion="reduce") as context,
        browser.new_context(viewport=PHONE, locale="de") as another,
    ):
        url, code = url_of(program), code_of(program)
        helm, looker = context.new_page(), another.new_page()
        for page in (helm, looker):
            page.set_default_timeout(PATIENCE)
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
        take_the_helm(helm, url, code)
        looker.goto(url)
        for page in (helm, looker):
            expect(page.locator("#table")).to_have_class(re.compile(r"\bunsure\b"), timeout=PATIENCE)
            expect(page.locator("#tray .die.doubtful")).to_have_count(1, timeout=PATIENCE)
        expect(helm.locator("#helm-bar .key").first).to_be_visible(timeout=PATIENCE)
        helm.locator("#tray .die.doubtful").tap(force=True)
        expect(helm.locator("#helm-sheet")).to_contain_text("not read", timeout=PATIENCE)
        helm.wait_for_function("() => document.querySelector('.die-picture')?.naturalWidth === 160")
        three = helm.locator(".likely-key", has_text="3:")
        expect(three).to_contain_text(re.compile(r"counts as (?=.*1)(?=.*2)(?=.*3)(?=.*4)(?=.*5)"), timeout=PATIENCE)
        three.tap()
        expect(looker.locator("tr.large_straight td").first).to_have_text("gäbe 40", timeout=PATIENCE)
        helm.get_by_role("button", name="Score", exact=True).tap()
        helm.locator("#helm-sheet").get_by_role("button", name="Large straight").tap()
        expect(looker.locator("tr.large_straight td").first).to_have_class(re.compile("filled|fresh"), timeout=PATIENCE)
        expect(looker.locator("tr.total td").first).to_have_text("40", timeout=PATIENCE)
        rolls = helm.request.get(f"{url}api/rolls").json()["rolls"]
        assert (sorted(rolls[0]["dice"]), rolls[0]["told"]) == ([1, 2, 3, 4, 5], True)
        looker.goto("about:blank")
        helm.goto("about:blank")
        assert said == []
