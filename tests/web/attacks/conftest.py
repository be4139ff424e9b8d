"""Bridges to attack, and helpers for requests and answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    with bridge_of(tmp_path_factory.mktemp("steady"), SHIP) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def hand(steady: Bridge) -> Held:
    return steady.hand()


def code_of(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, (answer.json or {}).get("code", "")


def moment(bridge: Bridge) -> dict[str, object]:
    now = bridge.table.board.snapshot()
    return {"boot": now.boot, "revision": now.revision}
