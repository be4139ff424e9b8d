"""Kept clips: limits of size and age, and files that are no clips."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.recording import kept_clips
from device.recording.clip_recorder import pictures_alone
from device.recording.kept_clips import DAY, KeptClips, NoClip, clip_in, small_size, strip_of, with_comment
from web.services.device import CLIP_FRAMES, Clip, ClipDie

NOW = 1_800_000_000.0
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
STRIP = strip_of([(0.0, np.zeros((30, 40, 3), np.uint8)), (1.0, np.full((30, 40, 3), 200, np.uint8))])
CLIP = Clip(
    id="3-7",
    width=40,
    height=30,
    dice=(ClipDie(CORNERS, 6), ClipDie(CORNERS, None)),
    clock=NOW,
    game=3,
    roll=7,
    begun=NOW - 900,
    player="Zoë \u202e🎲",
    rolled=(6, 5),
    word="midnight",
    is_kept=True,
)


def clip(game: int, roll: int = 1, *, days: float = 0.0) -> Clip:
    return replace(CLIP, id=f"{game}-{roll}", game=game, roll=roll, clock=NOW - days * DAY)


def kept_in(folder: Path, most: int = 10_000_000, days: float = 30.0) -> KeptClips:
    return KeptClips(folder / "clips", most, days, lambda: NOW)


def test_a_clip_is_read_as_it_was_written_and_its_file_is_a_jpeg(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.put(CLIP, STRIP)
    assert kept_in(tmp_path).all() == [CLIP]
    data = kept.pictures("3-7")
    assert data is not None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (30 * CLIP_FRAMES, 40, 3)
    assert pictures_alone(data) == STRIP


def test_the_oldest_go_where_there_are_too_many(tmp_path: Path) -> None:
    size = len(with_comment(STRIP, CLIP))
    kept = kept_in(tmp_path, most=3 * size + size // 2)
    for game in range(1, 6):
        kept.put(clip(game, days=10 - game), STRIP)
    assert [one.game for one in kept.all()] == [5, 4, 3]
    assert sum(file.stat().st_size for file in (tmp_path / "clips").iterdir()) <= 3.5 * size


def test_what_a_shake_won_stays_ninety_days_whatever_the_others_may_within_bytes_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(with_comment(STRIP, replace(CLIP, stays=True)))
    monkeypatch.setattr(kept_clips, "MOST_THAT_STAY", 3 * size + 10)
    kept, years = kept_in(tmp_path, most=0, days=1.0), kept_in(tmp_path, days=400.0)
    for game, (days, there) in enumerate(((91, 1), (89, 1), (60, 2), (2, 3), (1, 3)), 1):
        kept.put(replace(clip(game, days=days), stays=True), STRIP)
        assert len(years.all()) == there
    kept.put(clip(9), STRIP)
    assert [one.game for one in years.all()] == [9, 5, 4, 3]
    kept.prune()
    assert [one.game for one in years.all()] == [one.game for one in kept.all()] == [5, 4, 3]
    monkeypatch.setattr(kept_clips, "KEPT_DAYS", 59)
    assert [one.game for one in kept.all()] == [5, 4]
    kept.prune()
    assert [one.game for one in years.all()] == [5, 4]


def test_an_old_clip_is_not_shown_and_removed_at_the_next_start(tmp_path: Path) -> None:
    kept_in(tmp_path, days=400).put(clip(1, days=31), STRIP)
    kept = kept_in(tmp_path)
    assert kept.all() == []
    kept.prune()
    assert list((tmp_path / "clips").iterdir()) == []


ROTTEN = {
    "empty": b"",
    "half": with_comment(STRIP, CLIP)[:-700],
    "no comment": STRIP,
    "another program's comment": b'\xff\xd8\xff\xfe\x00\x0a{"a": 1}' + STRIP[2:],
    "a comment without end": b"\xff\xd8\xff\xfe\xff\xff{" + STRIP[2:],
    "a comment that is nested": b"\xff\xd8\xff\xfe\x80\x02" + b"[" * 0x8000 + STRIP[2:],
    "a wide picture": with_comment(STRIP, replace(CLIP, width=10_000)),
    "a strange face": with_comment(STRIP, replace(CLIP, rolled=(7,))),
    "of another name": with_comment(STRIP, clip(9)),
    "noise": bytes(range(256)) * 400,
}


@pytest.mark.parametrize("what", ROTTEN)
def test_a_file_that_is_no_clip_is_skipped_and_counted(tmp_path: Path, what: str) -> None:
    kept = kept_in(tmp_path)
    kept.put(clip(4), STRIP)
    (tmp_path / "clips" / "3-7.jpg").write_bytes(ROTTEN[what])
    assert [one.game for one in kept.all()] == [4]
    assert kept.unreadable() == 1
    assert kept.find("3-7") is None
    if what != "of another name":
        with pytest.raises(NoClip):
            clip_in(ROTTEN[what])


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    kept = kept_in(tmp_path, most=10)
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "holiday.jpg").write_bytes(b"x" * 100)
    kept.prune()
    assert (tmp_path / "clips" / "holiday.jpg").exists()
    assert kept.unreadable() == 0


@pytest.mark.parametrize("name", ["../journal", "1-1/../../x", "now-1", "1-1.jpg", ""])
def test_no_other_file_can_be_asked_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "journal.jpg").write_bytes(with_comment(STRIP, CLIP))
    kept = kept_in(tmp_path)
    assert kept.pictures(name) is None
    assert not kept.remove(name)


def test_what_a_power_cut_left_half_written_is_swept(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.put(CLIP, STRIP)
    (tmp_path / "clips" / "4-1.jpg.new").write_bytes(STRIP[:100])
    assert kept.unreadable() == 0
    kept.prune()
    assert [file.name for file in (tmp_path / "clips").iterdir()] == ["3-7.jpg"]


@pytest.mark.parametrize("size", [(1280, 720), (2304, 1296), (640, 480), (1600, 1200), (100, 4000), (30, 20)])
def test_a_picture_is_never_larger_than_the_memory_for_it(size: tuple[int, int]) -> None:
    width, height = small_size(*size)
    assert width <= 400
    assert width * height <= 400 * 225
