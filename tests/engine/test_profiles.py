"""Profiles follow from names, and no two players of a game are alike."""

from hypothesis import given
from hypothesis import strategies as st

from engine.events import MAX_PLAYERS
from engine.names import COLOURS, EMBLEMS, Profile, own_profile, told_apart

NAMES = st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=MAX_PLAYERS, unique=True)
PROFILES = st.builds(Profile, st.sampled_from(COLOURS), st.sampled_from(tuple(EMBLEMS)))


def test_there_are_more_emblems_than_players_of_a_game() -> None:
    assert len(EMBLEMS) >= MAX_PLAYERS


def test_a_name_has_the_same_profile_at_every_table() -> None:
    """Otherwise a player would change with an update."""
    assert own_profile("Mia") == Profile("orange", "anchor")
    assert own_profile("MIA") == own_profile("mia")
    assert own_profile("Jonas") == Profile("brown", "gull")


@given(names=NAMES, chosen=st.dictionaries(st.sampled_from("abcdefgh"), PROFILES))
def test_no_two_players_of_a_game_are_alike(names: list[str], chosen: dict[str, Profile]) -> None:
    found = told_apart(names, chosen)
    assert len({one.emblem for one in found}) == len(names)
    colours = [one.colour for one in found]
    assert len(set(colours)) == min(len(names), len(COLOURS))
    assert max(map(colours.count, colours)) <= -(-len(names) // len(COLOURS))


@given(names=NAMES, profile=PROFILES, data=st.data())
def test_what_one_player_has_chosen_stays_in_every_game(
    names: list[str], profile: Profile, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(names) - 1))
    assert told_apart(names, {names[seat]: profile})[seat] == profile


def test_a_player_alone_keeps_the_own_profile() -> None:
    assert told_apart(["Mia"], {}) == (own_profile("Mia"),)
