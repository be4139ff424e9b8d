"""The page in WebKit, which every iPhone's browser is made of: it follows the table, takes the helm, and comes back.

Run with ``xvfb-run .venv/bin/pytest -m webkit``; needs ``apt install webkit2gtk-driver xvfb`` and ``pip install -e
'.[webkit]'``.
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("selenium", reason="only the tests in WebKit need selenium: .venv/bin/pip install -e '.[webkit]'")

from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.end_to_end.program import RECORDED_TABLE, TRUTH, code_of, configured, running, url_of
from tests.screens import PHONE
from tests.web import moments
from tests.web.conftest import running as serving
from tests.web.conftest import until
from tests.web.scripted import ScriptedTable
from web.app import create_app

pytestmark = [
    pytest.mark.webkit,
    # selenium warns of what it does itself
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

PATIENCE = 60


@pytest.fixture(scope="module")
def safari() -> Iterator[WebKitGTK]:
    """WebKit as Debian packs it, in a window as narrow as its tool bar lets it be."""
    driver = shutil.which("WebKitWebDriver")
    program = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    if driver is None or program is None or "DISPLAY" not in os.environ:
        pytest.skip("no WebKit, or no screen: apt install webkit2gtk-driver xvfb; xvfb-run .venv/bin/pytest -m webkit")
    options = Options()
    options.binary_location = str(program)
    options.add_argument("--automation")
    browser = WebKitGTK(options=options, service=Service(driver))
    browser.set_window_size(PHONE["width"], PHONE["height"])
    yield browser
    browser.quit()


def says(safari: WebKitGTK, selector: str, words: str) -> None:
    until(lambda: bool(_with_words(safari, selector, words)), PATIENCE)


def tap(safari: WebKitGTK, selector: str, words: str = "") -> None:
    """Tap the first such element with those words as soon as it can be tapped."""

    def tapped() -> bool:
        try:
            for found in _with_words(safari, selector, words)[:1]:
                found.click()
                return True
        except (ElementNotInteractableException, StaleElementReferenceException):
            pass
        return False

    until(tapped, PATIENCE)


def _with_words(safari: WebKitGTK, selector: str, words: str) -> list[WebElement]:
    """All at once: the page may change between two questions."""
    ask = "return [...document.querySelectorAll(arguments[0])].filter(one => one.textContent.includes(arguments[1]))"
    return list(safari.execute_script(ask, selector, words))


def link(safari: WebKitGTK) -> str | None:
    """Whether the page says that it is live."""
    told: str | None = safari.find_element(By.TAG_NAME, "body").get_attribute("data-link")
    return told


def test_the_page_follows_a_game_to_its_true_scores(safari: WebKitGTK) -> None:
    with running("demo", "--host", "127.0.0.1", "--port", "0", "--speed", "2") as program:
        safari.get(url_of(program))
        safari.execute_script("window.openedOnce = true")
        says(safari, ".player.won .who", TRUTH["result"]["winner"])
        for seat, score in enumerate(TRUTH["result"]["scores"].values(), 1):
            says(safari, f".player:nth-child({seat}) .score", str(score))
        assert safari.execute_script("return window.openedOnce")


def test_a_phone_takes_the_helm_and_mends_a_roll_with_two_taps(safari: WebKitGTK, tmp_path: Path) -> None:
    with running("run", "--config", configured(tmp_path, RECORDED_TABLE), "--pair") as program:
        url, code = url_of(program), code_of(program)
        safari.get(f"{url}helm#{code}")
        until(lambda: safari.current_url == url, PATIENCE)
        tap(safari, "button", "Roll")
        tap(safari, "button:enabled", "Fix")
        tap(safari, "#helm-sheet .cube-key")
        tap(safari, ".likely-key")
        until(lambda: not safari.find_element(By.ID, "helm-sheet").is_displayed(), PATIENCE)
        with urlopen(f"{url}api/rolls", timeout=PATIENCE) as answer:
            roll = json.load(answer)["rolls"][0]
        assert [was == now for was, now in zip(roll["was"], roll["dice"], strict=True)].count(False) == 1


def test_a_lost_table_is_said_and_found_again(safari: WebKitGTK) -> None:
    table = ScriptedTable(moments.WAITING)
    with serving(create_app(table, heartbeat=0.1)) as server:
        port = server.port
        safari.get(server.url)
        until(lambda: link(safari) == "live", PATIENCE)
    until(lambda: link(safari) == "lost", PATIENCE)
    again = ScriptedTable(replace(moments.CARGO, boot="two", revision=1))
    with serving(create_app(again, heartbeat=0.1), port):
        says(safari, "h1", moments.CARGO.prompt)
        until(lambda: link(safari) == "live", PATIENCE)
        again.show(moments.OVER)
        says(safari, "h1", moments.OVER.prompt)
        safari.get("about:blank")


@pytest.mark.parametrize("path", ["", "tv", "helm", "camera", "look", "log", "players", "board", "dice"])
def test_no_page_is_wider_than_its_window(safari: WebKitGTK, path: str) -> None:
    with serving(create_app(ScriptedTable(moments.CARGO))) as server:
        safari.get(f"{server.url}{path}")
        assert safari.find_element(By.TAG_NAME, "h1").is_displayed()
        assert not safari.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
        safari.get("about:blank")
