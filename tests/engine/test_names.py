"""Names of players: how long a new one may be, and how longer ones of older games are shortened."""

import pytest

from engine.line_protocol import Conversation
from engine.names import LONGEST, LONGEST_KEPT, alike, is_visible, shortened, tidied, why_no_name, why_no_new_name


@pytest.mark.parametrize("name", ["Z", "x" * LONGEST, "e\u0301" * LONGEST, "Łukasz of Gdańsk the 3rd", "🏴‍☠️"])
def test_a_new_name_has_up_to_24_characters(name: str) -> None:
    assert why_no_new_name(name) is None
    assert shortened(name) == name


@pytest.mark.parametrize("name", ["x" * (LONGEST + 1), "e\u0301" * (LONGEST + 1), "x" * 1000])
def test_a_longer_one_is_refused(name: str) -> None:
    assert why_no_new_name(name) == "name too long (max. 24)"


def test_an_old_name_may_be_longer() -> None:
    longest = "x" * LONGEST_KEPT
    assert why_no_name(longest) is None
    assert why_no_name(f"{longest}x") is not None


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Maximiliane-Charlotte Ohm", "Maximiliane-Charlotte O…"),
        ("Maximiliane of the North Sea", "Maximiliane of the Nort…"),
        ("Bartholomew of the Seas the second", "Bartholomew of the Seas…"),
        ("e\u0301" * 25, "e\u0301" * 23 + "…"),
    ],
)
def test_a_long_name_ends_with_an_ellipsis(name: str, short: str) -> None:
    assert shortened(name) == short
    assert shortened(short) == short


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (" Ann ", "Ann"),
        ("Jose\u0301", "José"),
        ("Ann\u200b  Lee", "Ann Lee"),
        ("A\u202eB", "AB"),
        ("علی\u200cرضا", "علی\u200cرضا"),
    ],
)
def test_a_new_name_is_stored_composed_and_trimmed(name: str, kept: str) -> None:
    assert tidied(name) == kept


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200d\u200c", "\u2800", "\u200b"])
def test_a_name_needs_something_to_see(name: str) -> None:
    assert not is_visible(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", " Ann"),
        ("José", "Jose\u0301"),
        ("Ann", "А" + "nn"),
        ("Ann", "\uff21nn"),
        ("Strasse", "Straße"),
        ("Ann", "A\u200bnn"),
    ],
)
def test_two_names_alike_to_the_eye_are_one(one: str, other: str) -> None:
    assert alike(one, ["Ben", other]) == other
    assert alike(other, [one]) == one


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("José", "Jose"), ("Jo Jo", "JoJo"), ("Яна", "Ира")])
def test_names_that_differ_to_the_eye_are_two(one: str, other: str) -> None:
    assert alike(one, [other]) is None


def test_the_line_protocol_stores_new_names_tidied_and_refuses_those_alike() -> None:
    talk = Conversation()
    new = talk.answer('{"new": {"preset": "rounds", "players": [" Ann ", "Jose\\u0301"], "starter": "Jose\\u0301"}}')
    assert '"players":["Ann","Jos\\u00e9"]' in new
    assert '"starter":"Jos\\u00e9"' in new
    assert '"code":"name_taken"' in talk.answer('{"join": "ANN"}')
    assert '"code":"bad_name"' in talk.answer('{"join": "\\u3164"}')
    assert '"ok":true' in talk.answer('{"rename": {"player": "Ann", "name": "ann"}}')
    assert '"code":"name_taken"' in talk.answer('{"new": {"preset": "rounds", "players": ["Ann", "\\u0410nn"]}}')
