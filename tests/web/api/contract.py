"""The OpenAPI file as a judge: every question that a test asks, and every answer to it, is held to what is promised."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import web
from web.access.guard import COOKIE

FILE = Path(web.__file__).parent / "openapi.json"
PROMISED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


class Held(FlaskClient):
    """A client that fails where an answer is none of those that are promised for its route."""

    @property
    def cookie(self) -> str:
        found = self.get_cookie(COOKIE)
        assert found is not None
        return str(found.value)

    @cookie.setter
    def cookie(self, value: str) -> None:
        self.set_cookie(COOKIE, value)

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        request = answer.request
        operation = operation_of(request.method, request.path)
        if operation is None:
            return answer
        assert str(answer.status_code) in operation["responses"], (request.method, request.path, answer.status)
        promised = operation["responses"][str(answer.status_code)]["content"]
        assert answer.mimetype in promised, (request.path, answer.mimetype)
        if answer.mimetype == "application/json":
            judge(request.method, request.path, str(answer.status_code)).validate(answer.json)
        if answer.status_code == 200 and "requestBody" in operation:
            said = kwargs["json"] if "json" in kwargs else json.loads(kwargs["data"])
            judge(request.method, request.path).validate(said)
        return answer


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    operation: dict[str, Any] | None = PROMISED["paths"].get(path, {}).get(method.lower())
    return operation


def routes() -> set[tuple[str, str]]:
    return {(method.upper(), path) for path, methods in PROMISED["paths"].items() for method in methods}


def is_valid(name: str, value: object) -> bool:
    return bool(_judge_of({"$ref": f"#/components/schemas/{name}"}).is_valid(value))


@cache
def judge(method: str, path: str, status: str = "") -> Any:
    """What judges answers with that status, or what was asked."""
    operation = operation_of(method, path) or {}
    content = (operation["responses"][status] if status else operation["requestBody"])["content"]
    return _judge_of(content["application/json"]["schema"])


def _judge_of(schema: dict[str, Any]) -> Any:
    return jsonschema_rs.Draft202012Validator(schema | {"components": PROMISED["components"]})
