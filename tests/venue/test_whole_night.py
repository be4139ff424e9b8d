"""Thirty-two players on eight tables: a table, the venue and the network fail in the middle, and the bracket heals."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from engine import decode, history_of
from engine.tournament.facts import Called, Counted, Format
from engine.tournament.standings import champions
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, BoardServer, address, broker_in, differences, until
from venue.board.owner import keep_password
from venue.broker.configuration import INGEST_USER
from venue.record.night_rows import read_night
from venue.record.nights import Night
from venue.record.schema import BOARD, INGEST, OWNER
from venue.settings import BoardSection, BrokerSection, RecordSection, VenueSection, VenueSettings, write_settings

PASSWORD = "correct horse"
TABLES = [f"{number:032x}" for number in range(1, 9)]
PLAYERS = [f"Player {number}" if number else "Zoë <b>" for number in range(32)]
RUN = (
    "import sys, threading\nfrom pathlib import Path\nfrom venue.services.running import workers\n"
    "from venue.settings import load_settings\n"
    "with workers(load_settings(Path(sys.argv[1])), ('ingester', 'projector'), '1'): threading.Event().wait()\n"
)


class Wire:
    """A network between tables and broker, which can be cut without a goodbye."""

    def __init__(self, to: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._to, self._open, self._cut = to, set[socket.socket](), False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._cut = True
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._cut = False

    def _accept(self) -> None:
        while True:
            here, _address = self._listener.accept()
            try:
                there = None if self._cut else socket.create_connection(("127.0.0.1", self._to), 2)
            except OSError:
                there = None
            if there is None:
                here.close()
                continue
            there.settimeout(None)
            self._open |= {here, there}
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        self._open -= {one, other}
        for end in (one, other):
            end.close()


class Venue:
    """Ingester, projector and night in a process of their own, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", RUN, str(self._folder)], cwd=Path(__file__).parents[2])

    def kill(self) -> None:
        assert self._process
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Fleet:
    """Eight tables that play; one of them can be killed, and goes on from its journal when it starts again."""

    def __init__(self, wires: list[Wire]) -> None:
        self.wires = wires
        self.tables = [
            SimulatedTable(
                VENUE, one, f"Table {number}", MemoryStore(), seed=number, presets=(), longest_pause=0.5, again=1
            )
            for number, one in enumerate(TABLES, 1)
        ]
        self.dead: set[str] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def __enter__(self) -> "Fleet":
        for one, wire in zip(self.tables, self.wires, strict=True):
            one.connect(address(wire.port, one.table))
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join(10)
        for one in self.tables:
            one.disconnect()

    def _play(self) -> None:
        while not self._stop.wait(0.02):
            for one in self.tables:
                if one.table not in self.dead:
                    one.play(3)
                    one.show()
                one.send()

    def kill(self, table: str) -> None:
        self.wires[TABLES.index(table)].cut()

    def revive(self, table: str) -> None:
        self.dead.discard(table)
        self.wires[TABLES.index(table)].mend()


class Phone:
    def __init__(self, board: BoardServer, number: int) -> None:
        self._board = board
        self._head = {"x-forwarded-for": f"10.0.0.{number}", "accept-language": "en"}

    def does(self, path: str, **fields: str) -> int:
        status, headers, _page = self._board.ask(path, urlencode(fields).encode(), self._head)
        if "set-cookie" in headers:
            self._head["cookie"] = headers["set-cookie"].partition(";")[0]
        return status

    def sees(self, path: str) -> str:
        return self._board.ask(path, None, self._head)[2]


@pytest.fixture
def settings(record: Record, scratch: Path, request: pytest.FixtureRequest) -> Iterator[tuple[VenueSettings, object]]:
    folder = scratch / f"whole-{abs(hash(request.node.nodeid))}"
    server, port = broker_in(folder / "broker", TABLES)
    roles = RecordSection(*(record.url(role) for role in (INGEST, BOARD, OWNER)))
    broker = BrokerSection(port=port, user=INGEST_USER, password=SECRET)
    made = VenueSettings(folder, VenueSection(VENUE), roles, broker, BoardSection("127.0.0.1", 0))
    write_settings(made)
    keep_password(folder, PASSWORD)
    with server:
        yield made, server


@pytest.mark.parametrize(
    "form", ["single", *(pytest.param(one, marks=pytest.mark.long) for one in ("double", "swiss", "groups"))]
)
def test_a_night_of_thirty_two_players_heals_and_each_result_is_that_of_its_journal(
    settings: tuple[VenueSettings, object], record: Record, form: Format
) -> None:
    made, broker = settings
    wires = [Wire(made.broker.port) for _table in TABLES]
    venue = Venue(made.folder)
    with (
        psycopg.connect(record.url(OWNER), autocommit=True) as connection,
        BoardServer(made) as board,
        Fleet(wires) as fleet,
    ):
        host = Phone(board, 250)
        assert host.does("/owner/login", password=PASSWORD) == 303
        venue.start()
        try:
            assert host.does("/host/open", format=form, rules="pig", minutes="5") == 303
            phones = [Phone(board, number) for number in range(32)]
            assert [one.does("/night/enter", name=name) for one, name in zip(phones, PLAYERS, strict=True)] == [
                303
            ] * 32
            assert host.does("/host/draw") == 303

            def night() -> Night:
                found = read_night(connection)
                assert found
                return found

            def counted(many: int) -> bool:
                return len(night().held(Counted)) >= many

            until(lambda: counted(3), "three matches are over")
            assert any("now" in one.sees("/night") or "on" in one.sees("/night") for one in phones)

            # a table dies in the middle of a match, which the host has played elsewhere
            killed: list[str] = []

            def caught() -> bool:
                now = night()
                for table in [table for match, table in now.matches if table and now.is_begun(match)]:
                    fleet.dead.add(table)
                    time.sleep(0.1)
                    if fleet.tables[TABLES.index(table)].on_turn:
                        killed.append(table)
                        return True
                    fleet.dead.discard(table)
                return False

            until(caught, "a match is on")
            [begun] = killed
            fleet.kill(begun)
            number = TABLES.index(begun) + 1
            until(lambda: f"Table {number} is offline." in host.sees("/host"), "the host sees it")

            def moved() -> bool:
                page = host.sees("/host")
                form_ = re.search(r'action="/host/move">\s*(.*?)</form>', page, re.DOTALL)
                if f"Table {number} is offline." not in page or form_ is None:
                    return True
                fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form_[1]))
                fields["player"] = fields["player"].replace("&lt;", "<").replace("&gt;", ">")
                host.does("/host/move", **fields)
                return False

            until(moved, "the match is called to another table")
            until(lambda: counted(7), "the night goes on")

            # the venue is killed, and half of the tables have no network: they play on
            venue.kill()
            for wire in wires[4:]:
                wire.cut()
            until(
                lambda: all(one.table == begun or not one.on_turn for one in fleet.tables), "tables end their matches"
            )
            venue.start()
            until(lambda: counted(9), "the venue goes on")
            for wire in wires:
                wire.mend()
            fleet.revive(begun)
            broker.kill()  # type: ignore[attr-defined]
            broker.start()  # type: ignore[attr-defined]
            until(lambda: night().course.over, "the night is over", 120)
            until(lambda: all(one.is_recorded for one in fleet.tables), "all rows are recorded")
        finally:
            venue.kill()
        last = night()
        assert [line for one in fleet.tables for line in differences(connection, one)] == []
        journals = {one.table: one.store for one in fleet.tables}
        for one in last.held(Counted):
            assert one.table
            assert one.game
            rows = journals[one.table].events(1, journals[one.table].extent[0])
            state = history_of([decode(row.event) for row in rows if row.game == one.game]).state
            assert (state.phase, state.winner, set(state.players)) == ("over", one.fact.winner, set(one.fact.players))
        played = [match for match in last.course.matches if match.how != "bye"]
        assert {match.how for match in played} == {"played"}, "nobody had to decide anything"
        assert (
            len(last.held(Counted))
            == len(played)
            == {"single": 31, "double": len(played), "swiss": 80, "groups": 63}[form]
        )
        places = [one.place for one in last.held(Counted)]
        assert len(places) == len(set(places))
        assert champions(last.course)
        assert len({one.table for one in last.held(Called)}) == 8
        best = next(iter(champions(last.course)))
        assert f"{best} wins".replace("<", "&lt;").replace(">", "&gt;") in board.ask("/night")[2]
