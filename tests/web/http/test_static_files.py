"""The files of the page: kept for good where their build is named, looked at again where it is not."""

import gzip

import pytest
from flask.testing import FlaskClient

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.static_files import BUILD, FOLDER

GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(ScriptedTable(WAITING)).test_client()


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


@pytest.mark.parametrize("name", sorted(PATHS))
def test_a_file_is_the_same_packed_and_plain(client: FlaskClient, name: str) -> None:
    packed, plain = client.get(f"/static/{name}", headers=GZIP), client.get(f"/static/{name}")
    assert plain.data == PATHS[name].read_bytes()
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize("headers", [GZIP, {}])
def test_a_file_that_is_known_is_not_sent_again(client: FlaskClient, headers: dict[str, str]) -> None:
    tag = client.get("/static/page.js", headers=headers).headers["ETag"]
    again = client.get("/static/page.js", headers={**headers, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Vary"] == "Accept-Encoding"


def test_several_styles_are_one_answer_in_their_order(client: FlaskClient) -> None:
    joined = client.get("/static/theme+page.css").data
    assert joined == (FOLDER / "theme.css").read_bytes() + b"\n" + (FOLDER / "page.css").read_bytes()


@pytest.mark.parametrize(
    "name",
    ["nowhere.css", "page.css+theme.css", "page+page.css", "+page.css", "page+no.css", "page", "..css", "+"],
)
def test_what_is_no_file_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_every_file_that_a_page_asks_for_is_one_of_this_build(client: FlaskClient) -> None:
    html = client.get("/").text
    assert f'href="/static/{BUILD}/theme+page+parts+emblem+tray+score+sheet+help+result+joining+screens.css"' in html
    assert html.count('"/static/') == html.count(f'"/static/{BUILD}/')
