"""Starts that fail, and the one after three of them."""

from pathlib import Path

from device.starts import CUT_SHORT, FILE, Starts


def configured(folder: Path) -> Path:
    """A configuration in that folder."""
    file = folder / "quarterdeck.toml"
    file.touch()
    return file


def start(folder: Path, why: str | None = None) -> str | None:
    """One start that fails, for that reason or without a word; what kept it from being one as usual."""
    starts = Starts(configured(folder))
    kept = starts.begin()
    if kept is None and why:
        starts.failed(why)
    return kept


def test_after_three_failed_starts_the_next_is_safe_and_the_one_after_it_is_as_usual(tmp_path: Path) -> None:
    assert [start(tmp_path, f"reason {number}") for number in range(3)] == [None] * 3
    assert start(tmp_path) == "reason 2"
    assert start(tmp_path) is None


def test_a_start_that_ended_without_a_word_has_failed_too(tmp_path: Path) -> None:
    assert [start(tmp_path) for _ in range(4)] == [None, None, None, CUT_SHORT]


def test_a_good_start_ends_the_row(tmp_path: Path) -> None:
    for _ in range(2):
        start(tmp_path, "reason")
    good = Starts(configured(tmp_path))
    good.begin()
    good.succeeded()
    good.failed("a reason that comes after an hour of play")
    assert [start(tmp_path, "reason") for _ in range(3)] == [None] * 3


def test_a_file_that_is_damaged_or_cannot_be_written_keeps_nothing_from_starting(tmp_path: Path) -> None:
    for text in ("", "{", '{"failed": "many"}', "[]"):
        (tmp_path / FILE).write_text(text)
        assert Starts(configured(tmp_path)).begin() is None
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    assert [start(tmp_path) for _ in range(5)] == [None] * 5


def test_without_a_configuration_nothing_is_kept(tmp_path: Path) -> None:
    for _ in range(5):
        assert Starts(tmp_path / "none.toml").begin() is None
    assert list(tmp_path.iterdir()) == []
