"""Methods, headers and redirects that would mean something else."""

import re
import uuid
from itertools import product

import pytest

from tests.web.access.test_guard import CHANGING, ENDLESS, READING
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.attacks.conftest import moment

OVERRIDES = ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")


def test_no_header_makes_a_question_a_change(steady: Bridge, hand: Held) -> None:
    before = steady.table.board.snapshot()
    body = {"on": True, "button": "stand", "do": "stop", "key": uuid.uuid4().hex, **moment(steady)}
    for (_, path), name in product(CHANGING, OVERRIDES):
        answer = hand.get(f"{path}?_method=POST", json=body, headers={name: "POST"})
        assert answer.status_code in (200, 400, 404, 405)
    assert steady.table.board.snapshot() == before


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PATCH", "PROPFIND", "get", "POST\t", "SHUTDOWN"])
def test_an_unknown_method_is_refused(steady: Bridge, hand: Held, method: str) -> None:
    before = steady.table.board.snapshot()
    assert hand.open("/api/pause", method=method, json={"on": True}).status_code in (400, 403, 405, 415)
    assert steady.table.board.snapshot() == before


def test_nothing_that_is_asked_gets_into_a_header(hand: Held) -> None:
    injected = "x%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<script>evil</script>"
    query = "&".join(
        f"{name}={injected}" for name in ("language", "theme", "help", "house", "preset", "day", "of", "told")
    )
    for path in (path for path in READING if path not in ENDLESS):
        with hand.get(f"{path}?{query}", headers={"Accept-Language": "x, y;q=z", "Referer": "http://evil"}) as answer:
            assert "evil" not in str(answer.headers), path
            assert b"<script>evil" not in answer.data, path


@pytest.mark.parametrize(
    "path", ["//evil.example/", "//evil.example/..", "/\\evil.example", "/log//1", "/helm/", "/%2f%2fevil.example"]
)
def test_no_redirect_leads_to_somebody_else(steady: Bridge, path: str) -> None:
    answer = steady.looker().get(path, headers={"Host": "localhost"})
    target = answer.headers.get("Location", "/")
    assert re.match(r"(http://localhost)?/(?![/\\])", target), target
