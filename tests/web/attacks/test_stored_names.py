"""Names that are stored, and shown to everybody from then on."""

import json
import re
import uuid
from html.parser import HTMLParser
from pathlib import Path

from engine import Rolled, Started, Stopped
from tests.web import played
from tests.web.access.test_guard import READING
from tests.web.api.conftest import Bridge, bridge_of
from tests.web.api.contract import Held
from web.app import create_app
from web.appliance import Appliance

NASTY = (
    "<script>alert(1)</script>",
    "</title><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    "]]><!--<img src=x>",
    "{{7*7}}${7*7}",
    "=HYPERLINK(1)",
    "a\u2028b",
    "x: y; z=1",
    "../../etc",
    "\u202eevil",
)
"""Names that somebody may have when a game is begun."""


class Elements(HTMLParser):
    """The elements of a page, and the attributes that would run something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "script" and not (told.get("src") or "").startswith("/static/"):
            self.runs.append(tag)
        self.runs += [f"{tag} {name}" for name, _ in attrs if name.startswith("on")]
        self.runs += [f"{tag} {value}" for value in told.values() if (value or "").startswith("javascript:")]
        if tag == "img" and not (told.get("src") or "/").startswith("/"):
            self.runs.append(f"{tag} {told['src']}")


def test_a_name_is_text_wherever_it_is_stored_and_shown(tmp_path: Path) -> None:
    start = Started("dice-game-depot", NASTY[:4], NASTY[0])
    games = ((1_790_000_000.0, played.ship(3, NASTY[:5])), (1_790_000_000.0, played.yahtzee(3, NASTY[5:])))
    with bridge_of(tmp_path, start, Rolled((6, 5, 4, 3, 3)), Stopped(), Rolled((6, 5, 4, 3, 3))) as bridge:
        archive = played.PlayedGames(*games)
        bridge.app = create_app(
            bridge.table.board, Appliance(bridge.table.board, codes=bridge.codes, guests=lambda: NASTY, archive=archive)
        )
        bridge.app.test_client_class = Held
        hand = bridge.hand()
        rules = {"name": NASTY[0], "preset": "rounds", "options": {}, "key": uuid.uuid4().hex}
        assert hand.post("/api/house-rules", json=rules).status_code == 200
        seen = 0
        pages = [
            *READING,
            "/log/2",
            "/log/2/9",
            "/dice?game=1",
            "/helm/rolls/1/0",
            "/helm/games/variants?preset=rounds",
        ]
        pages += re.findall(r'href="(/players/[^"]+)"', hand.get("/players").text)
        for path in pages:
            if path in ("/stream", "/api/events"):
                continue
            answer = hand.get(path)
            if answer.mimetype == "text/html":
                assert Elements(answer.text).runs == [], path
                assert "\u202e" not in re.sub("<[^>]*>", "", answer.text), path
                seen += "alert(1)" in answer.text
            elif answer.mimetype == "application/json":
                assert answer.json is not None
            answer.close()
        assert seen >= 8
        assert all(hand.get(path).status_code == 200 for path in pages[-len(NASTY) :])


def test_a_game_that_is_taken_along_is_a_file_and_no_page(bridge: Bridge) -> None:
    hand = bridge.hand()
    bridge.ask(hand, "/api/moves", do="rename", player="Mia", name='x"; filename="evil.html')
    taken = hand.get("/helm/box/game")
    assert taken.headers["Content-Disposition"] == 'attachment; filename="quarterdeck-game.json"'
    assert (taken.mimetype, taken.headers["X-Content-Type-Options"]) == ("application/json", "nosniff")
    assert json.loads(taken.data)["events"][-1]["name"] == 'x"; filename="evil.html'
