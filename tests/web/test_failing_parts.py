"""A part of a page that fails is left out, one line in the log says why, and the rest of the page stands."""

import logging
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import web.live.renderer
from engine import Rolled
from engine.tournament.facts import Opened
from tests.web import moments, played
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.live.test_result import SEEN, Reviewed
from tests.web.scripted import ScriptedTable
from web import errors
from web.app import create_app
from web.appliance import Appliance
from web.errors import Failures, part_or
from web.services.store import Memory
from web.tournament.store import Kept, TournamentStore

SORRY = "The error is in the table’s log. Please try again."
EVENING = datetime(2026, 11, 20, 21).timestamp()


class Broken(Exception):
    """What a part raises."""


def broken(*_given: object, **_named: object) -> object:
    raise Broken("the ink is dry\nand the pen is gone")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(errors.FAILURES, "_written", {})
    caplog.set_level(logging.ERROR)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert not any(record.exc_info or "\n" in record.getMessage() for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


PARTS = [
    ("/", "web.live.result.EveningScore.won", "the evening"),
    ("/", "web.live.renderer.line_of", "the tournament"),
    ("/", "web.live.renderer.result_of", "the result"),
    ("/", "web.live.result.GameReviews.of", "the analysis"),
    ("/", "web.guests.profiles.ProfileBook.of_game", "the profiles"),
    ("/", "web.guests.profiles.ProfileBook.meet", "the profiles"),
    ("/?help=advice", "web.live.renderer.help_as_html", "the advice"),
    ("/", "web.show.clip_desk.ClipDesk.may_see", "the rolls"),
    ("/", "web.app.figures_on", "the figures"),
    ("/", "web.app.reactions_on", "the reactions"),
    ("/", "web.guests.joining.GuestDesk.own", "the request to play"),
    ("/", "web.live.renderer.view_of", "the table"),
    ("/tv", "web.live.renderer.view_of", "the table alone"),
    ("/tv", "web.guests.screens.Claimed.has", "the codes"),
    ("/figures", "web.live.chances.LiveFigures.of", "the figures"),
    ("/log/evenings/2026-11-20", "web.show.evening._winners", "the winners"),
    ("/log/evenings/2026-11-20", "web.show.evening._best", "the best rolls"),
    ("/log/evenings/2026-11-20", "web.show.evening._bill", "the bill"),
    ("/log/evenings/2026-11-20", "web.show.clip_desk.ClipDesk.with_names", "the rolls"),
    ("/log/1", "web.history.routes.course_of", "the course"),
    ("/log/1", "web.history.routes.win_chart", "the chances"),
    ("/players", "web.history.books.LedgerBook.lines", "the ledger"),
    ("/tournament", "web.tournament.pages._board", "the tournament"),
    ("/tournament", "web.tournament.desk.TournamentDesk.earlier", "the earlier tournaments"),
    ("/owner", "web.history.books.LedgerBook.lines", "the ledger"),
    ("/owner", "web.owner.HouseBook.all", "the house rules"),
    ("/helm/bar", "web.helm.pages.line_of", "the tournament"),
    ("/helm/games/new", "web.helm.new_game._left", "the unfinished games"),
    ("/helm/games/new", "web.helm.new_game._house_rules", "the house rules"),
    ("/helm/games/new", "web.helm.new_game._played", "the latest games"),
]


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    with bridge_of(tmp_path_factory.mktemp("bridge"), SHIP, Rolled((6, 5, 4, 2, 1))) as bridge:
        bridge.archive = played.PlayedGames((EVENING, played.ship(1)))
        yield bridge


@pytest.mark.parametrize(("path", "what", "name"), PARTS, ids=[f"{path} {name}" for path, _, name in PARTS])
def test_a_page_stands_without_a_part_that_fails(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str, what: str, name: str
) -> None:
    monkeypatch.setattr(what, (lambda *_: broken) if what.startswith("web.app.") else broken)
    bridge.drawer, bridge.app = Memory(), bridge.started()  # what was bound before is bound to the part that fails
    client = bridge.hand() if path.startswith(("/helm", "/owner")) else bridge.looker()
    first, again = client.get(path), client.get(path)
    assert (first.status_code, again.status_code) == (200, 200), first.text
    assert SORRY in first.text or "view_of" not in what
    [line] = [line for line in lines(caplog) if line.startswith(f"{name} failed")]
    assert re.fullmatch(
        rf"{name} failed: Broken: the ink is dry and the pen is gone \(test_failing_parts.py:\d+\)", line
    )


def test_the_result_card_is_left_out_where_its_template_fails(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(ScriptedTable(moments.OVER), Appliance(archive=Reviewed(moments.OVER, SEEN)))
    app.jinja_env.get_template("_result.html").root_render_func = broken  # type: ignore[assignment]
    html = app.test_client().get("/").text
    assert 'class="players"' in html
    assert 'id="result"' not in html
    assert len(lines(caplog)) == 1


def test_a_stream_goes_on_when_the_table_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = ScriptedTable(moments.WAITING)
    client = create_app(table, heartbeat=0.05).test_client()
    with monkeypatch.context() as failing:
        failing.setattr(web.live.renderer, "view_of", broken)
        events: Any = iter(client.get("/stream", buffered=False).response)
        assert SORRY in next(events).decode()
    table.show(moments.CARGO)
    assert "Ship, captain and crew" in "".join(next(events).decode() for _ in range(2))
    assert {line.partition(" failed")[0] for line in lines(caplog)} == {"the table", "the table alone"}


def test_a_stream_whose_news_cannot_be_told_beats(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(ScriptedTable(moments.WAITING), heartbeat=0.05)
    client = app.test_client()
    with pytest.MonkeyPatch.context() as failing:
        failing.setattr("web.api.state.state_of", broken)
        events: Any = iter(client.get("/api/events", buffered=False).response)
        assert next(events) == b"event: beat\ndata:\n\n"
    assert [line.partition(":")[0] for line in lines(caplog)] == ["a stream failed"]


@pytest.mark.parametrize("path", ["/how", "/api/state", "/log"])
def test_an_answer_with_500_is_one_sentence_and_one_line_with_its_cause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    client = create_app(ScriptedTable(moments.WAITING)).test_client()
    for where in ("web.live.pages.game_on_the_page", "web.api.state.standing_of", "web.history.routes.page_of"):
        monkeypatch.setattr(where, broken)
    for _ in range(3):
        answer = client.get(path)
        assert answer.status_code == 500
        assert SORRY in ((answer.json or {})["why"] if answer.is_json else answer.text)
    [line] = lines(caplog)
    assert line.startswith(f"GET {path} failed: Broken: the ink is dry")
    if path == "/how":  # the page for errors may fail, too
        monkeypatch.setattr("web.live.template_context.NAVIGATION", None)
        answer = client.get(path)
        assert (answer.status_code, SORRY in answer.text) == (500, True)
        assert len(lines(caplog)) == 2


@pytest.mark.parametrize("name", ["dice-gama-depot", SHIP.preset])
def test_a_tournament_with_a_rotten_name_or_without_sense_leaves_all_other_pages_standing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    kept = Kept(1, EVENING, (Opened("single", ("A", "B", "C"), name),))
    monkeypatch.setattr(TournamentStore, "current", lambda _store: kept)
    if name == SHIP.preset:
        monkeypatch.setattr("web.tournament.desk.course_of", broken)
    with bridge_of(tmp_path, SHIP) as bridge:
        client, helm = bridge.looker(), bridge.hand()
        told = {path: client.get(path) for path in ("/", "/tv", "/tournament", "/tournament/wall", "/figures")}
        told["/helm/bar"] = helm.get("/helm/bar")
    assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(told, 200)
    if name == SHIP.preset:
        assert [line.partition(":")[0] for line in lines(caplog)] == ["the tournament failed"]
    else:
        assert SORRY in told["/tournament"].text
        assert any(name in line for line in lines(caplog))


def test_the_same_cause_is_written_once_a_minute_and_another_one_at_once(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    failures = Failures(lambda: now[0])

    def fails(kind: type[Exception]) -> None:
        try:
            raise kind("it broke")
        except Exception as error:
            failures.note("the part", error)

    told = []
    for seconds, kind in ((0.0, OSError), (59.9, OSError), (59.9, KeyError), (60.0, OSError), (61.0, OSError)):
        now[0] = seconds
        fails(kind)
        told.append(len(lines(caplog)))
    assert told == [1, 1, 2, 3, 3]
    assert [line.split(": ")[1] for line in lines(caplog)] == ["OSError", "KeyError", "OSError"]
    assert part_or("the part", lambda: 1, 2) == 1
