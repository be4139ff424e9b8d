"""Names of players: how long a new one may be, and how longer ones of older games are shortened."""

import pytest

from engine.names import LONGEST, LONGEST_KEPT, shortened, why_no_name, why_no_new_name


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
