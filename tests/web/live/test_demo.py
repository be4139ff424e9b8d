"""A demo whose recording has ended: what the page says, and the keys that go on from there."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from table import Mode
from tests.screens import PHONE
from tests.web import moments
from tests.web.conftest import Serve, Watched, until
from tests.web.live.test_table_page import text_of
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance

ENDED = replace(moments.LOST, mode=Mode.LOST, camera="lost", note=None)


class Demo:
    """A demo that counts how often it is to be played again."""

    def __init__(self, *, is_over: bool = True) -> None:
        self.is_over = is_over
        self.played_again = 0

    def again(self) -> None:
        """Count that."""
        self.played_again += 1


def client_of(demo: Demo | None) -> Any:
    return create_app(ScriptedTable(ENDED), Appliance(demo=demo, pictures=lambda: None)).test_client()


def test_the_end_is_said_and_can_be_played_again_by_all() -> None:
    demo = Demo()
    client = client_of(demo)
    assert "Demo finished. Play again" in text_of(client.get("/").text)
    assert "No camera picture" not in client.get("/").text
    assert 'data-gone="Demo finished."' in client.get("/camera").text
    assert client.post("/demo/again", json={}).status_code == 204
    assert demo.played_again == 1


def test_while_it_plays_and_at_a_real_table_there_is_no_such_key() -> None:
    for demo in (Demo(is_over=False), None):
        html = client_of(demo).get("/").text
        assert "data-again" not in html
        assert "No camera picture" in html
    assert client_of(None).post("/demo/again", json={}).status_code == 404


@pytest.mark.browser
def test_one_tap_plays_it_again(serve: Serve, table: ScriptedTable, watched: Watched) -> None:
    demo, page = Demo(), watched.page
    page.set_viewport_size(PHONE)
    table.show(ENDED)
    page.goto(serve(appliance=Appliance(demo=demo, pictures=lambda: None)).url)
    key = page.get_by_role("button", name="Play again")
    box = key.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    key.click()
    until(lambda: demo.played_again == 1)
    table.show(moments.WAITING)
    expect(key).to_have_count(0)
    assert watched.complaints == []
