"""Updates of all tables in waves: one first, then a few, then the rest; a wave stops by itself when one fails."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import psycopg
import pytest

from device.link.updates import OfferedUpdate
from engine.link_protocol import LinkedUpdate, LinkState
from engine.update_offer import LARGEST_PACKAGE, UpdateOffer, decode_offer
from tests.device.update.machine import make_key, package
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, BoardServer, address, broker_in, settings_of, until
from tests.venue.test_board import PASSWORD, login
from tests.venue.test_ingest import A, B
from venue.board import health, updates
from venue.board.model import TableTile
from venue.board.owner import keep_password
from venue.board.waves import BACK, FEW, Wave, following, kept, read
from venue.broker.configuration import INGEST_USER
from venue.broker.session import BrokerSession
from venue.record.live import Sign, beat, show
from venue.settings import BoardSection, BrokerSection

OFFER = UpdateOffer("d" * 64, "quarterdeck_1.1_arm64.deb", 9_000, 8100)
C = "c" * 32
NOW = 1_800_000_000.0


class Chain:
    """Tables that let the venue update them, and a wave over them."""

    def __init__(self, count: int) -> None:
        self.now = NOW
        self.wave = Wave(OFFER, is_on=True)
        ready = LinkState("", software="1.0", update=LinkedUpdate())
        self.tables = {
            str(number): TableTile(str(number), f"T{number}", True, None, 0, ready) for number in range(count)
        }

    def says(self, number: int, stage: str = "", why: str = "", *, software: str = "1.0", online: bool = True) -> None:
        told = LinkState("", software=software, update=LinkedUpdate(OFFER.digest if stage else "", stage, why))
        self.tables[str(number)] = replace(self.tables[str(number)], state=told, online=online)

    def runs(self, *numbers: int) -> None:
        for number in numbers:
            self.says(number, "runs", software="1.1")

    def goes_on(self, seconds: float = 30.0) -> tuple[str, ...]:
        self.now += seconds
        after = read(kept(following(self.wave, self.tables.values(), self.now)))
        assert after
        self.wave = after
        return self.wave.given


def test_one_table_is_first_then_a_few_then_the_rest() -> None:
    chain = Chain(9)
    assert [len(chain.goes_on()) for _ in range(3)] == [1, 1, 1]
    chain.says(0, "installing")
    assert len(chain.goes_on()) == 1
    chain.runs(0)
    assert [len(chain.goes_on()) for _ in range(3)] == [1 + FEW] * 3
    chain.runs(1, 2)
    assert len(chain.goes_on()) == 1 + FEW
    chain.runs(3)
    assert len(chain.goes_on()) == 9
    assert chain.wave.offered(chain.tables["8"]) == OFFER
    assert chain.wave.offered(chain.tables["0"]) is None, "it runs the version"


def test_of_three_tables_the_second_goes_back_and_the_third_is_left_alone() -> None:
    chain = Chain(3)
    chain.goes_on()
    chain.runs(0)
    assert chain.goes_on() == ("0", "1", "2")
    chain.says(1, "left", "Version 1.1 showed no page: version 1.0 runs again. No game was lost.")
    chain.goes_on()
    assert (chain.wave.is_on, chain.wave.failed) == (False, "1")
    assert str(chain.wave.why) == (
        "No further table is updated: Version 1.1 showed no page: version 1.0 runs again. No game was lost."
    )
    assert [chain.wave.offered(table) for table in chain.tables.values()] == [None, None, None]
    assert chain.goes_on() == ("0", "1", "2"), "nothing more comes by itself"


def test_a_table_that_does_not_come_back_stops_the_wave() -> None:
    chain = Chain(3)
    chain.goes_on()
    chain.says(0, "installing", online=False)
    chain.goes_on()
    assert chain.goes_on(BACK) == ("0",)
    assert chain.wave.is_on
    chain.goes_on(1)
    assert str(chain.wave.why) == "No further table is updated: It has not come back since it began to install."


def test_a_table_that_is_offline_waits_is_said_and_holds_nobody_up() -> None:
    chain = Chain(3)
    chain.says(0, online=False)
    assert chain.goes_on() == ("1",)
    assert chain.wave.line(chain.tables["0"]) == "Offline: it gets version 1.1 when it is back."
    chain.says(1, "waiting", online=False)  # switched off for the night
    assert chain.goes_on() == ("1", "2")
    assert chain.goes_on(2 * BACK) == ("1", "2")
    assert chain.wave.is_on
    chain.runs(1, 2)
    chain.says(0)
    assert chain.goes_on() == ("1", "2", "0")


def test_a_package_that_the_first_table_refuses_goes_no_further_and_one_full_card_holds_nobody_up() -> None:
    chain = Chain(6)
    chain.goes_on()
    chain.says(0, "refused", "quarterdeck_1.1_arm64.deb was changed.")
    chain.goes_on()
    assert str(chain.wave.why) == "No further table is updated: quarterdeck_1.1_arm64.deb was changed."
    chain = Chain(6)
    chain.goes_on()
    chain.runs(0)
    chain.goes_on()
    chain.says(1, "refused", "There is too little space.")
    chain.runs(2, 3)
    chain.goes_on()
    assert chain.wave.line(chain.tables["1"]) == "There is too little space."
    assert len(chain.wave.given) == 6


def test_a_table_whose_owner_does_not_allow_it_and_one_of_an_earlier_version_are_left_out() -> None:
    chain = Chain(2)
    chain.tables = {name: replace(table, state=LinkState("", software="1.0")) for name, table in chain.tables.items()}
    assert chain.goes_on() == ()
    chain.tables["2"] = TableTile("2", "Never seen", False, None, 0, None)
    assert chain.goes_on() == ()


def test_a_table_with_a_later_version_is_left_alone_and_holds_nobody_up() -> None:
    chain = Chain(3)
    chain.says(0, software="1.10")
    chain.says(1, software="1.1~rc1")
    assert chain.goes_on() == ("1",)
    chain.runs(1)
    assert chain.goes_on() == ("1", "2")


def test_a_second_press_and_a_board_that_has_just_begun_change_nothing(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = updates.Updates(settings_of(record, tmp_path))
    monkeypatch.setattr(made, "_publish", lambda *_given: None)
    wave = Wave(OFFER, True, ("0",), {"0": NOW})
    made._change(lambda _none: wave)
    made.start(on=True)
    assert made.wave == wave
    made.step([], NOW + BACK)
    assert made.wave == wave, "it knows no table yet"
    made.start(on=False)
    assert made.wave == Wave(OFFER)
    made.start(on=True)
    assert made.wave == Wave(OFFER, is_on=True)


def test_what_a_table_says_of_another_package_counts_for_nothing() -> None:
    chain = Chain(1)
    chain.goes_on()
    state = LinkState("", software="1.0", update=LinkedUpdate("e" * 64, "left", "Older."))
    chain.tables["0"] = replace(chain.tables["0"], state=state)
    assert chain.goes_on() == ("0",)
    assert chain.wave.is_on


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 9999, "[]", "{}", '{"offer": {}, "given": []}', '{"offer": {"digest": 1}}']
)
def test_a_wave_that_cannot_be_read_is_none(text: str) -> None:
    assert read(text) is None
    assert read(kept(Wave(OFFER)).replace('"is_on"', '"later"')) is None


@pytest.mark.parametrize(("here", "later"), [("1.1", False), ("1.2-1", True), ("1.1.1+git", True), ("1.0-9", False)])
def test_a_table_with_a_later_version_has_it(here: str, later: bool) -> None:
    chain = Chain(1)
    chain.says(0, software=here)
    assert chain.wave.has(chain.tables["0"]) is (later or here == "1.1")


# the page, the broker and the package itself


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    return package(folder, "1.1", make_key(folder, "key"), filler=200_000)


@pytest.fixture
def board(record: Record, ingester: psycopg.Connection, tmp_path: Path) -> Iterator[BoardServer]:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    allowed = LinkState("Bar", software="1.0", update=LinkedUpdate("", "ready"))
    show(
        ingester,
        {A: Sign(allowed, True), B: Sign(replace(allowed, name="Window"), True), C: Sign(LinkState("Old"), True)},
    )
    with BoardServer(settings_of(record, tmp_path)) as server:
        until(lambda: len(server.tables()) == 3, "the tables are shown")
        yield server


def put(board: BoardServer, owner: dict[str, str], data: bytes, name: str = OFFER.file) -> tuple[int, str]:
    status, _headers, said = board.ask(f"/owner/package?{urlencode({'file': name})}", data, owner)
    return status, said


def fetched(offer: UpdateOffer) -> bytes:
    """Return what a table gets of that package."""
    pieces: list[bytes] = []

    def upload(_sender: str, _name: str, _size: int, at: int, piece: bytes) -> None:
        assert at == sum(map(len, pieces))
        pieces.append(piece)

    OfferedUpdate(SimpleNamespace(upload=upload), "127.0.0.1", "en")._copy(offer)
    return b"".join(pieces)


def test_the_owner_puts_a_package_on_the_board_and_whoever_knows_its_digest_gets_it(
    board: BoardServer, signed: Path, tmp_path: Path
) -> None:
    owner, data = {"cookie": login(board)[1]}, signed.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    assert put(board, {}, data)[0] == 403
    for strange, name in (
        (b"x" * 99, OFFER.file),
        (data[:-7], OFFER.file),
        (data, "holiday.deb"),
        (data[:60_000], OFFER.file),
    ):
        status, said = put(board, owner, strange, name)
        assert (status, said) == (422, "That is no update of Quarterdeck: choose a signed file quarterdeck_….deb.")
    german = put(board, owner | {"accept-language": "de"}, b"x")[1]
    assert german.startswith("Das ist kein Update von Quarterdeck")
    assert list(tmp_path.glob("*.deb")) == list(tmp_path.glob(".*.part")) == []
    assert "Version 1.1" not in board.ask("/owner/health", headers=owner)[2]
    other = tmp_path / f"{VENUE}-2-{'0' * 64}.deb"
    other.touch()
    assert put(board, owner, data) == (204, "")
    page = board.ask("/owner/health", headers=owner)[2]
    assert "Version 1.1" in page
    assert "Tables that this page may update: 2 of 3" in page
    assert "Version 1.1 runs on 0 of 2." in page
    package = tmp_path / f"{VENUE}-{digest}.deb"
    assert set(tmp_path.glob("*.deb")) == {package, other}, "that of another venue with the same folder stays"
    assert package.read_bytes() == data
    assert fetched(UpdateOffer(digest, OFFER.file, len(data), board.port)) == data
    status, headers, _refusal = board.ask(f"/api/venue/packages/{'0' * 64}")
    assert (status, headers["content-type"]) == (404, "application/json")
    assert board.ask(f"/api/venue/packages/{digest[:-1]}%2e", headers=owner)[0] == 404
    assert board.ask("/owner/wave", b"on=yes", owner)[0] == 303
    package.unlink()
    assert board.ask(f"/api/venue/packages/{'0' * 64}")[0] == 404
    assert "The package is gone" not in board.ask("/owner/health", headers=owner)[2]
    assert board.ask(f"/api/venue/packages/{digest}")[0] == 404
    assert (
        "No further table is updated: The package is gone: upload it again."
        in board.ask("/owner/health", headers=owner)[2]
    )


def test_a_package_that_is_too_large_or_cannot_be_kept_is_refused_in_one_sentence(
    board: BoardServer, signed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = {"cookie": login(board)[1]}
    monkeypatch.setattr(updates, "LARGEST_PACKAGE", 100_000)
    assert put(board, owner, signed.read_bytes())[0] == 422
    monkeypatch.setattr(updates, "LARGEST_PACKAGE", LARGEST_PACKAGE)
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(Path, "replace", lambda *_given: (_ for _ in ()).throw(full))
    assert put(board, owner, signed.read_bytes()) == (422, "The package can’t be kept (No space left on device).")


def test_a_wave_of_three_tables_over_the_broker_stops_when_one_goes_back(
    record: Record,
    ingester: psycopg.Connection,
    scratch: Path,
    tmp_path: Path,
    signed: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.05)
    server, port = broker_in(scratch / "waves", [A, B, C])
    states = {
        table: LinkState(name, software="1.0", update=LinkedUpdate()) for table, name in ((A, "A"), (B, "B"), (C, "C"))
    }
    with server:
        settings = replace(
            settings_of(record, tmp_path),
            broker=BrokerSection("127.0.0.1", port, INGEST_USER, SECRET),
            board=BoardSection("127.0.0.1", 8100),
        )
        keep_password(tmp_path, PASSWORD)
        show(ingester, {table: Sign(state, True) for table, state in states.items()})
        readers = {
            table: BrokerSession(address(port, table), f"of-{table}", [(topic_of(table), 1)]) for table in states
        }
        offers: dict[str, UpdateOffer | None] = {}
        with BoardServer(settings) as board:
            for reader in readers.values():
                reader.start()
            owner = {"cookie": login(board)[1]}
            until(lambda: len(board.tables()) == 3, "the tables are shown")
            assert put(board, owner, signed.read_bytes())[0] == 204

            def say(table: str, stage: str, why: str = "", software: str = "1.0") -> None:
                told = LinkedUpdate(hashlib.sha256(signed.read_bytes()).hexdigest(), stage, why)
                states[table] = replace(states[table], software=software, update=told)
                show(ingester, {table: Sign(states[table], True)})

            def offered(*wanted: str) -> bool:
                for table, reader in readers.items():
                    while not reader.arrivals.empty():
                        if arrival := reader.arrivals.get():
                            offers[table] = decode_offer(arrival.payload)
                return {table for table, offer in offers.items() if offer} == set(wanted)

            def page() -> str:
                return board.ask("/owner/health", headers=owner)[2]

            until(lambda: offered(), "nothing before the wave")
            assert board.ask("/owner/wave", b"on=yes", owner)[:2][0] == 303
            until(lambda: offered(A), "one table is first")
            offer = offers[A]
            assert offer
            assert (offer.software, offer.size) == ("1.1", signed.stat().st_size)
            say(A, "waiting")
            until(lambda: "Version 1.1 waits until nobody plays." in page(), "it is said what it waits for")
            say(A, "runs", software="1.1")
            until(lambda: offered(B, C), "the others, and no more the first")
            say(B, "left", "Version 1.1 failed to start three times: version 1.0 runs again.")
            until(lambda: offered(), "the offers are taken back")
            assert "No further table is updated: Version 1.1 failed to start three times" in page()
            assert "quarterdeck_venue_troubles" in board.ask("/metrics")[2]
            assert board.ask("/owner/wave", b"on=no", owner)[0] == 303
            assert "No further table is updated" not in page()
        for reader in readers.values():
            reader.stop()


def topic_of(table: str) -> str:
    return f"quarterdeck/1/{VENUE}/{table}/update"
