"""A table that tests work by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.desk import Desk, desk_with


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_with(tmp_path) as desk:
        yield desk
