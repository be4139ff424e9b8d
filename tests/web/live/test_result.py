"""The result of a game that is over: the ranking, the margin, and what the archive knows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Left, Rolled, Started, Stopped, totals
from engine.i18n import languages
from engine.reports.figures import Hindsight, LuckyRoll, Part
from engine.statistics.record import ArchivedGame, Record, WinPoint, win_course_of
from table import Mode, Snapshot
from table.commands import Play
from tests.engine.games.written import game
from tests.table.desk import desk_with
from tests.web import moments, played
from tests.web.live.test_table_page import main_of, text_of
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.live.chances import LiveFigures
from web.live.result import EveningScore
from web.services.archive import Archive

NOW = 1_795_302_000.0
SHEETS = played.yahtzee(4, ("Mia", "Jonas", "Lin"))
OVER_SHEETS = moments.moment(
    Mode.OVER, "It is over.", (), *SHEETS[1:], players=("Mia", "Jonas", "Lin"), preset="yahtzee-official"
)
HANDS = moments.moment(
    Mode.OVER,
    "It is over.",
    (),
    *played.ship(4, ("Mia", "Jonas"), "all-about-dice")[1:],
    players=("Mia", "Jonas"),
    preset="all-about-dice",
)
ALONE = moments.moment(
    Mode.OVER,
    "Mia has it.",
    (),
    *moments.in_turn(1, ((6, 6, 6, 2, 2), "full_house")),
    players=("Mia",),
    preset="yahtzee-handout",
    options={"boxes": ["full_house"]},
)


class Reviewed(Archive):
    """An archive with the game on the table as its open game, and the coach's review of it."""

    number = 7

    def __init__(self, snapshot: Snapshot, seen: Sequence[Hindsight], *, looked_back: bool = True) -> None:
        self.snapshot, self.seen, self.looked_back = snapshot, seen, looked_back

    def listed(self, _start: int, _most: int, _latest: int) -> tuple[Sequence[Record], int]:
        """Return that game alone."""
        points = totals(self.snapshot.state)
        found = self.seen if self.looked_back else [None] * len(points)
        parts = tuple(Part(name, points[name], hindsight=one) for name, one in zip(points, found, strict=True))
        many = len(self.snapshot.log)
        return [
            Record(self.number, None, parts=parts, events=many, over=True, is_open=True, looked_back=self.looked_back)
        ], 1

    def win_course(self, _number: int) -> Sequence[WinPoint]:
        """Return the course of that game."""
        log = self.snapshot.log
        return win_course_of(ArchivedGame(1, None, log, (0.0,) * len(log))) if self.looked_back else ()

    def wins(self, _day: int) -> Mapping[str, int]:
        """Return the win in that game."""
        return {self.snapshot.state.winner: 1} if self.snapshot.state.winner else {}


def card_of(snapshot: Snapshot, query: str = "", archive: Archive | None = None) -> str:
    app = create_app(ScriptedTable(snapshot), Appliance(archive=archive or Archive()))
    html = app.test_client().get(f"/{query}").text
    return "".join(re.findall(r'<section id="result".*?</section>', html, re.DOTALL))


def ranking_of(card: str) -> list[str]:
    listed = re.search(r'<ol class="ranking".*?</ol>', card, re.DOTALL)
    return [text_of(line) for line in re.findall(r"<li.*?</li>", listed[0], re.DOTALL)] if listed else []


@pytest.mark.parametrize(
    ("snapshot", "title", "ranking"),
    [
        (moments.OVER, "Mia wins by 3", ["1 Mia 9", "2 Jonas 6", "3 Ole 3", "4 Lea no score"]),
        (
            moments.OVER_AFTER_ROLLOFF,
            "Jonas wins the roll-off",
            ["1 Jonas 6 roll-off 8", "2 Mia 6 roll-off 5", "3 Lea no score", "3 Ole no score"],
        ),
        (moments.SHARED, "Mia and Jonas tie for the win", ["1 Mia 6", "1 Jonas 6"]),
        (moments.SOLD_OUT, "Mia and Jonas tie for the win", ["1 Mia 44", "1 Jonas 44"]),
        (OVER_SHEETS, None, None),
        (ALONE, "Mia has 25", ["1 Mia 25"]),
    ],
)
def test_all_players_are_ranked_and_those_who_tie_share_a_place(
    snapshot: Snapshot, title: str | None, ranking: list[str] | None
) -> None:
    card = card_of(snapshot)
    if ranking is None:
        best = sorted(totals(snapshot.state).items(), key=lambda one: -one[1])
        ranking = [f"{place} {name} {total}" for place, (name, total) in enumerate(best, 1)]
        title = f"{best[0][0]} wins by {best[0][1] - best[1][1]}"
    assert text_of(re.findall(r"<h2.*?</h2>", card, re.DOTALL)[0]) == title
    assert ranking_of(card) == ranking


def test_hands_are_won_by_hands() -> None:
    assert HANDS.state.winner == "Jonas"
    assert "Jonas wins by 2 hands" in text_of(card_of(HANDS))
    assert "Jonas gewinnt mit 2 Runden Vorsprung" in text_of(card_of(HANDS, "?language=de"))


def over(preset: str, words: str, players: tuple[str, ...] = ("Mia", "Jonas"), **options: object) -> Snapshot:
    """A finished game of turns, by the words of its events."""
    events = game(preset, words, " ".join(players), "", **options).events
    return moments.moment(
        Mode.OVER, "It is over.", (), *events[1:], players=players, preset=preset, options=options, starter=False
    )


TIED_HANDS = over("bar-dice", "66661 . 66661 11223 11444", match="single")

LEFT_BEFORE_A_TURN = moments.moment(
    Mode.OVER,
    "It is over.",
    (),
    *game("threes", "11111 +11111 22222 +22222", "Mia Jonas Lin").events[1:],
    Left("Lin"),
    players=("Mia", "Jonas", "Lin"),
    preset="threes",
    starter=False,
)


@pytest.mark.parametrize(
    ("snapshot", "title", "names"),
    [
        (over("threes", "66666 +66666 11111 +11111"), "Jonas wins by 25", ["1 Jonas", "2 Mia"]),
        (LEFT_BEFORE_A_TURN, "Mia wins by 5", ["1 Mia", "2 Jonas", "3 Lin"]),
        (over("pig", "6 6 6 6 6 6 . 4 .", goal=25), "Mia wins by 32", ["1 Mia", "2 Jonas"]),
        (over("bar-dice", "11111 . 22222", lives=1), "Mia wins with 1 life left", ["1 Mia", "2 Jonas"]),
        (over("bar-dice", "11111 . 22222", match="single"), "Mia wins", ["1 Mia", "2 Jonas"]),
        (TIED_HANDS, "Jonas wins the roll-off", ["1 Jonas", "2 Mia"]),
        (
            over("bar-dice", "11111 . 22222 22222 . 11111", match="horse"),
            "Mia wins by 2 rounds",
            ["1 Mia", "2 Jonas"],
        ),
    ],
)
def test_players_rank_by_what_their_game_says(snapshot: Snapshot, title: str, names: list[str]) -> None:
    card = card_of(snapshot)
    assert text_of(re.findall(r"<h2.*?</h2>", card, re.DOTALL)[0]) == title
    assert [" ".join(line.split()[:2]) for line in ranking_of(card)] == names


TIED_BANKS = over("pig", "6 6 6 6 6 . 6 6 6 6 6 . 6 . 5 .", goal=25)


@pytest.mark.parametrize(
    ("snapshot", "lines"),
    [
        (TIED_HANDS, ["1 Jonas 5 × 6 roll-off 5 × 4", "2 Mia 5 × 6 roll-off 4 × 2"]),
        (
            over("threes", "11111 +11111 11111 +11111 22222 +22222 33333 +33333"),
            ["1 Jonas 5 roll-off 0", "2 Mia 5 roll-off 10"],
        ),
        (TIED_BANKS, ["1 Mia 30 roll-off 6", "2 Jonas 30 roll-off 5"]),
    ],
)
def test_the_round_that_decided_is_on_the_card_on_the_table_and_in_the_log(
    snapshot: Snapshot, lines: list[str]
) -> None:
    assert ranking_of(card_of(snapshot)) == lines
    assert text_of(main_of(snapshot)).count("roll-off") >= 4
    archive = played.PlayedGames((NOW, snapshot.log))
    client = create_app(ScriptedTable(snapshot), Appliance(archive=archive)).test_client()
    assert "Roll-off" in text_of(client.get("/log").text)
    log = client.get("/log/1").text
    heads, *rows = (text_of(row).split() for row in re.findall(r"<tr>.*?</tr>", log, re.DOTALL)[:3])
    assert "Roll-off" in heads
    for line, row in zip(lines, rows, strict=True):
        assert line.split("roll-off ")[1] in " ".join(row)
    assert f"{snapshot.state.winner} won the roll-off." in text_of(log)


def test_a_win_by_the_leaving_of_the_others_is_no_roll_off() -> None:
    gone = (*game("pig", "1").events[1:], Left("Mia"))
    snapshot = moments.moment(
        Mode.OVER, "It is over.", (), *gone, players=("Mia", "Jonas"), preset="pig", starter=False
    )
    assert snapshot.state.winner == "Jonas"
    archive = played.PlayedGames((NOW, snapshot.log))
    client = create_app(ScriptedTable(snapshot), Appliance(archive=archive)).test_client()
    assert "Roll-off" not in text_of(client.get("/log").text)


@pytest.mark.parametrize("name", sorted(moments.ALL))
def test_only_a_game_that_is_over_has_a_result(name: str) -> None:
    snapshot = moments.ALL[name]
    assert ('<section id="result"' in main_of(snapshot)) is (snapshot.state.player is None)


def test_the_result_stays_while_the_camera_is_gone() -> None:
    assert card_of(replace(moments.OVER, mode=Mode.LOST))


def test_while_phones_may_ask_for_the_helm_the_code_lies_there_instead() -> None:
    assert not card_of(replace(moments.OVER, pairing=True))


def test_names_of_all_kinds_are_text() -> None:
    events = (Rolled((6, 5, 4, 5, 4)), Stopped(), *moments.SIX_POINTS, *moments.MISS, *moments.MISS)
    card = card_of(moments.moment(Mode.OVER, "It is over.", (), *events, players=moments.LONG))
    assert "<b>Bobby" not in card
    assert ranking_of(card)[2] == "3 Łukasz 🏴‍☠️ of Gdańsk no score"


SEEN = (
    Hindsight(3.21, 0.04, 2, 0.1, LuckyRoll((5, 6), 2.2)),
    Hindsight(-1.0, 2.13, 3, None, LuckyRoll((3, 6, 4), 3.14)),
    Hindsight(0.2, 0.66, 3),
    Hindsight(0.1, 0.0, 1, None, LuckyRoll((1, 1), -0.1)),
)


@pytest.mark.parametrize(
    ("snapshot", "turned"),
    [
        (moments.OVER, "Turned by Mia’s 6 5 4 5 4."),
        (OVER_SHEETS, None),
        (moments.SHARED, None),
        (over("pig", "6 6 6 6 6 6 . 4 .", goal=25), "Turned by Mia’s 36 points."),
        (over("bar-dice", "11111 . 22222", lives=1), "Turned by Mia’s 1 1 1 1 1."),
        (TIED_HANDS, "Turned by Jonas’s 4 4 4 1 1."),
        (over("threes", "11111 +11111 66666 +66666"), "Turned by Mia’s 1 1 1 1 1."),
        (over("threes", "66666 +66666 11111 +11111"), None),
        (over("farkle", "111111 +111111 . 223446", goal=2000), None),
        (
            over("farkle", "111111 +111111 . 111111 +111111 111111 +111111 .", goal=2000),
            "Turned by Jonas’s 6,000 points.",
        ),
    ],
)
def test_the_card_says_by_which_turn_of_the_winner_the_game_turned(snapshot: Snapshot, turned: str | None) -> None:
    archive = Reviewed(snapshot, SEEN[: len(snapshot.state.players)])
    card = text_of(card_of(snapshot, archive=archive))
    assert turned in card if turned else "Turned" not in card
    assert not re.search("(?i)luck|mistake|chance to win", card)


@pytest.mark.parametrize("language", languages())
def test_what_is_not_known_yet_is_left_out_and_asked_for_later(language: str) -> None:
    archive = Reviewed(moments.OVER, SEEN, looked_back=False)
    app = create_app(ScriptedTable(moments.OVER), Appliance(archive=archive))
    client = app.test_client()
    assert "Turned by" not in client.get(f"/?language={language}").text
    assert 'id="review" data-waits' in client.get(f"/?language={language}").text
    assert client.get("/result").status_code == 204
    archive.looked_back = True
    later = create_app(ScriptedTable(moments.OVER), Appliance(archive=archive)).test_client()
    assert "Turned by" in text_of(later.get("/result").text)


def test_another_game_in_the_archive_is_not_taken_for_this_one() -> None:
    card = card_of(moments.OVER, archive=Reviewed(moments.OVER_AFTER_ROLLOFF, SEEN))
    assert "/log/" not in card
    assert "Turned by" not in card


def test_games_of_the_same_length_have_each_their_own_result(tmp_path: Path) -> None:
    """What was computed for one game is not shown for the next one that has as many events."""
    rolls = ((1, 1, 1, 1, 1), (2, 2, 2, 2, 2))
    start = Started("bar-dice", ("Mia", "Jonas"), "Mia", {"match": "single"})
    with desk_with(tmp_path, start, camera=False) as desk:
        archive = Reviewed(desk.now, SEEN[:2])
        client = create_app(desk.table.board, Appliance(archive=archive)).test_client()
        live, evening = LiveFigures(), EveningScore(archive)
        for number, thrown, winner in ((7, rolls, "Mia"), (8, rolls[::-1], "Jonas")):
            desk.order(Play(start))
            first, second = ((Play(Rolled(dice)), Play(Stopped())) for dice in thrown)
            assert all(desk.order(one).done for one in first)
            chances = {one.name: one.percent for one in live.of(desk.now).chances}
            assert max(chances, key=chances.__getitem__) == winner
            desk.order(second[0])
            archive.snapshot, archive.number = desk.now, number
            assert evening.won(desk.now) == ((winner, 1),)
            html = client.get("/").text
            assert f'href="/log/{number}"' in html


def test_the_game_on_the_table_is_replayed_from_the_journal() -> None:
    archive = played.PlayedGames((NOW, played.ship(1)), (NOW, moments.OVER.log), last_is_open=True)
    assert 'href="/log/2"' in card_of(moments.OVER, archive=archive)
