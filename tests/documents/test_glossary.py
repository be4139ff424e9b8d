"""The glossary is true to the code: every module that it names exists, and no term stands twice."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?P<term>[^|]+) \| (?P<meaning>[^|]+) \| `(?P<module>[^`]+)` \|$", re.MULTILINE)
PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [found.groupdict() for found in ROW.finditer(PAGE)]


def test_every_row_of_the_glossary_names_one_module() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| term |")]
    assert len(rows) == len(ROWS) > 60


@pytest.mark.parametrize("module", sorted({row["module"] for row in ROWS}))
def test_a_module_that_the_glossary_names_exists(module: str) -> None:
    assert module.endswith(".py")
    assert (ROOT / module).is_file()


def test_a_term_has_one_meaning() -> None:
    terms = [term for row in ROWS for term in row["term"].split(", ")]
    assert sorted(terms) == sorted(set(terms))
