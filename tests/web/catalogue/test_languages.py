"""The page in each language: which one it is, and what of it the message files have."""

import re
from pathlib import Path

import pytest
from flask import Flask, request

from engine import presets_of_all
from engine.i18n import DEFAULT, languages
from tests.web import moments
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.catalogue import texts, words_in
from web.viewer import Viewer, viewer_of

ROOT = Path(__file__).parents[3]
ENGLISH = words_in(DEFAULT)


def test_each_text_of_the_catalogue_is_used() -> None:
    files = [file for kind in ("*.py", "*.html") for part in ("web", "device") for file in (ROOT / part).rglob(kind)]
    said = {word for file in files for word in re.findall(r"\w+", own_words(file))}
    assert texts().keys() - said == set()


def own_words(file: Path) -> str:
    """Return what is in a file; of the catalogue's own modules, only what their texts take from each other."""
    text = file.read_text("utf-8")
    if "catalogue" not in file.parts and file.name != "messages.py":
        return text
    return re.sub(r"(?m)^(def )?\w+(?=[:( =])", "", text)


@pytest.mark.parametrize("preset", presets_of_all())
def test_every_game_has_a_title_and_a_line_in_every_language(preset: str) -> None:
    titles = [words_in(language).title(preset) for language in languages()]
    lines = [line for _, line in titles]
    assert all(title.strip() and line.endswith(".") for title, line in titles)
    assert len(set(lines)) == len(languages()), "a line that stands in for a missing one is English"


@pytest.mark.parametrize(
    ("accepted", "cookie", "query", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "", "", "de"),
        ("nl,en;q=0.3", "", "", "en"),
        ("fr-CA,en;q=0.3", "", "", "fr"),
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


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(moments.ALL))
def test_every_moment_can_be_told_in_every_language(language: str, name: str) -> None:
    client = create_app(ScriptedTable(moments.ALL[name])).test_client()
    html = client.get(f"/?language={language}").text
    assert f'<html lang="{language}"' in html
    words = Viewer(language).words
    assert (words.PAIRING if moments.ALL[name].pairing else words.LAMPS[moments.ALL[name].mode]) in html


def test_a_word_that_nobody_has_is_told_with_the_place_where_it_belongs() -> None:
    with pytest.raises(AttributeError, match=re.escape("no words called SEA_SHANTY: see web/catalogue")):
        _ = ENGLISH.SEA_SHANTY
