"""Who may open which page and send which form: everybody, the host, the owner. Every route is asked."""

import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from itsdangerous import TimestampSigner
from starlette.routing import Route

from engine.link_protocol import LinkState
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_night_pages import PASSWORD, A, Phone, host_of
from venue.board.owner import ROLES, Logins, keep_password
from venue.errors import Rejected
from venue.record.live import Sign, beat, show
from venue.record.night_rows import read_night
from venue.settings import RecordSection

HOSTS = "staple battery"
ALL = {
    "GET /", "GET /tv", "GET /table/{table}", "GET /leaderboards", "GET /night", "GET /night.svg", "GET /season",
    "GET /season.csv", "GET /stream", "GET /static/{name}", "GET /api/tables", "GET /api/leaderboards",
    "GET /api/moments", "GET /metrics", "GET /healthz", "POST /night/{what}", "POST /owner/login", "POST /owner/logout",
    "POST /api/venue/events", "GET /api/venue/packages/{digest}",
}  # fmt: skip
HOST = {"GET /host", "POST /host/{what}"}
OWNER = {"GET /owner", "GET /owner/health", "GET /owner/{name}.csv", "POST /owner/{what}", "POST /owner/package",
    "POST /owner/wave"}  # fmt: skip
FILLED = {"{table}": A, "{what}": "draw", "{name}.csv": "results.csv", "{name}": "board.css"}


@pytest.fixture
def board(record: Record, ingester: psycopg.Connection, tmp_path: Path) -> Iterator[BoardServer]:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    show(ingester, {A: Sign(LinkState("Window"), True)})
    with BoardServer(settings_of(record, tmp_path)) as server:
        until(lambda: len(server.tables()) == 1, "the table is shown")
        yield server


def logged_in(board: BoardServer) -> dict[str, Phone]:
    """Return a phone of each role."""
    owner, host = host_of(board), Phone(board)
    assert owner.does("/owner/host", password=HOSTS)[0] == 303
    assert host.does("/owner/login", password=HOSTS)[0] == 303
    return {"nobody": Phone(board), "host": host, "owner": owner}


def test_every_route_asks_for_its_role(board: BoardServer) -> None:
    routes = {
        f"{'POST' if 'POST' in (one.methods or ()) else 'GET'} {one.path}"
        for one in board.app.routes
        if isinstance(one, Route)
    }
    assert routes == ALL | HOST | OWNER, "each route is in one of the three lists"
    refused = {}
    for role, phone in logged_in(board).items():
        for route in routes - {"GET /stream", "POST /owner/logout", "POST /owner/login"}:
            method, path = route.split()
            for place, value in FILLED.items():
                path = path.replace(place, value)
            if method == "GET":
                status, page = 200, phone.sees(path)
            else:
                status, page = phone.does(path)
            if 'name="password" required autocomplete="current-password"' in page:
                refused[role, route] = status
            else:
                assert status in (200, 303, 401, 422), (role, route, status)
    assert refused == {
        (role, route): 200 if route.startswith("GET") else 403
        for role, routes in {"nobody": HOST | OWNER, "host": OWNER}.items()
        for route in routes
    }


def test_the_host_runs_a_night_and_nothing_else(board: BoardServer, owner: psycopg.Connection) -> None:
    host = logged_in(board)["host"]
    assert host.does("/host/open", format="single", rules="pig", minutes="5")[0] == 303
    assert host.does("/host/enter", player="Ann")[0] == 303
    night = read_night(owner)
    assert night
    assert list(night.roster) == ["Ann"]
    for what, fields in (
        ("name", {"table": A, "name": "Mine"}),
        ("merge", {"player": "Ann", "name": "Ben"}),
        ("host", {"password": "another one"}),
    ):
        assert host.does(f"/owner/{what}", **fields)[0] == 403
    assert board.tables()[0]["name"] == "Window"
    assert owner.execute("SELECT count(*) FROM alias").fetchone() == (0,)


def test_another_password_ends_the_logins_of_hosts_and_short_ones_are_refused(board: BoardServer) -> None:
    phones = logged_in(board)
    status, page = phones["owner"].does("/owner/host", password="short")
    assert (status, "A password has 8 characters at least." in page) == (422, True)
    assert "Log out" in phones["host"].sees("/host")
    assert phones["owner"].does("/owner/host", password="quite another one")[0] == 303
    assert "Log out" not in phones["host"].sees("/host")
    assert phones["host"].does("/owner/login", password=HOSTS)[0] == 403
    assert "Log out" in phones["owner"].sees("/owner"), "the owner stays"
    assert phones["host"].does("/owner/logout")[0] == 303


def test_there_is_no_host_before_the_owner_has_set_one(board: BoardServer) -> None:
    for password in ("", "null", "{}", HOSTS):
        assert Phone(board).does("/owner/login", password=password)[0] == 403


def test_logins_outlive_the_board_and_end_with_their_password_and_at_a_logout(board: BoardServer) -> None:
    phones = logged_in(board)
    with BoardServer(board.settings) as again:
        ours = {role: Phone(again) for role in phones}
        for role, phone in ours.items():
            phone.head = dict(phones[role].head)
        assert "Log out" in ours["host"].sees("/host")
        assert "Log out" in ours["owner"].sees("/owner")
        left = dict(ours["owner"].head)
        assert ours["owner"].does("/owner/logout")[0] == 303
        ours["owner"].head = left | {"cookie": left["cookie"] + "!"}
        assert "Log out" not in ours["owner"].sees("/owner"), "with what a decoder skips at its end, too"
        assert "Log out" not in phones["owner"].sees("/owner"), "nor at the first board, or after another start"
        assert phones["owner"].does("/owner/login", password=PASSWORD)[0] == 303
        assert "Log out" in phones["owner"].sees("/owner")
        keep_password(board.settings.folder, "quite another one")
        assert "Log out" not in phones["owner"].sees("/owner")
        assert "Log out" in ours["host"].sees("/host")


@pytest.mark.parametrize("kept", ["", "{", "[]", "{}", "é", "[" * 9999])
def test_without_a_password_or_with_a_rotten_one_nobody_logs_in(tmp_path: Path, kept: str) -> None:
    (tmp_path / "owner.json").write_text(kept, "utf-8")
    logins = Logins(tmp_path, RecordSection("", "", ""))
    with pytest.raises(Rejected, match="No password is set: run quarterdeck venue owner"):
        logins.begin(PASSWORD)
    assert logins.role(TimestampSigner(kept or "x", digest_method=sha256).sign("owner.0").decode()) is None


def test_a_login_ends_after_its_time(board: BoardServer, monkeypatch: pytest.MonkeyPatch) -> None:
    logged_in(board)
    logins = Logins(board.settings.folder, board.settings.record)
    tokens = [logins.begin(password)[1] for password in (PASSWORD, HOSTS)]
    assert [logins.role(token) for token in tokens] == list(ROLES)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 12 * 3600 + 2)
    assert [logins.role(token) for token in tokens] == [None, None]
    monkeypatch.setattr(time, "time", lambda: now - 24 * 3600)
    assert [logins.role(token) for token in tokens] == list(ROLES), "the clock was set back"


def test_no_login_is_made_by_hand(board: BoardServer) -> None:
    """Before the host has a password, too."""
    logins = Logins(board.settings.folder, board.settings.record)
    token = logins.begin(PASSWORD)[1]
    claim, when, signature = token.rsplit(".", 2)
    made = [
        "", ".", "owner", "owner.", "owner...", "host.0.0.", f"x.0.{when}.{signature}", f"{claim}.{when}.",
        f"{claim}.{when}.{signature[:-1]}", f"{claim}0.{when}.{signature}", f"{token}.",
        token.replace("owner", "host"), f"host.{token}",
    ]  # fmt: skip
    assert logins.role(token) == "owner"
    assert [logins.role(one) for one in made] == [None] * len(made)


@pytest.mark.parametrize("what", ["nothing", "choose", "dismiss"])
def test_what_the_owner_can_not_do_is_said(board: BoardServer, what: str) -> None:
    status, page = host_of(board).does(f"/owner/{what}")
    assert (status, "There’s no such action: reload the page." in page) == (422, True)
