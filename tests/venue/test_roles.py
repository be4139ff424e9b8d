"""Who may open which page and send which form: everybody, the host, the owner. Every route is asked."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from starlette.routing import Route

from engine.link_protocol import LinkState
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_night_pages import PASSWORD, A, Phone, host_of
from venue.board.owner import Logins, keep_password
from venue.record.live import Sign, beat, show
from venue.record.night_rows import read_night

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


def test_a_login_ends_after_its_time() -> None:
    now = [0.0]
    logins = Logins(lambda: now[0])
    host, owner = logins.begin("host"), logins.begin("owner")
    assert (logins.role(host), logins.role(owner), logins.role("x"), logins.role(None)) == ("host", "owner", None, None)
    now[0] = 12 * 3600 + 1
    assert (logins.role(host), logins.role(owner)) == (None, None)


@pytest.mark.parametrize("what", ["nothing", "choose", "dismiss"])
def test_what_the_owner_can_not_do_is_said(board: BoardServer, what: str) -> None:
    status, page = host_of(board).does(f"/owner/{what}")
    assert (status, "There’s no such action: reload the page." in page) == (422, True)
