"""Names, house rules, settings and the camera's picture."""

import uuid
from typing import Any

import pytest
from werkzeug.test import TestResponse

from engine import game_of, rules_of
from table.games import playable_presets
from table.panel import Button
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of

FRIDAY: dict[str, Any] = {"name": "Friday’s", "preset": "rounds", "options": {"match": "rounds(5)"}}


def post(client: Held, path: str, **said: Any) -> TestResponse:
    return client.post(path, json={"key": uuid.uuid4().hex} | said)


def test_every_preset_written_out_is_that_preset(helm: Held) -> None:
    told = helm.get("/api/rules").json
    assert told is not None
    assert [preset["name"] for preset in told["presets"]] == list(playable_presets())
    for preset in told["presets"]:
        written = dict(preset["options"])
        assert rules_of(preset["name"], written) == rules_of(preset["name"], {})
        keys = {option["key"] for option in told["options"][preset["kind"]]}
        assert keys & set(game_of(preset["name"]).options) == set(written)


@pytest.mark.usefixtures("no_yahtzee")
def test_games_that_the_table_cannot_play_are_neither_offered_nor_saved_nor_started(bridge: Bridge, helm: Held) -> None:
    told = helm.get("/api/rules").json or {}
    assert "yahtzee" not in {preset["kind"] for preset in told["presets"]}
    why = {"code": "bad_rules", "why": "The table can’t play Yahtzee yet."}
    saved = post(helm, "/api/house-rules", name="Cards", preset="yahtzee-handout", options={})
    assert (saved.status_code, saved.json) == (422, (saved.json or {}) | why)
    begun = bridge.ask(helm, "/api/games", preset="yahtzee-handout", players=["A", "B"])
    assert (begun.status_code, begun.json) == (422, (begun.json or {}) | why)
    form = helm.get("/helm/games/new").text
    assert "yahtzee" not in form
    assert "dice-game-depot" in form


def test_house_rules_of_a_game_that_the_table_cannot_play_are_kept_and_not_offered(
    helm: Held, request: pytest.FixtureRequest
) -> None:
    post(helm, "/api/house-rules", name="Cards", preset="yahtzee-handout", options={})
    post(helm, "/api/house-rules", **FRIDAY)
    request.getfixturevalue("no_yahtzee")
    form = helm.get("/helm/games/new")
    assert form.status_code == 200
    assert "Friday’s" in form.text
    assert "Cards" not in form.text
    assert helm.get("/helm/games/variants?house=Cards").status_code == 200
    assert [rules["name"] for rules in (helm.get("/api/house-rules").json or {})["house_rules"]] == [
        "Cards",
        "Friday’s",
    ]


def test_every_choice_of_every_option_can_be_played(helm: Held) -> None:
    told = helm.get("/api/rules").json or {}
    some = {preset["kind"]: preset["name"] for preset in reversed(told["presets"])}
    for kind, options in told["options"].items():
        for option in options:
            values: list[Any] = [choice.replace("(n)", "(1)") for choice in option.get("choices", ())]
            match option["takes"]:
                case "number":
                    values = [option["least"], option["most"]]
                case "flag":
                    values = [True, False]
                case "list":
                    values = [[choice] for choice in values]
                case "words":
                    values = [{choice: "word"} for choice in values]
            assert values
            for value in values:
                rules_of(some[kind], {option["key"]: value})


def test_house_rules_are_saved_and_outlast_a_restart(bridge: Bridge, helm: Held) -> None:
    saved = [FRIDAY | {"locked": False}]
    assert post(helm, "/api/house-rules", **FRIDAY).json == {"house_rules": saved}
    bridge.app = bridge.started()
    assert bridge.looker().get("/api/house-rules").json == {"house_rules": saved}


def test_locked_house_rules_are_neither_changed_nor_forgotten_until_they_are_unlocked(
    bridge: Bridge, helm: Held
) -> None:
    with bridge.allowing(Button.ROLL):
        post(helm, "/api/house-rules", **FRIDAY, locked=True)
    for answer in (
        post(helm, "/api/house-rules", **(FRIDAY | {"options": {}}), locked=True),
        post(helm, "/api/house-rules", **(FRIDAY | {"options": {}}), locked=False),
        post(helm, "/api/house-rules/forget", name="Friday’s"),
    ):
        assert code_of(answer) == (422, "locked")
    with bridge.allowing(Button.ROLL):
        assert post(helm, "/api/house-rules", **FRIDAY, locked=False).status_code == 200
    assert post(helm, "/api/house-rules/forget", name="Friday’s").json == {"house_rules": []}


def test_house_rules_that_nobody_can_play_are_not_saved(helm: Held) -> None:
    answer = post(helm, "/api/house-rules", **(FRIDAY | {"options": {"rolls": 99}}))
    assert code_of(answer) == (422, "bad_rules")
    assert post(helm, "/api/house-rules/forget", name="Friday’s").status_code == 422


def test_settings_are_changed_one_by_one(bridge: Bridge, helm: Held) -> None:
    with bridge.allowing(Button.ROLL):
        answer = post(helm, "/api/settings", brightness=0.3)
    assert answer.json == {"settings": {"brightness": 0.3, "sounds": True, "pictures": "everybody"}}
    assert bridge.looker().get("/api/settings").status_code == 403


def test_a_setting_that_this_table_has_not_is_refused(bridge: Bridge, helm: Held) -> None:
    del bridge.knobs.values["sounds"]
    answer = post(helm, "/api/settings", sounds=True)
    assert code_of(answer) == (422, "no_such_setting")


def test_without_a_picture_there_is_a_sentence(bridge: Bridge) -> None:
    bridge.photo.jpeg = None
    answer = bridge.looker().get("/api/picture")
    assert code_of(answer) == (503, "no_picture")
    assert answer.headers["Retry-After"]
