"""What is sent: compressed for who takes it; files kept where their build is named; streams as they are."""

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.static_files import BUILD, COMMENT, FOLDER, build_of

GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(ScriptedTable(WAITING), heartbeat=0.01).test_client()


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        (f"/static/{BUILD}/page.css", "public, max-age=31536000, immutable"),
        ("/static/0123456789ab/page.css", "no-cache"),
        ("/static/page.css", "no-cache"),
    ],
)
def test_only_a_file_of_this_build_is_kept_for_good(client: FlaskClient, path: str, kept: str) -> None:
    assert client.get(path).headers["Cache-Control"] == kept


PATHS = {path.name: path for path in FOLDER.rglob("*") if path.is_file()}


def test_the_build_is_that_of_the_sources(tmp_path: Path) -> None:
    """Another program that starts beside this one writes bytecode, and renames it."""
    (tmp_path / "__pycache__").mkdir()
    source = tmp_path / "_part.html"
    source.write_text("Roll")
    build = build_of(tmp_path)
    (tmp_path / "__pycache__" / "page.cpython-311.pyc.140121573631440").symlink_to("renamed")
    (tmp_path / "__pycache__" / "page.cpython-311.pyc.1").write_bytes(b"half")
    assert build_of(tmp_path) == build
    source.write_text("Stand")
    assert build_of(tmp_path) != build


def test_a_file_is_the_same_packed_and_plain(client: FlaskClient) -> None:
    for name, path in PATHS.items():
        packed, plain = client.get(f"/static/{name}", headers=GZIP), client.get(f"/static/{name}")
        assert plain.data == (COMMENT.sub(b"", path.read_bytes()) if path.suffix == ".css" else path.read_bytes()), name
        assert gzip.decompress(packed.data) == plain.data, name
        assert packed.headers["Content-Encoding"] == "gzip", name
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert packed.headers["ETag"] != plain.headers["ETag"], name


@pytest.mark.parametrize("headers", [GZIP, {}])
def test_a_file_that_is_known_is_not_sent_again(client: FlaskClient, headers: dict[str, str]) -> None:
    tag = client.get("/static/page.js", headers=headers).headers["ETag"]
    again = client.get("/static/page.js", headers={**headers, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Vary"] == "Accept-Encoding"


def test_several_styles_are_one_answer_in_their_order(client: FlaskClient) -> None:
    joined = client.get("/static/theme+page.css").data
    assert joined == b"\n".join(client.get(f"/static/{name}.css").data for name in ("theme", "page"))
    assert b"/*" not in joined


@pytest.mark.parametrize(
    "name",
    ["nowhere.css", "page.css+theme.css", "page+page.css", "+page.css", "page+no.css", "page", "..css", "+"],
)
def test_what_is_no_file_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_every_file_that_a_page_asks_for_is_one_of_this_build(client: FlaskClient) -> None:
    html = client.get("/").text
    assert (
        f'href="/static/{BUILD}/theme+page+parts+emblem+tray+score+tiles+sheet+help+result+joining+screens.css"' in html
    )
    assert html.count('"/static/') == html.count(f'"/static/{BUILD}/')


@pytest.mark.parametrize("path", ["/", "/tv", "/api/state", "/api/openapi.json", "/nowhere"])
def test_what_is_written_is_packed_for_who_takes_it(client: FlaskClient, path: str) -> None:
    packed, plain = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"}), client.get(path)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) == packed.content_length < len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br"])
def test_who_does_not_take_it_packed_is_sent_it_plain(client: FlaskClient, accepted: str) -> None:
    answer = client.get("/", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


@pytest.mark.parametrize("path", ["/stream", "/api/events"])
def test_a_stream_is_never_packed(client: FlaskClient, path: str) -> None:
    with client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=False) as answer:
        assert "Content-Encoding" not in answer.headers
        assert next(answer.iter_encoded()).startswith(b"id: ")
