"""Every word on a page comes from a message: a language that puts marks around each shows what does not."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from flask import Flask
from flask.testing import FlaskClient

from engine import Rolled, Scored, Started
from engine.i18n import texts as languages_module
from tests.web import moments
from tests.web.api.conftest import bridge_of
from tests.web.live.test_table_page import text_of
from tests.web.scripted import ScriptedTable
from tests.web.test_every_page import ENDLESS, FILLED, Box, app_of
from web.app import create_app

GERMAN = Locale("de")

ACCENTED = str.maketrans("aeiouAEIOU", "àèïöüÀÈÏÖÜ")
"""Letters that no English word is without."""

WORD = re.compile(r"(?<![\wàèïöüÀÈÏÖÜ&])(?=\w*[aeiouAEIOU])[A-Za-z]{3,}(?![\wàèïöüÀÈÏÖÜ])")
NO_TEXTS = {
    *("Quarterdeck", "QUARTERDECK", "evil" * 9, ("evil" * 9)[:23]),
    *("Mia", "Jonas", "Lea", "Lin", "Ole", "Wilhelmina", "Galley", "rum", "and", "cola"),
    *("English", "Deutsch", "Español", "Français", "und", "localhost"),
    *(name.strip(".") for form in ("wide", "abbreviated") for name in GERMAN.months["format"][form].values()),
    *(name for form in ("wide", "abbreviated") for name in GERMAN.days["format"][form].values()),
}
"""The name of the program, what the fixtures say, languages by their own names, and the words that come from Babel."""


class Accented:
    """Messages with accents on their vowels, but not in placeholders."""

    def gettext(self, message: str) -> str:
        return "".join(
            part if part.startswith("{") else part.translate(ACCENTED) for part in re.split(r"(\{[^{}]*\})", message)
        )

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def accented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have German be English with accents."""
    real: Callable[[str], Any] = languages_module.spoken_in
    german = languages_module.Language("de", Accented())  # type: ignore[arg-type]

    def spoken_in(code: str) -> Any:
        return german if code == "de" else real(code)

    monkeypatch.setattr(languages_module, "spoken_in", spoken_in)


def shown(html: str) -> str:
    html = re.sub(r"(?s)<(script|style)\b.*?</\1>|<meta name=.viewport[^>]*>", " ", html)
    html = re.sub(r'<bdi[^>]*>.*?</bdi>|lang="[\w-]+"[^>]*>[^<]*<', " ", html)
    read = re.findall(r'\s(?:title|alt|aria-label|placeholder)="([^"]*)"|\sdata-[a-z-]+="([^"{]*[.!?…])"', html)
    return " ".join([text_of(html), *(text_of(one or other) for one, other in read)])


def plain_words(html: str) -> set[str]:
    """Return the words that no message has been asked for."""
    return {word for word in WORD.findall(shown(html)) if word not in NO_TEXTS}


@pytest.mark.usefixtures("accented")
def test_a_text_that_is_no_message_is_found() -> None:
    assert plain_words("<p>Röll all fivè dice</p>") == {"all", "dice"}
    assert plain_words('<p title="Press the key.">3</p>') == {"Press", "the", "key"}


@pytest.mark.usefixtures("accented")
def test_the_table_has_no_text_of_its_own() -> None:
    table = ScriptedTable(moments.WAITING)
    client = create_app(table).test_client()
    for name, moment in moments.ALL.items():
        table.show(moment)
        given = {word for text in texts_in(moment) for word in WORD.findall(text)}
        given |= {word.capitalize() for word in given}  # a headline after a cheer leaves out the name
        for path in ("/", "/tv", "/how"):
            said = plain_words(client.get(f"{path}?language=de").text)
            assert said - given == set(), (name, path)


def texts_in(snapshot: Any) -> Iterator[str]:
    yield from (snapshot.prompt, snapshot.note or "", *snapshot.trouble, *snapshot.state.players)
    yield from (die.doubt or "" for die in snapshot.dice)


def all_pages(app: Flask, client: FlaskClient | Any) -> Iterator[tuple[str, str]]:
    """Yield each page that the client gets, with its address."""
    places = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule not in ENDLESS:
            path = places.build(rule.endpoint, {name: FILLED.get(name, "x") for name in rule.arguments})
            answer = client.get(f"{path}?language=de")
            if answer.mimetype == "text/html":
                yield path, answer.text


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize(
    "start", [Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Started("yahtzee-handout", ("Mia", "Jonas"), "Mia")]
)
def test_no_page_has_a_text_of_its_own(tmp_path: Path, start: Started) -> None:
    ship = start.preset == "dice-game-depot"
    played = (
        (Rolled((6, 5, 4, 3, 3)),) if ship else (Rolled((6, 5, 4, 3, 3)), Scored("chance"), Rolled((1, 1, 1, 2, 3)))
    )
    with bridge_of(tmp_path, start, *played) as bridge:
        app = app_of(bridge)
        client = app.test_client()
        assert client.post("/api/helm", json={"code": bridge.code()}).status_code == 200
        found = {path: plain_words(html) for path, html in all_pages(app, client)}
        findings = " ".join(f"{one.name} {one.words} {one.advice}" for one in Box().findings())
        found["/helm/box/doctor"] -= set(WORD.findall(findings))
        assert len(found) > 20
        assert {path: words for path, words in found.items() if words} == {}
