"""A phone says whose it is, and changes that player's colour and emblem; the helm changes those of all."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP, buttons=False) as bridge:
        yield bridge


def looks(client: Held) -> dict[str, tuple[str, str]]:
    told = client.get("/api/profiles").json or {}
    return {one["name"]: (one["colour"], one["emblem"]) for one in told["players"]}


CRAB = {"colour": "blue", "emblem": "crab"}


def test_a_phone_changes_the_profile_of_its_own_player_only(bar: Bridge) -> None:
    phone = bar.looker()
    mine, other, *_ = looks(phone)
    assert phone.post("/api/profiles", json={"player": mine, **CRAB}).status_code == 403
    assert (phone.post("/api/me", json={"player": mine}).json or {}) == {"player": mine, "shown": mine}
    assert phone.post("/api/profiles", json={"player": mine, **CRAB}).status_code == 200
    assert looks(phone)[mine] == ("blue", "crab")
    assert phone.post("/api/profiles", json={"player": other, **CRAB}).status_code == 403
    assert f'data-me="{mine}"' in phone.get("/").text
    phone.post("/api/me", json={"player": None})
    assert 'data-me=""' in phone.get("/").text
    assert phone.post("/api/profiles", json={"player": mine, **CRAB}).status_code == 403


def test_the_helm_changes_every_profile_and_two_that_chose_the_same_are_still_told_apart(bar: Bridge) -> None:
    helm = bar.hand()
    one, other, *_ = looks(helm)
    for name in (one, other):
        assert helm.post("/api/profiles", json={"player": name, **CRAB}).status_code == 200
    found = looks(helm)
    assert found[one] == ("blue", "crab")
    assert found[one][0] != found[other][0]
    assert found[one][1] != found[other][1]


def test_the_page_of_the_phones_player_shows_each_as_the_table_does(bar: Bridge) -> None:
    helm = bar.hand()
    one, other, *_ = looks(helm)
    for name in (one, other):
        assert helm.post("/api/profiles", json={"player": name, **CRAB}).status_code == 200
    page = helm.get("/me").text
    shown = {
        name: (colour, emblem)
        for name in (one, other)
        for colour, emblem in re.findall(rf'data-claim="{name}">.*?in-(\w+)".*?#(\w+)"', page)
    }
    assert shown == {name: looks(helm)[name] for name in (one, other)}


@pytest.mark.parametrize("said", [{"player": "Nobody"}, {"player": ""}, {}])
def test_nobody_is_a_player_who_is_not_in_the_game(bar: Bridge, said: dict[str, str]) -> None:
    assert bar.looker().post("/api/me", json=said).status_code in (400, 422)


def test_there_are_no_other_colours_and_emblems(bar: Bridge) -> None:
    helm = bar.hand()
    answer = helm.post("/api/profiles", json={"player": "Mia", "colour": "puce", "emblem": "cow"})
    assert code_of(answer) == (422, "no_such_profile")
