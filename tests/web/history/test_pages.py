"""The pages of the log: what is on them, by link and without scripts."""

import re
from collections.abc import Sequence
from datetime import datetime
from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from engine import Corrected, Event, Rolled, Started, Stopped
from tests.web import played
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.history.addresses import key_of
from web.services.archive import Archive, ArchivedGame, Record

EVENING = datetime(2026, 11, 20, 21).timestamp()
START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
WON: tuple[Event, ...] = (
    START,
    Rolled((6, 5, 4, 6, 6)),
    Stopped(),
    Rolled((6, 5, 3, 1, 1)),
    Rolled((4, 1, 1)),
    Stopped(),
)
HOSTILE = (
    "<b>Mia</b>",
    "‮evil",
    "a/b?c#d",
    "..",
    "👨‍👩‍👧‍👦",
    "W" * 60,
    "\"'><script>alert(1)</script>",
    "{{ 7*7 }}",
)


def client_of(archive: played.PlayedGames | Archive) -> FlaskClient:
    return create_app(ScriptedTable(WAITING), Appliance(archive=archive)).test_client()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """A log of a game that was won, one with hostile names, one of Yahtzee, one without a date, one that is on."""
    return client_of(
        played.PlayedGames(
            (EVENING, WON),
            (EVENING + 3600, played.ship(3, HOSTILE)),
            (EVENING + 86400, played.yahtzee(1)),
            (0.0, WON),
            (EVENING + 90000, (*WON[:3], Corrected(1, (6, 5, 4, 6, 5)))),
            last_is_open=True,
        )
    )


def text_of(page: str) -> str:
    """What is read on the page, without tags and without the marks around names."""
    plain = unescape(re.sub(r"<[^>]+>", " ", page.split("</header>")[1]))
    return " ".join(re.sub("[\u2066-\u2069]", "", plain).split())


def test_games_are_listed_by_evening_the_open_one_first_and_the_undated_last(client: FlaskClient) -> None:
    text = text_of(client.get("/log").text)
    places = [text.index(word) for word in ("In progress", "Saturday, 21 November 2026", "Friday, 20", "Undated")]
    assert places == sorted(places)
    assert "The table’s clock wasn’t set" in text


def test_a_finished_game_stands_under_its_evening_while_it_is_on_the_table() -> None:
    text = text_of(client_of(played.PlayedGames((EVENING, WON), last_is_open=True)).get("/log").text)
    assert "In progress" not in text
    assert "Friday, 20 November 2026" in text


def test_every_link_in_the_log_leads_somewhere(client: FlaskClient) -> None:
    seen, waiting = set(), ["/log", "/players", "/board", "/dice"]
    while waiting:
        path = waiting.pop()
        if path in seen or re.fullmatch(r"/log/\d+/\d\d+", path):
            continue
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        links = map(unescape, re.findall(r'href="(/(?:log|players|board|dice)[^"]*)"', answer.text))
        waiting += [link for link in links if link not in seen]
    assert len(seen) > 60
    assert {f"/players/{quote(key_of(name))}" for name in HOSTILE} <= seen


def test_a_game_is_replayed_by_links_alone(client: FlaskClient) -> None:
    path, seen = "/log/1/0", []
    while True:
        page = client.get(path).text
        seen.append(path)
        forward = re.search(r'rel="next" href="([^"]+)"', page)
        if not forward:
            break
        path = forward[1]
    assert seen == [f"/log/1/{number}" for number in range(len(WON))]
    assert "Mia wins with 12." in text_of(page)
    assert 'rel="prev"' in page
    assert 'rel="next"' not in page


def test_a_step_shows_dice_words_and_state(client: FlaskClient) -> None:
    text = client.get("/log/1/1").text
    faces = re.findall(r'<svg class="face" role="img" aria-label="(\d)"', text)[:5]
    assert faces == list("65466")
    assert "Midnight!" in text_of(text)
    assert "Roll 2 of 3" in text_of(text)
    assert "On the tray" in text_of(client.get("/log/3/2").text)


def test_a_correction_is_shown_as_such(client: FlaskClient) -> None:
    game, step = text_of(client.get("/log/5").text), text_of(client.get("/log/5/3").text)
    assert "corrected at step 3" in game
    assert "Game in progress, as of when" in game
    assert "Correction Mia’s roll was corrected" in step
    assert "This roll was corrected later." in text_of(client.get("/log/5/1").text)


def test_a_players_figures_are_told(client: FlaskClient) -> None:
    text = text_of(client.get("/players/Mia").text)
    for figure in ("Games 2", "Wins 2", "Qualified 100% of 2 turns", "Average cargo 12.0", "Best turn 12"):
        assert figure in text
    assert "Luck per game +7.9" in text


def test_the_board_of_an_evening_leads_to_the_one_before(client: FlaskClient) -> None:
    latest = client.get("/board?of=evening").text
    assert "Saturday, 21 November 2026" in latest
    assert 'rel="prev" href="/board?of=evening&amp;day=2026-11-20"' in latest


def test_dice_are_judged_of_all_time_an_evening_and_a_game(client: FlaskClient) -> None:
    thrown = [
        int(re.findall(r"(\d+) dice rolled", text_of(client.get(path).text))[0])
        for path in (
            "/dice",
            "/dice?of=evening&day=2026-11-20",
            "/dice?game=1",
        )
    ]
    assert thrown[0] > thrown[1] > thrown[2] == 13


NOT_THERE = """
    /log/99 /log/1/6 /log/1/99 /log?page=0 /log?page=2 /log?page=x /players/nobody /players/~AAA /board?of=week
    /board?of=evening&day=2026-11-19 /board?of=evening&day=soon /dice?game=99 /dice?game=x
"""


def test_what_is_not_there_is_a_page_that_says_so(client: FlaskClient) -> None:
    assert {
        path: client.get(path).status_code for path in NOT_THERE.split() if client.get(path).status_code != 404
    } == {}
    assert "That game has fewer steps" in client.get("/log/1/99").text


def test_where_nothing_is_or_a_log_is_behind_a_sentence_says_so() -> None:
    class Behind(Archive):
        is_behind = True

    empty, behind = client_of(Archive()), client_of(Behind())
    for path in ("/log", "/players", "/board", "/board?of=evening", "/dice", "/dice?of=month"):
        text = text_of(empty.get(path).text)
        assert re.search(r"No (finished )?(games|dice)", text), path
        assert "aren’t loaded yet" not in text
        assert "aren’t loaded yet" in text_of(behind.get(path).text), path


def test_long_lists_have_pages() -> None:
    class Many(Archive):
        def listed(self, start: int, most: int, _latest: int) -> tuple[Sequence[Record], int]:
            return [Record(number, None) for number in range(2000 - start, max(2000 - start - most, 0), -1)], 2000

    client = client_of(Many())
    assert "Page 50 of 50" in client.get("/log?page=50").text
    assert client.get("/log?page=51").status_code == 404
    assert "needs a newer version" in client.get("/log").text


def test_charts_have_titles_descriptions_and_the_same_in_figures(client: FlaskClient) -> None:
    for path in ("/dice", "/players/Mia", "/log/3"):
        page = client.get(path).text
        charts = re.findall(r'<figure class="chart.*?</figure>', page, re.DOTALL)
        assert charts, path
        for chart in charts:
            ids = re.findall(r'aria-labelledby="(\S+) (\S+)"', chart)[0]
            assert all(f'id="{one}"' in chart for one in ids)
            assert "<title" in chart
            assert "<desc" in chart


def test_a_game_of_yahtzee_shows_how_the_totals_grew(client: FlaskClient) -> None:
    page = client.get("/log/3").text
    assert page.count('class="line way-') == 8, "in both charts two players, each in the chart and in its key"
    last = re.findall(
        r'<tr><th scope="row" class="number">13</th><td class="number">(\d+)</td><td class="number">(\d+)', page
    )
    totals = sorted(int(total) for total in re.findall(r'<td class="number"><b>(\d+)</b></td>', page))
    assert sorted(map(int, last[0])) == totals
    assert "Score chart" not in client.get("/log/1").text


def test_a_game_without_figures_is_shown_under_its_rules_and_one_that_cannot_be_played_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    archive = played.PlayedGames((EVENING, played.ship(1, preset="ship-of-fools")))
    client = client_of(archive)
    assert "Ship of Fools to 21 · Friday, 20 November 2026" in text_of(client.get("/log/1").text)
    monkeypatch.setattr(archive, "record", lambda _number: None)
    assert "Ship of Fools to 21 · Undated" in text_of(client.get("/log/1").text)
    monkeypatch.setattr(archive, "game", lambda _number: ArchivedGame(1, None, (START, Stopped()), (0.0, 0.0)))
    assert client.get("/log/1").status_code == 404
