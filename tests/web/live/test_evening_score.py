"""Who has won how many games this evening, beside the one that is on."""

import re
import time
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import Any

import pytest

from engine import Renamed, Rolled, Started, Stopped, Undone
from engine.reports.figures import LuckyRoll
from engine.reports.purse import Purse
from table.snapshot import Snapshot
from tests.web import moments
from tests.web.live.test_table_page import text_of
from tests.web.played import Opened, PlayedGames, moments_of, rows_of, yahtzee
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.history.addresses import today
from web.live.result import MOST_WINNERS as MOST
from web.live.result import EveningScore
from web.services.archive import Archive, ArchivedGame, Hindsight, Part, Record
from web.show.evening import _best, _bill

NOW = 1_795_302_000.0  # an evening in November 2026
YESTERDAY = NOW - 24 * 3600


def won_by(first: str, second: str) -> tuple[Started | Rolled | Stopped, ...]:
    miss = (Rolled((1, 1, 2, 3, 2)),) * 3
    return Started("dice-game-depot", (first, second), first), Rolled((6, 5, 4, 2, 4)), Stopped(), *miss


LEFT = (Started("dice-game-depot", ("Lea", "Mia"), "Lea"), Rolled((6, 5, 4, 2, 4)))


def tonight(*games: tuple[float, tuple[object, ...]], last_is_open: bool = False) -> EveningScore:
    return EveningScore(PlayedGames(*games, last_is_open=last_is_open), lambda: NOW)  # type: ignore[arg-type]


def test_only_games_of_this_evening_that_are_over_are_counted() -> None:
    evening = tonight(
        (YESTERDAY, won_by("Ole", "Mia")),
        (NOW - 7200, won_by("Mia", "Lea")),
        (NOW - 3600, won_by("Lea", "Mia")),
        (NOW - 1800, won_by("Mia", "Lea")),
        (NOW - 900, LEFT),
    )
    assert evening.won(moments.WAITING) == (("Mia", 2), ("Lea", 1))


def test_the_game_on_the_table_counts_when_it_is_over_and_only_once() -> None:
    for events, won in ((won_by("Mia", "Lea")[:-1], ()), (won_by("Mia", "Lea"), (("Mia", 1),))):
        assert tonight((NOW - 60, events), last_is_open=True).won(moments.WAITING) == won


def test_a_win_with_a_handicap_counts_neither_at_once_nor_later() -> None:
    start, *moves = yahtzee(1, ("Mia", "Lea"))
    assert isinstance(start, Started)
    helped = (replace(start, handicap={"Lea": 1}), *moves)
    for is_open in (True, False):
        assert tonight((NOW - 60, helped), last_is_open=is_open).won(moments.WAITING) == ()


@pytest.mark.parametrize("is_open", [True, False])
def test_a_player_who_is_renamed_keeps_the_wins_of_the_evening(is_open: bool) -> None:
    renamed = Renamed("Mia", "Maria")
    before = (NOW - 7200, won_by("Mia", "Lea")), (NOW - 3600, won_by("Lea", "Mia"))
    as_mia, as_maria = (("Lea", 1), ("Mia", 1)), (("Lea", 1), ("Maria", 1))
    for events, won in (
        (LEFT, as_mia),
        ((*LEFT, renamed), as_maria),
        ((*LEFT, renamed, Undone()), as_mia),
        ((*won_by("Lea", "Mia")[:3], Renamed("Mia", "Ria"), Renamed("Ria", "Maria")), as_maria),
    ):
        assert tonight(*before, (NOW - 60, events), last_is_open=is_open).won(moments.WAITING) == won


def test_a_rename_counts_from_the_moment_on_and_no_longer_once_it_is_undone() -> None:
    archive = PlayedGames((NOW - 7200, won_by("Mia", "Lea")))
    for more, name in (((), "Mia"), ((Renamed("Mia", "Maria"),), "Maria"), ((Renamed("Mia", "Ria"), Undone()), "Mia")):
        events = (*LEFT, *more)
        rows = rows_of(ArchivedGame(2, NOW, events, tuple(moments_of(events))))
        archive._open_rows = Opened([(2, place, *row) for place, row in enumerate(rows)], NOW)
        assert archive.wins(today(NOW, None)) == {name: 1}


STORY: tuple[tuple[object, ...], ...] = (
    won_by("Ann", "Bob"),
    (*won_by("Bob", "Ann")[:3], Renamed("Ann", "Änne"), *won_by("Bob", "Änne")[3:]),
    won_by("Änne", "Bob"),
    won_by("Ann", "Änne"),  # another Ann
    (Started("dice-game-depot", ("Ann", "Änne"), "Ann"), Rolled((6, 5, 4, 2, 4)), Renamed("Ann", "Anna")),
)
"""An evening: Ann wins, is called Änne from the second game on and wins again; then another Ann comes, and wins."""

TOLD = (
    {"Ann": 1},
    {"Änne": 1, "Bob": 1},
    {"Änne": 2, "Bob": 1},
    {"Änne": 2, "Ann": 1, "Bob": 1},
    {"Änne": 2, "Anna": 1, "Bob": 1},
)


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("many", range(1, len(STORY) + 1))
def test_table_and_evening_page_count_alike_also_after_another_player_took_a_name_that_was_given_up(
    many: int, is_open: bool
) -> None:
    now = time.time() - 6 * 3600  # so that it is the same evening until the test is over
    archive = PlayedGames(*((now, one) for one in STORY[:many]), last_is_open=is_open)  # type: ignore[arg-type]
    told = TOLD[many - 1]
    day = today(now, None)
    app = create_app(ScriptedTable(moments.WAITING), Appliance(archive=archive))
    assert dict(EveningScore(archive, lambda: now).won(moments.WAITING)) == archive.wins(day) == told
    page = app.test_client().get(f"/log/evenings/{date.fromordinal(day)}").text
    winners = re.findall(r"<bdi>(.*?)</bdi><b>(\d+) wins?</b>", page.partition("</ol>")[0])
    assert {name: int(games) for name, games in winners} == told


def test_best_rolls_and_bill_of_the_evening_are_of_the_same_people_as_the_wins() -> None:
    lucky = [Hindsight(0.0, 0.0, 0, best_roll=LuckyRoll((6, 6), luck)) for luck in (7.0, 8.0)]
    records = [
        Record(1, None, "pig", parts=(Part("Ann", 9, hindsight=lucky[1]),), purses={"Ann": Purse(4)}),
        Record(3, None, "midnight", parts=(Part("Ann", 9, hindsight=lucky[0]),), purses={"Ann": Purse(-2)}),
    ]
    now = {1: {"Ann": "Änne"}, 3: dict[str, str]()}
    assert [name for name, *_ in _best(records, now)] == ["Änne", "Ann"]
    assert _bill(Archive(), records, now) == [("Änne", Purse(4)), ("Ann", Purse(-2))]


def test_a_game_that_the_archive_takes_in_late_is_on_the_table_without_a_further_event() -> None:
    archive, later = (PlayedGames((time.time(), won_by(name, "Lea"))) for name in ("Mia", "Zoë"))
    table = ScriptedTable(moments.WAITING)
    client = create_app(table, Appliance(archive=archive), heartbeat=0.1).test_client()
    events: Any = iter(client.get("/stream", buffered=False).response)
    assert "Mia" in "".join(re.findall(r'class="tonight".*?</ul>', next(events).decode(), re.DOTALL))
    archive.wins = later.wins  # type: ignore[method-assign]
    again = next(one.decode() for one in islice(events, 300) if b"event: table" in one)  # beats until then
    assert "Zoë" in "".join(re.findall(r'class="tonight".*?</ul>', again, re.DOTALL))


def test_a_long_evening_shows_its_best() -> None:
    evening = tonight(*((NOW, won_by(f"Guest {n}", "Mia")) for n in range(9)))
    assert len(evening.won(moments.WAITING)) == MOST


@pytest.mark.parametrize(("language", "said"), [("en", "Wins tonight"), ("de", "Siege heute")])
def test_the_page_shows_it_while_a_game_is_on_and_nothing_before_the_first_win(language: str, said: str) -> None:
    def page(moment: Snapshot, *games: tuple[float, tuple[object, ...]]) -> str:
        app = create_app(ScriptedTable(moment), Appliance(archive=PlayedGames(*games)))  # type: ignore[arg-type]
        return " ".join(text_of(app.test_client().get(f"/?language={language}").text).split())

    won = time.time(), won_by("Mia", "Lea")
    assert f"{said} Mia 1" in page(moments.WAITING, won)
    assert said not in page(moments.OVER, won)
    assert said not in page(moments.WAITING)
