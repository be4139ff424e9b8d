"""A season of ten nights in a real record: its table, ratings, pages and file are what the tables' journals say."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser

from device.cli.main import main
from engine import decode, history_of
from engine.codec import encode
from engine.events import Corrected, Rolled, Undone
from engine.link_protocol import Batch, EventRow
from engine.statistics.player_names import erased_name
from engine.tournament.facts import Counted
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_night_pages import PASSWORD, Phone, golden, host_of, keep
from tests.venue.test_projector import compute
from tests.venue.test_retention import age
from venue.board.owner import keep_password, merge_player, separate_player
from venue.record.ingest import Delivery, ingest
from venue.record.live import Sign, beat, show
from venue.record.night_rows import read_games, read_night, read_season
from venue.record.nights import Night
from venue.record.seasons import FIRST_RATING, POINTS, Season, ratings
from venue.settings import VenueSettings

PLAYERS = ("Zoë", "Ben", "Cy", "Dora", "Emil", "Fay", "Gus", "Hana", "=1+1")
TABLES = ("a" * 32, "b" * 32)
PLACE = {"W1": 4, "W2": 2, "W3": 1}
"""Players who are better than who loses in that round, of a bracket of eight."""


class Anchor:
    """A venue with two tables that play what is called to them, and a host with a phone."""

    def __init__(self, board: BoardServer, owner: psycopg.Connection, ingester: psycopg.Connection) -> None:
        self.board, self.owner, self.ingester = board, owner, ingester
        self.host = host_of(board)
        self.tables = {one: SimulatedTable("bar", one, one[0], MemoryStore(), seed=5, presets=()) for one in TABLES}
        self.sent = dict.fromkeys(TABLES, 0)
        self.show()

    def show(self) -> None:
        show(self.ingester, {one.table: Sign(one.state, True) for one in self.tables.values()})

    def record(self) -> None:
        for name, one in self.tables.items():
            events, openings = one.store.extent
            rows = tuple(one.store.events(self.sent[name] + 1, 500))
            if rows:
                batch = Batch(one.store.journal, None, rows, tuple(one.store.openings(1, openings)))
                ingest(self.ingester, [Delivery(name, batch)])
                self.sent[name] = events
        compute(self.ingester)

    def look(self) -> Night:
        self.record()
        return keep(self.owner)

    def hold(self, number: int) -> Night:
        """Hold a night of eight of the nine players, begun with one tap."""
        absent = PLAYERS[number % len(PLAYERS)]
        for name in PLAYERS:
            if name != absent:
                assert self.host.does("/host/enter", player=name)[0] == 303
        assert self.host.does("/host/draw")[0] == 303
        night = self.look()
        while night.is_on:
            for table, call in night.calls().items():
                one = self.tables[table]
                one.call = call
                one.play()
                while one.on_turn:
                    one.play()
            self.show()
            night = self.look()
        return night

    def begin_again(self) -> int:
        """Tap the golden button of the host's page."""
        [form] = re.findall(
            r'action="/host/open">((?:(?!</form>).)*class="golden")', self.host.sees("/host"), re.DOTALL
        )
        return self.host.does("/host/open", **dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))[0]

    def season(self) -> Season:
        found = read_season(self.owner)
        assert found
        return found

    def winners(self) -> dict[tuple[str | None, int | None], str | None]:
        """Return who won each game, as the journals have it."""
        found: dict[tuple[str | None, int | None], str | None] = {}
        for name, one in self.tables.items():
            events: dict[int, list[EventRow]] = defaultdict(list)
            for row in one.store.events(1, one.store.extent[0]):
                events[row.game].append(row)
            for game, rows in events.items():
                found[name, game] = history_of([decode(row.event) for row in rows]).state.winner
        return found

    def expected(self, nights: list[Night], best: int, called: Mapping[str, str]) -> dict[str, int]:
        """Return the points by player: from the rounds in which they lost the games of the journals."""
        won, points = self.winners(), defaultdict[str, list[int]](list)
        for night in nights:
            places: dict[str, int] = {}
            for one in night.held(Counted):
                winner = won[one.table, one.game]
                if winner:
                    [loser] = {*one.fact.players} - {winner}
                    places[loser] = 1 + PLACE[one.fact.match[:2]]
                    places.setdefault(winner, 1)
                    if one.fact.match == "W3.1":
                        places[winner] = 1
            for name, place in places.items():
                points[called.get(name, name)].append(POINTS[place - 1])
        return {name: sum(sorted(made, reverse=True)[:best]) for name, made in points.items()}


@pytest.fixture
def anchor(record: Record, ingester: psycopg.Connection, owner: psycopg.Connection, tmp_path: Path) -> Iterator[Anchor]:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    with BoardServer(settings_of(record, tmp_path)) as board:
        yield Anchor(board, owner, ingester)


def points(season: Season) -> dict[str, int]:
    return {line.player: line.points for line in season.lines}


def test_a_season_of_ten_nights_is_what_the_journals_say_also_corrected_merged_and_erased(
    anchor: Anchor,
) -> None:
    host, board = anchor.host, anchor.board
    assert "No night of a season is over yet." in board.ask("/season")[2]
    plan = {"format": "single", "rules": "pig", "minutes": "5", "season": " Autumn  26", "best": "6"}
    assert host.does("/host/open", **plan)[0] == 303
    nights = [anchor.hold(0)]
    for number in range(1, 10):
        assert golden(host.sees("/host")) == [f"Night {number + 1} of Autumn 26"]
        assert anchor.begin_again() == 303
        nights.append(anchor.hold(number))
    season = anchor.season()
    assert [one.number for one in season.played] == list(range(1, 11))
    assert {len(one.course.matches) for one in season.played} == {7}
    assert points(season) == anchor.expected(nights, 6, {})
    for line in season.lines:
        counted = [one for one, counts in line.nights if counts]
        dropped = [one for one, counts in line.nights if one and not counts]
        assert len(line.nights) == 10
        assert len(counted) == 6
        assert min(filter(None, counted)) >= max(dropped)
        assert line.place == 1 + sum((one.points, one.won) > (line.points, line.won) for one in season.lines)
    assert sum(line.rating for line in season.lines) == pytest.approx(FIRST_RATING * len(PLAYERS), abs=len(PLAYERS))

    # all pages have it, and a file that no spreadsheet takes for formulas
    best = season.lines[0].player
    until(lambda: "Autumn 26" in board.ask("/")[2], "the board has it")
    for page in ("/", "/tv", "/season", "/season?name=Autumn%2026"):
        assert "Autumn 26" in board.ask(page)[2]
        assert best in board.ask(page)[2]
    status, head, text = board.ask("/season.csv")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert (status, head["content-type"].partition(";")[0]) == (200, "text/csv")
    assert {row["player"].lstrip("'"): int(row["points"]) for row in rows} == points(season)
    assert "'=1+1" in {row["player"] for row in rows}
    assert [row["night_10"] for row in rows].count("") == 1

    # the last final is not over, says its table: the night is on again, and the season has nine
    final = next(one for one in nights[-1].held(Counted) if one.fact.match == "W3.1")
    assert final.table
    assert final.game
    store = anchor.tables[final.table].store
    events = [decode(row.event) for row in store.events(1, store.extent[0]) if row.game == final.game]
    rolls = sum(isinstance(event, Rolled) for event in events)
    one = Corrected(rolls, (6,)) if isinstance(events[-1], Rolled) else Undone()
    store.write([(final.game, len(events), 9e5, encode(one))], [])
    assert anchor.look().is_on
    assert len(anchor.season().played) == 9
    assert points(anchor.season()) == anchor.expected(nights[:-1], 6, {})
    assert host.does("/host/won", player=final.fact.players[0])[0] == 303
    assert not anchor.look().is_on

    # merge Ben into Zoë, and erase a player
    before = points(anchor.season())
    merge_player(anchor.owner, "Ben", "Zoë")
    merged = anchor.season()
    assert {name for name in before if name not in points(merged)} == {"Ben"}
    assert points(merged)["Zoë"] >= max(before["Ben"], before["Zoë"])
    assert max(len([one for one, counts in line.nights if counts]) for line in merged.lines) == 6
    assert {line.player: line.nights for line in merged.lines if line.player != "Zoë"} == {
        line.player: line.nights for line in anchor.season().lines if line.player != "Zoë"
    }
    games = [one for one in anchor.look().held(Counted) if one.fact.match != "W3.1"]
    where, who = next((one.table, name) for one in games for name in one.fact.players if name not in ("Zoë", "Ben"))
    assert where
    store = anchor.tables[where].store
    proof = EventRow(1, *_place(store.events(1, 1)[0]))
    ingest(
        anchor.ingester,
        [Delivery(where, Batch(store.journal, None, (proof,), erased=(erased_name(who),)))],
    )
    now = read_night(anchor.owner)
    assert now
    here = [one for one in read_games(anchor.owner, now) if one.place[0] == where]
    assert not any(who in one.players for one in here), "games whose names are about to change say nothing"
    assert len(keep(anchor.owner).facts) == len(now.facts)
    assert len(anchor.look().facts) == len(now.facts), "nor do those of a table where the name still stands"
    assert set(points(anchor.season())) == set(points(merged)) - {who}
    assert f"{who}<" not in board.ask("/season")[2]

    # a second season starts without points; the first is unchanged
    assert host.does("/host/open", **plan | {"season": "Winter & spring", "best": "0"})[0] == 303
    assert "No night of a season is over yet." in board.ask("/season")[2]
    page = board.ask(f"/season?name={quote('Winter & spring')}")[2]
    assert "Winter &amp; spring" in page
    assert "/season?name=Autumn%2026" in page
    assert "Zoë" in board.ask("/season?name=Autumn%2026")[2]


def _place(row: EventRow) -> tuple[int, int, float, str]:
    return row.game, row.number, row.moment, row.event


def test_a_phone_that_was_there_before_signs_up_with_one_tap(anchor: Anchor) -> None:
    zoe = Phone(anchor.board)
    anchor.host.does("/host/open", format="swiss", rules="pig", minutes="5")
    zoe.does("/night/enter", name="Zoë", emblem="whale")
    anchor.host.does("/host/open", format="swiss", rules="pig", minutes="5")
    assert golden(zoe.sees()) == ["Sign up as Zoë"]
    assert golden(Phone(anchor.board).sees()) == ["Sign up"]
    assert zoe.does("/night/enter", name="Zoë", emblem="whale")[0] == 303
    assert "You’re in." in zoe.sees()


def test_the_host_sees_which_table_is_still_in_a_game_that_was_decided_without_it(anchor: Anchor) -> None:
    def asked() -> str:
        anchor.show()
        anchor.look()
        return anchor.host.sees("/host")

    anchor.host.does("/host/open", format="round_robin", rules="pig", minutes="0")
    for name in PLAYERS[:3]:
        anchor.host.does("/host/enter", player=name)
    anchor.host.does("/host/draw")
    [(table, call)] = anchor.look().calls().items()
    one = anchor.tables[table]
    one.call = call
    one.play()
    until(lambda: "Nothing to decide." in asked(), "the game goes on as it should")
    anchor.host.does("/host/won", player=call.start.players[0])
    until(lambda: f"{one.name} is still in a game that no longer counts: end it there" in asked(), "the host sees it")
    while one.on_turn:
        one.play()
    until(lambda: "Nothing to decide." in asked(), "it is free")
    assert table in anchor.look().calls() or len(anchor.look().calls()) == 1


def test_a_name_stays_with_its_phone_until_the_host_enters_it_for_another(anchor: Anchor, record: Record) -> None:
    zoe, other = Phone(anchor.board), Phone(anchor.board)

    def opened() -> None:
        assert anchor.host.does("/host/open", format="swiss", rules="pig", minutes="5")[0] == 303

    opened()
    zoe.does("/night/enter", name="Ben")  # by mistake
    zoe.does("/night/enter", name="Zoë")
    anchor.host.does("/host/enter", player="Cy")
    opened()
    for name in ("Zoë", "zoë", "ZOË "):
        status, page = other.does("/night/enter", name=name)
        assert status == 422
        assert "Zoë is the name of another phone. If it’s yours, have the host enter it." in page
    assert golden(zoe.sees()) == ["Sign up as Zoë"]
    merge_player(anchor.owner, "Suse", "Zoë")
    status, page = other.does("/night/enter", name="Suse")
    assert (status, "Suse is the name of another phone." in page) == (422, True), "the owner shows Suse as Zoë"
    separate_player(anchor.owner, "Suse")
    for name in ("Ben", "Cy"):
        assert other.does("/night/enter", name=name)[0] == 303
    anchor.host.does("/host/enter", player="Zoë")
    assert other.does("/night/enter", name="Zoë")[0] == 422, "this phone plays as Cy"
    assert other.does("/night/leave")[0] == 303
    assert other.does("/night/enter", name="Zoë")[0] == 303
    opened()
    assert golden(zoe.sees()) == ["Sign up"]
    assert zoe.does("/night/enter", name="Zoë")[0] == 422
    assert golden(other.sees()) == ["Sign up as Zoë"]
    anchor.host.does("/host/enter", player="ZOË")
    assert zoe.does("/night/enter", name="ZOË")[0] == 303
    opened()
    assert golden(other.sees()) == ["Sign up"], "the last who was given that name has it"
    assert golden(zoe.sees()) == ["Sign up as ZOË"]
    assert other.does("/night/enter", name="Zoë")[0] == 422
    age(record, "night", "true", "at", days=366)
    assert zoe.does("/night/enter", name="Zoë")[0] == 303


@pytest.mark.browser
def test_names_have_room_on_a_narrow_phone_and_the_nights_scroll(anchor: Anchor, browser: Browser) -> None:
    anchor.host.does("/host/open", format="single", rules="pig", minutes="5", season="S" * 24)
    for _night in range(6):
        for name in ("W" * 24, "Ben", "Cy"):
            anchor.host.does("/host/enter", player=name)
        anchor.host.does("/host/draw")
        for name in (*PLAYERS[1:3], "W" * 24) * 2:
            anchor.host.does("/host/won", player=name)
        anchor.begin_again()
    page = browser.new_context(viewport={"width": 320, "height": 700}, locale="de").new_page()
    page.goto(f"http://127.0.0.1:{anchor.board.port}/season")
    page.wait_for_load_state()
    assert page.locator("thead th").count() == 5 + 6
    assert min(page.evaluate("[...document.querySelectorAll('tbody th')].map(one => one.offsetWidth)")) > 100
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('.rounds').scrollWidth > innerWidth")


@pytest.mark.parametrize("what", ["/host/nothing", "/host/__init__", "/night/draw"])
def test_what_nobody_can_do_is_refused_in_a_sentence(anchor: Anchor, what: str) -> None:
    status, page = anchor.host.does(what)
    assert (status, "There’s no such action: reload the page." in page) == (422, True)
    assert read_night(anchor.owner) is None


def test_ratings_are_elos() -> None:
    assert ratings([]) == {}
    assert ratings([("Zoë", "Ben", "Zoë")]) == {"Zoë": 1516, "Ben": 1484}
    assert ratings([("Zoë", "Ben", None)]) == {"Zoë": 1500, "Ben": 1500}
    many = ratings([("Zoë", "Ben", "Zoë" if game % 11 else "Ben") for game in range(1, 1_101)])
    assert 350 < many["Zoë"] - many["Ben"] < 450, "ten games of eleven are 400 points"
    games = [("Zoë", "Ben", "Zoë"), ("Ben", "Cy", "Cy"), ("Cy", "Zoë", None)]
    assert ratings(games) != ratings(games[::-1]), "the order counts"
    assert sum(ratings(games).values()) == pytest.approx(4500)


def test_a_night_from_the_command_line_may_be_of_a_season(installed: VenueSettings) -> None:
    for names, why in (("Ann Ben Cy", ""), ("Ann Ben", "A tournament takes 3 to 32 players, not 2")):
        answer = CliRunner().invoke(
            main, ["venue", "night", "--folder", str(installed.folder), "--season", "Winter", *names.split()]
        )
        assert why in answer.output, answer.output
    with psycopg.connect(installed.record.board) as connection:
        season = read_season(connection)
        assert season
        assert (season.name, len(season.nights)) == ("Winter", 1)
