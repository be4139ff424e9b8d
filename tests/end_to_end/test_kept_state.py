"""The program is killed, and started again: who waits to join still waits, and the camera stays off."""

import json
from pathlib import Path

import pytest

from tests.end_to_end.phone import Phone
from tests.end_to_end.program import BARE_TABLE, running
from tests.web.conftest import until


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(BARE_TABLE)
    return file


def test_a_kill_loses_neither_those_who_wait_nor_the_switch(config: Path) -> None:
    with running("run", "--config", config, "--pair") as program:
        phone = Phone(program)
        phone.change("api/camera", on=False)
        phone.play()
        phone.change("api/moves", do="join", player="Zoë")
        assert (phone.state["camera"], phone.state["joining"]) == ("off", ["Zoë"])
        program.kill()
    with running("run", "--config", config, "--pair") as program:
        phone = Phone(program)
        assert (phone.state["camera"], phone.state["joining"]) == ("off", ["Zoë"])
        phone.change("api/moves", do="stop")
        for turn in ({"do": "roll", "dice": [6, 5, 4, 6, 6]}, {"do": "stop"}):
            phone.change("api/moves", **turn)
        phone.change("api/buttons", button="roll")
        state = phone.state
        assert [one["name"] for one in state["players"]] == ["Mia", "Jonas", "Zoë"]
        assert state["joining"] == []
        phone.change("api/camera", on=True)
        program.kill()
    with running("run", "--config", config, "--pair") as program:
        state = Phone(program).state
        assert (state["camera"] == "off", state["joining"]) == (False, [])
        assert [one["name"] for one in state["players"]] == ["Mia", "Jonas", "Zoë"]


def test_what_is_rotten_or_of_no_rules_leaves_the_table_and_its_pages_and_is_in_the_log(config: Path) -> None:
    folder = config.parent
    (folder / "table.json").write_bytes(b'{"camera": false, "joining": ["Zo')
    opened = {"fact": "opened", "format": "single", "players": ["Mia", "Jonas", "Lin"], "preset": "dice-gama-depot"}
    (folder / "tournament.json").write_text(json.dumps({"number": 1, "clock": 1.0, "facts": [opened]}))
    (folder / "house-rules.json").write_text("[]")
    with running("run", "--config", config, "--pair") as program:
        phone = Phone(program)
        assert (phone.state["camera"] == "off", phone.state["joining"]) == (False, [])
        for rotten in ("table.json", "tournament.json"):
            until(lambda rotten=rotten: rotten in " ".join(phone.state["trouble"]))  # type: ignore[misc]
        for page in ("", "tv", "tournament"):
            assert phone.get(page)
        log = (folder / "service-log.jsonl").read_text()
    assert sum("tournament.json" in line for line in log.splitlines()) == 1
    assert len((folder / "house-rules.json").read_bytes()) == len(b"[]") + 65
