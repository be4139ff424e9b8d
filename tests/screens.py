"""The screens on which pages are looked at, in pixels of a page."""

from playwright.sync_api import ViewportSize

SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
TV: ViewportSize = {"width": 1920, "height": 1080}
