"""Reactions: limits, who gets them, and that they are kept nowhere."""

from contextlib import suppress

import pytest

from tests.clock import Clock
from tests.web.moments import CARGO
from tests.web.scripted import ScriptedTable
from tests.web.show.test_clips import Chosen
from web.access.visitor import KEY, Visitor
from web.app import create_app
from web.appliance import Appliance
from web.errors import Denied
from web.http.limits import Streams
from web.live.sse import follow
from web.show.reactions import ALL, EACH, MOST_SCREENS, REMEMBERED, Reactions


def test_a_screen_gets_each_reaction_once_from_when_it_came() -> None:
    desk = Reactions(clock=Clock())
    desk.send("clap", "a")
    screen = desk.screen()
    assert screen is not None
    assert screen.news() == b""
    desk.send("cheers", "a")
    desk.send("anchor", "b")
    assert screen.news() == b"event: reactions\ndata: cheers anchor\n\n"
    assert screen.news() == b""


def test_one_phone_may_send_three_at_once_and_then_one_every_two_seconds() -> None:
    clock = Clock()
    desk = Reactions(clock=clock)
    for _ in range(int(EACH.burst)):
        desk.send("clap", "a")
    with pytest.raises(Denied) as refused:
        desk.send("clap", "a")
    assert (refused.value.status, refused.value.code, refused.value.later) == (429, "too_many", 2)
    desk.send("clap", "b")
    clock.now += 2.0
    desk.send("clap", "a")


def test_twenty_phones_that_hammer_get_no_more_through_than_the_limit_of_all() -> None:
    clock = Clock()
    desk = Reactions(clock=clock)
    screen = desk.screen()
    assert screen is not None
    shown = 0
    for _ in range(100):
        clock.now += 0.1
        for phone in range(20):
            with suppress(Denied):
                desk.send("groan", str(phone))
        shown += screen.news().count(b"groan")
    assert 0.5 * ALL.per_second * 10 <= shown <= ALL.burst + ALL.per_second * 10 + 1


def test_a_screen_that_looks_late_gets_the_latest_ones_only() -> None:
    clock = Clock()
    desk = Reactions(clock=clock)
    screen = desk.screen()
    assert screen is not None
    for number in range(40):
        clock.now += 1.0
        desk.send("clap", str(number))
    assert screen.news().count(b"clap") == REMEMBERED


def test_there_are_a_few_screens_at_a_time_and_their_places_are_given_back() -> None:
    desk = Reactions()
    screens = [desk.screen() for _ in range(MOST_SCREENS)]
    assert desk.screen() is None
    assert screens[0] is not None
    screens[0].leave()
    screens[0].leave()
    assert desk.screen() is not None
    assert desk.screen() is None


def test_the_owner_switches_them_off() -> None:
    settings = Chosen(reactions=True)
    client = create_app(ScriptedTable(CARGO), Appliance(settings=settings)).test_client()
    assert client.post("/api/reactions", json={"kind": "clap"}).json == {"sent": "clap"}
    assert 'data-react="clap"' in client.get("/").text
    settings.values["reactions"] = False
    refused = client.post("/api/reactions", json={"kind": "clap"})
    assert (refused.status_code, (refused.json or {})["code"]) == (403, "reactions_off")
    assert "data-react" not in client.get("/").text


def test_an_address_that_sends_too_many_is_told_when_to_go_on() -> None:
    client = create_app(ScriptedTable(CARGO)).test_client()
    guest = {KEY: Visitor("192.0.2.9", own=False)}
    answers = [client.post("/api/reactions", json={"kind": "clap"}, environ_overrides=guest) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["Retry-After"] == "2"


@pytest.mark.parametrize("said", [{}, {"kind": "wave"}, {"kind": "clap", "to": "Mia"}, {"kind": ["clap"]}])
def test_anything_else_is_refused(said: dict[str, object]) -> None:
    assert create_app(ScriptedTable(CARGO)).test_client().post("/api/reactions", json=said).status_code == 400


def test_the_stream_of_a_screen_has_them_and_that_of_a_phone_has_not() -> None:
    table, desk = ScriptedTable(CARGO), Reactions()
    screen = desk.screen()
    assert screen is not None
    of_the_tv = follow(table, lambda _: b"table", Streams(), heartbeat=0.05, more=screen.news)
    of_a_phone = follow(table, lambda _: b"table", Streams(), heartbeat=0.05)
    assert next(of_the_tv) == next(of_a_phone) == b"table"
    desk.send("anchor", "a")
    assert next(of_the_tv) == b"event: reactions\ndata: anchor\n\n"
    assert b"reactions" not in next(of_a_phone)
