"""The OpenAPI file is true: it names every route, and the examples of the documentation are what it says."""

import json
import re
from pathlib import Path

import web
from tests.web.api.conftest import Bridge
from tests.web.api.contract import PROMISED, is_valid, routes

DOCS = Path(web.__file__).parents[1] / "docs" / "api.md"


def test_it_names_every_route_of_the_api_and_no_other(bridge: Bridge) -> None:
    there = {
        (method, rule.rule)
        for rule in bridge.app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/api/") and method not in ("HEAD", "OPTIONS")
    }
    assert there | {("GET", "/healthz")} == routes()


def test_every_change_promises_to_refuse_who_is_not_at_the_helm_and_who_comes_from_elsewhere() -> None:
    for method, path in routes():
        if method == "POST":
            assert {"400", "403", "413", "415"} <= set(PROMISED["paths"][path]["post"]["responses"])


def test_every_question_is_answered_as_promised_to_anybody(bridge: Bridge) -> None:
    for method, path in sorted(routes() - {("GET", "/api/events")}):
        assert method == "POST" or bridge.looker().get(path).status_code in (200, 400, 403), path


def test_the_documents_examples_can_be_sent() -> None:
    examples = re.findall(r"^POST (\S+)\s+(\{.*\})$", DOCS.read_text("utf-8"), re.MULTILINE)
    assert len(examples) >= 2
    for path, text in examples:
        asked = PROMISED["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        assert is_valid(asked.rpartition("/")[2], json.loads(text)), text
