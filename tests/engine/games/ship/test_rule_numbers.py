"""The docstrings of tests name every rule of the four documents, and every reading."""

import re
from inspect import getmembers, isfunction
from types import ModuleType

import pytest

from tests.engine.games.ship import (
    test_document_000,
    test_document_001,
    test_document_003,
    test_document_004,
    test_readings,
)


@pytest.mark.parametrize(
    ("module", "prefix", "many"),
    [
        (test_document_000, "000-", 15),
        (test_document_001, "001-", 16),
        (test_document_003, "003-", 22),
        (test_document_004, "004-", 15),
        (test_readings, "A", 30),
    ],
)
def test_every_number_is_in_a_docstring(module: ModuleType, prefix: str, many: int) -> None:
    tests = [test for name, test in getmembers(module, isfunction) if name.startswith("test_")]
    named = {number for test in tests for number in re.findall(r"\b(?:00\d-|A)\d+\b", test.__doc__ or "")}
    assert named == {f"{prefix}{number}" for number in range(1, many + 1)}
