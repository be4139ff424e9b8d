"""Every game that the table can play is shown at moments of an evening, each in a language, with help and by hand."""

from random import Random
from typing import Any

import pytest

from engine import Event, Refused, Started, announcements, history_of
from engine.i18n import languages
from table import Snapshot
from table.games import playable_presets
from table.input.validation import by_hand
from tests.engine.actions import actions_of
from tests.engine.evenings import something
from tests.web.moments import TRAY, WAITING, lying
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.games import game_on_the_page
from web.helm.actions import bar_of

EVENTS = 40
LOOKS = 8
"""Every so many events the page is rendered."""


def evening(preset: str) -> list[tuple[Event, ...]]:
    """Return the logs of random games of an evening, one after each event that the rules took."""
    dice, action = Random(preset), actions_of(preset)[0]
    begun: tuple[Event, ...] = (Started(preset, ("Ann", "Ben", "Cleo"), "Ann"),)
    log, logs = begun, [begun]
    while len(logs) < EVENTS:
        book = history_of(log)
        event = something(book, dice.getrandbits(64), action)
        if event is None:
            log = begun if book.state.phase == "over" else log
            continue
        try:
            book.write(event)
        except Refused:
            continue
        log = (*log, event)
        logs.append(log)
    return logs


def snapshot_of(log: tuple[Event, ...]) -> Snapshot:
    """Return what a table without a camera shows after these events."""
    state = history_of(log).state
    return snapshot_at(log, state, history_of(log[:-1]).state if len(log) > 1 else state)


def snapshot_at(log: tuple[Event, ...], state: Any, before: Any) -> Snapshot:
    """Return the same where the states after and before the last event are known."""
    shown = by_hand(state)
    said = announcements(before, state) if len(log) > 1 else ()
    return Snapshot(
        "one", len(log), shown.mode, shown.prompt, shown.note, state, TRAY, lying((), (6, 1)), len(log), said, log=log
    )


@pytest.mark.parametrize("preset", playable_presets())
def test_it_is_shown_at_any_moment_in_a_language(preset: str) -> None:
    logs, table = evening(preset), ScriptedTable(WAITING)
    assert len(logs) > LOOKS
    client = create_app(table).test_client()
    client.set_cookie("help", "advice")
    for log, language in zip(logs[::LOOKS], languages(), strict=True):
        now = table.show(snapshot_of(log))
        for path in ("/how", "/tv", "/"):
            answer = client.get(f"{path}?language={language}")
            assert answer.status_code == 200, (path, log)
            assert f'lang="{language}"' in answer.text
        throws = game_on_the_page(now.state).entered(now.state).throw > 0
        new = 'class="button first at-helm" href="/helm/games/new"' in answer.text
        assert throws or bar_of(now).main or new or "data-box=" in answer.text
