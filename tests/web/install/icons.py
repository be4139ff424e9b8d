"""Draws the icons of the installed page from ``star.svg``: ``python -m tests.web.install.icons``, in Chromium.

Those for any use have the drawing's round corners. Phones cut the maskable ones and Apple's themselves, so they are
filled to their corners; the star stays within the circle that is never cut (four fifths of the width).
"""

from playwright.sync_api import sync_playwright

from tests.conftest import chromium, launch
from web.http.static_files import FOLDER

ICONS = {
    "icon-192": (192, True),
    "icon-512": (512, True),
    "icon-maskable-192": (192, False),
    "icon-maskable-512": (512, False),
    "apple-touch-icon": (180, False),
}
"""Width in pixels, and whether the corners are round."""

ROUND = ' rx="7"'


def draw() -> None:
    star = (FOLDER / "star.svg").read_text("utf-8")
    assert ROUND in star
    program = chromium()
    if program is None:
        raise SystemExit("The icons are drawn in Chromium: install it (apt install chromium).")
    with sync_playwright() as playwright:
        page = launch(playwright, program).new_page()
        for name, (size, is_round) in ICONS.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>* {{ margin: 0 }} svg {{ display: block; width: {size}px; height: {size}px }}</style>"
                + (star if is_round else star.replace(ROUND, ""))
            )
            page.screenshot(path=FOLDER / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    draw()
