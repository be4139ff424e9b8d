"""Messages stand where the extraction finds them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MARKERS = ("_", "ngettext", "pgettext")


def calls_in_f_strings(source: str) -> Iterator[int]:
    """Yield the lines of messages within an f-string: Python's tokenizer hides them from Babel before Python 3.12."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            inner = (one for one in ast.walk(node) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name))
            yield from (one.lineno for one in inner if isinstance(one.func, ast.Name) and one.func.id in MARKERS)


def test_a_message_in_an_f_string_is_noticed() -> None:
    assert list(calls_in_f_strings("x = 1\ny = f'{_(\"Menu\")}'")) == [2]


@pytest.mark.parametrize("package", ["engine", "vision", "table", "web", "device", "venue"])
def test_no_message_is_in_an_f_string(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    found = [(file.name, line) for file in files for line in calls_in_f_strings(file.read_text("utf-8"))]
    assert found == []
