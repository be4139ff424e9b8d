"""What needs a press at the table, through the API: allowed, refused, not answered, asked once, and by whom."""

import threading
import uuid
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from table.commands import Deed
from table.panel import Button
from table.questions import GOOD_FOR
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of
from tests.web.helm import cupboard
from web.errors import Denied

CORNERS = [0, 0, 100, 0, 100, 100, 0, 100]
Ask = Callable[..., TestResponse]


class Cupboard(cupboard.Cupboard):
    """One that knows a cat from a backup."""

    @property
    def done(self) -> list[object]:
        return [*self.brought, *self.corners, *["lamps"] * self.measurements]

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        if backup == b"a cat":
            raise Denied(422, "bad_backup", "That is not a backup of Quarterdeck.")
        super().put_back(backup, allow)


@pytest.fixture
def chest() -> Cupboard:
    return Cupboard()


@pytest.fixture
def bridge(tmp_path: Path, chest: Cupboard) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        bridge.chest = bridge.calibration = bridge.lamps = chest
        bridge.app = bridge.started()
        yield bridge


@pytest.fixture
def helm(bridge: Bridge) -> Held:
    return bridge.hand()


def restore(client: Held, data: bytes = b"all games", **said: Any) -> TestResponse:
    piece = {"at": 0, "data": b64encode(data).decode(), "last": True, "key": uuid.uuid4().hex}
    return client.post("/api/restore", json=piece | said)


def calibrate(client: Held, **said: Any) -> TestResponse:
    return client.post("/api/calibration", json={"corners": CORNERS, "key": uuid.uuid4().hex} | said)


def measure(client: Held, **said: Any) -> TestResponse:
    return client.post("/api/lamps", json={"key": uuid.uuid4().hex} | said)


def backup(client: Held, **said: Any) -> TestResponse:
    return client.post("/api/backup", json={"key": uuid.uuid4().hex} | said)


def tune(client: Held, **said: Any) -> TestResponse:
    return client.post("/api/settings", json={"brightness": 0.2, "key": uuid.uuid4().hex} | said)


ASKED: list[tuple[Deed, Ask]] = [
    ("restore", restore),
    ("calibration", calibrate),
    ("calibration", measure),
    ("backup", backup),
    ("panel", tune),
]
DEEDS = pytest.mark.parametrize(("deed", "ask"), ASKED, ids=[ask.__name__ for _, ask in ASKED])


def was_done(bridge: Bridge, chest: Cupboard) -> bool:
    return bool(chest.done) or bridge.knobs.values["brightness"] != 1.0


class Waiting:
    def __init__(self, ask: Callable[[], TestResponse]) -> None:
        self._answers: list[TestResponse] = []
        self._thread = threading.Thread(target=lambda: self._answers.append(ask()))
        self._thread.start()

    def answer(self) -> TestResponse:
        self._thread.join(60)
        return self._answers[0]


@DEEDS
@pytest.mark.parametrize("how", ["STAND", "nothing"])
def test_it_is_not_done_where_stand_was_pressed_or_nothing(
    bridge: Bridge, helm: Held, chest: Cupboard, deed: Deed, ask: Ask, how: str
) -> None:
    waiting = Waiting(lambda: ask(helm))
    assert bridge.asks() == deed
    if how == "STAND":
        bridge.press(Button.STAND)
    else:
        bridge.clock.now += GOOD_FOR
    assert code_of(waiting.answer()) == (403, "not_allowed" if how == "STAND" else "not_answered")
    assert not was_done(bridge, chest)


@DEEDS
def test_a_request_that_is_repeated_asks_once(bridge: Bridge, helm: Held, deed: Deed, ask: Ask) -> None:
    first = Waiting(lambda: ask(helm, key="one-and-the-same"))
    bridge.asks()
    second = Waiting(lambda: ask(helm, key="one-and-the-same"))
    bridge.press(Button.STAND)
    assert code_of(first.answer()) == code_of(second.answer()) == (403, "not_allowed")
    bridge.clock.now += 100.0
    assert code_of(ask(helm, key="one-and-the-same")) == (403, "not_allowed")
    assert bridge.table.board.snapshot().asking is None, deed


def test_a_second_question_is_answered_at_once_that_the_table_is_busy(bridge: Bridge, helm: Held) -> None:
    waiting = Waiting(lambda: restore(helm))
    bridge.asks()
    second = calibrate(bridge.hand_beside(helm))
    assert code_of(second) == (429, "busy")
    assert int(second.headers["Retry-After"]) > 0
    bridge.press(Button.ROLL)
    assert waiting.answer().status_code == 200


def test_after_a_refusal_the_table_is_not_asked_for_a_while(bridge: Bridge, helm: Held) -> None:
    waiting = Waiting(lambda: restore(helm))
    bridge.asks()
    bridge.press(Button.STAND)
    waiting.answer()
    assert code_of(restore(helm)) == (429, "busy")


def test_nobody_is_asked_for_what_would_be_refused_anyway(bridge: Bridge, helm: Held) -> None:
    assert code_of(restore(helm, b"a cat")) == (422, "bad_backup")
    assert code_of(calibrate(helm, corners=[1, 2])) == (400, "bad_request")
    assert code_of(tune(helm, brightness=7)) == (400, "bad_request")
    assert bridge.table.board.snapshot().asking is None


def test_a_refusal_speaks_the_language_of_who_asked(bridge: Bridge, helm: Held) -> None:
    helm.set_cookie("language", "de")
    waiting = Waiting(lambda: restore(helm))
    bridge.asks()
    page = bridge.looker().get("/?language=de").text
    assert "Drück ROLL am Brett, um das zu erlauben: eine Sicherung zurückspielen." in page
    bridge.press(Button.STAND)
    assert (waiting.answer().json or {})["why"] == "Am Tisch mit STAND abgelehnt."


def address_of(bridge: Bridge, client: Held, **said: Any) -> str:
    with bridge.allowing(Button.ROLL):
        answer = backup(client, **said)
    return str((answer.json or {})["address"])


@pytest.mark.parametrize(("said", "holds"), [({}, b"PK"), ({"wifi_password": True}, b"PK, and the password")])
def test_a_backup_is_downloaded_once_by_the_hand_that_asked(
    bridge: Bridge, helm: Held, said: dict[str, bool], holds: bytes
) -> None:
    other = bridge.hand_beside(helm)
    address = address_of(bridge, helm, **said)
    assert other.get(address).status_code == 403
    assert bridge.looker().get(address).status_code == 403
    assert helm.head(address).status_code == 200
    taken = helm.get(address)
    assert (taken.status_code, taken.data) == (200, holds)
    assert taken.headers["Cache-Control"] == "no-store"
    assert helm.get(address).status_code == 403


@pytest.mark.parametrize(
    "ticket", ["", "?ticket=", "?ticket=x", "?ticket=%F0%9F%83%8F", "?ticket=%ff", "?ticket=x&ticket=y"]
)
def test_without_a_ticket_there_is_no_backup(bridge: Bridge, helm: Held, ticket: str) -> None:
    address_of(bridge, helm)
    assert helm.get(f"/helm/box/backup{ticket}").status_code == 403
