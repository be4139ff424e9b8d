"""Hosts and origins that look like ours."""

import pytest

from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:65535", True),
        ("LOCALHOST.:8000", True),
        ("[::1]", True),
        ("[fe80::1%25eth0]", True),
        ("[::ffff:192.0.2.7]:80", True),
        ("192.0.2.7.", False),
        ("0x7f000001", False),
        ("2130706433", False),
        ("127.1", False),
        ("localhost:", True),
        ("localhost:80:80", False),
        ("localhost:8o", False),
        ("localhost:١", False),
        ("localhost@evil.example", False),
        ("evil.example#localhost", False),
        ("localhost/evil", False),
        ("localhost, evil.example", False),
        ("localhost evil.example", False),
        ("[localhost]", False),
        ("[::1]evil.example", False),
        ("[::1]:80.evil.example", False),
        ("xn--localhost", False),
        ("localhost\x00", False),
        (".localhost", False),
        ("localhost..", False),
    ],
)
def test_a_host_is_ours_or_it_is_not(steady: Bridge, host: str, ours: bool) -> None:
    answer = steady.looker().get("/api/state", headers={"Host": host})
    assert answer.status_code == (200 if ours else 400), host


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "NULL",
        "",
        "http://",
        "//localhost",
        "localhost",
        "http://localhost.",
        "http://localhost:8001",
        "http://user@localhost",
        "http://localhost/path",
        "http://localhost http://evil.example",
        "http://localhost, http://evil.example",
        "http://evil.example#@localhost",
        "http://localhost\\@evil.example",
        "https://localhost.evil.example",
        "chrome-extension://localhost",
        "data:text/html,x",
        "file://",
    ],
)
def test_an_origin_that_is_not_the_tables_own_changes_nothing(steady: Bridge, hand: Held, origin: str) -> None:
    answer = hand.post("/api/pause", json={"on": True}, headers={"Origin": origin, "Host": "localhost"})
    own_with_a_path = origin == "http://localhost/path"  # no browser sends one; its site is the table's own
    assert code_of(answer)[1] == ("bad_request" if own_with_a_path else "foreign")
    assert steady.table.board.snapshot().mode != "paused"
