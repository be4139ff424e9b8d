"""The page in each language: which one it is, and what of it the message files have."""

import re

import pytest
from flask import Flask, request

from engine import presets_of_all, title_of
from engine.i18n import gettext as _
from engine.i18n import languages, translated
from tests.web import moments
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.live.view_model import LAMPS
from web.viewer import viewer_of


@pytest.mark.parametrize("preset", presets_of_all())
def test_every_game_has_a_title_and_a_line_in_every_language(preset: str) -> None:
    titles = [translated(title_of(preset), language) for language in languages()]
    lines = [line for _, line in titles]
    assert all(title.strip() and line.endswith(".") for title, line in titles)
    english = [code for code in languages() if code.startswith("en")]
    assert len(set(lines)) == len(languages()) - len(english) + 1, "a line that stands in for a missing one is English"


@pytest.mark.parametrize(
    ("accepted", "cookie", "query", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "", "", "de"),
        ("nl,en;q=0.3", "", "", "en"),
        ("fr-CA,en;q=0.3", "", "", "fr"),
        ("pl", "", "", "en"),
        ("en-US,en;q=0.9", "", "", "en-US"),
        ("en-us", "", "", "en-US"),
        ("en-GB,en-US;q=0.9", "", "", "en"),
        ("en-AU", "", "", "en"),
        ("en", "en-US", "", "en-US"),
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
def test_every_moment_can_be_told_in_every_language(language: str) -> None:
    table = ScriptedTable(moments.WAITING)
    client = create_app(table).test_client()
    for name, moment in moments.ALL.items():
        table.show(moment)
        html = client.get(f"/?language={language}").text
        assert f'<html lang="{language}"' in html, name
        assert translated(_("Pairing") if moment.pairing else LAMPS[moment.mode], language) in html, name
    html = client.get(f"/look?language={language}").text
    assert re.findall(r'lang="[\w-]+">([^<]*)</a>', html) == list(languages().values())
