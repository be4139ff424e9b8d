"""Sentences of the API are in the reader's language, codes are not."""

import json
from dataclasses import replace

from flask.testing import FlaskClient

from engine.i18n import languages
from table.games import messages
from table.snapshot import Snapshot
from tests.web import moments
from tests.web.scripted import ScriptedTable
from web.app import create_app

FIRST = replace(
    moments.WAITING, prompt=messages.does("Mia", messages.throw(5, tray_is_clear=False, every=True)), note=None
)
ODD = replace(
    moments.UNSURE,
    prompt=messages.unreadable("Mia", ["the die"]),
    note=messages.NOTHING_THROWN,
    trouble=(messages.IN_THE_WAY,),
)


def client_of(snapshot: Snapshot) -> FlaskClient:
    return create_app(ScriptedTable(snapshot)).test_client()


def test_the_stream_has_a_language_for_each_reader() -> None:
    client = client_of(FIRST)
    said = set()
    for language in languages():
        answer = client.get("/api/events", headers={"Accept-Language": language}, buffered=False)
        data = next(line for line in next(answer.iter_encoded()).decode().split("\n") if line.startswith("data: "))
        said.add(json.loads(data.removeprefix("data: "))["prompt"])
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        answer.close()
    assert len(said) == len(languages()) - 1, "British and American English say the same here"


def test_doubts_notes_and_troubles_are_translated_and_codes_are_not() -> None:
    english, german = (
        client_of(ODD).get("/api/state", headers={"Accept-Language": language}).json for language in ("en", "de")
    )
    assert english is not None
    assert german is not None
    assert english["mode"] == german["mode"] == "unsure"
    assert german["note"] == "Noch kein neuer Wurf."
    assert german["trouble"] == ["Etwas verdeckt das Brett. Nimm es weg."]
    assert english["prompt"] != german["prompt"]
    assert english["standing"] == german["standing"]
