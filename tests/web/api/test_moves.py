"""Playing by hand: each move, each button, and what makes a change stale or done twice."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from device.journal.journal import Journal
from engine import Anted, Event, Rolled, Started, Stopped
from engine.games.ship.events import Held as DiceHeld
from table.commands import Play
from tests.simulation.evening import ORDERS
from tests.table.desk import Desk, desk_with
from tests.web.api.conftest import SHIP, YAHTZEE, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of
from tests.web.played import PlayedGames

POT = Started("bar-pot", ("Rosa", "Tom"), "Rosa", {"side_bets": ["qualify"], "cargo_reroll": "each"})
LEADS = Started("all-about-dice", ("Mia", "Jonas"), "Mia")
CARGO = Rolled((6, 5, 4, 2, 1))
MIDNIGHT, FARKLE = (Started(preset, ("Mia", "Jonas"), "Mia") for preset in ("midnight", "farkle"))
SIX = Rolled((6, 6, 5, 4, 3, 1))


@pytest.fixture(scope="module")
def farkle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """A table that refuses everything."""
    with bridge_of(tmp_path_factory.mktemp("farkle"), FARKLE, SIX) as bridge:
        yield bridge


@pytest.fixture(scope="module")
def hand(farkle: Bridge) -> Held:
    return farkle.hand()


def standing(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json["state"]["standing"]  # type: ignore[index]
    return told


MOVES: list[tuple[tuple[Event, ...], dict[str, Any], dict[str, Any]]] = [
    ((SHIP,), {"do": "roll", "dice": [6, 5, 4, 2, 1]}, {"held": [6, 5, 4], "cargo": [2, 1]}),
    ((POT,), {"do": "ante", "chips": 5}, {"pot": 10}),
    ((POT, Anted(1)), {"do": "bet", "by": "Tom", "on": "miss", "chips": 2}, {"phase": "round"}),
    ((POT, Anted(1), CARGO), {"do": "hold", "dice": [2]}, {"kept": [2]}),
    ((POT, Anted(1), CARGO, DiceHeld((2,))), {"do": "release", "dice": [2]}, {"kept": []}),
    ((SHIP, CARGO), {"do": "stop"}, {"player": "Jonas"}),
    ((SHIP,), {"do": "join", "player": "Lin"}, {"players": ["Mia", "Jonas", "Lin"]}),
    ((SHIP,), {"do": "rename", "player": "Mia", "name": "Maria"}, {"players": ["Maria", "Jonas"]}),
    ((SHIP,), {"do": "leave", "player": "Mia"}, {"winner": "Jonas"}),
    ((SHIP, CARGO, Stopped()), {"do": "undo"}, {"player": "Mia"}),
    ((YAHTZEE, Rolled((6, 6, 6, 2, 1))), {"do": "keep", "dice": [6, 6, 6]}, {"held": [6, 6, 6]}),
    ((YAHTZEE, Rolled((6, 6, 6, 2, 1))), {"do": "score", "box": "sixes"}, {"player": "Bo"}),
    ((FARKLE, SIX), {"do": "set_aside", "dice": [5, 1]}, {"points": 150, "must_roll": 4}),
]


BY_HAND: list[tuple[tuple[Event, ...], dict[str, Any], dict[str, Any], int]] = [
    ((FARKLE, SIX), {"do": "throw", "aside": [1], "dice": [6, 6, 5, 3, 2]}, {"points": 100, "player": "Mia"}, 2),
    ((FARKLE, SIX), {"do": "throw", "aside": [5, 1], "dice": [6, 3, 3, 2]}, {"player": "Jonas"}, 2),
    ((FARKLE, Rolled((1, 1, 1, 1, 5, 5))), {"do": "stand"}, {"totals": {"Mia": 1500, "Jonas": 0}}, 2),
    ((MIDNIGHT, SIX), {"do": "stand"}, {"player": "Jonas"}, 1),
    ((LEADS, CARGO, *[Rolled((1, 1, 2, 2, 3))] * 2), {"do": "pass"}, {"player": "Jonas"}, 1),
]
"""Dice on the tray, entered with those set aside; and the number of new events."""


@pytest.mark.parametrize(("events", "said", "then", "new"), [*((*one, 1) for one in MOVES), *BY_HAND])
def test_a_move_by_hand_is_done_and_kept(
    tmp_path: Path, events: tuple[Event, ...], said: dict[str, Any], then: dict[str, Any], new: int
) -> None:
    with bridge_of(tmp_path, *events) as bridge:
        answer = bridge.ask(bridge.hand(), "/api/moves", **said)
        told = standing(answer)
        assert {key: told[key] for key in then} == then
        assert len(bridge.table.board.snapshot().log) == len(events) + new


def test_an_ante_that_a_sheet_offers_is_set_and_who_leads_may_skip_a_roll(tmp_path: Path) -> None:
    with bridge_of(tmp_path, POT) as bridge:
        hand = bridge.hand()
        [[[to, said]], *_more] = map(json.loads, map(unescape, ORDERS.findall(hand.get("/helm/stakes").text)))
        assert standing(bridge.ask(hand, to, **said))["pot"] == 2 * said["chips"]
    with bridge_of(tmp_path / "leads", LEADS, CARGO, *[Rolled((1, 1, 2, 2, 3))] * 2) as bridge:
        hand = bridge.hand()
        assert "Skip this roll" in hand.get("/helm/bar").text
        assert standing(bridge.ask(hand, "/api/buttons", button="stand"))["player"] == "Jonas"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"do": "set_aside", "dice": [4]}, "scores_nothing"),
        ({"do": "throw", "aside": [], "dice": [6] * 6}, "nothing_set_aside"),
        ({"do": "throw", "aside": [6, 6], "dice": [6] * 4}, "scores_nothing"),
        ({"do": "stop"}, "nothing_set_aside"),
        ({"do": "roll", "dice": [6, 5]}, "nothing_set_aside"),
        ({"do": "score", "box": "sixes"}, "not_this_game"),
        ({"do": "keep", "dice": [6]}, "not_this_game"),
        ({"do": "leave", "player": "Nobody"}, "no_such_player"),
        ({"do": "join", "player": "Mia"}, "name_taken"),
        ({"do": "ante", "chips": 5}, "not_this_game"),
    ],
)
def test_what_the_rules_do_not_allow_changes_nothing(
    farkle: Bridge, hand: Held, said: dict[str, Any], code: str
) -> None:
    before = farkle.table.board.snapshot()
    answer = farkle.ask(hand, "/api/moves", **said)
    assert code_of(answer) == (422, code)
    assert (answer.json or {})["why"].endswith(".")
    assert (farkle.table.board.snapshot().state, farkle.table.board.snapshot().log) == (before.state, before.log)


NOT_UNDERSTOOD: list[dict[str, Any]] = [
    {},
    {"do": "dance"},
    {"do": "roll"},
    {"do": "roll", "dice": []},
    {"do": "roll", "dice": [7]},
    {"do": "roll", "dice": [True] * 5},
    {"do": "roll", "dice": [6.0] * 5},
    {"do": "roll", "dice": "65421"},
    {"do": "roll", "dice": [6, 5, 4, 2, 1], "cheat": True},
    {"do": "stop", "key": "short"},
    {"do": "stop", "revision": -1},
    {"do": "stop", "revision": 10**30},
    {"do": "stop", "boot": 7},
    {"do": "join", "player": "x" * 10_000},
    {"do": "ante", "chips": 1e300},
    {"do": "pass", "": None},
    {"do": "pass", "more": 1},
    {"do": "undo", "sure": None},
    {"do": "ante", "chips": "two"},
]


def test_what_is_not_understood_is_refused_in_one_sentence(bridge: Bridge, helm: Held) -> None:
    for said in NOT_UNDERSTOOD:
        answer = bridge.ask(helm, "/api/moves", **said)
        assert code_of(answer) == (400, "bad_request"), said
        assert len((answer.json or {})["why"]) < 300, said


PAIR = ["Mia", "Jonas"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"preset": "chess", "players": ["A", "B"]}, "bad_rules"),
        ({"preset": "rounds", "players": ["A"]}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "A"]}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "B"], "starter": "C"}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "B"], "options": {"rolls": {"deep": [1]}}}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "B"], "options": {"sequences": [[[[]]]]}}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "B"], "options": {"labels": 7}}, "bad_rules"),
        ({"preset": "yahtzee-handout", "players": ["A"], "options": {"boxes": [1, None]}}, "bad_rules"),
        ({"preset": "rounds", "players": ["A", "A\u200b"]}, "bad_name"),
        ({"preset": "rounds", "players": ["A", "\u202e"]}, "bad_name"),
        ({"preset": "pig", "players": PAIR, "handicap": {"Lea": 20}}, "bad_rules"),
        ({"preset": "pig", "players": PAIR, "handicap": {"Mia": 100}}, "bad_rules"),
        ({"preset": "threes", "players": PAIR, "handicap": {"Mia": 5}}, "bad_rules"),
        ({"preset": "pig", "players": PAIR, "handicap": {"Mia": "5"}}, "bad_request"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(farkle: Bridge, hand: Held, said: dict[str, Any], code: str) -> None:
    answer = farkle.ask(hand, "/api/games", **said)
    assert code_of(answer) == (400 if code == "bad_request" else 422, code)
    assert farkle.table.board.snapshot().log == (FARKLE, SIX)


def test_a_button_and_a_pause_are_done_or_say_why_not(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        helm = bridge.hand()
        assert code_of(bridge.ask(helm, "/api/buttons", button="roll")) == (422, "nothing_thrown")
        answer = bridge.ask(helm, "/api/moves", do="rol", dice=[1, 2, 3, 4, 5])
        assert "did you mean “roll”?" in (answer.json or {})["why"]
        bridge.ask(helm, "/api/moves", do="roll", dice=[6, 5, 4, 2, 1])
        assert (bridge.looker().get("/api/rolls").json or {})["rolls"][0]["told"] is True
        assert standing(bridge.ask(helm, "/api/buttons", button="stand"))["player"] == "Jonas"
        for on, mode in ((True, "paused"), (False, "waiting")):
            assert bridge.ask(helm, "/api/pause", on=on).json["state"]["mode"] == mode  # type: ignore[index]


def test_a_game_is_begun_with_a_head_start_where_points_add_up(bridge: Bridge, helm: Held) -> None:
    game = {"preset": "pig", "players": PAIR, "starter": "Mia", "handicap": {"Jonas": 20}}
    assert standing(bridge.ask(helm, "/api/games", **game))["totals"] == {"Mia": 0, "Jonas": 20}
    assert "Head start: Jonas 20" in helm.get("/").text


def test_an_undo_of_a_decided_round_is_confirmed_first_and_there_may_be_none(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        assert code_of(bridge.ask(bridge.hand(), "/api/moves", do="undo")) == (422, "nothing_to_undo")
    with bridge_of(tmp_path, SHIP, CARGO, Stopped(), Rolled((6, 5, 4, 3, 3)), Stopped()) as bridge:
        helm = bridge.hand()
        assert code_of(bridge.ask(helm, "/api/moves", do="undo")) == (422, "confirm")
        assert bridge.ask(helm, "/api/moves", do="undo", sure=True).status_code == 200


def test_what_was_decided_on_a_moment_that_has_passed_is_refused_with_the_fresh_state(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP, CARGO) as bridge:
        helm, other = bridge.hand(), bridge.hand()
        then = bridge.table.board.snapshot().revision
        assert bridge.ask(helm, "/api/moves", do="stop").status_code == 200
        answer = bridge.ask(other, "/api/moves", do="stop", revision=then)
        assert code_of(answer) == (409, "stale")
        assert answer.json["state"]["standing"]["player"] == "Jonas"  # type: ignore[index]
        assert answer.json["state"]["revision"] > then  # type: ignore[index]
        assert code_of(bridge.ask(other, "/api/pause", on=True, boot="the run before")) == (409, "stale")


def test_a_key_is_of_one_change_of_one_hand(bridge: Bridge, helm: Held) -> None:
    other = bridge.hand()
    assert bridge.ask(helm, "/api/pause", on=True, key="one-and-the-same").status_code == 200
    assert code_of(bridge.ask(helm, "/api/pause", on=False, key="one-and-the-same")) == (422, "key_used")
    assert bridge.table.board.snapshot().mode == "paused"
    assert bridge.ask(other, "/api/pause", on=False, key="one-and-the-same").status_code == 200


def test_a_new_game_is_begun_with_other_rules_and_players(bridge: Bridge, helm: Held) -> None:
    answer = bridge.ask(
        helm,
        "/api/games",
        preset="rounds",
        options={"match": "rounds(2)", "stakes": "drinks"},
        players=["Käthe", "Bo", "مريم"],
        starter="Bo",
    )
    assert answer.status_code == 200, answer.text
    state = answer.json["state"]  # type: ignore[index]
    assert state["game"] == {
        "kind": "ship_captain_crew",
        "preset": "rounds",
        "options": {"match": "rounds(2)", "stakes": "drinks"},
    }
    assert state["standing"]["player"] == "Bo"
    assert state["event"] == 1


@pytest.mark.parametrize(
    ("preset", "options", "name"),
    [
        ("pig", {"goal": 5}, "Points to win"),
        ("bar-dice", {"lives": "many"}, "Lives"),
        ("dice-game-depot", {"rolls": 0}, "Rolls"),
    ],
)
def test_what_is_wrong_with_an_option_is_said_by_the_name_of_its_field(
    bridge: Bridge, helm: Held, preset: str, options: dict[str, object], name: str
) -> None:
    answer = bridge.ask(helm, "/api/games", preset=preset, players=["A", "B"], options=options)
    assert answer.json["why"].startswith(f"“{name}” is")  # type: ignore[index]
    shown = helm.get("/helm/games/odds", query_string={"preset": preset, "options": json.dumps(options)}).text
    assert shown.strip() == answer.json["why"]  # type: ignore[index]


def test_no_refusal_of_a_rule_is_taken_for_a_failure_of_the_table() -> None:
    """A phone tries again after a failure: that code says that the game was not stored, or that no answer came."""
    sources = [
        file.read_text("utf-8")
        for folder in ("engine", "table")
        for file in (Path(__file__).parents[3] / folder).rglob("*.py")
    ]
    codes = {code for text in sources for code in re.findall(r'Refused\(\s*"(\w+)"', text)}
    assert len(codes) > 40
    assert codes & {"stale", "no_answer", "not_kept"} == set()


def test_who_joins_the_next_game_stands_in_its_list(bridge: Bridge, helm: Held) -> None:
    bridge.ask(helm, "/api/moves", do="roll", dice=[6, 5, 4, 2, 1])
    bridge.ask(helm, "/api/moves", do="join", player="Lin")
    seats = re.findall(r'<li class="chair" data-name="(\w+)">', helm.get("/helm/games/new").text)
    assert seats == ["Mia", "Jonas", "Lin"]
    assert "Lin" in helm.get("/helm/more").text


def test_a_game_that_was_left_goes_on_where_it_stood(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP, CARGO) as bridge:
        bridge.archive = PlayedGames((0.0, (SHIP, CARGO)), (1.0, (YAHTZEE,)), last_is_open=True)
        bridge.app = bridge.started()
        helm = bridge.hand()
        begun = bridge.ask(helm, "/api/games", preset="yahtzee-handout", players=["Bo", "Cy"])
        assert standing(begun)["player"] == "Bo"
        assert "/api/games/reopen" in helm.get("/helm/games/new").text
        assert helm.post("/api/games/discard", json={"game": 1, "key": "a" * 8}).json == {"discarded": 1}
        assert "/api/games/reopen" not in helm.get("/helm/games/new").text
        again = bridge.ask(helm, "/api/games/reopen", game=1)
        assert again.status_code == 200, again.text
        assert standing(again)["held"] == [6, 5, 4]
        bridge.ask(helm, "/api/moves", do="stop")
        assert len(bridge.table.board.snapshot().log) == 3
        assert code_of(bridge.ask(helm, "/api/games/reopen", game=7)) == (422, "no_such_game")


@pytest.mark.parametrize("again", ["roll", "a new game"])
def test_a_mistaken_win_is_taken_back_until_the_next_game_has_a_roll(tmp_path: Path, again: str) -> None:
    start = Started("pig", ("Mia", "Jonas"), "Mia", {"goal": 25, "ends": "at_once"})
    with bridge_of(tmp_path, start, *(Rolled((5,), told=True),) * 5, Stopped()) as bridge:
        helm = bridge.hand()
        assert bridge.table.board.snapshot().state.winner == "Mia"
        for _ in range(2):  # begun twice: a game without a roll is none to go back to
            if again == "roll" and bridge.table.board.snapshot().state.winner:
                new = bridge.ask(helm, "/api/buttons", button="roll")
            else:
                new = bridge.ask(helm, "/api/games", preset="threes", players=["Mia", "Jonas"])
            assert new.json["state"]["former"] == 1  # type: ignore[index]
            assert "Last game" in helm.get("/helm/bar").text
        back = bridge.ask(helm, "/api/games/reopen", game=1)
        assert standing(back)["winner"] == "Mia"
        assert "Last game" not in helm.get("/helm/bar").text
        undone = bridge.ask(helm, "/api/moves", do="undo", sure=True)
        assert standing(undone)["player"] == "Mia"
        assert standing(undone)["points"] == 25
        bridge.ask(helm, "/api/games", preset="pig", players=["Mia", "Jonas"])
        rolled = bridge.ask(helm, "/api/moves", do="roll", dice=[4])
        assert rolled.json["state"]["former"] is None  # type: ignore[index]
        assert bridge.ask(helm, "/api/games/reopen", game=1).status_code == 422


def test_the_last_game_is_there_after_a_restart_too(tmp_path: Path) -> None:
    with desk_with(tmp_path, SHIP, CARGO) as desk:
        desk.order(Play(YAHTZEE))
        journal, log = desk.journal, desk.now.log
        assert Desk(journal, *log).now.former == 1
    with Journal(tmp_path / "journal.db") as journal:
        assert Desk(journal, *log).now.former == 1


def test_a_game_that_is_over_cannot_be_gone_on_with(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        bridge.archive = PlayedGames((0.0, (SHIP, CARGO, Stopped(), *[Rolled((1, 1, 2, 2, 3))] * 3)))
        assert code_of(bridge.ask(bridge.hand(), "/api/games/reopen", game=1)) == (422, "game_over")


def test_who_is_left_alone_is_offered_no_rematch_and_who_all_left_no_restart(bridge: Bridge, helm: Held) -> None:
    bridge.ask(helm, "/api/games", preset="bar-dice", players=["Mia", "Jonas"], options={"match": "single"})
    bridge.ask(helm, "/api/moves", do="roll", dice=[6, 6, 6, 6, 1])
    bridge.ask(helm, "/api/moves", do="leave", player="Jonas")
    page = helm.get("/").text
    assert ('id="result"' in page, "Rematch" in page) == (True, False)
    assert bridge.ask(helm, "/api/buttons", button="roll").status_code == 422
    bridge.ask(helm, "/api/games", preset="farkle", players=["Mia"])
    assert "Restart with the same players" in helm.get("/helm/more").text
    assert bridge.ask(helm, "/api/moves", do="leave", player="Mia").status_code == 200
    assert "Restart with the same players" not in helm.get("/helm/more").text


def test_the_last_game_is_offered_again_after_an_undo(bridge: Bridge, helm: Held) -> None:
    bridge.ask(helm, "/api/games", preset="pig", players=["Mia"], options={"goal": 25})
    bridge.ask(helm, "/api/moves", do="roll", dice=[6])
    bridge.ask(helm, "/api/games", preset="pig", players=["Mia"])
    former = bridge.table.board.snapshot().former
    assert former is not None
    bridge.ask(helm, "/api/moves", do="roll", dice=[6])
    assert bridge.table.board.snapshot().former is None
    bridge.ask(helm, "/api/moves", do="undo")
    assert bridge.table.board.snapshot().former == former
