"""The table as JSON."""

from pathlib import Path

from engine import Rolled
from table import Mode, Snapshot
from tests.web import moments
from tests.web.api.conftest import YAHTZEE, bridge_of
from tests.web.api.contract import is_valid
from web.api.state import state_of


def test_every_moment_can_be_told_as_promised() -> None:
    assert [name for name, moment in moments.ALL.items() if not is_valid("State", state_of(moment))] == []


def test_a_state_says_what_a_page_shows() -> None:
    told = state_of(moments.HELD)
    assert (told["boot"], told["revision"], told["mode"], told["lamp"]) == ("one", 2, "waiting", "off")
    assert told["prompt"] == moments.HELD.prompt
    assert told["game"]["kind"] == "ship_captain_crew"
    assert told["expected"] == {"held": [6, 5], "throw": 3, "may_hold": []}
    assert told["standing"]["legal"] == ["roll"]
    assert [player["name"] for player in told["players"]] == list(moments.FOUR)
    assert told["dice"][0] == {
        "key": "held-0",
        "value": 6,
        "center": [22, 38],
        "yaw": 0.0,
        "size": 16,
        "on_rail": True,
        "body": list(moments.IVORY),
        "pips": list(moments.NIGHT),
        "part": "ship",
        "doubt": None,
        "entered": False,
    }


def test_a_name_is_told_as_it_is_kept_and_as_it_is_shown() -> None:
    snapshot: Snapshot = moments.moment(Mode.WAITING, "", players=("\u202eaiM", "Jonas"))
    assert state_of(snapshot)["players"][0] == {"name": "\u202eaiM", "shown": "aiM", "here": True}


def test_yahtzee_is_told_with_its_card(tmp_path: Path) -> None:
    with bridge_of(tmp_path, YAHTZEE, Rolled((6, 6, 6, 2, 1))) as bridge:
        told = bridge.looker().get("/api/state").json
    assert told is not None
    assert told["game"] == {"kind": "yahtzee", "preset": "yahtzee-handout", "options": {}}
    assert told["standing"]["may_score"]["sixes"] == 18
    assert told["standing"]["card"]["Lin"]["total"] == 0


def test_what_the_lamp_shows_is_told_while_pairing_is_open() -> None:
    told = [state_of(moment)["pairing"] for moment in (moments.WAITING, moments.PAIRING, moments.PAIRING_SHOWN)]
    assert told == [None, {"signal": None}, {"signal": {"colour": "blue", "blinks": 2}}]
