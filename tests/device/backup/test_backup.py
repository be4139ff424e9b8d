"""Everything as one file, and back again, whatever happens in between."""

import errno
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from device.backup import restore
from device.backup.backup import Backup, read_backup, take_backup, write_backup
from device.backup.restore import WAITING, have_wait, put_back, waits
from device.errors import BadBackup, BadJournal
from device.files import scratch
from device.files.durable_write import PRIVATE, write_durably
from device.journal.journal import Journal
from device.journal.reader import reading
from device.notices import Notices
from device.storage.database import InUse, JournalDatabase, JournalLock, Opening
from device.storage.salvage import InMemory
from engine import Rolled, encode
from tests.device.journal.ledgers import START

CONFIG = '[game]\nplayers = ["Mia", "Jonas"]\n[journal]\npath = "games/kept.db"\n'
ANOTHER = CONFIG + "# another\n"


def table_in(folder: Path, config: str = CONFIG, rolls: int = 1) -> Path:
    folder.mkdir()
    file = folder / "bar.toml"
    file.write_text(config)
    with Journal(folder / "games" / "kept.db") as journal:
        journal.append([START, *[Rolled((1, 2, 2, 3, 3))] * rolls], 1.0)
    (folder / "empty-tray.npz").write_bytes(b"what an empty tray looks like")
    (folder / "house-rules.json").write_bytes(b"what the bar plays")
    (folder / "players.json").write_bytes(b"how players are called")
    (folder / "own-network.json").write_bytes(b"what the printed card says")
    (folder / "owner.json").write_bytes(b"the hash of a PIN")
    (folder / "games" / "kept.damaged-1.db").write_bytes(b"what was set aside")
    return file


def kept_in(file: Path) -> int:
    with Journal(file) as journal:
        kept = journal.last_game()
    return len(kept.events) if kept else 0


@pytest.fixture
def restored(tmp_path: Path) -> Path:
    """The configuration of a table with one roll, on which a backup with two is on trial."""
    other = table_in(tmp_path / "pub", ANOTHER)
    have_wait(take_backup(table_in(tmp_path / "bar", rolls=2)), other)
    put_back(other)
    return other


def test_a_backup_is_taken_while_the_table_runs_and_put_back_on_another_machine(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    with Journal(tmp_path / "bar" / "games" / "kept.db") as journal:
        journal.append([Rolled((6, 5, 1, 1, 1))], 2.0)
        write_backup(take_backup(file), tmp_path / "backup.zip")
    new = tmp_path / "new" / "pub.toml"
    new.parent.mkdir()
    have_wait(read_backup(tmp_path / "backup.zip"), new)
    assert waits(new)
    assert put_back(new) == new.parent / "before-restore-1"
    assert not waits(new)
    assert new.read_text() == CONFIG
    assert kept_in(new.parent / "games" / "kept.db") == 3
    assert (new.parent / "empty-tray.npz").read_bytes() == b"what an empty tray looks like"
    assert (new.parent / "house-rules.json").read_bytes() == b"what the bar plays"
    assert (new.parent / "players.json").read_bytes() == b"how players are called"
    assert (new.parent / "own-network.json").read_bytes() == b"what the printed card says"
    assert (new.parent / "own-network.json").stat().st_mode & 0o777 == PRIVATE
    assert not (new.parent / "owner.json").exists()
    assert (new.parent / "games" / "kept.damaged-1.db").read_bytes() == b"what was set aside"
    assert put_back(new) is None


def test_while_the_table_runs_it_waits(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    have_wait(take_backup(file), file)
    with Journal(tmp_path / "bar" / "games" / "kept.db"), pytest.raises(InUse):
        put_back(file)
    assert waits(file)
    assert put_back(file) is not None


def test_of_two_that_would_restore_it_the_second_waits_and_finds_it_done(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    have_wait(take_backup(file), file)
    with JournalLock(tmp_path / "bar" / "games" / "kept.db") as first, ThreadPoolExecutor(1) as other:
        second = other.submit(put_back, file, 30.0)
        with pytest.raises(TimeoutError):
            second.result(0.5)
        file.with_name(WAITING).unlink()
        first.close()
        assert second.result(30) is None
    assert not restore.on_trial(file)
    assert not (file.parent / "before-restore-1").exists()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"journal.db": b"dear diary"}, "can’t be restored: file is not a database"),
        ({"quarterdeck.toml": b"[gmae]"}, "can’t be restored: .* did you mean “game”"),
        ({"../evil": b"x"}, "is damaged at ../evil"),
    ],
)
def test_a_backup_that_would_not_run_is_refused(tmp_path: Path, changed: dict[str, bytes], why: str) -> None:
    files = take_backup(table_in(tmp_path / "bar")).files | changed
    write_backup(Backup(files), tmp_path / "backup.zip")
    with pytest.raises(BadBackup, match=why):
        read_backup(tmp_path / "backup.zip")


def test_a_backup_is_on_trial_until_a_start_succeeds(restored: Path) -> None:
    assert restore.on_trial(restored)
    restore.succeeded(restored)
    assert not restore.on_trial(restored)
    assert not restore.undo(restored, Notices(), "too late")
    assert restored.read_text() == CONFIG


def test_what_was_there_before_comes_back_where_a_start_with_the_backup_fails(tmp_path: Path) -> None:
    other = table_in(tmp_path / "pub", ANOTHER)
    there = {file.name for file in other.parent.rglob("*") if file.is_file()}
    journal = (other.parent / "games" / "kept.db").read_bytes()
    have_wait(take_backup(table_in(tmp_path / "bar", rolls=2)), other)
    put_back(other)
    with Journal(other.parent / "games" / "kept.db") as restored:
        restored.append([Rolled((1, 2, 2, 3, 3))], 9.0)
    notices = Notices()
    assert restore.undo(other, notices, "there is no such host.")
    assert notices.all[0].startswith("The backup can’t be used here: there is no such host. Your previous data is")
    assert other.read_text() == ANOTHER
    assert (other.parent / "games" / "kept.db").read_bytes() == journal
    left = other.parent / "failed-restore-1"
    assert kept_in(left / "kept.db") == 4
    assert {file.name for file in other.parent.rglob("*") if file.is_file() and left not in file.parents} == there


def test_starts_that_end_without_a_word_bring_back_what_was_there_before(restored: Path) -> None:
    for _ in range(restore.MOST_TRIES):
        restore.begin_try(restored, Notices())
        assert restored.read_text() == CONFIG
    restore.begin_try(restored, Notices())
    assert restored.read_text() == ANOTHER


def test_where_the_disk_takes_nothing_temporary_files_are_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = table_in(tmp_path / "bar")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    memory = tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setattr(scratch, "IN_MEMORY", (str(memory),))
    assert take_backup(file).files["journal.db"].startswith(b"SQLite format 3")
    assert list(memory.iterdir()) == []


def test_games_in_memory_are_in_the_backup_too(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    journal = file.parent / "games" / "kept.db"
    row = (1, 2, 3.0, encode(Rolled((6, 5, 4, 1, 1))))
    newer = (2, 0, 4.0, encode(START))
    held = InMemory([newer], [row, newer], [Opening(2, 5.0)])
    write_backup(take_backup(file, held), tmp_path / "backup.zip")
    write_backup(take_backup(file, InMemory([(1, 0, 9.0, encode(START))], follows=True)), tmp_path / "unread.zip")
    journal.unlink()
    write_backup(take_backup(file, InMemory([(1, 0, 9.0, encode(START))], follows=True)), tmp_path / "new.zip")
    games = {}
    for name in ("backup", "unread", "new"):
        (tmp_path / f"{name}.db").write_bytes(read_backup(tmp_path / f"{name}.zip").files["journal.db"])
        with reading(tmp_path / f"{name}.db") as ledger:
            games[name] = [row[:2] for row in ledger.all_rows()]
    assert games == {
        "backup": [(1, 0), (1, 1), (1, 2), (2, 0)],
        "unread": [(1, 0), (1, 1), (2, 0)],
        "new": [(1, 0)],
    }


def test_without_a_place_for_temporary_files_that_is_said_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full or broken disk that they lie on refuses their folder."""
    file = table_in(tmp_path / "bar")
    write_backup(take_backup(file), tmp_path / "backup.zip")
    new = table_in(tmp_path / "new", rolls=2)
    have_wait(read_backup(tmp_path / "backup.zip"), new)
    with monkeypatch.context() as disk:
        disk.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
        disk.setattr(scratch, "IN_MEMORY", ())
        with pytest.raises(BadBackup, match="can’t be copied"):
            take_backup(file)
        with pytest.raises(BadBackup, match="can’t be restored"):
            read_backup(tmp_path / "backup.zip")
        with pytest.raises(BadBackup, match="can’t be restored"):
            put_back(new)
        with pytest.raises(BadJournal, match="can’t be read"), reading(file.parent / "games" / "kept.db"):
            pass
    assert kept_in(new.parent / "games" / "kept.db") == 3
    assert take_backup(file).files.keys() == read_backup(tmp_path / "backup.zip").files.keys()


@pytest.mark.parametrize("name", ["bar.toml", "empty-tray.npz"])
def test_what_cannot_be_read_for_a_backup_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = table_in(tmp_path / "bar")
    read = Path.read_bytes

    def refused(place: Path) -> bytes:
        if place.name == name:
            raise OSError(errno.EIO, "Input/output error")
        return read(place)

    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(BadBackup, match=r"can’t be read .*Input/output error"):
        take_backup(file)


def test_a_page_that_cannot_be_served_here_is_refused_before_anything_is_moved(tmp_path: Path) -> None:
    backup = take_backup(table_in(tmp_path / "bar", CONFIG + '[web]\nhost = "192.0.2.7"\n'))
    file = table_in(tmp_path / "pub")
    with pytest.raises(BadBackup, match=r"can’t be served on this machine .*--keep-config"):
        have_wait(backup, file)
    assert not waits(file)
    assert file.read_text() == CONFIG


def test_a_backup_that_cannot_be_put_back_waits_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = take_backup(table_in(tmp_path / "bar", rolls=2))
    file = table_in(tmp_path / "pub", ANOTHER)
    have_wait(backup, file)
    written: list[Path] = []

    def full(place: Path, data: bytes, mode: int | None = None) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(place)
        write_durably(place, data, mode=mode)

    with monkeypatch.context() as disk:
        disk.setattr(restore, "write_durably", full)
        with pytest.raises(BadBackup, match="No space left on device"):
            put_back(file)
    assert not waits(file)
    assert file.read_text() == ANOTHER
    assert kept_in(file.parent / "games" / "kept.db") == 2


def test_a_journal_that_is_put_back_goes_on_under_an_id_of_its_own(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    place = file.parent / "games" / "kept.db"
    ids = []
    for _ in range(3):
        ledger = JournalDatabase(place)
        ids.append((ledger.identity.id, ledger.identity.parent))
        ledger.close()
        have_wait(take_backup(file), file)
        put_back(file)
    assert len({id_ for id_, _ in ids}) == 3
    assert [parent for _, parent in ids] == [None, ids[0][0], ids[1][0]]


def test_what_is_secret_is_for_the_owner_alone(tmp_path: Path) -> None:
    file = table_in(tmp_path / "bar")
    write_backup(take_backup(file), tmp_path / "backup.zip")
    have_wait(read_backup(tmp_path / "backup.zip"), file)
    private = [tmp_path / "backup.zip", file.with_name(restore.WAITING)]
    assert [stat.S_IMODE(one.stat().st_mode) for one in private] == [0o600, 0o600]
    before = put_back(file)
    assert before is not None
    assert stat.S_IMODE(before.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "bar" / "games" / "kept.db").stat().st_mode) & 0o007 == 0


@pytest.mark.parametrize("dies_at", range(8))
def test_a_power_cut_while_it_is_put_back_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies_at: int
) -> None:
    backup = take_backup(table_in(tmp_path / "bar", rolls=2))
    file = table_in(tmp_path / "pub", ANOTHER, rolls=1)
    have_wait(backup, file)
    written: list[Path] = []

    def cut(place: Path, data: bytes, **how: int) -> None:
        if len(written) == dies_at:
            raise KeyboardInterrupt
        written.append(place)
        write_durably(place, data, **how)

    with monkeypatch.context() as power:
        power.setattr(restore, "write_durably", cut)
        with pytest.raises(KeyboardInterrupt):
            put_back(file)
    put_back(file)
    assert kept_in(file.parent / "games" / "kept.db") == 3
    folders = sorted(file.parent.glob("before-restore-*"))
    assert (folders[0] / "bar.toml").read_text() == ANOTHER
    assert kept_in(folders[0] / "kept.db") == 2


@pytest.mark.parametrize("dies_at", range(12))
def test_a_power_cut_while_what_was_there_before_comes_back_costs_nothing(
    restored: Path, monkeypatch: pytest.MonkeyPatch, dies_at: int
) -> None:
    journal = (restored.parent / "before-restore-1" / "kept.db").read_bytes()
    moves: list[Path] = []
    replace = Path.replace

    def cut(file: Path, target: str | Path) -> Path:
        if len(moves) == dies_at:
            raise KeyboardInterrupt
        moves.append(file)
        return replace(file, target)

    with monkeypatch.context() as power:
        power.setattr(Path, "replace", cut)
        with suppress(KeyboardInterrupt):
            restore.undo(restored, Notices(), "why")
    restore.undo(restored, Notices(), "why")
    assert restored.read_text() == ANOTHER
    assert (restored.parent / "games" / "kept.db").read_bytes() == journal
