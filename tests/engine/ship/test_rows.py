"""No rule and no reading is without a test that names it."""

from importlib import import_module

import pytest

from tests.engine.ship.rows import ALL, ROWS


def test_every_rule_and_every_reading_is_in_the_table() -> None:
    assert list(ROWS) == list(ALL)


@pytest.mark.parametrize("row", ALL)
def test_the_test_of_a_row_exists_and_names_it(row: str) -> None:
    module, _, name = ROWS[row].partition(".")
    test = getattr(import_module(f"tests.engine.ship.{module}"), name)
    named = (test.__doc__ or "").replace(":", " ").replace(",", " ").replace(".", " ").split()
    assert row in named
