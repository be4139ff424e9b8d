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


@pytest.mark.parametrize("rot", [b"", b"\x00" * 40, b'{"camera": false, "joining": ["Zo'])
def test_a_rotten_file_does_not_keep_the_table_from_starting(config: Path, rot: bytes) -> None:
    (config.parent / "table.json").write_bytes(rot)
    with running("run", "--config", config, "--pair") as program:
        phone = Phone(program)
        assert (phone.state["camera"] == "off", phone.state["joining"]) == (False, [])
        until(lambda: "table.json" in " ".join(phone.state["trouble"]))


def test_a_tournament_of_rules_that_do_not_exist_leaves_the_pages_and_is_in_the_log(config: Path) -> None:
    opened = {"fact": "opened", "format": "single", "players": ["Mia", "Jonas", "Lin"], "preset": "dice-gama-depot"}
    (config.parent / "tournament.json").write_text(json.dumps({"number": 1, "clock": 1.0, "facts": [opened]}))
    (config.parent / "house-rules.json").write_text("[]")
    with running("run", "--config", config, "--pair") as program:
        phone = Phone(program)
        until(lambda: "tournament.json" in " ".join(phone.state["trouble"]))
        for page in ("", "tv", "tournament"):
            assert phone.get(page)
        log = (config.parent / "service-log.jsonl").read_text()
    assert sum("tournament.json" in line for line in log.splitlines()) == 1
    assert len((config.parent / "house-rules.json").read_bytes()) == len(b"[]") + 65
