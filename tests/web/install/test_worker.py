"""The installed page in a browser: its manifest, and the page that a phone shows while the table is out of reach."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route, expect

from tests.screens import SMALL_PHONE
from tests.web.conftest import Serve, running, until
from tests.web.following import opened
from tests.web.scripted import ScriptedTable
from web import install
from web.app import create_app
from web.http.static_files import BUILD

pytestmark = pytest.mark.browser

HASTE = "const later = setTimeout; window.setTimeout = (act, wait, ...more) => later(act, wait / 20, ...more);"
"""A browser whose seconds are short."""

CACHES = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        found[name] = (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname).sort();
    }
    return found;
}"""
STANDS = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=SMALL_PHONE, locale="en", service_workers="allow") as context:
        context.add_init_script(HASTE)
        yield context


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    page = phone.new_page()
    yield page
    page.close()
    phone.clear_cookies()


def kept(page: Page) -> dict[str, list[str]]:
    """The caches of that page's table: their names, and the paths in each."""
    found: dict[str, list[str]] = page.evaluate(CACHES)
    return found


def names(page: Page) -> list[str]:
    """Names of the page's caches. Listing their paths opens them, which creates one that was just deleted."""
    found: list[str] = page.evaluate("caches.keys()")
    return found


def installed(page: Page, url: str) -> Page:
    """The page once its service worker stands."""
    page.goto(url)
    until(lambda: bool(page.evaluate(STANDS)))
    return page


def test_chromium_finds_nothing_wrong_in_the_manifest(serve: Serve, whole_browser: Browser) -> None:
    with whole_browser.new_context(viewport=SMALL_PHONE, locale="en", service_workers="allow") as context:
        page = context.new_page()
        installed(page, f"{serve().url}how")
        session = context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        errors = [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert found["errors"] == []
    assert '"display"' in found["data"]
    assert errors == ["in-incognito"]  # a context of a test is private, and nothing else is in the way


def test_nothing_but_the_offline_page_and_its_files_is_kept_or_answered(serve: Serve, page: Page) -> None:
    url = serve().url
    installed(page, f"{url}how")
    touched: list[str] = []

    def note(response: Response) -> None:
        if response.from_service_worker:
            touched.append(response.url.removeprefix(url))

    page.on("response", note)
    opened(page, url)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    page.evaluate("fetch('/api/state')")
    page.goto(f"{url}log/players")
    assert "" in touched
    assert not [path for path in touched if path.startswith(("api", "stream", "healthz", "figures", "result"))]
    [(name, paths)] = kept(page).items()
    assert name == f"quarterdeck-{BUILD}-en-night"
    assert [path.removeprefix(f"/static/{BUILD}/") for path in paths] == [
        "/offline",
        "offline.js",
        "theme+page+parts+emblem+screens.css",
    ]


def test_a_page_that_is_opened_without_the_table_comes_when_the_table_is_back(table: ScriptedTable, page: Page) -> None:
    with running(create_app(table)) as server:
        url, port = server.url, server.port
        installed(page, f"{url}how")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{url}look?theme=night")
    expect(page.get_by_role("heading")).to_have_text("No connection to the table")
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(244, 236, 217)"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with running(create_app(table), port):
        expect(page.get_by_role("heading", level=1)).to_have_text("This phone")
        assert page.url == f"{url}look?theme=night"
        page.goto("about:blank")
    assert complaints == []


def test_a_new_version_and_another_language_replace_what_was_kept(
    table: ScriptedTable, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(create_app(table)) as server:
        url, port = server.url, server.port
        installed(page, f"{url}how")
        assert list(kept(page)) == [f"quarterdeck-{BUILD}-en-night"]
    monkeypatch.setattr(install, "BUILD", "later")
    page.context.add_cookies([{"name": "language", "value": "de", "url": url}])
    with running(create_app(table), port):
        page.goto(f"{url}how")
        until(lambda: names(page) == ["quarterdeck-later-de-night"])
        until(lambda: bool(page.evaluate(STANDS)))
    page.goto(url)
    expect(page.get_by_role("heading")).to_have_text("Keine Verbindung zum Tisch")
    assert len(kept(page)["quarterdeck-later-de-night"]) == 3


def test_on_plain_http_no_worker_is_asked_for(serve: Serve, page: Page) -> None:
    url, asked = serve().url, list[str]()

    def pass_on(route: Route) -> None:
        asked.append(route.request.url)
        path = route.request.url.removeprefix("http://table.test/")
        route.fulfill(response=route.fetch(url=f"{url}{path}"))

    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.route("http://table.test/**", pass_on)
    page.goto("http://table.test/how", wait_until="load")
    assert page.evaluate("[isSecureContext, document.documentElement.dataset.scripts]") == [False, "on"]
    assert [one for one in asked if "service-worker" in one] == []
    assert complaints == []
