"""Moments in the archive: from single games, and from many, also after a game was changed or removed."""

import random
from pathlib import Path

import pytest

from device.archive.database import ArchiveDatabase, Volume
from device.archive.reader import JournalArchive
from engine.game import kinds_of_all
from engine.reports.figures import Part
from engine.reports.moments import EVENINGS, FIVE_WINS, Moment
from engine.statistics.player_names import PlayerNames
from engine.statistics.record import Record
from tests.web.played import Opened

EVENING = 1_736_190_000.0
DAY = 86_400.0


def game(
    number: int, winner: str, *others: str, kind: str = "pig", day: int = 0, moments: tuple[Moment, ...] = ()
) -> Record:
    parts = (Part(winner, 50, won=True), *(Part(name, 10) for name in others))
    preset = {"pig": "pig", "farkle": "farkle"}[kind]
    return Record(number, EVENING + day * DAY, kind, preset, parts, 5, 4, over=True, looked_back=True, moments=moments)


def put(file: Path, *records: Record) -> None:
    with ArchiveDatabase(file) as shelf:
        shelf.put([Volume(one, [(0.0, f'"{one.number}"')]) for one in records])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def moments(file: Path, name: str, names: PlayerNames | None = None) -> dict[str, int]:
    archive = JournalArchive(file, Opened())
    archive.player_names = names or PlayerNames()
    found = dict(archive.moments(name))
    archive.close()
    return found


def test_a_moment_names_its_first_game(file: Path) -> None:
    once = (Moment(1, "pig.big_turn", 4),)
    put(file, *(game(number, "Jo", "Mia", moments=once) for number in (1, 2, 3)))
    assert moments(file, "Mia") == {"pig.big_turn": 1}
    assert moments(file, "Nobody") == {}


def test_the_record_comes_back_with_its_moments(file: Path) -> None:
    once = (Moment(0, "pig.big_turn", 4), Moment(1, "pig.comeback", 9))
    put(file, game(1, "Jo", "Mia", moments=once))
    record = JournalArchive(file, Opened()).record(1)
    assert record is not None
    assert record.moments == once


def test_five_wins_in_a_row_count_over_all_games_of_the_house(file: Path) -> None:
    put(file, *(game(number, "Mia", "Jo", kind="pig" if number % 2 else "farkle") for number in range(1, 8)))
    assert moments(file, "Mia") == {"first_win": 1, FIVE_WINS: 5}
    assert moments(file, "Jo") == {}


def test_a_changed_game_breaks_a_row_or_makes_one(file: Path) -> None:
    put(file, *(game(number, "Mia", "Jo") for number in range(1, 8)))
    put(file, game(3, "Jo", "Mia"))
    assert moments(file, "Mia") == {"first_win": 1}
    put(file, game(8, "Mia", "Jo"))
    assert moments(file, "Mia")[FIVE_WINS] == 8
    put(file, game(3, "Mia", "Jo"))
    assert moments(file, "Mia")[FIVE_WINS] == 5
    with ArchiveDatabase(file) as shelf:
        shelf.remove([4])
    assert moments(file, "Mia")[FIVE_WINS] == 6


def test_rows_kept_game_by_game_are_those_of_a_count_of_all(file: Path) -> None:
    chance = random.Random(3)
    known: dict[int, Record] = {}
    with ArchiveDatabase(file) as shelf:
        for _ in range(120):
            number = chance.randint(1, 25)
            if number in known and chance.random() < 0.3:
                del known[number]
                shelf.remove([number])
            else:
                known[number] = game(
                    number, *chance.sample(["Mia", "Jo"], 2) if chance.random() < 0.3 else ("Mia", "Jo")
                )
                shelf.put([Volume(known[number], [(0.0, '"x"')])])
    run, fifth = 0, None
    for number in sorted(known):
        run = run + 1 if known[number].parts[0].name == "Mia" else 0
        fifth = number if fifth is None and run >= 5 else fifth
    assert moments(file, "Mia").get(FIVE_WINS) == fifth


def test_the_tenth_evening_and_the_last_game_of_the_house(file: Path) -> None:
    put(file, *(game(number, "Mia", "Jo", day=number) for number in range(1, EVENINGS + 2)))
    assert moments(file, "Jo") == {"tenth_evening": EVENINGS}
    assert "every_game" not in moments(file, "Mia")
    assert len(kinds_of_all()) > 2


def test_a_merged_player_has_the_moments_of_both_names_and_a_hidden_one_has_none(file: Path) -> None:
    put(file, game(1, "Mia", "Jo"), game(2, "Miia", "Jo", moments=(Moment(0, "pig.big_turn", 4),)))
    both = PlayerNames({"Miia": "Mia"})
    assert moments(file, "Mia", both) == {"first_win": 1, "pig.big_turn": 2}
    assert moments(file, "Mia", both.without("Mia")) == {}
