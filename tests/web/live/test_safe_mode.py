"""The page of safe mode."""

import pytest

from engine.i18n import gettext as _
from web.live.safe_mode import create_safe_app

APP = create_safe_app("The journal <b>cannot</b> be written.", ["Make room.", "Start again."])


@pytest.mark.parametrize("path", ["/", "/stream", "/any/thing"])
def test_it_says_what_is_wrong_and_what_to_do_whatever_is_asked_for(path: str) -> None:
    answer = APP.test_client().get(path)
    assert answer.status_code == 200
    assert "The journal &lt;b&gt;cannot&lt;/b&gt; be written." in answer.text
    assert "<li>Make room.</li>\n<li>Start again.</li>" in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_it_speaks_the_language_of_who_looks() -> None:
    app = create_safe_app(_("ROLL was held while the table started."), [])
    assert "Beim Start war ROLL gedrückt." in app.test_client().get("/", headers={"Accept-Language": "de"}).text


def test_it_is_styled_and_looks_again_by_itself() -> None:
    assert 'http-equiv="refresh"' in APP.test_client().get("/").text
    with APP.test_client().get("/static/page.css") as style:
        assert style.status_code == 200


def test_a_program_can_tell_it_from_a_table() -> None:
    health = APP.test_client().get("/healthz").json
    assert health == {"ok": False, "mode": "safe", "why": "The journal <b>cannot</b> be written."}
