"""A venue that needs no set-up: scratch servers, simulated tables that play, and the board."""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from uuid import NAMESPACE_URL, uuid5

import psycopg

from engine.names import alike
from venue.board.owner import keep_password
from venue.broker.configuration import INGEST_USER
from venue.broker.session import BrokerAddress
from venue.errors import Rejected
from venue.record.night_desk import drawing, entering, planned
from venue.record.night_rows import add_to_night, open_night, read_night
from venue.record.schema import BOARD, INGEST, OWNER, make_roles, make_schema
from venue.scratch import ScratchFolder, ScratchMosquitto, ScratchPostgres
from venue.services.running import PARTS, board_socket, serve, workers
from venue.settings import BoardSection, BrokerSection, RecordSection, VenueSection, VenueSettings, write_settings
from venue.simulation import MemoryStore, SimulatedTable

NAME, TITLE = "demo", "Quarterdeck"
NAMES = ("Window", "Bar", "Anchor", "Galley", "Mast", "Lantern", "Rudder", "Harbour")
PLAYERS = ("Ann", "Ben", "Cy", "Dora", "Emil", "Fay", "Gus", "Hana", "Ida", "Jonas", "Kim", "Lea", "Mia", "Nils", "Zoë")
PASTIME = 900
"""Steps that each table has played before."""
PASTIME_AGAIN = 0.05
"""How likely a table without a match begins another game with a step: some are free when a night is drawn."""
SIGN_UP = 15.0
"""Seconds from the last player who signs up to the draw, and from a final to the next night."""
STEP = 2.0
"""Seconds between two steps of a table, at speed 1."""


def name_of(number: int) -> str:
    """Return the name of a table, counted from 0."""
    return NAMES[number] if number < len(NAMES) else f"Table {number + 1}"


@contextmanager
def scratch_venue(tables: int, at: BoardSection, folder: Path) -> Iterator[tuple[VenueSettings, list[BrokerAddress]]]:
    """Start scratch servers. Yield the settings of the venue, and the broker's address for each table."""
    password = secrets.token_urlsafe(12)
    ids = [uuid5(NAMESPACE_URL, name_of(number)).hex for number in range(tables)]
    with (
        ScratchPostgres(folder / "postgres", settings=("fsync=off",)) as database,
        ScratchMosquitto.of_venue(folder / "broker", NAME, ids, password) as broker,
    ):
        with psycopg.connect(database.url()) as admin:
            make_roles(admin)
            make_schema(admin)
        settings = VenueSettings(
            folder,
            VenueSection(NAME, TITLE),
            RecordSection(*(database.url(role) for role in (INGEST, BOARD, OWNER))),
            BrokerSection(port=broker.port, user=INGEST_USER, password=password),
            at,
        )
        yield settings, [BrokerAddress("127.0.0.1", broker.port, one, password) for one in ids]


def play(fleet: list[SimulatedTable], speed: float, stop: threading.Event) -> None:
    chance = Random(7)
    due = {one: chance.random() for one in fleet}
    now = 0.0
    while not stop.wait(0.1):
        now += 0.1 * speed
        for one in fleet:
            if now >= due[one]:
                if one.on_turn or one.call or chance.random() < PASTIME_AGAIN:
                    one.play()
                one.show()
                due[one] = now + STEP * (0.5 + chance.random())
            one.send()


def hold_nights(record: str, stop: threading.Event) -> None:
    """Hold one Game Night after another: a player signs up each second, and soon after the last one it is drawn."""
    while not stop.wait(1.0):
        with suppress(psycopg.Error, Rejected), psycopg.connect(record, autocommit=True) as connection:
            night = read_night(connection)
            if night is None or not (night.is_open or night.is_on or night.facts[-1].age < SIGN_UP):
                open_night(connection, [planned("single", "pig", season=TITLE)])
            elif night.is_open and night.facts[-1].age > SIGN_UP:
                add_to_night(connection, drawing)
            elif night.is_open and (missing := [one for one in PLAYERS if not alike(one, night.roster)]):
                add_to_night(connection, partial(entering, player=missing[0]))


def demo(at: BoardSection, tables: int, speed: float, report: Callable[[VenueSettings, str], None]) -> None:
    """Run the demo until SIGINT or SIGTERM. ``report`` is called with the owner's password once all runs."""
    with (
        ScratchFolder() as folder,
        board_socket(at) as listener,
        scratch_venue(tables, at, folder) as (settings, addresses),
    ):
        password = secrets.token_urlsafe(9)
        keep_password(folder, password)
        fleet = [
            SimulatedTable(
                NAME,
                address.user or "",
                name_of(number),
                MemoryStore(),
                seed=number,
                players=Random(number).sample(PLAYERS, k=5),
            )
            for number, address in enumerate(addresses)
        ]
        for one in fleet:
            one.play(PASTIME)
            while one.on_turn:
                one.play()
        write_settings(settings)  # quarterdeck venue night reads them
        for one, address in zip(fleet, addresses, strict=True):
            one.connect(address)
        with workers(settings, PARTS, "1") as stop:
            threads = [
                threading.Thread(target=play, args=(fleet, speed, stop), daemon=True),
                threading.Thread(target=hold_nights, args=(settings.record.owner, stop), daemon=True),
            ]
            for thread in threads:
                thread.start()
            report(settings, password)
            try:
                serve(settings, listener)
            finally:
                stop.set()
                for thread in threads:
                    thread.join(5)
                for one in fleet:
                    one.disconnect()
