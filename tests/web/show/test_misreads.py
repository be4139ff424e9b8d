"""Guests report misread dice: levels, limits, how long a report stands, and what the helm does with it."""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Corrected, Event, Rolled, Undone
from engine.values import MOST_DICE
from table.commands import Play
from tests.web.api.conftest import SHIP, YAHTZEE, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.conftest import until
from web.access.visitor import KEY, Visitor
from web.show.misreads import ALL, EACH

PATH = "/api/misreads"
DICE = (6, 5, 4, 3, 3)
ROLL = Rolled(DICE, told=True)


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP, ROLL) as bridge:
        yield bridge


def play(bridge: Bridge, *events: Event) -> None:
    for event in events:
        answer = bridge.table.board.submit(Play(event, sure=True), 60)
        assert answer.done, answer.why


def says(client: Held, address: str = "192.0.2.66", **said: int) -> tuple[int, str]:
    body = {"roll": 1, "place": 3, "face": 5} | said
    answer = client.post(PATH, json=body, environ_overrides={KEY: Visitor(address, own=False)})
    told = answer.json or {}
    return answer.status_code, told.get("code") or told["reports"][0]["stage"]


def stages(client: Held) -> list[tuple[int, str]]:
    return [(one["roll"], one["stage"]) for one in (client.get(PATH).json or {})["reports"]]


def dismiss(client: Held, roll: int = 1) -> tuple[int, str]:
    answer = client.post(f"{PATH}/dismiss", json={"roll": roll, "key": uuid.uuid4().hex})
    return answer.status_code, (answer.json or {}).get("code", "")


def test_a_guest_reports_the_helms_page_hears_of_it_and_nothing_is_in_the_game(bridge: Bridge) -> None:
    guest, helm, log = bridge.looker(), bridge.hand(), bridge.table.board.snapshot().log
    revision = bridge.table.board.snapshot().revision
    assert says(guest) == (200, "open")
    until(lambda: bridge.table.board.snapshot().revision > revision)
    assert bridge.table.board.snapshot().log == log
    bar = helm.get("/helm/bar").text
    assert "A guest says: the 3 was a 5" in bar
    assert "/helm/pictures/1/3" in bar
    assert "/helm/pictures" not in guest.get("/misread?roll=1").text


def test_a_second_report_of_a_roll_is_refused_also_once_it_is_settled(bridge: Bridge) -> None:
    helm = bridge.hand()
    assert says(bridge.looker()) == (200, "open")
    assert says(bridge.looker(), "192.0.2.1", place=0, face=1) == (422, "already_reported")
    assert dismiss(helm) == (200, "")
    assert says(bridge.looker(), "192.0.2.2") == (422, "already_reported")


def test_the_helm_settles_a_report_once(bridge: Bridge) -> None:
    guest, helm = bridge.looker(), bridge.hand()
    says(guest)
    assert dismiss(guest) == (403, "no_helm")
    assert dismiss(helm) == (200, "")
    assert dismiss(helm) == (422, "no_such_report")
    assert stages(guest) == [(1, "stays")]
    assert "The roll stays as it is." in guest.get("/misread?roll=1").text
    assert "A guest says" not in helm.get("/helm/bar").text


def test_a_correction_settles_it_whoever_makes_it(bridge: Bridge) -> None:
    guest, helm = bridge.looker(), bridge.hand()
    says(guest)
    play(bridge, Corrected(1, (6, 5, 4, 5, 3)))
    assert stages(guest) == [(1, "corrected")]
    assert "The roll was corrected." in guest.get("/misread?roll=1").text
    assert dismiss(helm) == (422, "no_such_report")
    assert "A guest says" not in helm.get("/helm/bar").text


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"roll": 2}, "too_late"),
        ({"place": 5}, "no_such_die"),
        ({"face": 3}, "no_such_die"),
        ({"face": 7}, "bad_request"),
        ({"place": -1}, "bad_request"),
        ({"roll": 0}, "bad_request"),
        ({"who": 1}, "bad_request"),
    ],
)
def test_a_report_that_makes_no_sense_is_refused(bridge: Bridge, said: dict[str, int], code: str) -> None:
    assert says(bridge.looker(), "192.0.2.66", **said)[1] == code
    assert stages(bridge.looker()) == []


def test_only_the_latest_roll_can_be_reported_and_a_report_stands_for_one_roll_more(tmp_path: Path) -> None:
    with bridge_of(tmp_path, YAHTZEE, ROLL) as bridge:
        guest = bridge.looker()
        assert says(guest) == (200, "open")
        play(bridge, Rolled((1, 2, 2, 1, 1), told=True))
        assert stages(guest) == [(1, "open")]
        assert says(guest) == (422, "too_late")
        play(bridge, Rolled((1, 2, 2, 1, 6), told=True))
        assert stages(guest) == []
        assert dismiss(bridge.hand()) == (422, "no_such_report")
        assert "can’t be reported any more" in guest.get("/misread?roll=1").text


def test_it_is_gone_when_the_roll_is_taken_back_and_when_another_game_begins(bridge: Bridge) -> None:
    guest = bridge.looker()
    says(guest)
    play(bridge, Undone())
    assert stages(guest) == []
    play(bridge, ROLL)
    assert says(guest, roll=2) == (200, "open")
    play(bridge, replace(SHIP), replace(ROLL), Rolled((3, 2), told=True))
    assert stages(guest) == []


def test_one_phone_and_all_phones_have_a_limit(bridge: Bridge) -> None:
    guest = bridge.looker()
    codes = [says(guest, "192.0.2.9", roll=9)[1] for _ in range(int(EACH.burst) + 1)]
    assert codes == ["too_late"] * int(EACH.burst) + ["too_many"]
    codes = [says(guest, f"192.0.2.{number}", roll=9)[1] for number in range(20, 30)]
    assert codes.count("too_late") == int(ALL.burst) - int(EACH.burst)
    assert codes[-1] == "too_many"


def test_the_owner_switches_it_off_with_the_reactions(bridge: Bridge) -> None:
    guest = bridge.looker()
    assert "misread-key" in guest.get("/").text
    bridge.knobs.values["reactions"] = False
    assert says(guest) == (403, "reports_off")
    assert "misread-key" not in guest.get("/").text


def test_the_key_is_on_guests_phones_alone(bridge: Bridge) -> None:
    assert "misread-key" not in bridge.hand().get("/").text
    assert "misread-key" not in bridge.looker().get("/tv").text


def test_the_last_of_the_most_dice_may_be_reported(tmp_path: Path) -> None:
    start = replace(SHIP, options={"dice": MOST_DICE})
    with bridge_of(tmp_path, start, Rolled((1,) * MOST_DICE)) as bridge:
        answer = bridge.looker().post("/api/misreads", json={"roll": 1, "place": MOST_DICE - 1, "face": 2})
        assert answer.status_code == 200, answer.text
