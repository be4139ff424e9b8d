"""Small files: what was kept comes back, or nothing does."""

import json
import os
import signal
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from device.adapters.service_log import TableLog
from device.archive.builder import main
from device.archive.reader import JournalArchive
from device.backup.restore import WAITING
from device.config.schema import load
from device.errors import BadConfig
from device.files import kept_file
from device.files.kept_file import add_checksum, content_of, keep
from device.journal.journal import Journal
from device.notices import Notices
from tests.device.test_rot import ARCHIVE, KEPT, come_up, read_small, table  # noqa: F401  a fixture
from tests.web.played import Opened as Played

JSON = b'{"game": "ship", "chips": 15}\n'


def test_each_flipped_bit_is_seen(quick: Path) -> None:
    file = quick / "tournament.json"
    keep(file, JSON)
    whole = file.read_bytes()
    for place in range(8 * len(whole)):
        spoilt = bytearray(whole)
        spoilt[place // 8] ^= 1 << place % 8
        file.write_bytes(spoilt)
        with pytest.raises(json.JSONDecodeError):
            json.loads((content_of(file) or b"").decode("latin-1"))


def test_a_version_that_knows_of_no_checksum_reads_what_was_kept(tmp_path: Path) -> None:
    keep(tmp_path / "a.json", JSON)
    assert json.loads((tmp_path / "a.json").read_bytes()) == json.loads(JSON)
    with (tmp_path / "b.npz").open("wb") as target:
        np.savez_compressed(target, one=np.arange(9))
    add_checksum(tmp_path / "b.npz")
    with np.load(tmp_path / "b.npz", allow_pickle=False) as arrays:
        assert arrays["one"].tolist() == list(range(9))


@pytest.mark.parametrize("data", [b"", b"7", b"null", JSON, bytes(range(256)), b" " * 64])
def test_a_file_of_an_earlier_version_is_read_and_gets_its_checksum(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "kept"
    file.write_bytes(data)
    assert content_of(file) == data
    add_checksum(file)
    written = file.read_bytes()
    assert (len(written), content_of(file)) == (len(data) + 65, data)
    add_checksum(file)
    assert file.read_bytes() == written


def test_what_is_damaged_gets_no_checksum(tmp_path: Path) -> None:
    keep(tmp_path / "kept", JSON)
    damaged = (tmp_path / "kept").read_bytes().replace(b"ship", b"shiq")
    (tmp_path / "kept").write_bytes(damaged)
    add_checksum(tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == damaged
    add_checksum(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_file, "SMALL", 100)
    keep(tmp_path / "kept", b"x" * 35)
    assert content_of(tmp_path / "kept") == b"x" * 35
    with pytest.raises(OSError, match="File too large"):
        keep(tmp_path / "kept", b"x" * 36)
    assert content_of(tmp_path / "kept") == b"x" * 35
    notices = Notices()
    (tmp_path / "kept").write_bytes(b"x" * 101)
    assert content_of(tmp_path / "kept", notices) is None
    assert "kept.unreadable-1" in notices.all[0]


def _socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.fsencode(place))


def _device(place: Path) -> None:
    place.symlink_to("/dev/zero")


OTHERS = ("journal.db-journal", "service-log.jsonl", "quarterdeck.toml")
FEW = ("journal.db", "journal.db-wal", ARCHIVE, "helm.json", "quarterdeck.toml")


def start(folder: Path, name: str) -> None:
    """Open everything as a start does; end the process well."""
    notices = Notices()
    with suppress(BadConfig):
        load(folder / "quarterdeck.toml")
    TableLog(folder).started("1.0")
    read_small(folder, notices)
    if (folder / "journal.db").is_dir():
        with Journal(folder / "journal.db", in_memory=True) as journal:
            assert "is a folder" in str(journal.trouble)
        os._exit(0)
    said = (*notices.all, *come_up(folder)[2])
    with closing(JournalArchive(folder / ARCHIVE, Played())) as archive:
        archive.last(9)
    main(folder / "journal.db", "rebuild")
    assert said or name not in {*KEPT} - {"journal.acknowledged", "journal.db.lock", WAITING}
    os._exit(0)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        *((name, os.mkfifo) for name in (*KEPT, ARCHIVE, *OTHERS)),
        *((name, make) for name in FEW for make in (_socket, Path.mkdir, _device)),
    ],
)
def test_what_is_no_file_keeps_no_table_from_starting(
    table: Path,  # noqa: F811
    quick: Path,
    name: str,
    make: Callable[[Path], None],
) -> None:
    """A start in a process of its own, which the alarm ends if it waits for a pipe."""
    for one in table.iterdir():
        if one.is_file() and one.name != name:
            (quick / one.name).write_bytes(one.read_bytes())
    make(quick / name)
    child = os.fork()
    if not child:
        signal.alarm(300)
        try:
            start(quick, name)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
