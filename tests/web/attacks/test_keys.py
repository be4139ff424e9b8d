"""Keys that make a change one that is done once."""

from tests.web.api.conftest import Bridge
from tests.web.attacks.conftest import code_of, moment


def test_a_key_that_another_hand_has_used_is_no_way_to_its_answer(bridge: Bridge) -> None:
    first, second = bridge.hand(), bridge.hand()
    body = {"do": "roll", "dice": [6, 5, 4, 2, 1], "key": "one-and-the-same", **moment(bridge)}
    assert first.post("/api/moves", json=body).status_code == 200
    answer = second.post("/api/moves", json=body)
    assert code_of(answer) == (409, "stale")
    assert len(bridge.table.board.snapshot().log) == 2


def test_a_change_is_not_done_again_by_who_gave_the_helm_back(bridge: Bridge) -> None:
    hand = bridge.hand()
    body = {"do": "roll", "dice": [6, 5, 4, 2, 1], "key": "one-and-the-same", **moment(bridge)}
    assert hand.post("/api/moves", json=body).status_code == 200
    cookie = hand.cookie
    hand.post("/api/helm/return", json={})
    hand.cookie = cookie
    assert code_of(hand.post("/api/moves", json=body)) == (403, "no_helm")


def test_a_key_is_letters_and_digits(bridge: Bridge) -> None:
    hand = bridge.hand()
    for key in ("", "short", "x" * 65, "a key with spaces", "ключ-ключ", "a/b/c/d/e/f", 7, None, ["a"], "key\nkey-key"):
        answer = hand.post("/api/settings", json={"key": key, "sounds": False})
        assert code_of(answer) == (400, "bad_request"), key
