"""Cookies that are kept, planted, forged or doubled."""

import uuid

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web import moments
from tests.web.api.conftest import Bridge
from tests.web.attacks.conftest import code_of, moment
from tests.web.scripted import ScriptedTable
from web.access.guard import COOKIE
from web.access.sessions import serializers
from web.app import create_app
from web.appliance import Appliance


def with_cookie(bridge: Bridge, *cookies: str) -> TestResponse:
    """What somebody with these cookies is told who wants the table to pause."""
    headers = [("Cookie", "; ".join(f"{COOKIE}={one}" for one in cookies))]
    body = {"on": True, "key": uuid.uuid4().hex, **moment(bridge)}
    return bridge.app.test_client(use_cookies=False).post("/api/pause", json=body, headers=headers)


def signed(app: Flask, what: object) -> str:
    return str(serializers(app.secret_key or "")[0].dumps(what))


def test_who_takes_the_helm_gets_a_name_that_nobody_could_have_given_before(bridge: Bridge) -> None:
    planted = signed(bridge.app, {"hand": "planted"})
    client = bridge.looker()
    client.cookie = planted
    assert client.post("/api/helm", json={"code": bridge.code()}).status_code == 200
    assert client.cookie != planted
    assert code_of(with_cookie(bridge, planted)) == (403, "no_helm")
    assert with_cookie(bridge, client.cookie).status_code == 200


def test_who_only_looks_is_given_no_cookie(bridge: Bridge) -> None:
    for path in ("/", "/helm", "/api/state", "/api/helm", "/look?language=de&theme=day"):
        assert "Set-Cookie" not in bridge.looker().get(path).headers
    wrong = bridge.looker().post("/api/helm", json={"code": "000000"})
    assert "Set-Cookie" not in wrong.headers


def test_the_cookie_is_for_this_site_and_its_server_alone(bridge: Bridge) -> None:
    given = bridge.looker().post("/api/helm", json={"code": bridge.code()}).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in given.split(";")}
    assert "Domain" not in given


@pytest.mark.parametrize("what", [{"hand": ["x"]}, {"hand": None}, {"hand": {"x": 1}}, {"hand": ""}, {}])
def test_a_cookie_that_says_something_else_is_nobodys(bridge: Bridge, what: object) -> None:
    bridge.hand()
    assert code_of(with_cookie(bridge, signed(bridge.app, what))) == (403, "no_helm")


def test_a_cookie_is_not_believed_without_its_signature(bridge: Bridge) -> None:
    cookie = bridge.hand().cookie
    body, _, signature = cookie.rpartition(".")
    strange = create_app(ScriptedTable(moments.WAITING), Appliance(secret=b"another secret"))
    name = serializers(bridge.app.secret_key or "")[0].loads(cookie)
    wrong = (body, f"{body}.", f"{body}.{signature[::-1]}", f".{cookie}", signed(strange, name), "a" * 4000, "%00")
    for forged in wrong:
        assert code_of(with_cookie(bridge, forged)) == (403, "no_helm"), forged
    assert with_cookie(bridge, cookie).status_code == 200
