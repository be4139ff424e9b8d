"""What every answer of the web application carries."""

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web
from table import Mode
from tests.web import moments
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance


@pytest.fixture
def client(table: ScriptedTable) -> FlaskClient:
    return create_app(table).test_client()


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/page.css", "/static/page.js", "/nowhere"])
def test_every_answer_is_guarded(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert path.startswith("/static") or headers["Cache-Control"] == "no-store"


def test_health_names_the_run_its_mode_and_why_the_camera_is_lost(client: FlaskClient, table: ScriptedTable) -> None:
    told = {"ok": True, "boot": "one", "revision": 1, "mode": "waiting", "streams": 0, "buttons": False, "lamps": False}
    assert client.get("/healthz").json == told | {"trouble": [], "reached": []}
    table.show(replace(table.snapshot(), mode=Mode.LOST, camera_why="There is no camera at /dev/video0."))
    health = client.get("/healthz").json or {}
    assert (health["mode"], health["why"]) == ("lost", "There is no camera at /dev/video0.")


def figures(streams: int) -> str:
    return f"quarterdeck_streams {streams}\n"


def test_figures_are_for_the_local_network(table: ScriptedTable) -> None:
    client = create_app(table, Appliance(metrics=figures)).test_client()
    for address in ("8.8.8.8", "2001:4860:4860::8888", ""):
        assert client.get("/metrics", environ_base={"REMOTE_ADDR": address}).status_code == 404, address
    for address in ("127.0.0.1", "192.168.1.20", "::ffff:10.0.0.7", "fe80::1%eth0"):
        answer = client.get("/metrics", environ_base={"REMOTE_ADDR": address})
        assert (answer.status_code, answer.text) == (200, "quarterdeck_streams 0\n"), address
        assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"


def test_a_failing_table_is_answered_with_a_page(table: ScriptedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the table fell over")

    monkeypatch.setattr(table, "snapshot", fail)
    app = create_app(table)
    app.logger.disabled = True
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text


def needed_by(script: Path) -> set[Path]:
    """That script, and all that it imports."""
    imported = re.findall(r'^import (?:.* from )?"./(.*)";$', script.read_text("utf-8"), re.MULTILINE)
    return {script}.union(*(needed_by(script.parent / name) for name in imported))


STATIC = Path(web.__file__).parent / "static"
"""Where the styles, the scripts and the drawings are."""


def weight(page: str) -> int:
    """How many bytes that page takes over the air, with its styles, its drawing and all its scripts."""
    [styles] = re.findall(r'href="/static/\w+/([\w+-]+)\.css"', page)
    joined = create_app(ScriptedTable(moments.WAITING)).test_client().get(f"/static/{styles}.css").data
    scripts = set().union(*(needed_by(STATIC / name) for name in re.findall(r'src="/static/\w+/([\w-]+\.js)"', page)))
    drawings = [path.read_bytes() for path in STATIC.glob("*.svg") if path.name in page]
    parts = [page.encode(), joined, *drawings, *(script.read_bytes() for script in scripts)]
    return sum(len(gzip.compress(part)) for part in parts)


@pytest.mark.parametrize("path", ["/", "/tv", "/?help=advice"])
def test_the_fullest_table_weighs_less_than_thirty_five_kilobytes(path: str) -> None:
    for snapshot in (moments.TWENTY_PLAYERS, moments.EIGHT_SHEETS, moments.OVER):
        assert weight(create_app(ScriptedTable(snapshot)).test_client().get(path).text) < 35_000


def test_at_the_helm_it_weighs_less_than_forty_five_kilobytes() -> None:
    page = create_app(ScriptedTable(moments.TWENTY_PLAYERS)).test_client().get("/").text
    at_helm = page.replace("+result+", "+result+helm+").replace("/page.js", "/page-at-helm.js")
    assert weight(page) + 5_000 < weight(at_helm) < 45_000


def test_with_sound_it_weighs_less_than_seventy_five_kilobytes_and_nothing_of_it_without() -> None:
    page = create_app(ScriptedTable(moments.TWENTY_PLAYERS)).test_client().get("/?sound=caller").text
    sound = [needed_by(STATIC / name) for name in ("sound.js", "buzz.js")]
    scripts = set[Path]().union(*sound)
    assert {path.name for path in scripts} == {"buzz.js", "caller.js", "effects.js", "sound.js", "volumes.js"}
    assert not scripts & needed_by(STATIC / "page.js")
    assert weight(page) + sum(len(gzip.compress(path.read_bytes())) for path in scripts) < 75_000
