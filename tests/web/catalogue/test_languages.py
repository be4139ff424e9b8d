"""Every language says everything, in the same shape."""

import inspect
import re
from pathlib import Path

import pytest
from flask import Flask, request

from engine import presets_of_all
from tests.web import moments
from tests.web.scripted import ScriptedTable
from web import create_app
from web.catalogue import LANGUAGES, USUAL, parts_of, words_in
from web.ports.preferences import Viewer, viewer_of

ROOT = Path(__file__).parents[3]
ENGLISH = words_in(USUAL)
OTHERS = [language for language in LANGUAGES if language != USUAL]


PARTS = [(language, part) for language in OTHERS for part in parts_of(language) if part != "sentences"]


def test_german_has_all_that_is_seen_at_the_table() -> None:
    assert {"page", "ship", "yahtzee", "help"} <= parts_of("de").keys()


@pytest.mark.parametrize(("language", "part"), PARTS)
def test_a_part_has_the_same_words_with_the_same_keys_and_arguments(language: str, part: str) -> None:
    english, other = parts_of(USUAL)[part], parts_of(language)[part]
    assert other.keys() == english.keys()
    for name, word in english.items():
        assert type(other[name]) is type(word), name
        if isinstance(word, dict):
            assert other[name].keys() == word.keys(), name  # type: ignore[attr-defined]
        elif inspect.isfunction(word):
            translated = other[name]
            assert inspect.isfunction(translated)
            assert list(inspect.signature(translated).parameters) == list(inspect.signature(word).parameters), name


def test_nothing_stands_in_the_catalogue_that_nobody_says() -> None:
    files = [file for kind in ("*.py", "*.html") for part in ("web", "device") for file in (ROOT / part).rglob(kind)]
    said = {word for file in files for word in re.findall(r"\w+", own_words(file))}
    public = {name for part, words in parts_of(USUAL).items() if part != "sentences" for name in words}
    assert public - said == set()


def own_words(file: Path) -> str:
    """What stands in a file; of the catalogue's own, only what its sentences take from each other."""
    text = file.read_text("utf-8")
    if "catalogue" not in file.parts:
        return text
    return re.sub(r"(?m)^(def )?\w+(?=[:( =])", "", text)


@pytest.mark.parametrize("preset", presets_of_all())
def test_every_game_is_called_something_in_every_language(preset: str) -> None:
    titles = {language: words_in(language).title(preset) for language in LANGUAGES}
    lines = [line for _, line in titles.values()]
    assert all(title.strip() and line.endswith(".") for title, line in titles.values())
    assert len(set(lines)) == len(LANGUAGES), "a line that stands in for a missing one is English"


@pytest.mark.parametrize(
    ("accepted", "cookie", "query", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "", "", "de"),
        ("fr,en;q=0.3", "", "", "en"),
        ("pl", "", "", "en"),
        ("de", "en", "", "en"),
        ("de", "en", "de", "de"),
        ("en", "xx", "<b>", "en"),
    ],
)
def test_the_language_is_that_of_the_browser_unless_another_was_chosen(
    accepted: str, cookie: str, query: str, language: str
) -> None:
    headers = {"Accept-Language": accepted, "Cookie": f"language={cookie}"}
    with Flask("asked").test_request_context(query_string={"language": query}, headers=headers):
        assert viewer_of(request).language == language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(moments.ALL))
def test_every_moment_can_be_told_in_every_language(language: str, name: str) -> None:
    client = create_app(ScriptedTable(moments.ALL[name])).test_client()
    html = client.get(f"/?language={language}").text
    assert f'<html lang="{language}"' in html
    words = Viewer(language).words
    assert (words.PAIRING if moments.ALL[name].pairing else words.LAMPS[moments.ALL[name].mode]) in html


def test_a_word_that_nobody_has_is_told_with_the_place_where_it_belongs() -> None:
    with pytest.raises(AttributeError, match=re.escape("no words called SEA_SHANTY: see web/catalogue/en")):
        _ = ENGLISH.SEA_SHANTY


def test_german_has_its_own_decimals() -> None:
    assert words_in("de").percent(0.3671, 1) == "36,7 %"


@pytest.mark.parametrize(
    ("share", "english", "german"),
    [
        (0.0, "0%", "0 %"),
        (0.0002, "under 0.1%", "unter 0,1 %"),
        (0.0074, "0.7%", "0,7 %"),
        (0.3671, "37%", "37 %"),
        (0.996, "99.6%", "99,6 %"),
        (0.9999, "over 99.9%", "über 99,9 %"),
        (1.0, "100%", "100 %"),
    ],
)
def test_a_chance_is_told_in_whole_percents_where_these_say_enough(share: float, english: str, german: str) -> None:
    assert (ENGLISH.percent(share), words_in("de").percent(share)) == (english, german)
