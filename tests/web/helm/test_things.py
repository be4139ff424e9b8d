"""Things on the tray: outlined on every phone, and pictured for the helm alone."""

import numpy as np
import pytest
from playwright.sync_api import expect

from device.adapters.pictures import DieCrops
from device.cameras.camera import Frame
from tests.table.lying import EMPTY, REMOVE, with_thing
from tests.web.api.conftest import Bridge
from tests.web.helm.conftest import Bar

THING = with_thing(EMPTY)


class Crops(DieCrops):
    """The crops of a camera that sees a grey picture."""

    def __init__(self) -> None:
        super().__init__()
        self.observed(Frame(np.full((200, 300, 3), 90, np.uint8), 1.0, 1), THING)


def test_who_is_at_the_helm_gets_the_picture_of_a_thing_and_nobody_else(bridge: Bridge) -> None:
    bridge.dice = Crops()
    bridge.app = bridge.started()
    hand = bridge.hand()
    bridge.see(THING)
    picture = hand.get("/helm/pictures/things/0")
    assert (picture.status_code, picture.mimetype, picture.data[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert hand.get("/helm/pictures/things/1").status_code == 204
    assert bridge.looker().get("/helm/pictures/things/0").status_code == 403


def test_without_the_camera_there_is_no_picture_of_a_thing(bridge: Bridge) -> None:
    bridge.dice = Crops()
    bridge.app = bridge.started()
    hand = bridge.hand()
    bridge.see(THING)
    assert bridge.ask(hand, "/api/camera", on=False).status_code == 200
    assert hand.get("/helm/pictures/things/0").status_code == 204
    assert (hand.get("/api/state").json or {})["things"] == []


@pytest.mark.browser
def test_the_helm_sees_the_picture_beside_its_sentence_and_a_guest_does_not_ask_for_it(bar: Bar) -> None:
    asked: list[str] = []
    for phone in (bar.page, bar.looker.page):
        phone.route("**/helm/pictures/things/*", lambda route: route.fulfill(body=PIXEL, content_type="image/svg+xml"))
    bar.looker.page.on("request", lambda request: asked.append(request.url))
    bar.bridge.see(THING)
    for phone in (bar.page, bar.looker.page):
        expect(phone.locator("#tray .thing")).to_have_count(1)
        expect(phone.locator(".things")).to_contain_text(REMOVE)
    bar.page.wait_for_function("() => document.querySelector('.thing-pictures img').naturalWidth > 0")
    expect(bar.page.get_by_alt_text("What to remove, as the camera saw it")).to_be_visible()
    expect(bar.looker.page.locator(".thing-pictures img")).to_be_hidden()
    assert not [address for address in asked if "/pictures/" in address]
    bar.bridge.see(EMPTY)
    for phone in (bar.page, bar.looker.page):
        expect(phone.locator("#tray .thing, .things")).to_have_count(0)
    bar.had_no_complaints()


PIXEL = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><rect width="160" height="160"/></svg>'
