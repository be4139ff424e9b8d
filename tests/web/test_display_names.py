"""Names as they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.names import UNSEEN
from web.display_names import MARKS, cleaned, shown, why_not_called, with_short_names


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Mia", "Mia"),
        ("  Mia \t\n Rose ", "Mia Rose"),
        ("\u202eaiM\u202c", "aiM"),
        ("M\u200bi\u2060a\ufeff", "Mia"),
        ("مريم عبد الرحمن", "مريم عبد الرحمن"),
        ("🏴‍☠️", "🏴‍☠️"),
        ("می‌خواهم", "می‌خواهم"),
        ("Z" + "\u0301" * 40, "Z" + "\u0301" * MARKS),
        ("\u200d\u3164", ""),
        ("\x1b[31m", "[31m"),
    ],
)
def test_a_name_is_shown_without_what_turns_hides_or_floods(name: str, seen: str) -> None:
    assert shown(name) == seen


@given(st.text())
def test_whatever_it_is_nothing_unseen_is_left_and_to_clean_twice_is_to_clean_once(name: str) -> None:
    seen = shown(name)
    assert not UNSEEN.search(seen)
    assert shown(seen) == seen


@pytest.mark.parametrize(
    ("name", "others", "why"),
    [
        ("Mia", ("Jonas",), None),
        ("Mia", ("Mia",), None),  # which the rules refuse in their own words
        ("mia\u200b", ("Mia",), "already"),
        ("\u200b", (), "can be shown"),
        ("x" * 24, (), None),
        ("x" * 25, (), "Name too long (max. 24)."),
        *((f"M{control}a", (), "can’t be shown") for control in "\x7f\x80\x9b\x9f\x1b\n\x00"),
    ],
)
def test_a_new_name_must_be_seen_be_told_from_the_others_and_fit(
    name: str, others: tuple[str, ...], why: str | None
) -> None:
    refused = why_not_called(name, others)
    assert refused is None if why is None else why in (refused or "")


def test_a_long_name_of_an_old_game_is_shown_with_an_ellipsis() -> None:
    assert shown("Maximiliane-Charlotte Ohm") == "Maximiliane-Charlotte O…"
    assert cleaned("Maximiliane-Charlotte\u200b Ohm") == "Maximiliane-Charlotte Ohm"
    sentence = "Maximiliane-Charlotte Ohm: roll all five dice"
    assert with_short_names(sentence, ("Mia", "Maximiliane-Charlotte Ohm")).startswith("Maximiliane-Charlotte O…: roll")
    assert with_short_names(sentence, ("Mia",)) == sentence
