"""What is chosen on the page in a real browser: its look, its menu, the wall that stays awake, the camera."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.pages import visit
from tests.web.conftest import SIZE, Serve, Watched
from tests.web.following import opened
from web.appliance import Appliance

pytestmark = pytest.mark.browser


def test_the_look_of_a_screen_is_chosen_on_its_page_and_remembered(serve: Serve, watched: Watched) -> None:
    page = watched.page
    url = serve().url
    page.goto(f"{url}look")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Dieses Handy")
    page.get_by_role("link", name="Chancen und Rat").click()
    expect(page.get_by_role("link", name="Chancen und Rat")).to_have_attribute("aria-current", "true")
    visit(page, url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#help")).to_contain_text("Volle Crew")


def test_the_menu_opens_by_keyboard_and_closes_with_escape(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    menu = page.locator("details.menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    expect(page.get_by_role("link", name="Scores and history")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_wall_is_kept_awake_by_a_lock_where_the_page_is_secure(serve: Serve, whole_browser: Browser) -> None:
    with whole_browser.new_context(viewport=SIZE) as context:
        wall = Watched(context.new_page())
        page = opened(wall.page, f"{serve().url}tv")
        expect(page.locator("body")).to_have_attribute("data-awake", "lock")
    assert wall.complaints == []


def test_the_wall_is_kept_awake_by_an_empty_video_where_it_is_not(serve: Serve, fresh: Watched) -> None:
    fresh.page.add_init_script("delete Navigator.prototype.wakeLock")
    page = opened(fresh.page, f"{serve().url}tv")
    expect(page.locator("body")).to_have_attribute("data-awake", "video")
    page.wait_for_function("() => document.querySelector('video.awake').currentTime > 0")
    assert page.locator("#awake").text_content() == ""
    assert fresh.complaints == []


def test_the_camera_page_shows_the_picture_again_and_again_and_says_when_there_is_none(
    serve: Serve, watched: Watched
) -> None:
    page, asked = watched.page, []
    star = b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'

    def picture(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.abort()
        else:
            route.fulfill(body=star, content_type="image/svg+xml")

    page.route("**/api/picture*", picture)
    page.goto(f"{serve(appliance=Appliance(pictures=lambda: None)).url}camera")
    expect(page.locator("#gone")).to_contain_text("No picture right now")
    assert len(asked) == 3


def test_dark_or_light_is_chosen_on_the_page_and_remembered(serve: Serve, watched: Watched) -> None:
    page = opened(watched.page, serve().url)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "night")
    page.get_by_role("button", name="Dark or light").click()
    expect(root).to_have_attribute("data-theme", "day")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(243, 236, 220)"
    page.reload()
    expect(root).to_have_attribute("data-theme", "day")
