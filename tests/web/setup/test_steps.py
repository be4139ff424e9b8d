"""Each step of the set-up: what it writes, and what it says to a bad form."""

import json
import re
import tomllib
from typing import Any

import pytest

from engine import Rolled
from tests.web.setup.conftest import AS_INSTALLED, MARKED, STILLS, WALK, Place, send, still
from web.access.pin import OwnerPin


def said(text: str) -> str:
    found = re.search(r'class="refused" role="alert">(.*?)</p>', text)
    assert found, text
    return found[1]


def test_a_walk_writes_everything_and_gives_the_helm(place: Place) -> None:
    client = place.reached("codes")
    answer = send(client, "codes")
    assert (answer.status_code, answer.location) == (303, "/")
    config = tomllib.loads(place.file.read_text())
    assert config["table"] == {"hold": "in_place"}
    assert config["tray"] == {"rail": 40.0}
    assert config["game"] == {"players": ["Mia", "Jonas"]}
    assert config["mqtt"] == {"name": "Window"}
    assert place.file.read_text().startswith(AS_INSTALLED.rstrip())
    assert OwnerPin(place.drawer).state == "set"
    assert place.bridge.table.board.snapshot().state.players == ("Mia", "Jonas")
    assert (client.get("/api/helm").json or {})["mine"]
    assert not (client.get("/setup/wanted").json or {})["wanted"]


def test_without_a_camera_there_are_three_steps_and_the_camera_is_asked_for_later(place: Place) -> None:
    client = place.reached("camera")
    assert send(client, "camera", do="without").location == "/setup/names"
    assert "Step 3 of 3" in client.get("/setup/names").text
    assert tomllib.loads(place.file.read_text())["camera"]["kind"] == "none"
    for step in ("camera", "throws", "codes"):
        assert client.get(f"/setup/{step}").location == "/setup"
        assert send(client, step).status_code == 409
    assert send(client, "names", player=["Mia", "Jonas"]).location == "/"
    assert client.get("/setup/throws").location == "/setup"
    assert client.get("/setup/codes").status_code == 200
    assert send(client, "camera", do="with").location == "/setup/camera"
    assert tomllib.loads(place.file.read_text())["camera"]["kind"] == "usb"
    assert "# under the lamp" in place.file.read_text()


BAD: list[tuple[str, dict[str, Any], int, str]] = [
    ("language", {"language": "xx"}, 400, "Choose the language"),
    ("pin", {"pin": "12", "again": "12"}, 400, "4 to 12 digits"),
    ("pin", {"pin": "47x1", "again": "47x1"}, 400, "4 to 12 digits"),
    ("pin", {"pin": "4711", "again": "4712"}, 400, "differ"),
    ("pin", {}, 400, "4 to 12 digits"),
    ("camera", {"do": "corners", "x0": "1"}, 400, "four corners"),
    ("camera", {"do": "corners", **{f"{axis}{n}": "5" for axis in "xy" for n in range(4)}}, 422, ""),
    ("camera", {"do": "corners", **{f"{axis}{n}": "nan" for axis in "xy" for n in range(4)}}, 400, "four corners"),
    ("tray", {"hold": "rail", "rail": "wide"}, 400, "width of the rail"),
    ("tray", {"hold": "rail", "rail": "300"}, 422, "does not fit"),
    ("tray", {"hold": "rail", "rail": "-1"}, 422, "does not fit"),
    ("tray", {"hold": "pocket", "rail": "40"}, 400, "Where do players"),
    ("names", {"player": ["Mia", "mia"]}, 422, "already taken"),
    ("names", {"player": ["M" * 40]}, 422, "too long"),
    ("names", {"player": ["Mia"], "table": "W" * 40}, 422, "too long"),
]


def test_a_bad_form_changes_nothing_and_the_step_can_be_repeated(place: Place) -> None:
    client = place.browser()
    for step, right in WALK.items():
        for _, fields, status, words in (row for row in BAD if row[0] == step):
            before = place.files()
            answer = send(client, step, **fields)
            assert answer.status_code == status, (step, fields)
            assert words in said(answer.text), (step, fields)
            assert place.files() == before, (step, fields)
        assert send(client, step, **right).status_code == 303, step


def test_a_refused_form_keeps_what_was_typed_but_the_pin(place: Place) -> None:
    client = place.reached("pin")
    assert "4711" not in send(client, "pin", pin="4711", again="1").text
    for step in ("pin", "camera", "tray", "throws"):
        send(client, step, **WALK[step])
    assert 'value="Bo"' in send(client, "names", player=["Bo", "bo"]).text


def test_each_step_leads_to_the_next_and_a_form_sent_twice_is_the_same_as_once(place: Place) -> None:
    client = place.browser()
    for number, (step, fields) in enumerate(WALK.items(), 1):
        assert f"Step {number} of 7" in client.get(f"/setup/{step}").text
        following = [*WALK, ""][number]
        assert send(client, step, **fields).location == (f"/setup/{following}" if following else "/")
        once = place.files()
        assert send(client, step, **fields).status_code == 303, step
        assert place.files() == once, step


def test_a_form_out_of_order_changes_nothing(place: Place) -> None:
    client = place.reached("pin")
    before = place.files()
    for step in list(WALK)[2:]:
        assert send(client, step, **WALK[step]).status_code == 409, step
        assert client.get(f"/setup/{step}").location == "/setup"
    assert place.files() == before


def test_a_disk_that_refuses_leaves_the_step_as_it_was(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    client = place.browser()
    for step, fields in WALK.items():
        before = place.files()
        with monkeypatch.context() as disk:
            disk.setattr("device.config.editor.write_durably", full)
            disk.setattr("device.files.kept_file.write_durably", full)
            answer = send(client, step, **fields)
        assert answer.status_code == 503, step
        assert re.search("can(’|no)t be written", answer.text), step
        assert place.files() == before, step
        assert send(client, step, **fields).status_code == 303, step


def test_a_camera_that_is_lost_is_said_and_may_be_done_without(place: Place) -> None:
    client = place.reached("camera")
    place.picture = None
    place.clock.now += 11
    assert "No camera picture" in client.get("/setup/camera").text
    assert "No camera picture" in client.get("/setup/sight").text
    assert client.get("/setup/view").status_code == 204
    answer = send(client, "camera")
    assert (answer.status_code, "No camera picture" in said(answer.text)) == (409, True)
    place.picture = still(MARKED)
    place.frame()
    assert "4 of 4 markers are seen" in client.get("/setup/sight").text
    assert send(client, "camera").location == "/setup/tray"


def test_of_two_markers_the_page_says_which_are_missing_and_corners_are_marked(place: Place) -> None:
    client = place.reached("camera")
    assert place.picture is not None
    picture = place.picture.copy()
    height = picture.shape[0]
    picture[height // 2 :] = 90
    place.picture = picture
    place.frame()
    page = client.get("/setup/sight").text
    assert "2 of 4 markers are seen" in page
    assert "Not seen: Bottom right and Bottom left." in page
    assert "mark its corners" in said(send(client, "camera").text)
    corners = [(340, 160), (960, 170), (955, 580), (335, 575)]
    fields = {f"{axis}{n}": str(corner[at]) for n, corner in enumerate(corners) for at, axis in enumerate("xy")}
    assert send(client, "camera", do="corners", **fields).location == "/setup/camera"
    assert len(tomllib.loads(place.file.read_text())["tray"]["corners"]) == 4
    assert send(client, "camera").location == "/setup/tray"
    assert send(client, "camera", do="markers").location == "/setup/camera"
    assert "corners" not in tomllib.loads(place.file.read_text())["tray"]


def test_three_throws_are_read_and_judged(place: Place) -> None:
    labels = json.loads((STILLS / "clean/labels.json").read_text())
    lie = sorted(die["value"] for die in next(row for row in labels if row["file"] in MARKED)["dice"])
    client = place.reached("throws")
    for number, judged in enumerate(("right", "wrong", "right"), 1):
        assert send(client, "throws", do="read").location == "/setup/throws"
        page = client.get("/setup/throws").text
        assert "Is that right?" in page
        assert sorted(map(int, re.findall(r'aria-label="([1-6])"', page.rpartition("The table reads")[2]))) == lie
        send(client, "throws", do=judged)
        assert len(json.loads(place.files()["setup.json"])["trials"]) == number
        send(client, "throws", do=judged)
        assert len(json.loads(place.files()["setup.json"])["trials"]) == number
    assert "2 of 3 rolls were read right." in client.get("/setup/throws").text
    assert send(client, "throws", do="next").location == "/setup/names"


@pytest.mark.parametrize(("light", "words"), [(None, "No camera picture"), (0, "Find the tray first")])
def test_a_throw_that_cannot_be_read_is_said(place: Place, light: int | None, words: str) -> None:
    client = place.reached("throws")
    place.picture = None if light is None else still(MARKED) * light
    place.clock.now += 11
    place.frame()
    answer = send(client, "throws", do="read")
    assert answer.status_code == 409
    assert words in said(answer.text)


def test_a_running_game_is_not_disturbed(place: Place) -> None:
    client = place.reached("throws")
    hand = place.bridge.hand()
    place.bridge.ask(hand, "/api/moves", do="throw", aside=[], dice=[6, 5, 4, 3, 3])
    assert any(isinstance(event, Rolled) for event in place.bridge.table.board.snapshot().log)
    assert "A game is on" in said(send(client, "throws", do="read").text)
    send(client, "throws", do="skip")
    before = place.bridge.table.board.snapshot().state.players
    send(client, "names", **WALK["names"])
    assert place.bridge.table.board.snapshot().state.players == before
    place.clock.now += 60
    assert not place.desk.restarts


@pytest.mark.parametrize("at", ["camera", "throws", "codes"])
def test_a_camera_that_is_taken_away_during_the_set_up_leaves_the_steps_without_it(place: Place, at: str) -> None:
    client = place.reached(at)
    place.file.write_text(place.file.read_text().replace('kind = "usb"', 'kind = "none"'))
    assert client.get("/setup").location == "/setup/names"
    assert "Step 3 of 3" in client.get("/setup/names").text
    assert send(client, "names", player=["Mia", "Jonas"]).location == "/"


def test_the_names_of_players_alone_need_no_restart(place: Place) -> None:
    place.file.write_text('[camera]\nkind = "none"\n')
    client = place.reached("camera")
    assert send(client, "names", player=["Mia", "Jonas"]).location == "/"
    assert place.bridge.table.board.snapshot().state.players == ("Mia", "Jonas")
    place.clock.now += 3
    assert not place.desk.restarts
    send(client, "names", player=["", " "], table="Window")
    assert tomllib.loads(place.file.read_text())["game"]["players"] == ["Mia", "Jonas"]
    place.clock.now += 3
    assert place.desk.restarts


def test_the_table_restarts_when_nobody_waits_for_an_answer(place: Place) -> None:
    client = place.reached("names")
    place.clock.now += 60
    assert not place.desk.restarts
    send(client, "names", **WALK["names"])
    assert not place.desk.restarts
    place.clock.now += 3
    assert place.desk.restarts


def test_what_is_done_is_there_after_a_restart(place: Place) -> None:
    client = place.reached("tray")
    cookies = [client.get_cookie("quarterdeck_helm")]
    place.start()
    again = place.browser()
    assert cookies[0] is not None
    again.set_cookie("quarterdeck_helm", cookies[0].value)
    assert again.get("/setup").location == "/setup/tray"
    for step in list(WALK)[3:]:
        assert send(again, step, **WALK[step]).status_code == 303, step
