"""Every rule of the four documents, and every reading A1 to A30, is named by the docstring of a test."""

import re
from inspect import getmembers, isfunction

import pytest

from tests.engine.ship import test_document_000, test_document_001, test_document_003, test_document_004, test_readings

RULES = {test_document_000: 15, test_document_001: 16, test_document_003: 22, test_document_004: 15}
"""The number of rules in each document."""

READINGS = 30


@pytest.mark.parametrize("module", [*RULES, test_readings], ids=lambda module: module.__name__.rpartition("_")[2])
def test_a_test_names_each_rule(module: object) -> None:
    tests = [test for name, test in getmembers(module, isfunction) if name.startswith("test_")]
    named = {number for test in tests for number in re.findall(r"\b(?:00\d-|A)\d+\b", test.__doc__ or "")}
    document = getattr(module, "__name__", "")[-3:]
    many = RULES.get(module)  # type: ignore[call-overload]
    assert named == (
        {f"{document}-{row}" for row in range(1, many + 1)} if many else {f"A{row}" for row in range(1, READINGS + 1)}
    )
