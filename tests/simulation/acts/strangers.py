"""Strangers: requests that no page of the table sends. Each is refused with a sentence, and changes nothing."""

import json
from typing import Any

from tests.simulation.evening import Broken, Evening
from tests.web.api.contract import PROMISED
from web.access.guard import COOKIE, FORM

WRONG: tuple[object, ...] = (
    None, True, -1, 0, 7, 1e300, 10**30, "", "x" * 300, "\u0000", [], [0], [[]], {}, {"a": 1}, ["x"] * 99,
)  # fmt: skip


def send_a_wrong_field(evening: Evening) -> None:
    """Send a body as the API promises it, with something else in one field: the refusal names the field."""
    chance = evening.chance
    posts = {path: one["post"] for path, one in PROMISED["paths"].items() if "requestBody" in one.get("post", {})}
    path = evening.pick(sorted(posts))
    schema = _plain(posts[path]["requestBody"]["content"]["application/json"]["schema"])
    fields = schema.get("properties", {})
    body = {name: _some(evening, _plain(one)) for name, one in fields.items() if name != "key"}
    if "key" in fields:
        body["key"] = f"wrong-{len(evening.done):06}"
    name = chance.choice(sorted(fields) or ["nothing"])
    if chance.random() < 0.2:
        body.pop(name, None)
    else:
        body[name] = chance.choice(WRONG)
    log = len(evening.now.log)
    phone = chance.choice((evening.guest, evening.helm))
    answer = phone.client.post(path, data=json.dumps(body), content_type="application/json")
    phone.at_the_helm = 0.0
    evening.done.append(f"{path} {str(body)[:300]} → {answer.status_code}")
    _is_refused_well(evening, answer, may=(200,))
    if answer.status_code != 200 and len(evening.now.log) != log:
        raise Broken(f"refused, and done: {evening.done[-1]}")


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = PROMISED["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        else:
            schema = schema["anyOf"][0]
    return schema


def _some(evening: Evening, schema: dict[str, Any]) -> object:
    """Return a value of that kind."""
    if "enum" in schema:
        return evening.chance.choice(schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case "array":
            return [_some(evening, _plain(schema.get("items", {})))] * max(1, schema.get("minItems", 1))
        case "object":
            return {}
    return "Ann"


def knock(evening: Evening) -> None:
    """Come by a name of another machine, from another site, with two cookies, or with a form for what takes none."""
    chance, phone = evening.chance, evening.helm
    headers = chance.choice(
        (
            {"Host": "evil.example"},
            {"Host": "[::1"},
            {"Host": "localhost:99999x"},
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://[bad"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Cookie": f"{COOKIE}=one; {COOKIE}=two"},
            {"Content-Type": FORM},
        )
    )
    log = len(evening.now.log)
    client = phone.client if "Cookie" not in headers else evening.house.app.test_client(use_cookies=False)
    order = {"do": "undo", "sure": True, "boot": evening.now.boot, "revision": evening.now.revision, "key": "k" * 12}
    answer = client.post("/api/moves", data=json.dumps(order), headers={"Content-Type": "application/json"} | headers)
    evening.done.append(f"{headers} → {answer.status_code}")
    _is_refused_well(evening, answer)
    if len(evening.now.log) != log:
        raise Broken(f"{headers} undid something")


def _is_refused_well(evening: Evening, answer: Any, may: tuple[int, ...] = ()) -> None:
    if answer.status_code in may or (answer.status_code == 503 and evening.in_trouble):
        return
    if not 400 <= answer.status_code < 500:
        raise Broken(f"{evening.done[-1]}: {answer.text[:500]}")
    evening.check_refusal(answer)
