"""What the log says, where figures decide it."""

from datetime import date

import pytest

from engine.i18n import languages
from engine.statistics.fairness import verdict
from web.catalogue import words_in

ENGLISH, GERMAN = words_in("en"), words_in("de")
EVEN, FEW, ODD, BAD = (70, 66, 69, 71, 68, 68), (1, 0, 0, 0, 0, 2), (60, 62, 58, 66, 64, 106), (50, 52, 48, 56, 54, 152)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("counts", [EVEN, FEW, ODD, BAD, (0,) * 6])
def test_every_verdict_is_two_sentences_in_every_language(language: str, counts: tuple[int, ...]) -> None:
    heading, why = words_in(language).dice_verdict(verdict(counts))
    assert heading.endswith(".")
    assert why.endswith(".")
    assert "{" not in heading + why


def test_a_verdict_says_how_sure_it_is() -> None:
    assert ENGLISH.dice_verdict(verdict(EVEN)) == (
        "These dice look fair.",
        "412 dice rolled. By now there’s a chance of >99% to catch dice that show one face every 3 rolls.",
    )
    heading, why = ENGLISH.dice_verdict(verdict(BAD))
    assert heading == "These dice are not fair."
    assert "The 6 came up 152 times; 69 would be even." in why


def test_numbers_and_days_are_written_as_each_language_does() -> None:
    assert (ENGLISH.log_signed(-3.14), GERMAN.log_signed(3.14)) == ("−3.1", "+3,1")
    assert (ENGLISH.log_signed(0.04), GERMAN.log_signed(-0.04)) == ("0.0", "0,0")
    assert ENGLISH.log_number(10291) == "10\u202f291"
    day = date(2026, 11, 21)
    assert ENGLISH.log_day(day) == "Saturday, 21 November 2026"
    assert GERMAN.log_day(day) == "Samstag, 21. November 2026"
    assert GERMAN.log_day(None) == "Ohne Datum"


def test_times_are_told_in_minutes_and_hours() -> None:
    assert [ENGLISH.log_after(seconds) for seconds in (5, 65, 3600, 36_061)] == ["0:05", "1:05", "1:00:00", "10:01:01"]
