"""Files in pieces: whole at the end, none twice, none of somebody else's."""

from base64 import b64encode

import pytest

from web.api.machine import Uploads
from web.errors import Denied


def piece(data: bytes) -> str:
    return b64encode(data).decode()


def test_a_file_is_whole_with_its_last_piece_and_a_piece_sent_twice_is_taken_once() -> None:
    uploads, whole = Uploads(), list[bytes]()
    assert uploads.take("Mia", 0, piece(b"mid"), last=False, done=whole.append) == 3
    assert uploads.take("Mia", 3, piece(b"nig"), last=False, done=whole.append) == 6
    assert uploads.take("Mia", 3, piece(b"nig"), last=False, done=whole.append) == 6
    assert uploads.take("Mia", 6, piece(b"ht"), last=True, done=whole.append) == 8
    assert whole == [b"midnight"]


@pytest.mark.parametrize(
    ("sender", "at", "data", "code"),
    [
        ("Mia", 4, piece(b"x"), "piece_missing"),
        ("Jonas", 3, piece(b"x"), "piece_missing"),
        ("Mia", 3, "no base64!", "bad_piece"),
        ("Mia", 3, piece(b"x" * 20), "file_too_large"),
    ],
)
def test_a_piece_that_does_not_fit_is_refused(sender: str, at: int, data: str, code: str) -> None:
    uploads, whole = Uploads(largest=16), list[bytes]()
    uploads.take("Mia", 0, piece(b"mid"), last=False, done=whole.append)
    with pytest.raises(Denied) as denied:
        uploads.take(sender, at, data, last=True, done=whole.append)
    assert (denied.value.code, whole) == (code, [])
