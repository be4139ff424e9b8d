"""Disks that really take nothing: full, limited, or suddenly read-only."""

import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from device.journal.journal import AGAIN, Journal
from device.journal.reader import past_game, reading
from device.storage.database import JournalDatabase
from engine import Event, Rolled, Started, Stopped, dump, encode
from tests.end_to_end.phone import Client, Phone
from tests.end_to_end.program import configured, quarterdeck, running, url_of
from tests.web.conftest import until
from web.access.pin import OwnerPin

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
GAME: tuple[Event, ...] = (START, Rolled((6, 5, 4, 3, 3)), Stopped(), Rolled((6, 5, 4, 1, 1)), Stopped())


SOON = 30.0
"""Seconds within which the page no longer says what was wrong; on a machine that does much else."""


def tried(*command: str | Path) -> None:
    """Run it, or skip the test where that is not allowed."""
    try:
        subprocess.run([*map(str, command)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"{command[0]} is not allowed here")


@contextmanager
def file_size_limited(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full(folder: Path) -> Iterator[Callable[[], None]]:
    """The folder's disk has no room left; call what is given when somebody may have made some."""
    ballast = folder / "ballast"

    def fill() -> None:
        with ballast.open("ab", buffering=0) as file:
            for size in (4096, 1):
                try:
                    while file.write(bytes(size)):
                        pass
                except OSError:
                    pass

    fill()
    yield fill
    ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[Callable[[], None]]:
    """Nothing in the folder can be changed, through whatever was opened before either."""
    files = [*folder.glob("journal*"), folder]
    tried("chattr", "+i", *files)
    try:
        yield lambda: None
    finally:
        tried("chattr", "-i", *files)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk with no more room than that."""
    disk = folder / "disk"
    disk.mkdir()
    tried("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk)
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@contextmanager
def remounted_read_only(disk: Path) -> Iterator[None]:
    """The whole file system can only be read."""
    tried("mount", "-o", "remount,ro", disk)
    try:
        yield
    finally:
        tried("mount", "-o", "remount,rw", disk)


Trouble = Callable[[Path], AbstractContextManager[object]]


def texts_of(ledger: JournalDatabase, game: int) -> list[str]:
    return [row[3] for row in ledger.rows(game)]


@pytest.mark.parametrize("trouble", ["may not grow", "full", "read-only"])
def test_a_game_goes_on_while_the_disk_takes_nothing_and_all_of_it_is_there_in_the_end_once(
    tmp_path: Path, trouble: str
) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(small_disk(tmp_path, "400k")) if trouble == "full" else tmp_path
        file = folder / "journal.db"
        with Journal(file) as journal:
            journal.append(GAME[:1], 0.0)
            disk = {"may not grow": file_size_limited(24 << 10), "full": full(folder), "read-only": read_only(folder)}
            with disk[trouble]:
                for moment, event in enumerate(GAME[1:]):
                    journal.append([event], float(moment))
                for _ in range(100):
                    journal.append(GAME, 5.0)
                assert journal.trouble is not None
                assert "the game continues in memory" in journal.trouble
                journal.tend(100.0)
                assert journal.trouble is not None
                kept = journal.last_game()
                assert kept is not None
                assert kept.events == GAME
            journal.tend(100.0 + AGAIN)
            assert journal.trouble is None
            assert journal.notices == ()
        with reading(file) as ledger:
            assert ledger.games() == list(range(1, 102))
            assert [len(ledger.rows(game)) for game in ledger.games()] == [len(GAME)] * 101


@pytest.mark.parametrize("was_played", [True, False])
@pytest.mark.parametrize("trouble", [full, remounted_read_only])
def test_a_journal_on_a_disk_that_takes_nothing_at_the_start_is_kept_in_memory(
    tmp_path: Path, trouble: Trouble, was_played: bool
) -> None:
    with small_disk(tmp_path, "400k") as disk:
        file = disk / "journal.db"
        before = GAME[:2] if was_played else ()
        if was_played:
            with Journal(file) as journal:
                journal.append([START], 0.0)
                journal.append(GAME[:2], 0.5)
        with trouble(disk):
            journal = Journal(file, in_memory=True)
            kept = journal.last_game()
            assert (kept.events if kept else ()) == before
            assert was_played or journal.trouble is not None
            for moment, event in enumerate(GAME[len(before) :]):
                journal.append([event], float(moment))
            for _ in range(200):
                journal.append([START], 9.0)
            assert journal.trouble is not None
            assert "the game continues in memory, and is lost if" in journal.trouble
            journal.tend(100.0)
            assert journal.trouble is not None
        journal.tend(100.0 + AGAIN)
        assert journal.trouble is None
        journal.close()
        with Journal(file) as journal:
            assert journal.notices == ()
        with reading(file) as ledger:
            assert ledger.last_game() == 200 + 1 + was_played
            assert texts_of(ledger, 1 + was_played) == list(map(encode, GAME))


@contextmanager
def covered(folder: Path) -> Iterator[None]:
    """Another disk, empty and read-only, is mounted over the folder."""
    tried("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", folder)
    try:
        yield
    finally:
        tried("umount", "-l", folder)  # the journal still holds files there


def test_a_game_begun_without_its_journal_follows_the_games_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START], 0.0)
        journal.append([START], 1.0)
    with covered(tmp_path):
        journal = Journal(file, in_memory=True)
        journal.append(GAME, 2.0)
        assert journal.trouble is not None
    journal.tend(100.0)
    assert journal.trouble is None
    assert [row[0] for row in journal.rows] == [3] * len(GAME)
    journal.append([START], 3.0)
    journal.close()
    with reading(file) as ledger:
        assert ledger.games() == [1, 2, 3, 4]
        assert texts_of(ledger, 3) == list(map(encode, GAME))


def test_a_program_on_a_read_only_disk_serves_its_page_and_says_what_will_be_lost(tmp_path: Path) -> None:
    with small_disk(tmp_path, "1m") as disk:
        config = configured(disk)
        with remounted_read_only(disk), running("run", "--config", config) as program:
            page = Client(url_of(program))
            assert page.read("healthz")["ok"]
            until(lambda: bool(page.state["trouble"]), SOON)
            said = " ".join(page.state["trouble"])
            assert "the game continues in memory, and is lost if the table is switched off" in said
            program.kill()
            program.wait()


@contextmanager
def memory_card(folder: Path) -> Iterator[Path]:
    """An ext4 of its own, which turns read-only at an error, as on a Raspberry Pi."""
    image, disk = folder / "card.img", folder / "card"
    disk.mkdir()
    tried("mke2fs", "-q", "-t", "ext4", "-e", "remount-ro", image, "16m")
    tried("mount", "-o", "loop", image, disk)
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_card_that_turns_read_only_in_play_is_said_and_a_phone_takes_all_games_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with memory_card(tmp_path) as card:
        (card / "tmp").mkdir()
        monkeypatch.setenv("TMPDIR", str(card / "tmp"))  # nothing else is writable on such a machine but memory
        OwnerPin(JsonFiles(card)).set("2468")
        with running("run", "--pair", "--config", configured(card)) as program:
            phone = Phone(program)
            for _ in range(4):
                phone.play()
            tried("mount", "-o", "remount,abort", card)  # as ext4 does at an error of the card
            for _ in range(6):
                phone.play()
            until(lambda: bool(phone.state["trouble"]), SOON)
            said = " ".join(phone.state["trouble"])
            assert said == (
                "The memory card can’t be written any more: the game continues in memory, and is lost if the table "
                "is switched off. Download a backup, then replace the card."
            )
            assert said in phone.get("").decode()
            assert said in phone.get("tv").decode()
            open_game = phone.get("helm/box/game")
            phone.change("api/games", preset="dice-game-depot", players=["Ada", "Grace"], starter="Ada")
            phone.play()
            phone.ask("api/owner", pin="2468")
            ticket = phone.ask("api/backup", key="a-backup-please")["address"]
            backup = phone.get(str(ticket).lstrip("/"))
            played = phone.state["event"]
        program.wait()
        with reading(card / "journal.db") as ledger:
            assert ledger.last_game() == 1, "the second game was in memory only"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.delenv("TMPDIR")
    (elsewhere / "backup.zip").write_bytes(backup)
    (elsewhere / "game.json").write_bytes(open_game)
    restored = quarterdeck("restore", elsewhere / "backup.zip", "--config", elsewhere / "quarterdeck.toml")
    assert restored.returncode == 0, restored.stdout + restored.stderr
    with Journal(elsewhere / "journal.db") as journal:
        assert journal.notices == ()
        kept = journal.last_game()
        assert kept is not None
        assert len(kept.events) == played == 2
        assert journal.last == 2
    with reading(elsewhere / "journal.db") as ledger:
        first = past_game(ledger, 1).events
    assert dump(first) == open_game.decode().strip()
    assert len(first) == 11


def test_a_program_whose_disk_is_full_says_so_and_loses_nothing(tmp_path: Path) -> None:
    """A phone scores, the page says what is wrong, a power cut ends the program."""
    with small_disk(tmp_path, "4m") as folder:
        with running("run", "--pair", "--config", configured(folder)) as program:
            phone = Phone(program)
            for _ in range(4):
                phone.play()
            assert all("(tmpfs)" in one for one in phone.state["trouble"]), "this small disk may be one in memory"
            with full(folder) as keep_up:
                for _ in range(10):
                    phone.play()
                while "the game continues in memory" not in " ".join(phone.state["trouble"]):
                    assert phone.state["event"] < 200, "the page does not say that the disk is full"
                    keep_up()
                    phone.play()
            until(lambda: "the game continues in memory" not in " ".join(phone.state["trouble"]), SOON)
            played = phone.state["event"]
            program.kill()
        with Journal(folder / "journal.db") as journal:
            kept = journal.last_game()
            assert journal.notices == ()
        assert kept is not None
        assert len(kept.events) == played >= 15
