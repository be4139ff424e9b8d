"""Chosen profiles are stored beside the games, and follow a player through a change of the name."""

import re
from pathlib import Path

from device.adapters.files import JsonFiles
from engine.names import Profile, own_profile
from table import Mode
from tests.web import moments, played
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.guests.profiles import ProfileBook
from web.history.books import PlayerBook
from web.services.store import Memory

CRAB = Profile("blue", "crab")
KEY = Profile("pink", "key")


def books(drawer: Memory | JsonFiles) -> tuple[ProfileBook, PlayerBook]:
    archive = played.PlayedGames((0.0, played.ship(1, ("Mia", "Jonas"))), (0.0, played.ship(2, ("Miia", "Bo"))))
    profiles = ProfileBook(drawer, archive)
    return profiles, PlayerBook(drawer, archive, profiles)


def test_a_player_keeps_the_emblem_from_game_to_game_and_over_a_restart() -> None:
    """A later player whose name gives the same emblem gets another one, in any seat."""
    alike = [name for name in map(str, range(400)) if own_profile(name).emblem == "crab"][:3]
    drawer, seen = Memory(), dict[str, set[str]]()
    for names in ([alike[0], "Mia"], alike[1::-1], alike[1:], alike[::-1], alike):
        snapshot = moments.moment(Mode.WAITING, "Roll.", players=tuple(names), preset="dice-game-depot")
        client = create_app(ScriptedTable(snapshot), Appliance(drawer=drawer)).test_client()
        html = client.get("/").text
        assert client.post("/api/reactions", json={"kind": "clap"}).status_code == 200
        lines = re.findall(r'<li[^>]*class="player.*?emblems.svg#([a-z]+)".*?<bdi>(\w+)</bdi>', html, re.DOTALL)
        assert {name for _, name in lines} == set(names)
        for emblem, name in lines:
            seen.setdefault(name, set()).add(emblem)
    assert {len(emblems) for emblems in seen.values()} == {1}
    assert len(set.union(*seen.values())) == len(seen)


def test_a_chosen_profile_survives_a_restart(tmp_path: Path) -> None:
    profiles, _ = books(JsonFiles(tmp_path))
    profiles.choose("Mia", CRAB)
    again, _ = books(JsonFiles(tmp_path))
    assert again.of("Mia") == CRAB
    assert again.of("Jonas") == own_profile("Jonas")
    assert again.of_game(["Mia", "Jonas"])["Mia"] == CRAB


def test_merged_players_share_the_profile_of_the_one_that_stays() -> None:
    profiles, names = books(Memory())
    profiles.choose("Mia", CRAB)
    profiles.choose("Miia", KEY)
    names.merge("Miia", "Mia")
    assert profiles.of("Miia") == profiles.of("Mia") == CRAB


def test_a_corrected_name_keeps_the_profile_and_undoing_it_too() -> None:
    profiles, names = books(Memory())
    before = profiles.of("Jonas")
    names.rename("Jonas", "Jonas B")
    assert profiles.of("Jonas B") == profiles.of("Jonas") == before
    names.restore("Jonas")
    assert profiles.of("Jonas") == before
