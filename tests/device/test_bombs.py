"""Small files that unpack to a hundred megabytes, or say so: refused before they take the memory."""

import io
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.backup.backup import LARGEST, read_backup
from device.config.kept_arrays import load_reference
from device.errors import BadBackup, BadEnrolment
from device.link.enrolment import read_enrolment
from device.notices import Notices
from vision import TraySize

MEGABYTES = 100


def takes_less(do: Callable[[], object], most: int) -> bool:
    """Whether that takes less than so many bytes in one of three runs, as threads of other tests take some."""
    for _ in range(3):
        tracemalloc.start()
        try:
            do()
            if tracemalloc.get_traced_memory()[1] < most:
                return True
        finally:
            tracemalloc.stop()
    return False


def with_a_hole(file: Path) -> None:
    """Write a tar file of 10 kB with one file of :data:`MEGABYTES`, all of it a hole (GNU's old sparse format)."""
    info = tarfile.TarInfo("mqtt.toml")
    info.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    size = b"%011o\0" % (MEGABYTES << 20)
    header[386:410] = size + b"%011o\0" % 0
    header[483:495] = size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    file.write_bytes(header + bytes(10240 - len(header)))


def test_a_venue_s_file_is_read_up_to_its_size(tmp_path: Path) -> None:
    file = tmp_path / "window.tar"
    with_a_hole(file)

    def read() -> None:
        with pytest.raises(BadEnrolment, match="is not a venue’s file"):
            read_enrolment(file)

    assert takes_less(read, 8 << 20)


def test_a_backup_is_read_up_to_its_size(tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    with file.open("wb") as target:
        target.truncate(2 * LARGEST)

    def read() -> None:
        with pytest.raises(BadBackup, match="isn’t a Quarterdeck backup"):
            read_backup(file)

    assert takes_less(read, 2 * LARGEST)


def test_arrays_beside_the_configuration_are_unpacked_up_to_a_size(tmp_path: Path) -> None:
    """They may come with a backup."""
    array = io.BytesIO()
    np.save(array, np.zeros(1, np.uint8))
    bomb, file = tmp_path / "bomb", tmp_path / "empty-tray.npz"
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("mean.npy", "w") as part,
    ):
        part.write(array.getvalue().replace(b"(1,), }", f"({MEGABYTES << 20},), }}".encode())[:128].ljust(128))
        for _ in range(MEGABYTES):
            part.write(bytes(1 << 20))
    assert bomb.stat().st_size < 1 << 20

    def load() -> None:
        file.write_bytes(bomb.read_bytes())
        notices = Notices()
        load_reference(file, TraySize(300, 200, 0, 30), notices)
        assert len(notices.all) == 1

    assert takes_less(load, 8 << 20)
