"""Texts keep what they are made of, and are rendered by message files and formats of another language."""

import json
import pickle
from datetime import date, datetime, time
from typing import Any

import pytest

from engine.i18n import (
    Text,
    chosen_from,
    clause,
    day,
    full_sentence,
    joined,
    languages,
    listed,
    moment,
    month,
    ngettext,
    number,
    packed,
    percent,
    pgettext,
    short_day,
    signed_number,
    spelled,
    spoken_in,
    time_of_day,
    translated,
    unpacked,
)
from engine.i18n import gettext as _

HARD_SPACE = "\N{NO-BREAK SPACE}"


def test_a_text_is_a_string_in_english() -> None:
    text = _("{player} wins", player="Mia")
    assert text == "Mia wins"
    assert json.dumps({"why": text}) == '{"why": "Mia wins"}'
    assert f"{text}." == "Mia wins."


def test_a_text_stays_itself_in_an_error_and_in_a_pickle() -> None:
    text = _("{player} wins", player="Mia")
    assert translated(str(ValueError(text)), "de") == "Mia gewinnt"
    assert translated(pickle.loads(pickle.dumps(text)), "de") == "Mia gewinnt"


def test_a_value_in_braces_is_not_a_placeholder() -> None:
    text = _("{player} wins", player="{count}")
    assert text == "{count} wins"
    assert translated(text, "de") == "{count} gewinnt"


def test_texts_among_the_values_are_translated_too() -> None:
    text = _("The game is over: {outcome}.", outcome=_("{player} wins", player="Mia"))
    assert translated(text, "de") == "Das Spiel ist aus: Mia gewinnt."


def test_an_error_among_the_values_leaves_its_text_and_nothing_else() -> None:
    text = _("{player}: {what}", player="Mia", what=ValueError(_("{player} wins", player="Jo")))
    assert translated(text, "de") == "Mia: Jo gewinnt"
    assert all(isinstance(value, str) for value in text.given[1].values())


@pytest.mark.parametrize(
    ("count", "english", "german"),
    [
        (1, "1 unfinished game", "1 angefangenes Spiel"),
        (2, "2 unfinished games", "2 angefangene Spiele"),
        (0, "0 unfinished games", "0 angefangene Spiele"),
    ],
)
def test_a_number_decides_the_form(count: int, english: str, german: str) -> None:
    text = ngettext("{count} unfinished game", "{count} unfinished games", count)
    assert (text, translated(text, "de")) == (english, german)


def test_a_message_that_no_file_has_stays_english() -> None:
    assert translated(_("Nobody has translated {this}.", this=1), "de") == "Nobody has translated 1."
    assert translated(pgettext("verb", "Nobody has translated this."), "de") == "Nobody has translated this."


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (listed(["Ann"]), "Ann", "Ann"),
        (listed(["Ann", "Ben", "Cid"]), "Ann, Ben and Cid", "Ann, Ben und Cid"),
        (chosen_from(["Ann", "Ben"]), "Ann or Ben", "Ann oder Ben"),
        (listed([]), "", ""),
        (joined([_("Menu"), _("Players")], " › "), "Menu › Players", "Menü › Mitspieler"),
        (full_sentence(_("{player} wins", player="mia")), "Mia wins.", "Mia gewinnt."),
        (clause(_("The turn is over.")), "The turn is over", "Der Zug ist zu Ende"),
        (number(1234.5, 1), "1,234.5", "1.234,5"),
        (signed_number(-0.04), "0.0", "0,0"),
        (signed_number(2.35, 1), "+2.4", "+2,4"),
        (signed_number(-3.14, 1), "−3.1", "−3,1"),
        (percent(0.3671), "37%", f"37{HARD_SPACE}%"),
        (percent(0.0), "0%", f"0{HARD_SPACE}%"),
        (percent(0.0002), "<1%", f"<1{HARD_SPACE}%"),
        (percent(0.0099), "<1%", f"<1{HARD_SPACE}%"),
        (percent(0.01), "1%", f"1{HARD_SPACE}%"),
        (percent(0.99), "99%", f"99{HARD_SPACE}%"),
        (percent(0.9901), ">99%", f">99{HARD_SPACE}%"),
        (percent(1.0), "100%", f"100{HARD_SPACE}%"),
        (day(date(2026, 3, 1)), "Sunday, 1 March 2026", "Sonntag, 1. März 2026"),
        (short_day(date(2026, 3, 1)), "1 Mar 2026", "1. März 2026"),
        (short_day(date(2026, 3, 1), date(2026, 11, 28)), "1 Mar", "1. März"),
        (short_day(date(2026, 3, 1), date(2027, 3, 1)), "1 Mar 2026", "1. März 2026"),
        (month(date(2026, 3, 1)), "March 2026", "März 2026"),
    ],
)
def test_lists_numbers_and_dates_are_written_as_each_language_does(text: Text, english: str, german: str) -> None:
    assert (text, translated(text, "de")) == (english, german)
    assert translated(text, "en") is text


@pytest.mark.parametrize(
    ("language", "said"),
    {
        "en": ("12,345 games", "1,234.5", "27 Nov 2026, 15:42", "Friday, 27 November 2026", "A, B and C", "ninety-one"),
        "en-US": (
            *("12,345 games", "1,234.5", "Nov 27, 2026, 3:42 PM", "Friday, November 27, 2026", "A, B, and C"),
            "ninety-one",
        ),
        "de": (
            *("12.345 Spiele", "1.234,5", "27. Nov. 2026, 15:42", "Freitag, 27. November 2026", "A, B und C"),
            "einundneunzig",
        ),
        "es": (
            *("12.345 partidas", "1.234,5", "27 nov 2026, 15:42", "viernes, 27 de noviembre de 2026", "A, B y C"),
            "noventa y uno",
        ),
        "fr": (
            *("12 345 parties", "1 234,5", "27 nov. 2026, 15:42", "vendredi 27 novembre 2026", "A, B et C"),
            "quatre-vingt-onze",
        ),
    }.items(),
)
def test_a_locale_writes_each_thing_in_one_way(language: str, said: tuple[str, ...]) -> None:
    when = datetime(2026, 11, 27, 15, 42)
    many = ngettext("{count} game", "{count} games", 12345)
    texts = (many, number(1234.5, 1), moment(when), day(when.date()), listed(["A", "B", "C"]), spelled(91))
    assert tuple(" ".join(translated(text, language).split()) for text in texts) == said


@pytest.mark.parametrize(
    ("value", "said"), [(21, "vingt et un"), (71, "soixante et onze"), (72, "soixante-douze"), (80, "quatre-vingts")]
)
def test_french_counts_by_twenties(value: int, said: str) -> None:
    assert translated(spelled(value), "fr") == said


def test_the_time_of_day_is_that_of_the_locale() -> None:
    hours = {code: translated(time_of_day(time(9, 5)), code) for code in languages()}
    assert hours == {"en": "09:05", "en-US": "9:05\u202fAM", "de": "09:05", "es": "9:05", "fr": "09:05"}


def test_texts_in_lists_and_dicts_are_translated_and_nothing_else() -> None:
    value: Any = {"a": (_("Menu"), "Menu", 3), "b": [_("Menu")]}
    assert translated(value, "de") == {"a": ("Menü", "Menu", 3), "b": ["Menü"]}


def test_each_language_is_called_by_its_own_name() -> None:
    assert dict(languages()) == {
        "en": "English",
        "en-US": "English (US)",
        "de": "Deutsch",
        "es": "Español",
        "fr": "Français",
    }


def test_a_language_without_a_message_file_is_an_error_with_the_way_out() -> None:
    with pytest.raises(LookupError, match=r"no language tlh: .* run make setup"):
        spoken_in("tlh")


@pytest.mark.parametrize(
    "text",
    [
        _("{player} wins", player="Mia"),
        _("The game is over: {outcome}.", outcome=_("{player} wins", player="Mia")),
        ngettext("{count} unfinished game", "{count} unfinished games", 2),
        full_sentence(clause(listed([_("Menu"), "Ann"]))),
        "no text, but a string",
    ],
)
def test_a_text_is_kept_as_json_and_is_the_same_again(text: str) -> None:
    again = unpacked(json.loads(json.dumps(packed(text))))
    assert again == text
    assert translated(again, "de") == translated(text, "de")


def test_a_stored_text_whose_message_has_changed_since_stays_english() -> None:
    retired = "Retired: “{strange}” means{nearest}"
    stored = {"text": "message", "given": [retired, {"values": {"strange": "rol", "nearest": packed(_("Menu"))}}]}
    text = unpacked(json.loads(json.dumps(stored)))
    assert text == "Retired: “rol” meansMenu"
    assert translated(text, "de") == "Retired: “rol” meansMenü"
    counted = {"text": "counted", "given": ["{count} pip", "{count} pips that nobody counts", 3, {"values": {}}]}
    assert translated(unpacked(counted), "de") == "3 pips that nobody counts"


@pytest.mark.parametrize(
    "damaged",
    [
        {"text": "message"},
        {"text": "os.system", "given": ["ls"]},
        {"text": "message", "given": ["{a}", {"values": {}}, 3]},
        {"text": "message", "given": ["{a} {b}", {"values": {"a": 1}}]},
        {"text": "list", "given": [3, 4]},
        {"text": "message", "given": ["{0.__class__}", {"values": {"a": 1}}]},
        {1: 2},
    ],
)
def test_what_is_no_text_is_refused(damaged: object) -> None:
    with pytest.raises(ValueError, match="not a text"):
        unpacked(damaged)
