"""What the page gives to be installed: manifest, icons, service worker and offline page, as they are sent."""

import json
import re
import struct

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.i18n import languages
from tests.web.install.icons import ICONS
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.static_files import BUILD, FOLDER
from web.live.safe_mode import create_safe_app

PATHS = {
    "/manifest.webmanifest": "application/manifest+json",
    "/service-worker.js": "text/javascript",
    "/offline": "text/html",
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(ScriptedTable(WAITING)).test_client()


@pytest.mark.parametrize("app", [create_app(ScriptedTable(WAITING)), create_safe_app("No disk.", ())])
def test_a_table_and_its_safe_mode_have_all_that_their_pages_name(app: Flask) -> None:
    client = app.test_client()
    for path, kind in PATHS.items():
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, kind)
    named = re.findall(r'<link rel="(?:manifest|apple-touch-icon)" href="(.*?)"', client.get("/").text)
    assert len(named) == 2
    assert [client.get(path).status_code for path in named] == [200, 200]


@pytest.mark.parametrize("language", languages())
def test_the_manifest_is_in_the_language_of_the_phone(client: FlaskClient, language: str) -> None:
    said = json.loads(client.get("/manifest.webmanifest", headers={"Accept-Language": language}).data)
    assert (said["lang"], said["name"], said["start_url"]) == (language, "Quarterdeck", "/")
    assert said["display"] == "standalone"
    assert said["theme_color"] == said["background_color"] == "#0a1322"


def test_each_icon_has_the_size_that_the_manifest_says(client: FlaskClient) -> None:
    icons = json.loads(client.get("/manifest.webmanifest").data)["icons"]
    assert {(one["sizes"], one["purpose"]) for one in icons} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in icons:
        answer = client.get(icon["src"])
        assert answer.mimetype == icon["type"] == "image/png"
        width, height = struct.unpack(">II", answer.data[16:24])
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.parametrize("name", ICONS)
def test_a_phone_that_cuts_an_icon_cuts_nothing_of_the_star(name: str) -> None:
    size, is_round = ICONS[name]
    drawn = cv2.imread(str(FOLDER / "icons" / f"{name}.png"), cv2.IMREAD_UNCHANGED)
    assert drawn is not None
    assert drawn.shape == (size, size, 4 if is_round else 3)
    rows, columns = np.nonzero(drawn[:, :, 2] > 100)  # brass, on a dark ground
    assert len(rows) > size
    assert np.hypot(rows - size / 2, columns - size / 2).max() < 0.4 * size
    assert (drawn[0, 0] == ([0, 0, 0, 0] if is_round else [0x22, 0x13, 0x0A])).all()


def test_the_worker_changes_with_what_its_page_shows() -> None:
    client = create_app(ScriptedTable(WAITING)).test_client(use_cookies=False)

    def text(cookies: str) -> str:
        return client.get("/service-worker.js", headers={"Cookie": cookies}).text

    texts = [text(cookies) for cookies in ("", "language=de", "theme=day", "sound=effects")]
    assert [re.findall('"(quarterdeck-.*?)"', one) for one in texts] == [
        [f"quarterdeck-{BUILD}-{look}"] for look in ("en-night", "de-night", "en-day", "en-night")
    ]
    assert "no-store" not in client.get("/service-worker.js").headers["Cache-Control"]
