"""A person is erased: from every file of a table, whatever happens in between, and nobody else's results change."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import url_for

from device.adapters.files import JsonFiles
from device.archive.builder import compare
from device.archive.database import archive_of
from device.archive.reader import JournalArchive
from device.backup.backup import read_backup, take_backup, write_backup
from device.backup.erasure import carry_out, erased_in, have_erased, waits
from device.backup.restore import have_wait, put_back
from device.cli.main import main
from device.config.schema import load as load_config
from device.errors import BadErasure
from device.journal.journal import Journal
from device.journal.reader import exported, past_games, reading
from device.recording.kept_clips import with_comment
from device.storage.database import JournalDatabase
from engine import Event, Joined, Renamed, Rolled, Started, decode, encode, fold, load
from engine.codec import names_in, renamed_line
from engine.names import Profile
from engine.statistics.player_names import ErasedNames, erased_name, stand_ins
from engine.statistics.record import ArchivedGame, Record, record_of
from engine.tournament.facts import Opened, Withdrew, as_json
from table.snapshot import Snapshot
from tests.device.recording.test_kept_clips import CLIP, STRIP
from tests.end_to_end.program import quarterdeck, running, url_of
from tests.engine.test_golden_logs import GOLDEN
from tests.web import played
from tests.web.conftest import until
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.guests.profiles import ProfileBook
from web.history.addresses import key_of
from web.history.books import PlayerBook
from web.services.archive import Archive

WHO, SPELT, MERGED = "Zacharias Quöx", "zacharias QUÖX", "Qxxy"
OTHERS = ("Mia", "Jonas")
START = Started("midnight", (*OTHERS,))
CONFIG = f'[game]\npreset = "dice-game-depot"\nplayers = ["Mia", "{WHO}"]\nstarter = "{WHO}"\n[web]\nport = 0\n'


def games() -> list[tuple[Event, ...]]:
    return [
        played.ship(1, (WHO, *OTHERS)),
        played.yahtzee(2, ("Mia", SPELT)),
        (Started("midnight", ("Player 1", "Mia"), "Mia", handicap={}), Renamed("Player 1", MERGED)),
        played.ship(3, OTHERS),
        (START, Joined(WHO), Rolled((1, 2, 3, 4, 5, 6))),
        (Started("midnight", OTHERS, "Mia"), Rolled((1, 4, 4, 4, 4, 4))),
    ]


class Everybody(Archive):
    def has_player(self, name: str) -> bool:
        return bool(name)


def table_in(folder: Path) -> Path:
    folder.mkdir()
    config = folder / "quarterdeck.toml"
    config.write_text(CONFIG, "utf-8")
    with Journal(folder / "journal.db") as journal:
        for events in games():
            journal.append(events, 1.0)
    drawer = JsonFiles(folder)
    archive = Everybody()
    profiles = ProfileBook(drawer, archive)
    book = PlayerBook(drawer, archive, profiles)
    profiles.choose(WHO, Profile("red", "anchor"))
    profiles.choose("Mia", Profile("blue", "gull"))
    book.merge(MERGED, WHO)
    book.merge("Jon", "Jonas")
    book.hide("Ann")
    facts = (Opened("single", (*OTHERS, WHO), "midnight"), Withdrew(WHO))
    drawer.put("tournaments", [{"number": 1, "clock": 0.0, "facts": [as_json(fact) for fact in facts]}])
    drawer.put("ledger", {"game": 1, "moved": {WHO: {"chips": 3, "drinks": 0}}, "clock": 1.0})
    drawer.put("table", {"camera": True, "game": [6, None], "joining": [WHO]})
    (folder / "clips").mkdir()
    for game, player in ((1, WHO), (1, "Mia"), (3, "Player 1"), (4, "Mia")):
        roll = 2 if player == "Mia" else 1
        clip = replace(CLIP, id=f"{game}-{roll}", game=game, roll=roll, player=player)
        (folder / "clips" / f"{clip.id}.jpg").write_bytes(with_comment(STRIP, clip))
    (folder / "journal.damaged-1.db").write_bytes(f"torn {WHO}".encode())
    (folder / "players.json.unreadable-1").write_bytes(WHO.encode())
    (folder / "before-restore-1").mkdir()
    (folder / "before-restore-1" / "journal.db").write_bytes(WHO.encode())
    return config


def says_a_name(folder: Path) -> list[str]:
    """Return the files below that folder in which one of the names stands, in any case."""
    found = []
    for file in folder.rglob("*"):
        said = file.read_bytes().decode("utf-8", "ignore").casefold() if file.is_file() else file.name.casefold()
        if any(name.casefold() in said for name in (WHO, MERGED, "zacharias", "Qu\\u00f6x")):
            found.append(file.name)
    return sorted(found)


def lines_in(file: Path) -> list[list[str]]:
    with reading(file) as ledger:
        return [[row[3] for row in ledger.rows(game)] for game in ledger.games()]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return table_in(tmp_path / "bar")


def test_no_file_has_the_name_and_nobody_else_loses_anything(config: Path) -> None:
    journal = config.with_name("journal.db")
    archive = archive_of(journal)
    compare(journal, archive)
    before, [(own, _)] = lines_in(journal), identities_in(journal)
    head = head_of(journal)
    assert len(says_a_name(config.parent)) > 9
    have_erased(config, WHO)
    assert waits(config)
    assert carry_out(config) == ()
    compare(journal, archive)
    assert says_a_name(config.parent) == []
    assert not waits(config)

    after = lines_in(journal)
    assert after[3] == before[3], "a game without them stays as it was, to the byte"
    called: tuple[dict[str, str], ...] = (
        {"Player 1": WHO},
        {"Player 1": SPELT},
        {"Player 2": MERGED},
        {},
        {"Player 1": WHO},
        {},
    )
    for old, new, names in zip(before, after, called, strict=True):
        assert [renamed_line(line, names) for line in new] == old
        was, now = ([replace(part, name="") for part in record(game).parts] for game in (old, new))
        assert was == now
    with reading(journal) as ledger:
        assert not any("Zach" in exported(past) for past in past_games(ledger))

    kept = {name: JsonFiles(config.parent).get(name) for name in ("players", "profiles", "ledger", "table")}
    assert kept["players"] == {"aliases": {"Jon": "Jonas"}, "hidden": ["Ann"]}
    assert kept["profiles"] == {"Mia": ["blue", "gull"]}
    assert kept["ledger"] == {"game": 1, "moved": {"Player 1": {"chips": 3, "drinks": 0}}, "clock": 1.0}
    assert kept["table"] == {"camera": True, "game": [6, None], "joining": ["Player 1"]}
    assert load_config(config).game.players == ("Mia", "Player 1")
    assert {file.name for file in (config.parent / "clips").iterdir()} == {"4-2.jpg"}
    files = take_backup(config).files
    assert not any(WHO.encode() in data for data in files.values())
    assert "erased.json" in files
    assert identities_in(journal) == [(own, None), (own, head)], "the chain says what it was before"
    carry_out(config)
    assert lines_in(journal) == after


def test_no_page_and_no_answer_has_the_name(config: Path) -> None:
    journal = config.with_name("journal.db")
    have_erased(config, WHO)
    carry_out(config)
    compare(journal, archive_of(journal))
    with Journal(journal) as opened, closing(JournalArchive(archive_of(journal), opened)) as archive:
        drawer = JsonFiles(config.parent)
        app = create_app(ScriptedTable(played_on(opened)), Appliance(drawer=drawer, archive=archive))
        seen = 0
        browser = app.test_client()
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.rule.endswith(("/stream", "/events")):
                continue
            for number in range(1, 7):
                values: dict[str, Any] = {
                    one: {"key": key_of("Mia"), "number": number}.get(one, number) for one in rule.arguments
                }
                with app.test_request_context():
                    address = url_for(rule.endpoint, **values)
                answer = browser.get(address)
                seen += answer.status_code == 200
                assert "zacharias" not in answer.get_data(as_text=True).casefold(), address
        assert seen > 50
        assert {*archive.names(20)} - stand_ins() == {*OTHERS}


def test_a_restored_backup_does_not_bring_them_back(config: Path, tmp_path: Path) -> None:
    write_backup(take_backup(config), tmp_path / "before.zip")
    have_erased(config, WHO)
    carry_out(config)
    erased = erased_in(config)
    have_wait(read_backup(tmp_path / "before.zip"), config)
    put_back(config)
    assert waits(config)
    carry_out(config)
    assert says_a_name(config.parent) == []
    assert erased_in(config) == erased
    assert len(lines_in(config.with_name("journal.db"))) == 6
    assert (config.parent / "before-restore-1").is_dir(), "what was there before can still be brought back"

    other = table_in(tmp_path / "pub")
    have_wait(take_backup(config), other)
    put_back(other)
    have_wait(read_backup(tmp_path / "before.zip"), other)
    put_back(other)
    carry_out(other)
    assert says_a_name(other.parent / "clips") == []
    assert lines_in(other.with_name("journal.db")) == lines_in(config.with_name("journal.db"))


def test_who_plays_now_or_is_unknown_is_not_erased(config: Path) -> None:
    for name, why in (("Mia", "Mia is playing: finish the game first"), ("Nobody", "Nobody called Nobody has played")):
        with pytest.raises(BadErasure, match=why):
            have_erased(config, name)
    facts = (Opened("single", (*OTHERS, WHO), "midnight"),)
    JsonFiles(config.parent).put("tournament", {"number": 2, "clock": 0.0, "facts": [as_json(fact) for fact in facts]})
    with pytest.raises(BadErasure, match="is in the tournament"):
        have_erased(config, WHO)
    JsonFiles(config.parent).put("tournament", None)
    (config.parent / "journal.newer-1.db").write_bytes(b"")
    with pytest.raises(BadErasure, match="newer version"):
        have_erased(config, WHO)
    assert not waits(config)


def test_who_comes_later_with_an_erased_name_stays(config: Path) -> None:
    have_erased(config, WHO)
    carry_out(config)
    with Journal(config.with_name("journal.db")) as journal:
        journal.append((Started("midnight", (WHO, "Ann", "Bo"), WHO), Rolled((1, 2, 3, 4, 5, 6))), 2.0)
        journal.append((Started("midnight", (WHO, "Mia"), WHO), Rolled((1, 2, 3, 4, 5, 6))), 3.0)
    for name in ("Ann", "Bo"):  # the second while the first waits
        have_erased(config, name)
    carry_out(config)
    *_before, late, now = lines_in(config.with_name("journal.db"))
    assert {*names_in(late)} == {WHO, "Player 1", "Player 2"}
    assert {*names_in(now)} == {WHO, "Mia"}
    have_erased(config, "Jonas")
    config.with_name("erase.waiting").write_bytes(b"[[")  # what can't be read is all that were erased
    carry_out(config)
    assert says_a_name(config.parent) == []


def test_a_disk_that_is_full_is_told_in_a_sentence_and_the_next_call_goes_on(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as during:
        during.setattr("device.backup.erasure.rebuild", full)
        said = CliRunner().invoke(main, ["players", "erase", "--config", str(config), WHO])
    assert (said.exit_code, said.output) == (1, "Error: database or disk is full\n")
    carry_out(config)
    assert says_a_name(config.parent) == []


def test_a_running_table_restarts_without_them(config: Path) -> None:
    config.write_text(f'{config.read_text("utf-8")}host = "127.0.0.1"\n[panel]\nkind = "none"\n', "utf-8")
    with running("run", "--config", config) as program:
        url_of(program)
        said = quarterdeck("players", "erase", WHO, "--config", config)
        assert said.stdout == f"{WHO} is erased. Delete earlier backups: a restored one is erased again.\n", said.stderr
        until(lambda: not waits(config))
        url_of(program)
        assert program.poll() is None
    assert says_a_name(config.parent) == []


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["log"]["events"][0]["preset"])
def test_the_results_of_every_game_stay(golden: dict[str, object]) -> None:
    events = load(json.dumps(golden["log"]))
    lines = [*map(encode, events)]
    for who in {*names_in(lines)}:
        erased = ErasedNames([erased_name(who.upper())])
        called = erased.called_in(names_in(lines))
        assert who in called
        without = [renamed_line(line, called) for line in lines]
        assert not any(f'"{who}"' in line for line in without)
        was, now = record(lines), record(without)
        assert [replace(part, name=called.get(part.name, part.name)) for part in was.parts] == list(now.parts)


def identities_in(journal: Path) -> list[tuple[str, str | None]]:
    with closing(JournalDatabase(journal)) as ledger:
        assert ledger.unsound() == []
        return ledger.identities()


def head_of(journal: Path) -> str:
    with closing(JournalDatabase(journal)) as ledger:
        return ledger.head


def record(game: Sequence[str]) -> Record:
    return record_of(ArchivedGame(1, None, tuple(map(decode, game)), (0.0,) * len(game)), look_back=False)


def played_on(journal: Journal) -> Snapshot:
    last = journal.last_game()
    assert last
    return replace(WAITING, state=fold(last.events), log=last.events)
