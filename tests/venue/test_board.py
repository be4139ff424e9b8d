"""The board: what it shows, what it refuses, and what only its owner may do."""

import base64
import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from time import time
from urllib.parse import urlencode

import psycopg
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route, expect
from prometheus_client.parser import text_string_to_metric_families

from engine import Rolled, Started, encode, game_of
from engine.game import presets_of_all, unregister
from engine.link_protocol import (
    Batch,
    Cursor,
    EventRow,
    LinkedGame,
    LinkedPlayer,
    LinkState,
    OpeningRow,
    decode_cursor,
)
from engine.turns.kit.files import own_game
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.batches import encode_batch
from tests.venue.conftest import Record
from tests.venue.site import VENUE, BoardServer, settings_of, until
from tests.venue.test_ingest import A, B, J, K, events, send
from venue.board import feed
from venue.board.feed import MOST_OF_ONE
from venue.board.guard import HEADERS, Rates, is_own_host, own_names
from venue.board.owner import keep_password
from venue.projection.projector import project
from venue.record.ingest import secret_hash
from venue.record.live import PROJECTOR, Sign, beat, notify, show
from venue.record.night_desk import planned
from venue.record.night_rows import open_night
from venue.record.schema import OWNER

PASSWORD = "correct horse"
STATE = LinkState(
    "Window",
    "Ann has 3: roll again or stand.",
    "settled",
    LinkedGame(4, "Three rounds", "rounds"),
    (6, 5, 4, 2, 1),
    (LinkedPlayer("Ann", "12", True), LinkedPlayer("<b>Ben</b>", "7")),
)


@pytest.fixture
def board(record: Record, ingester: psycopg.Connection, tmp_path: Path) -> Iterator[BoardServer]:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    show(ingester, {A: Sign(STATE, True), B: Sign(LinkState("Bar"), False)})
    with BoardServer(settings_of(record, tmp_path)) as server:
        until(lambda: len(server.tables()) == 2, "both tables are shown")
        yield server


def play(connection: psycopg.Connection, steps: int, table: str = A, seed: int = 1) -> SimulatedTable:
    """Have a simulated table play, and record it."""
    simulated = SimulatedTable(VENUE, table, "Window", MemoryStore(), seed=seed)
    simulated.play(steps)
    store = simulated.store
    for start in range(1, steps + 1, 500):
        send(connection, *store.events(start, 500), *store.openings(1, 500), table=table, journal=store.journal)
    while project(connection):
        pass
    return simulated


def login(board: BoardServer, password: str = PASSWORD) -> tuple[int, str]:
    """Log in, and return status and cookie."""
    status, headers, _text = board.ask("/owner/login", urlencode({"password": password}).encode())
    return status, headers.get("set-cookie", "").partition(";")[0]


def test_all_tables_are_shown_with_what_they_play_in_the_language_of_the_browser(
    board: BoardServer, ingester: psycopg.Connection
) -> None:
    status, headers, page = board.ask("/")
    assert status == 200
    assert all(headers[name.lower()] == value for name, value in HEADERS.items())
    for text in ("Window", "Ann has 3: roll again or stand.", "Three rounds · game 4", "Bar", "Last seen"):
        assert text in page
    assert "&lt;b&gt;Ben&lt;/b&gt;" in page
    _status, headers, page = board.ask("/", headers={"Accept-Language": "de-AT,en;q=0.5"})
    assert headers["content-language"] == "de"
    assert '<html lang="de"' in page
    window, bar = board.tables()
    assert (window["name"], window["online"], window["game"]["number"]) == ("Window", True, 4)
    assert (bar["name"], bar["online"], bar["game"]) == ("Bar", False, None)
    send(ingester, *events(1, 5))
    until(lambda: board.tables()[0]["events"] == 5, "five events at once")


def test_a_stream_has_what_changed_and_only_that(board: BoardServer, ingester: psycopg.Connection) -> None:
    version = re.search(r'data-follow="(\d+)"', board.ask("/")[2])
    assert version
    connection = HTTPConnection("127.0.0.1", board.port, timeout=20)
    connection.request("GET", f"/stream?since={version[1]}", headers={"Accept-Language": "en"})
    stream = connection.getresponse()
    show(ingester, {B: Sign(STATE, True)})
    lines: list[str] = []
    while not any("Ann has 3" in line for line in lines):
        lines.append(stream.fp.readline().decode())
    connection.close()
    assert f"tile-{A}" not in "".join(lines)


def test_leaderboards_moments_and_games_come_from_the_record(board: BoardServer, ingester: psycopg.Connection) -> None:
    play(ingester, 900)
    boards = json.loads(board.ask("/api/leaderboards?period=tonight")[2])["leaderboards"]
    [finished] = ingester.execute("SELECT count(*) FROM result WHERE over").fetchone() or (0,)
    wins = ingester.execute(
        "SELECT count(*) FROM part JOIN result USING (table_id, journal_id, game) WHERE over AND won"
    )
    assert finished > 5
    assert sum(row["wins"] for rows in boards.values() for row in rows) == (wins.fetchone() or (0,))[0]
    moments = json.loads(board.ask("/api/moments")[2])
    assert moments
    assert all(one["table"] == A for one in moments)
    for path in ("/", "/tv", "/leaderboards", "/leaderboards?period=all", f"/table/{A}"):
        status, _headers, page = board.ask(path)
        assert status == 200, path
        assert moments[0]["player"] in page, path


def test_an_owners_game_has_its_title_on_a_board_that_never_saw_its_file(
    board: BoardServer, ingester: psycopg.Connection
) -> None:
    game = own_game('title = "Löwenpasch"\nline = "The highest sum wins."\n[turn]\ndice = 2\nthrows = 1\n')
    preset = game.presets[0]
    played = (Started(preset, ("Ann", "Ben"), "Ann"), Rolled((6, 6)), Rolled((2, 1)))
    rows = [EventRow(place, 1, place - 1, 1.0, encode(event)) for place, event in enumerate(played, start=1)]
    unregister(game)
    tile = replace(STATE, game=LinkedGame(1, "Löwenpasch", preset))
    show(ingester, {A: Sign(tile, True)})
    until(lambda: "Löwenpasch · game 1" in board.ask("/")[2], "the title that the table has told")
    send(ingester, *rows, OpeningRow(1, 1, time()))
    assert project(ingester)
    for path in ("/", "/leaderboards", f"/table/{A}"):
        if preset in presets_of_all():
            unregister(game_of(preset))
        page = board.ask(path)[2]
        assert "Löwenpasch" in page, path
        assert preset not in page, path
        assert game.kind not in page, path


def test_unknown_pages_are_not_found_foreign_hosts_are_refused_and_files_are_asked_for_again(
    board: BoardServer,
) -> None:
    for path, host, status in (
        ("/nothing", "localhost", 404),
        (f"/table/{'9' * 32}", "localhost", 404),
        ("/static/../settings.py", "localhost", 404),
        ("/", "evil.example", 400),
        ("/", "board.example:8100", 200),
    ):
        assert board.ask(path, headers={"Host": host})[0] == status, (path, host)
    status, headers, _page = board.ask("/static/board.css")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert board.ask("/static/board.css", headers={"If-None-Match": headers["etag"]})[0] == 304
    assert board.ask("/static/board.css", headers={"If-None-Match": '"another"'})[0] == 200


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("127.0.0.1:8100", True),
        ("[::1]:8100", True),
        ("board.example", True),
        ("", False),
        ("evil.example", False),
        ("evil@localhost", False),
        ("localhost.evil.example", False),
    ],
)
def test_own_hosts_are_names_of_this_machine_and_addresses(host: str, own: bool) -> None:
    assert is_own_host(host, own_names(["board.example"])) is own


def test_too_many_requests_of_one_address_wait() -> None:
    now = 0.0
    rates = Rates(2, 3, lambda: now)
    assert [rates.allows("a") for _request in range(4)] == [True, True, True, False]
    assert rates.allows("b")
    now = 0.5
    assert [rates.allows("a"), rates.allows("a")] == [True, False]


def test_only_the_owner_changes_anything(board: BoardServer) -> None:
    form = urlencode({"table": A, "name": "Porthole"}).encode()
    assert board.ask("/owner/name", form)[0] == 403
    assert login(board, "wrong")[0] == 403
    status, cookie = login(board)
    assert status == 303
    assert board.ask("/owner/name", form, {"Cookie": cookie, "Origin": "http://evil.example"})[0] == 403
    assert board.ask("/owner/name", form, {"Cookie": cookie, "Sec-Fetch-Site": "cross-site"})[0] == 403
    assert board.ask("/owner/name", form, {"Cookie": cookie})[0] == 303
    until(lambda: {one["name"] for one in board.tables()} == {"Porthole", "Bar"}, "the name")
    assert board.ask("/owner/logout", b"", {"Cookie": cookie})[0] == 303
    assert board.ask("/owner/name", form, {"Cookie": cookie})[0] == 403


def test_guessing_the_password_is_slowed_down(board: BoardServer) -> None:
    wrong = urlencode({"password": "wrong"}).encode()
    assert "Falsches Passwort." in board.ask("/owner/login", wrong, {"Accept-Language": "de"})[2]
    answers = [login(board, "wrong")[0] for _attempt in range(6)]
    assert answers[0] == 403
    assert answers[-1] == 429
    assert login(board)[0] == 429


def owner_does(board: BoardServer, cookie: str, what: str, **fields: str) -> None:
    assert board.ask(f"/owner/{what}", urlencode(fields).encode(), {"Cookie": cookie})[0] == 303


def test_merged_players_share_a_line_and_hidden_ones_have_none(
    board: BoardServer, ingester: psycopg.Connection
) -> None:
    play(ingester, 900)

    def players() -> set[str]:
        boards = json.loads(board.ask("/api/leaderboards?period=all")[2])["leaderboards"]
        return {row["player"] for rows in boards.values() for row in rows}

    assert players() == {"Ann", "Ben", "Cy"}
    cookie = login(board)[1]
    owner_does(board, cookie, "merge", player="Ann", name="Ben")
    owner_does(board, cookie, "merge", player="Cy", name="")
    assert players() == {"Ben"}
    owner_does(board, cookie, "separate", player="Ann")
    assert players() == {"Ann", "Ben"}
    for player, name in (("Ann", "Ben"), ("Ben", "Ann"), ("Cy", "Ann")):  # in a circle, which ends
        owner_does(board, cookie, "merge", player=player, name=name)
    stored: dict[str, str] = dict(ingester.execute("SELECT stored, shown FROM alias").fetchall())
    assert stored
    assert all(shown not in stored for shown in stored.values())


def test_the_owner_takes_results_and_standings_home_as_sheets(board: BoardServer, ingester: psycopg.Connection) -> None:
    play(ingester, 900)
    assert '"password"' in board.ask("/owner/results.csv")[2]
    cookie = login(board)[1]
    owner_does(board, cookie, "name", table=A, name='@Window "4", left')
    owner_does(board, cookie, "merge", player="Ann", name="=1+1")
    owner_does(board, cookie, "merge", player="Cy", name="")

    def sheet(name: str) -> list[dict[str, str]]:
        status, headers, text = board.ask(f"/owner/{name}.csv", headers={"Cookie": cookie})
        assert (status, headers["content-disposition"]) == (200, f'attachment; filename="{name}.csv"')
        return list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))

    results, standings = sheet("results"), sheet("standings")
    assert len(results) == 3 * len({row["game"] for row in results})
    assert {row["player"] for row in results} == {"'=1+1", "Ben", ""}
    assert {row["table_name"] for row in results} == {"""'@Window "4", left"""}
    boards = json.loads(board.ask("/api/leaderboards?period=all")[2])["leaderboards"]
    told = {(row["game"], row["player"].removeprefix("'"), row["wins"]) for row in standings if row["span"] == "all"}
    assert told == {(kind, row["player"], str(row["wins"])) for kind, rows in boards.items() for row in rows}
    assert board.ask("/owner/nothing.csv", headers={"Cookie": cookie})[0] == 404


def test_an_alarm_is_shown_until_the_owner_dismisses_it(board: BoardServer, ingester: psycopg.Connection) -> None:
    send(ingester, *events(1, 2))
    send(ingester, *(events(2, 2, game=2)))
    until(lambda: bool(board.tables()[0]["alarms"]), "the alarm")
    assert "differs from the recorded one" in board.ask("/")[2]
    cookie = login(board)[1]
    number = re.search(r'name="number" value="(\d+)"', board.ask("/owner", headers={"Cookie": cookie})[2])
    assert number
    owner_does(board, cookie, "dismiss", table=A, number=number[1])
    until(lambda: not board.tables()[0]["alarms"], "no alarm")


def test_a_record_that_nobody_writes_or_computes_is_reported(
    board: BoardServer, record: Record, ingester: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "HEALTH", 0.0)
    beat(ingester, PROJECTOR)
    assert 'role="alert">\n</div>' in board.ask("/")[2]
    late = "UPDATE heartbeat SET beat_at = now() - interval '1 hour'"
    changes = {
        f"{late} WHERE name = '{PROJECTOR}'": "Results and leaderboards are those of",
        late: "Nothing recorded since",
        f"ALTER DATABASE {record.name} SET default_transaction_read_only = on": "The record is read-only",
    }
    for change, warning in changes.items():
        with psycopg.connect(record.url("admin"), autocommit=True) as admin:
            admin.execute(change)
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'quarterdeck_board'")
        until(lambda said=warning: said in board.ask("/")[2], warning)  # type: ignore[misc]


def test_a_game_set_aside_is_on_the_owners_page_and_in_the_figures(
    board: BoardServer, ingester: psycopg.Connection
) -> None:
    cookie = {"Cookie": login(board)[1]}
    assert "set aside" not in board.ask("/owner", headers=cookie)[2]
    send(ingester, EventRow(1, 1, 0, 5.0, '{"type":"<b>teleported"}'))
    project(ingester)
    beat(ingester, PROJECTOR)
    page = board.ask("/owner", headers=cookie)[2]
    assert "1 game set aside" in page
    assert re.search(r"<b>Window</b> Game 1: not an event that this version knows: .*&lt;b&gt;teleported", page)
    until(lambda: board.tables()[0]["events"] == 1, "the event")
    figures = {
        sample.name.removeprefix("quarterdeck_venue_"): sample.value
        for family in text_string_to_metric_families(board.ask("/metrics")[2])
        for sample in family.samples
    }
    assert figures.pop("recorded_timestamp_seconds") <= figures.pop("computed_timestamp_seconds")
    assert figures.pop("waiting_seconds") == 0
    assert figures.pop("troubles") > 0  # there is no backup
    assert figures.pop("trouble_since_timestamp_seconds") <= time()
    assert figures.pop("record_readable") == 1
    assert figures == {"tables": 2, "tables_online": 1, "events": 1, "alarms": 0, "games_set_aside": 1}


# the way in by HTTP


def post(board: BoardServer, body: bytes, table: str = A, password: str = "secret") -> tuple[int, str]:
    """Send a batch as a table does, and return status and text."""
    login = base64.b64encode(f"{table}:{password}".encode()).decode()
    status, _headers, text = board.ask("/api/venue/events", body, {"Authorization": f"Basic {login}"})
    return status, text


def letter(batch: Batch, venue: str = VENUE, table: str = A) -> bytes:
    """Return a batch as it is sent by HTTP."""
    return json.dumps({"venue": venue, "table": table, **json.loads(encode_batch(batch))}).encode()


@pytest.fixture
def door(board: BoardServer, record: Record) -> BoardServer:
    """A board at which table A is enrolled."""
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:
        connection.execute("UPDATE tray SET secret = %s WHERE table_id = %s", [secret_hash("secret"), A])
    return board


def test_a_batch_by_http_is_recorded_and_answered_with_the_cursor(
    door: BoardServer, ingester: psycopg.Connection
) -> None:
    for _again in range(2):
        status, text = post(door, letter(Batch(J, None, events(1, 3))))
        assert (status, decode_cursor(text.encode())) == (200, Cursor(J, 3, 0))
    assert ingester.execute("SELECT count(*) FROM event").fetchone() == (3,)


def test_http_refuses_in_one_sentence_and_records_nothing(door: BoardServer, ingester: psycopg.Connection) -> None:
    good = Batch(J, None, events(1, 3))
    future = letter(good).replace(b'"version": 1', b'"version": 2')
    answers = [
        (post(door, letter(good), password="wrong"), 401, "enrol the table again"),
        (post(door, letter(good), table=B), 401, "enrol the table again"),
        (post(door, letter(good), table="x"), 401, "enrol the table again"),
        (post(door, letter(good, table=B)), 403, "another table"),
        (post(door, letter(good, venue="elsewhere")), 403, "another venue"),
        (post(door, b"{"), 422, "not JSON"),
        (post(door, future), 422, "version 2"),
        (post(door, b" " * 300_000), 413, "too large"),
    ]
    for (status, text), expected, sentence in answers:
        assert (status, sentence in json.loads(text)["error"]) == (expected, True), text
    assert ingester.execute("SELECT count(*) FROM event").fetchone() == (0,)
    kinds = {kind for (kind,) in ingester.execute("SELECT kind FROM alarm").fetchall()}
    assert kinds == {"message", "foreign"}


def test_http_reports_a_read_only_record(door: BoardServer, record: Record) -> None:
    with psycopg.connect(record.url("admin"), autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {record.name} SET default_transaction_read_only = on")
    status, text = post(door, letter(Batch(K, None, events(1, 3))))
    assert (status, "read-only" in json.loads(text)["error"]) == (503, True)


def test_a_page_that_cannot_be_read_tries_again_and_promises_no_more(board: BoardServer, record: Record) -> None:
    record.drop()
    status, _headers, page = board.ask("/leaderboards")
    assert (status, 'http-equiv="refresh" content="5"' in page) == (503, True)
    assert "The record can’t be read right now. This page tries again by itself." in page
    assert 'http-equiv="refresh"' not in board.ask("/nowhere")[2].replace("<noscript>", "")
    with psycopg.connect(record.server.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {record.name} TEMPLATE venue_template")
    assert board.ask("/leaderboards")[0] == 200


@pytest.mark.browser
def test_a_phone_for_which_there_is_no_time_asks_again(board: BoardServer, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{board.port}/night")
    page.locator("body[data-link=live]").wait_for()
    asked: list[int] = []

    def answer(route: Route) -> None:
        asked.append(len(asked))
        route.fulfill(status=429, body="later") if len(asked) == 1 else route.continue_()

    page.route("**/night", answer)
    with psycopg.connect(board.settings.record.owner, autocommit=True) as owner:
        open_night(owner, [planned("single", "pig")])
    page.get_by_text("Sign up").first.wait_for()
    assert len(asked) == 2
    context.close()


# in a browser


@pytest.mark.browser
def test_nothing_shuts_people_out_of_the_pages(
    board: BoardServer, ingester: psycopg.Connection, browser: Browser
) -> None:
    play(ingester, 300)
    address = f"http://127.0.0.1:{board.port}"
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}/owner")
    page.fill("input[type=password]", PASSWORD)
    page.click("main button")
    night = ("/owner", "/", "/leaderboards?period=all", f"/table/{A}", "/tv")
    for theme, path in (*(("night", path) for path in night), ("day", "/owner"), ("day", "/")):
        context.add_cookies([{"name": "theme", "value": theme, "url": address}])
        page.goto(address + path)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    assert "Password" not in page.content()
    assert errors == []
    context.close()


@pytest.mark.browser
def test_a_page_follows_shows_no_revoked_table_and_says_when_it_is_cut_off(
    board: BoardServer, ingester: psycopg.Connection, record: Record, browser: Browser
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{board.port}/")
    tile = page.locator(f"#tile-{B}")
    assert "Last seen" in tile.inner_text()
    show(ingester, {B: Sign(STATE, True)})
    page.locator(f"#tile-{B} .sentence", has_text="Ann has 3").wait_for()
    for revoked_at, there in (("now()", 0), ("NULL", 1)):
        with psycopg.connect(record.url("admin")) as admin:
            admin.execute(f"UPDATE tray SET revoked_at = {revoked_at} WHERE table_id = '{B}'")
            notify(admin, {B})
        expect(tile).to_have_count(there)
        assert {one["id"] for one in board.tables()} == {A, *[B][:there]}
        assert board.ask(f"/table/{B}")[0] == (200 if there else 404)
    context.set_offline(True)
    board.__exit__()
    page.locator("#lost", has_text="Connection lost").wait_for()
    context.close()


def test_one_address_cannot_take_all_streams(board: BoardServer) -> None:
    connections = [HTTPConnection("127.0.0.1", board.port, timeout=20) for _stream in range(MOST_OF_ONE)]
    for connection in connections:
        connection.request("GET", "/stream")
        assert connection.getresponse().status == 200
    status, _headers, text = board.ask("/stream")
    assert (status, "as many viewers" in text) == (503, True)
    for connection in connections:
        connection.close()
    until(lambda: board.app.state.feed.streams == 0, "the places are free again")
