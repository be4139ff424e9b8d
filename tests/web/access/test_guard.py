"""The guard, attacked: other sites, other names, other methods, other paths; on every route that there is."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.names import tidied
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.access.guard import LARGEST, SAFE
from web.app import create_app

FILLED = {"filename": "page.css", "number": "1", "name": "x", "anything": "x"}
HOSTILE = (
    "evil.example",
    "localhost.evil.example",
    "tray.local.evil.example",
    "127.0.0.1.evil.example",
    "",
    "a b",
    "[::1",
    "localhost..",
)
OURS = ("localhost", "localhost:8000", "LOCALHOST.", "127.0.0.1:80", "192.168.4.1", "[::1]:8000", "[fe80::1]")
FOREIGN: list[dict[str, str]] = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:8001"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "file://localhost"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
]


def path_of(rule: Rule) -> str:
    values: dict[str, Any] = {name: FILLED.get(name, "1") for name in rule.arguments}
    return str(MAP.bind("localhost").build(rule.endpoint, values))


MAP = create_app(ScriptedTable(WAITING)).url_map
RULES = sorted(MAP.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))
CHANGING = sorted(
    {(method, path_of(rule)) for rule in RULES for method in (rule.methods or set()) if method not in SAFE}
)
READING = sorted({path_of(rule) for rule in RULES if "GET" in (rule.methods or set())})
OPEN = (
    *("/api/helm", "/api/helm/ask", "/api/screens", "/api/owner", "/api/owner/sign-out"),
    *("/api/join-requests", "/api/join-requests/withdraw", "/api/reactions", "/api/misreads"),
    *("/api/me", "/api/profiles", "/api/shake"),
)
"""Changes that need no helm: they are how it is taken, a screen claimed, the owner's PIN entered, or a guest asks to
play, reacts, reports a misread die, says which player it is, chooses that player's profile (other players' profiles
are refused), or shakes for the pot of the day."""
ENDLESS = ("/stream", "/api/events")


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """One for all attacks: none of them changes it."""
    with bridge_of(tmp_path_factory.mktemp("bridge"), SHIP) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def hand(bridge: Bridge) -> Held:
    return bridge.hand()


def test_nothing_is_changed_from_the_page_of_somebody_else(hand: Held) -> None:
    for (method, path), headers in product(CHANGING, FOREIGN):
        answer = hand.open(path, method=method, json={}, headers=headers)
        assert code_of(answer) == (403, "foreign"), (path, headers)


def test_an_origin_that_looks_like_the_tables_own_changes_nothing(bridge: Bridge, hand: Held) -> None:
    origins = (
        *("null", "NULL", "", "http://", "//localhost", "localhost", "http://localhost.", "http://localhost:8001"),
        *("http://user@localhost", "http://localhost http://evil.example", "http://localhost, http://evil.example"),
        *("http://evil.example#@localhost", "http://localhost\\@evil.example", "https://localhost.evil.example"),
        *("chrome-extension://localhost", "data:text/html,x", "file://"),
    )
    for origin in origins:
        answer = hand.post("/api/pause", json={"on": True}, headers={"Origin": origin, "Host": "localhost"})
        assert code_of(answer) == (403, "foreign"), origin
    assert bridge.table.board.snapshot().mode != "paused"


def test_nothing_is_changed_by_a_form(hand: Held) -> None:
    types = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None)
    for (method, path), type_ in product(CHANGING, types):
        answer = hand.open(path, method=method, data=b'{"on": true}', content_type=type_)
        assert code_of(answer) == (415, "not_json"), (path, type_)


def test_nothing_is_changed_by_who_is_not_at_the_helm(bridge: Bridge) -> None:
    for method, path in CHANGING:
        if path not in OPEN:
            answer = bridge.looker().open(path, method=method, json={})
            assert code_of(answer) in ((403, "no_helm"), (403, "no_owner")), path


def test_no_route_answers_to_a_name_that_is_not_the_tables(hand: Held) -> None:
    paths = {*READING, *(path for _, path in CHANGING)}
    for path, host, method in product(sorted(paths), HOSTILE, ("GET", "POST")):
        answer = hand.open(path, method=method, json={}, headers={"Host": host})
        assert answer.status_code == 400, (method, path, host)
        assert "Set-Cookie" not in answer.headers, path
        assert b"Mia" not in answer.data, path


def test_the_table_answers_to_its_addresses_and_its_names(bridge: Bridge) -> None:
    for host in OURS:
        assert bridge.looker().get("/api/state", headers={"Host": host}).status_code == 200, host


def test_no_question_changes_anything(bridge: Bridge, hand: Held) -> None:
    board = bridge.table.board
    before, kept, settings = board.snapshot(), dict(bridge.drawer._values), dict(bridge.knobs.values)
    queries = ("", "?do=stop&on=true&button=roll&code=1&all=true&theme=day&language=de&help=odds")
    for path in (path for path in READING if path not in ENDLESS):
        for method, query in product(SAFE, queries):
            with hand.open(path + query, method=method) as answer:
                assert answer.status_code < 500 or answer.status_code == 503, path
        assert board.snapshot() == before, path
        assert (bridge.drawer._values, bridge.knobs.values) == (kept, settings), path


def test_no_path_leads_out_of_the_page(bridge: Bridge) -> None:
    static = ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "/etc/passwd", "%00", "page.css%00.txt")
    others = ("/etc/passwd", "../../etc/passwd", "api/../secret", "api/moves/..", "%ff%fe", "a" * 5000, "../" * 500)
    for path in (*(f"/static/{one}" for one in static), *(f"/{one}" for one in others)):
        with bridge.looker().get(path) as answer:
            assert answer.status_code in (301, 308, 400, 404), path
            assert b"root:" not in answer.data
            assert b"create_app" not in answer.data


def test_what_is_no_json_is_refused_in_one_sentence(bridge: Bridge) -> None:
    numbers = (b"NaN", b'"\\ud800"', b"1e999", b"[" * 20_000, b"9" * 5000 + b"}")
    for body in (b"", b"{", b"[]", b"null", b'"code"', b"\xff\xfe", *(b'{"code": ' + one for one in numbers)):
        answer = bridge.looker().post("/api/helm", data=body, content_type="application/json")
        assert code_of(answer) == (400, "bad_request"), body[:40]
        assert len((answer.json or {})["why"]) < 200


def test_a_body_that_is_too_large_is_refused(bridge: Bridge) -> None:
    body = json.dumps({"code": "1" * LARGEST}).encode()
    answer = bridge.looker().post("/api/helm", data=body, content_type="application/json")
    assert code_of(answer) == (413, "too_large")


def test_what_fails_is_told_without_its_innards(bridge: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the innards")

    monkeypatch.setattr(bridge.table.board, "snapshot", fail)
    bridge.app.logger.disabled = True
    answer = FlaskClient(bridge.app).get("/api/rolls", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (500, "application/json")
    assert b"innards" not in answer.data
    assert b"Traceback" not in answer.data


def test_another_method_is_refused_as_json(hand: Held) -> None:
    for method, path in (("DELETE", "/api/state"), ("PUT", "/api/helm"), ("POST", "/api/rolls")):
        answer = hand.open(path, method=method, json={})
        assert code_of(answer) == (405, "wrong_method")
        assert "Allow" in answer.headers


def test_nobody_elses_page_may_read_an_answer_or_frame_the_page(bridge: Bridge) -> None:
    for path in ("/", "/api/state", "/api/picture"):
        headers = bridge.looker().get(path, headers={"Origin": "http://evil.example"}).headers
        assert "Access-Control-Allow-Origin" not in headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert {"camera=()", "microphone=()", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))
        assert "autoplay=(self)" in headers["Permissions-Policy"]


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</scrip>",
        '"><img src=x onerror=a>',
        "{{ 7 * 7 }}",
        "مريم عبد الرحمن",
        "🏴‍☠️ 👩‍👩‍👧",
        "\u202eevil",
        "a" + "\u0301" * 50,
        "e\u0301" * 24,
    ],
)
def test_any_name_is_shown_as_text_and_kept_as_it_can_be_seen(tmp_path: Path, name: str) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        hand = bridge.hand()
        answer = bridge.ask(hand, "/api/moves", do="rename", player="Mia", name=name)
        assert answer.status_code == 200, answer.text
        assert bridge.table.board.snapshot().state.players == (tidied(name), "Jonas")
        page = bridge.looker().get("/").text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert bridge.looker().get("/api/state").json["players"][0]["name"] == tidied(name)  # type: ignore[index]


@pytest.mark.parametrize("name", ["x" * 10_240, "", "   ", "\u202e\u200b", "tab\tbed", "\x00", "Jonas", "JONAS\u200b"])
def test_a_name_that_is_none_is_refused_in_one_sentence(bridge: Bridge, hand: Held, name: str) -> None:
    answer = bridge.ask(hand, "/api/moves", do="join", player=name)
    assert answer.status_code in (400, 422)
    assert 10 < len(answer.json["why"]) < 200  # type: ignore[index]
    assert bridge.table.board.snapshot().state.players == ("Mia", "Jonas")
