"""The log of each game of turns: sentences, tables, figures and charts."""

import re
from datetime import datetime

import pytest
from flask.testing import FlaskClient

from engine import Event, Rolled, Started, Stopped, game_of, history_of
from engine.i18n import languages
from table.games import rulebook
from tests.engine.games.written import game
from tests.engine.turns.moves import move_of
from tests.web import played
from tests.web.games.logs import LOGS, preset_of, whole_game
from tests.web.games.test_every_game_shown import snapshot_of
from tests.web.history.test_pages import client_of, text_of
from web.games import KINDS, game_on_the_page
from web.games.page import GamePage
from web.history.charts import course_of
from web.history.replay import steps_of, told
from web.services.archive import ArchivedGame

Kept = move_of("bar-dice")
SetAside = move_of("threes")

EVENING = datetime(2026, 11, 20, 21).timestamp()
EACH = pytest.mark.parametrize("log", LOGS, ids=lambda log: log.kind)
MARKS = {ord("\N{FIRST STRONG ISOLATE}"): None, ord("\N{POP DIRECTIONAL ISOLATE}"): None}


def pages_of(*games: tuple[Event, ...]) -> FlaskClient:
    return client_of(played.PlayedGames(*((EVENING + 600 * number, one) for number, one in enumerate(games))))


def sentences(*events: Event, brief: bool = False) -> list[str]:
    steps = steps_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))))
    return [told(step, brief=brief).translate(MARKS) for step in steps]


def test_dice_set_aside_and_kept_are_told() -> None:
    assert sentences(Started("threes", ("Mia", "Jonas")), Rolled((3, 3, 1, 5, 6)), SetAside((3, 3)))[1:] == [
        "Mia rolls 3 3 1 5 6",
        "Mia sets 3 3 aside",
    ]
    hand = (Started("bar-dice", ("Mia", "Jonas")), Rolled((1, 1, 2, 5, 6)), Kept((1, 1)), Kept(()), Stopped())
    assert sentences(*hand) == [
        "Bar dice: Mia and Jonas start.",
        "Mia rolls 1 1 2 5 6",
        "Mia keeps 1 1",
        "Mia keeps nothing",
        "Mia stands",
    ]
    assert sentences(*hand, brief=True)[2] == "Mia keeps"


@EACH
def test_whole_games_have_their_pages_step_by_step_and_every_turn_is_in_one_bar_of_the_chart(log: GamePage) -> None:
    preset = preset_of(log)
    games = [whole_game(preset, seed) for seed in range(6)]
    begun = ((EVENING + 600 * number, one) for number, one in enumerate(games))
    archive = played.PlayedGames(*begun, looked_back=1)
    client = client_of(archive)
    for language in languages():
        for path in ("/log", "/log/1", "/players/Mia", "/players", "/board"):
            page = client.get(f"{path}?language={language}")
            assert page.status_code == 200
            assert "{" not in text_of(page.text)
    title = game_of(preset).title
    for path in ("/players", "/board", "/players/Mia"):
        assert title in text_of(client.get(path).text)
    assert re.search(r"(won with|won\.|won the roll-off|tied for|tie for)", text_of(client.get("/log/1").text))
    for chart in re.findall(r'<figure class="chart.*?</figure>', client.get("/players/Mia").text, re.DOTALL):
        assert "<title" in chart
        assert "<desc" in chart
    last = len(games[3]) - 1
    for number in (*range(0, last, max(1, last // 12)), last):
        assert client.get(f"/log/4/{number}").status_code == 200
    account = archive.accounts("Mia", 50)[log.kind]
    bars = log.score_chart(account)
    assert bars is not None
    assert sum(one.turns for one in bars.bins) == account.tally.turns > 0
    assert account.best is not None
    assert len({one.label for one in bars.bins}) == len(bars.bins) <= 8


def test_the_lowest_total_of_threes_is_the_best_and_comes_first() -> None:
    low, high = "33333 +33333", "66666 +66666"
    client = pages_of(
        tuple(game("threes", f"11111 +11111 {high}", "Mia Jonas").events),
        tuple(game("threes", f"{high} {low}", "Mia Jonas").events),
    )
    text = text_of(client.get("/players/Mia").text)
    assert "Average score 17.5 Best score 5" in text
    board = text_of(client.get("/board").text)
    assert "Jonas 1 — 2 15.0 0" in board
    assert "Mia 1 — 2 17.5 5" in board
    assert "Jonas won with 0." in text_of(client.get("/log/2").text)
    assert re.search(r"Jonas 0 .*Mia 30 ", text_of(client.get("/log/2").text))


def test_turns_of_pig_are_banked_or_lost() -> None:
    text = text_of(
        pages_of(tuple(game("pig", "6 6 6 6 6 6 . 1", "Mia Jonas", goal=25).events)).get("/players/Mia").text
    )
    assert "Turns banked 100% of 1 turn Average turn 36.0 Best turn 36" in text


def test_a_game_of_lives_is_won_with_those_left() -> None:
    client = pages_of(tuple(game("bar-dice", "11111 . 22222", "Mia Jonas", lives=1).events))
    text = text_of(client.get("/log/1").text)
    assert "Mia won with 1 life left." in text
    assert "Hands" in text
    assert re.search(r"Luck .*%", text)


def test_totals_of_pig_grow_turn_by_turn() -> None:
    events = tuple(game("pig", "6 . 5 . 1 4 . 6 6 6 6 . 1", "Mia Jonas", goal=25).events)
    steps = steps_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))))
    found = course_of(steps, KINDS["pig"])
    assert found is not None
    assert (found.names, found.totals) == (("Mia", "Jonas"), ((0, 6, 6, 30), (0, 5, 9, 9)))
    assert found.texts.heading == "Turn"


def test_lives_of_bar_dice_go_round_by_round() -> None:
    events = tuple(game("bar-dice", "11111 . 22222 22222 . 11111", "Mia Jonas", lives=2).events)
    steps = steps_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))))
    found = course_of(steps, KINDS["bar_dice"])
    assert found is not None
    assert found.totals == ((2, 2, 2), (2, 1, 0))


@pytest.mark.parametrize(
    ("preset", "needed"), [("midnight", "You need"), ("farkle", "Last chance"), ("pig", "Last chance")]
)
def test_nothing_is_needed_once_the_game_is_over(preset: str, needed: str) -> None:
    events, log = whole_game(preset, 1), KINDS[game_of(preset).kind]
    shown = [[str(fact.text) for fact in log.board(snapshot_of(events[:count])).facts] for count in (-1, None)]
    assert rulebook(history_of(events).state).is_over(history_of(events).state)
    assert [any(text.startswith(needed) for text in facts) for facts in shown] == [True, False]


def test_a_roll_off_shows_the_hands_rolled_so_far_and_the_end_no_points() -> None:
    tie = (Rolled((1, 1, 4, 5, 6)), Stopped(), Rolled((1, 1, 4, 5, 6)))
    begun = Started("bar-dice", ("Mia", "Jonas"), "Mia", {"match": "single"})
    state = history_of((begun, *tie, Rolled((1, 1, 1, 2, 3)))).state
    page = game_on_the_page(state)
    assert [page.rolled_off(state, name) for name in ("Mia", "Jonas")] == ["4 × 3", "—"]
    over = history_of((begun, *tie, Rolled((1, 1, 1, 2, 3)), Rolled((1, 2, 3, 4, 6)))).state
    assert rulebook(over).ended(over) == "Mia wins"
