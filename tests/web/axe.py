"""axe-core, which looks for what shuts people out of a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def objections(page: Page) -> list[str]:
    """What axe-core objects to on that page, each with the element it means."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
