"""Caring through the API: refused where a table has nothing of the kind, and where what was sent makes no sense."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.api.conftest import Bridge
from tests.web.attacks.conftest import code_of

PIECE = b64encode(b"a piece").decode()


@pytest.mark.parametrize(
    ("path", "said", "status", "code"),
    [
        ("/api/calibration", {}, 422, "no_calibration"),
        ("/api/lamps", {}, 422, "no_lamps"),
        ("/api/lamps", {"side": "left"}, 400, "bad_request"),
        ("/api/calibration", {"corners": [1, 2, 3, 4, 5, 6, 7]}, 400, "bad_request"),
        ("/api/calibration", {"corners": [1, 2, 3, 4, 5, 6, 7, "8"]}, 400, "bad_request"),
        ("/api/calibration", {"corners": [1, 2, 3, 4, 5, 6, 7, 1e9]}, 400, "bad_request"),
        ("/api/restore", {"at": 0, "data": PIECE, "last": True}, 422, "no_chest"),
        ("/api/restore", {"at": -1, "data": PIECE, "last": True}, 400, "bad_request"),
        ("/api/restore", {"at": 0, "data": "x" * 60_001, "last": True}, 400, "bad_request"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    bridge: Bridge, path: str, said: dict[str, Any], status: int, code: str
) -> None:
    answer = bridge.hand().post(path, json={"key": "a-key-of-its-own", **said})
    assert answer.json is not None
    assert code_of(answer) == (status, code)
    assert answer.json["why"].endswith(".")


def test_a_refusal_speaks_the_language_of_who_asked(bridge: Bridge) -> None:
    hand = bridge.hand()
    hand.set_cookie("language", "de")
    refused = bridge.ask(hand, "/api/moves", do="stop")
    foreign = hand.post("/api/moves", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.json is not None
    assert refused.json["why"] == "Mia kann noch nicht stehen bleiben: Es fehlt Schiff (6)."
    assert foreign.json is not None
    assert foreign.json["why"] == "Blockiert: Die Anfrage kam von einer fremden Seite. Nimm die Seite hier."


@pytest.mark.parametrize("page", ["settings", "calibration", "doctor", "keeping"])
def test_a_table_without_a_box_says_so_on_its_pages(bridge: Bridge, page: str) -> None:
    assert bridge.hand().get(f"/helm/box/{page}").status_code == 200


class LampDesk:
    """Light strips that were measured so many days ago."""

    def __init__(self, days: int | None) -> None:
        self._days = days

    def measured(self) -> int | None:
        return self._days

    def measure(self, allow: Callable[[], None]) -> str:
        allow()
        return "All four light strips answer, and are measured."


@pytest.mark.parametrize(
    ("desk", "said"),
    [
        (None, None),
        (LampDesk(None), "Not measured yet: leaning dice aren’t found."),
        (LampDesk(3), "Measured 3 days ago."),
    ],
)
def test_the_page_of_the_calibration_offers_light_strips_where_there_are_some(
    bridge: Bridge, desk: LampDesk | None, said: str | None
) -> None:
    bridge.lamps = desk
    bridge.app = bridge.started()
    page = bridge.hand().get("/helm/box/calibration").get_data(as_text=True)
    assert ('id="measure-lamps"' in page) == (desk is not None)
    assert said is None or said in page


def test_the_game_that_is_on_can_be_taken_along(bridge: Bridge) -> None:
    client = bridge.hand()
    bridge.ask(client, "/api/moves", do="roll", dice=[6, 5, 4, 3, 3])
    taken = client.get("/helm/box/game")
    assert taken.headers["Content-Disposition"].startswith("attachment")
    assert taken.json is not None
    assert "dice-game-depot" in taken.get_data(as_text=True)
    assert client.get("/helm/box/game/99").status_code == 404


def test_odds_follow_the_variants_and_nonsense_is_a_sentence(bridge: Bridge) -> None:
    client = bridge.hand()
    told = client.get("/helm/games/odds", query_string={"preset": "dice-game-depot", "options": '{"rolls": 4}'})
    assert "69%" in told.get_data(as_text=True)
    wrong = client.get("/helm/games/odds", query_string={"preset": "dice-game-depot", "options": '{"rolls": 99}'})
    assert "1 to 9" in wrong.get_data(as_text=True)
    assert client.get("/helm/games/odds", query_string={"preset": "x", "options": "["}).status_code == 400
    known = client.get("/helm/games/odds", query_string={"preset": "dice-game-depot", "options": '{"dice": 8}'})
    assert "No odds" in known.get_data(as_text=True)
