"""What the page keeps, as files."""

from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from device.notices import Notices
from web.errors import NotKept


def test_what_was_put_there_is_there_after_a_restart(tmp_path: Path) -> None:
    JsonFiles(tmp_path).put("house-rules", [{"name": "Käpt’n’s"}])
    assert JsonFiles(tmp_path).get("house-rules") == [{"name": "Käpt’n’s"}]
    assert [file.name for file in tmp_path.iterdir()] == ["house-rules.json"]


def test_years_of_tournaments_are_read_again(tmp_path: Path) -> None:
    years = [{"facts": ["x" * 10_000]} for _ in range(200)]
    JsonFiles(tmp_path).put("tournaments", years)
    assert JsonFiles(tmp_path).get("tournaments") == years


def test_a_flipped_bit_is_no_other_value(tmp_path: Path) -> None:
    notices = Notices()
    JsonFiles(tmp_path).put("tournament", {"preset": "dice-game-depot"})
    file = tmp_path / "tournament.json"
    file.write_bytes(file.read_bytes().replace(b"game", b"gama"))
    assert JsonFiles(tmp_path, notices).get("tournament") is None
    assert "tournament.json can’t be read: it was renamed" in notices.all[0]


@pytest.mark.parametrize("text", [None, b"", b"{", b"\xff"])
def test_a_file_that_is_missing_or_damaged_holds_nothing(tmp_path: Path, text: bytes | None) -> None:
    if text is not None:
        (tmp_path / "helm.json").write_bytes(text)
    assert JsonFiles(tmp_path).get("helm") is None


def test_what_cannot_be_kept_is_reported_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match=r"helm\.json can’t be written .*free up space"):
        JsonFiles(tmp_path / "nowhere").put("helm", [])


@pytest.mark.parametrize("name", ["helm", "owner"])
def test_secrets_are_for_the_tables_user_alone(tmp_path: Path, name: str) -> None:
    JsonFiles(tmp_path).put(name, {})
    assert (tmp_path / f"{name}.json").stat().st_mode & 0o777 == 0o600


def test_a_value_is_lost_if_it_was_there_and_cannot_be_read(tmp_path: Path) -> None:
    assert not JsonFiles(tmp_path).was_lost("owner")
    (tmp_path / "owner.json").write_bytes(b"{")
    assert JsonFiles(tmp_path).was_lost("owner")
    assert JsonFiles(tmp_path).was_lost("owner")  # its file was renamed meanwhile
    for value in ({"a": 1}, None):
        JsonFiles(tmp_path).put("owner", value)
        assert not JsonFiles(tmp_path).was_lost("owner")
