"""A tournament at a table: matches by the commands of the page, results from the games' own logs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.archive.database import archive_of
from device.archive.reader import JournalArchive
from engine import Event, Rolled, Started, Stopped
from table.commands import Play, Push, Reopen
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from web.errors import NotKept

GOOD, BAD = (6, 5, 4, 6, 6), (6, 5, 4, 1, 2)


class Cup:
    """A table with a phone at the helm, and its tournament."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.keys = 0
        self.hand = bridge.hand()

    def restart(self) -> None:
        """Start the page again, on the same files."""
        self.bridge.app = self.bridge.started()
        self.hand = self.bridge.hand()

    def post(self, path: str, **said: Any) -> tuple[int, dict[str, Any]]:
        """Send a change to the tournament."""
        self.keys += 1
        answer = self.hand.post(f"/api/tournament{path}", json={"key": f"key-{self.keys:05}", **said})
        return answer.status_code, answer.json or {}

    def create(self, players: str, **more: Any) -> None:
        names = [f"P{one}" for one in players]
        more = {"format": "single", "preset": SHIP.preset, "drawn": False} | more
        status, said = self.post("", players=names, **more)
        assert status == 200, said

    @property
    def now(self) -> dict[str, Any]:
        return (self.hand.get("/api/tournament").json or {})["tournament"]  # type: ignore[no-any-return]

    def start(self, match: str | None = None) -> str:
        """Start the next match."""
        state = self.hand.get("/api/state").json or {}
        chosen = match or str(self.now["next"])
        status, said = self.post("/start", match=chosen, boot=state["boot"], revision=state["revision"])
        assert status == 200, said
        return chosen

    def play(self, winner: str | None = None, match: str | None = None) -> str:
        """Start a match and play it; without a winner the first player wins."""
        started = self.start(match)
        self.finish(winner or self.bridge.table.state.player)
        return started

    def finish(self, winner: str) -> None:
        """Play the game on the table to its end."""
        while self.bridge.table.state.phase != "over":
            player = self.bridge.table.state.player
            self.enter(Rolled(GOOD if player == winner else BAD, told=True))
            if self.bridge.table.state.phase != "over" and self.bridge.table.state.player == player:
                self.enter(Stopped())

    def enter(self, event: Event, *, sure: bool = False) -> None:
        answer = self.bridge.table.board.submit(Play(event, sure), 60)
        assert answer.done, answer.why

    def correct(self, roll: int, dice: tuple[int, ...]) -> None:
        """Correct a roll of the game on the table, by the API as a phone does."""
        state = self.hand.get("/api/state").json or {}
        self.keys += 1
        said = {"roll": roll, "dice": list(dice), "sure": True, "boot": state["boot"], "revision": state["revision"]}
        answer = self.hand.post("/api/corrections", json=said | {"key": f"key-{self.keys:05}"})
        assert answer.status_code == 200, answer.json

    def match(self, id_: str) -> dict[str, Any]:
        return next(one for one in self.now["matches"] if one["id"] == id_)


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    with bridge_of(tmp_path, SHIP) as bridge:
        journal = bridge.table._session._journal
        bridge.archive = JournalArchive(archive_of(tmp_path / "journal.db"), journal)  # type: ignore[arg-type]
        bridge.app = bridge.started()
        yield Cup(bridge)


@pytest.mark.parametrize("take", [True, False])
def test_a_corrected_result_waits_for_the_helm(cup: Cup, take: bool) -> None:
    cup.create("ABCD")
    match = cup.play("PA")
    assert cup.match(match)["winner"] == "PA"
    cup.correct(1, BAD)
    cup.correct(2, GOOD)
    (asked,) = cup.now["corrections"]
    assert (asked["counted"], asked["now"]) == ("PA", "PD")
    assert cup.match(match)["winner"] == "PA", "nothing changes by itself"
    status, said = cup.post("/correction", game=asked["game"], take=take)
    assert status == 200, said
    assert cup.match(match)["winner"] == ("PD" if take else "PA")
    cup.restart()
    assert cup.now["corrections"] == [], "nor is it asked again"


def test_a_restart_in_the_middle_of_a_match_keeps_it_and_a_game_beside_it_does_not_count(cup: Cup) -> None:
    cup.create("ABCD")
    cup.enter(Started(SHIP.preset, ("PA", "PD"), "PA"))
    cup.finish("PD")
    assert not any(one["games"] for one in cup.now["matches"])
    match = cup.start()
    cup.restart()
    cup.finish("PA")
    assert cup.match(match)["winner"] == "PA"


def test_the_next_match_does_not_end_another_game_by_the_way(cup: Cup) -> None:
    cup.create("ABCD")
    key, says = "/api/tournament/start", "You can resume the current game later"
    cup.enter(Started(SHIP.preset, ("Mia", "Jo"), "Mia"))
    assert key in cup.hand.get("/").text
    assert says not in cup.hand.get("/tournament").text
    cup.enter(Rolled(BAD, told=True))
    page, board = cup.hand.get("/").text, cup.hand.get("/tournament").text
    assert "Next:" in page
    assert key not in page
    assert key in board
    assert says in board
    cup.start()
    assert says not in cup.hand.get("/tournament").text
    assert cup.bridge.table.board.submit(Reopen(2), 60).done
    assert cup.bridge.table.state.players == ("Mia", "Jo")


def test_the_games_of_a_series_follow_by_rematch(cup: Cup) -> None:
    cup.create("ABC", best_of=3)
    match = cup.play("PB")
    assert cup.match(match)["how"] == "open"
    answer = cup.bridge.table.board.submit(Push("roll"), 60)
    assert answer.done, answer.why
    cup.finish("PB")
    assert cup.match(match)["winner"] == "PB"
    assert len(cup.match(match)["games"]) == 2


def test_who_leaves_loses_the_matches_that_are_left(cup: Cup) -> None:
    cup.create("ABCD")
    assert cup.post("/leave", player="PA")[0] == 200
    assert cup.match("W1.1")["how"] == "walkover"
    assert cup.match("W1.1")["winner"] == "PD"
    assert cup.post("/leave", player="PA")[0] == 422
    assert cup.post("/return", player="PA")[0] == 200
    assert cup.match("W1.1")["how"] == "open"


def test_a_match_is_walked_over_or_played_later(cup: Cup) -> None:
    cup.create("ABCD")
    assert cup.post("/later", match="W1.1")[0] == 200
    assert cup.now["next"] == "W1.2"
    assert cup.post("/walkover", match="W1.2", winner="PA")[0] == 422, "who does not play in it"
    assert cup.post("/walkover", match="W1.2", winner="PC")[0] == 200
    assert cup.match("W1.2")["winner"] == "PC"
    assert cup.post("/walkover", match="W2.1", winner="PC")[0] == 422, "its players are not known"


def test_one_tournament_is_on_at_a_time_and_the_last_one_is_kept(cup: Cup) -> None:
    cup.create("ABC")
    assert cup.post("", format="single", players=["X", "Y", "Z"], preset=SHIP.preset)[0] == 422
    assert cup.post("/cancel")[0] == 200
    assert cup.post("/resume")[0] == 200
    assert cup.post("/cancel")[0] == 200
    cup.create("XYZ")
    earlier = (cup.hand.get("/api/tournaments").json or {})["tournaments"]
    assert [one["players"] for one in earlier] == [["PA", "PB", "PC"]]


def test_the_next_tournament_begins_once_the_last_match_is_played_and_no_result_is_in_doubt(cup: Cup) -> None:
    usual = {"format": "single", "players": ["X", "Y", "Z"], "preset": SHIP.preset}
    cup.create("ABC")
    cup.play()
    assert cup.post("", **usual)[0] == 422
    cup.play()
    assert cup.now["next"] is None
    cup.correct(1, BAD)
    cup.correct(2, GOOD)
    (asked,) = cup.now["corrections"]
    assert cup.post("", **usual)[0] == 422, "a result is in doubt"
    assert cup.post("/correction", game=asked["game"], take=False)[0] == 200
    assert cup.post("", **usual)[0] == 200


def test_a_tournament_that_cannot_be_played_is_refused(cup: Cup) -> None:
    usual = {"format": "single", "players": ["A", "B", "C"], "preset": SHIP.preset}
    refused: tuple[tuple[dict[str, Any], int], ...] = (
        ({"players": ["A", "B"]}, 422),
        ({"players": ["A", "B", "A"]}, 422),
        ({"best_of": 2}, 422),
        ({"format": "ladder"}, 400),
        ({"preset": "chess"}, 422),
        ({"format": "swiss", "rounds": 9}, 422),
    )
    for said, code in refused:
        assert cup.post("", **(usual | said))[0] == code
        assert cup.now is None


def test_a_full_disk_is_told_and_nothing_is_changed(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.create("ABCD")

    def full(_name: str, _value: object) -> None:
        raise NotKept("The disk is full.")

    monkeypatch.setattr(cup.bridge.drawer, "put", full)
    status, said = cup.post("/leave", player="PA")
    assert (status, said["code"]) == (503, "not_kept")
    assert cup.now["left"] == []
