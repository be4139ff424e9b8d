"""What is said of a file that cannot be written helps against the error that the system gave."""

import errno
import os
from pathlib import Path

import pytest

from device.files.os_errors import not_written


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "x.zip can’t be written (No space left on device): free up space or choose another place."),
        (errno.EDQUOT, "x.zip can’t be written (Disk quota exceeded): free up space or choose another place."),
        (errno.ENOENT, "x.zip can’t be written: there is no such folder."),
        (errno.ENOTDIR, "x.zip can’t be written: there is no such folder."),
        (errno.EROFS, "x.zip can’t be written (Read-only file system): choose another place."),
        (errno.EACCES, "x.zip can’t be written (Permission denied): choose another place."),
    ],
)
def test_only_what_helps_is_advised(number: int, said: str) -> None:
    assert str(not_written(Path("x.zip"), OSError(number, os.strerror(number)))) == said
