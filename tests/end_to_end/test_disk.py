"""The program on disks that really take nothing: full, or suddenly read-only."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from device.journal.journal import Journal
from device.journal.reader import past_game, reading
from engine import dump
from tests.end_to_end.phone import Client, Phone
from tests.end_to_end.program import configured, quarterdeck, running, url_of
from tests.web.conftest import until
from web.access.pin import OwnerPin

SOON = 30.0
"""Seconds within which the page no longer says what was wrong; on a machine that does much else."""


def tried(*command: str | Path) -> None:
    """Run it, or skip the test where that is not allowed."""
    try:
        subprocess.run([*map(str, command)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"{command[0]} is not allowed here")


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
