"""What nobody would think of: questions and changes made up from the OpenAPI file, by the book and against it.

Thousands of requests, and nothing of it by default: ``pytest -m fuzz tests/web/api/test_fuzz.py``.
"""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import Started
from tests.web.api.conftest import Bridge, bridge_of
from tests.web.api.contract import PROMISED, routes

pytestmark = pytest.mark.fuzz
POT = Started("bar-pot", ("Rosa", "Tom", "Lin"), "Rosa", {"side_bets": ["qualify"], "cargo_reroll": "each"})
CARD = Started("yahtzee-handout", ("Lin", "Bo"))
MANY = 1500
KINDS = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]


API = schemathesis.openapi.from_dict(PROMISED)


def tried(bridge: Bridge, path: str, method: str, examples: int) -> None:
    """Try so many requests of that route, as one at the helm: each is answered, and as promised."""
    operation = API[path][method]
    hand = bridge.hand()
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]

    @settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=quiet, database=None)
    @given(data=st.data())
    def one(data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from(KINDS))
        case: schemathesis.Case[Any] = data.draw(operation.as_strategy(generation_mode=kind))
        asked: dict[str, Any] = {"query_string": case.query or {}}
        if method == "POST":
            body = _decided_now(bridge, case.body, fresh=data.draw(st.booleans()))
            asked |= {"data": _written(body), "content_type": "application/json"}
        answer = hand.open(path, method=method, **asked)
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        assert b"Traceback" not in answer.data
        if path == "/api/helm/return" and answer.status_code == 200:
            hand.post("/api/helm", json={"code": bridge.code()})  # it gave the helm back, and takes it again

    with bridge.allowing_everything():
        one()
    assert bridge.looker().get("/api/state").status_code == 200


def _decided_now(bridge: Bridge, body: Any, *, fresh: bool) -> Any:
    if not isinstance(body, dict) or not fresh:
        return body
    now = bridge.table.board.snapshot()
    moment = {"boot": now.boot, "revision": now.revision} if "revision" in body else {}
    return body | moment | ({"key": uuid.uuid4().hex} if "key" in body else {})


def _written(body: Any) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body, default=repr).encode("utf-8", "surrogatepass")


CHANGES = sorted(path for method, path in routes() if method == "POST")
QUESTIONS = sorted(path for method, path in routes() if method == "GET" and path != "/api/events")


@pytest.mark.parametrize("game", [POT, CARD], ids=["pot", "card"])
@pytest.mark.parametrize("path", CHANGES)
def test_no_change_ends_the_table(tmp_path: Path, path: str, game: Started) -> None:
    with bridge_of(tmp_path, game) as bridge:
        tried(bridge, path, "POST", MANY)


@pytest.mark.parametrize("path", QUESTIONS)
def test_no_question_ends_the_table(tmp_path: Path, path: str) -> None:
    with bridge_of(tmp_path, POT) as bridge:
        tried(bridge, path, "GET", MANY // 5)
