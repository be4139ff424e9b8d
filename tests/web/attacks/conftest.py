"""What all attackers have: a table, its moment, and what they are told."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests.web.api.conftest import SHIP, Bridge, bridge_of


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


def code_of(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, (answer.json or {}).get("code", "")


def moment(bridge: Bridge) -> dict[str, object]:
    now = bridge.table.board.snapshot()
    return {"boot": now.boot, "revision": now.revision}
