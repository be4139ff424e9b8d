"""The secret that signs cookies."""

import stat
from pathlib import Path

from device.adapters.services import BYTES, FILE, secret_in


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_it_is_made_once_and_for_the_owners_eyes_alone(tmp_path: Path) -> None:
    first = secret_in(tmp_path)
    assert len(first) >= BYTES
    assert secret_in(tmp_path) == first
    assert mode_of(tmp_path / FILE) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_two_tables_have_two_secrets(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert secret_in(tmp_path / "a") != secret_in(tmp_path / "b")


def test_one_that_others_could_read_is_the_owners_again(tmp_path: Path) -> None:
    first = secret_in(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    assert secret_in(tmp_path) == first
    assert mode_of(tmp_path / FILE) == 0o600


def test_one_that_is_cut_short_is_made_again(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"short")
    made = secret_in(tmp_path)
    assert len(made) >= BYTES
    assert secret_in(tmp_path) == made


def test_a_folder_that_is_not_there_gives_one_for_this_run(tmp_path: Path) -> None:
    assert len(secret_in(tmp_path / "nowhere")) >= BYTES
