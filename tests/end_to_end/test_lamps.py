"""A recording with lamp pictures through the whole pipeline: camera, lamps, watcher, table, journal, recorder."""

import threading
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import msgspec
import numpy as np
import pytest

from device.cameras.camera import Frame
from device.commands.record import SessionRecorder
from device.errors import BadRecording
from device.journal.journal import Journal
from device.observer import Observer
from device.recording.format import Recording, load
from device.recording.recorder import Recorder
from device.runtime.replay import Replay
from engine import Rolled
from table.session import ConfirmedEvent
from tests.device.lamps.drawn_recording import GAME, VALUES, drawn_recording
from tests.vision.lamps.lit import TRAY
from vision import LampMaps, LampPictures, LampSide, Reading, Rest


class Seen(Observer):
    """What an observer of the table got."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.settled: list[float] = []
        self.taken: list[LampPictures] = []
        self.rolls: list[tuple[int, ...]] = []

    def observed(self, frame: Frame, reading: Reading) -> None:
        self.frames.append(frame)
        if reading.rest is Rest.SETTLED:
            self.settled.append(frame.time)

    def lamps_taken(self, pictures: LampPictures, time: float) -> None:
        assert time <= self.frames[-1].time
        self.taken.append(pictures)

    def confirmed(self, event: ConfirmedEvent) -> None:
        if isinstance(event.event, Rolled):
            self.rolls.append(event.event.dice)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("lamps") / "drawn"
    drawn_recording(place)
    return place


def replayed(folder: Path, journal: Path, recording: Recording | None = None, more: Sequence[Observer] = ()) -> Seen:
    seen = Seen()
    with Journal(journal) as it:
        Replay(folder, recording or load(folder), it, (seen, *more), speed=None).run()
    return seen


def test_a_throw_is_read_with_its_lamp_pictures_within_a_quarter_of_a_second(folder: Path, tmp_path: Path) -> None:
    plain = msgspec.structs.replace(load(folder), lamps=(), lamp_maps=None)
    without = replayed(folder, tmp_path / "plain.db", plain)
    seen = replayed(folder, tmp_path / "lamps.db")
    assert seen.rolls == without.rolls == [VALUES]
    assert without.taken == []
    assert len(seen.taken) == 1
    assert seen.taken[0].lamps.keys() == set(LampSide)
    assert LampMaps.from_pictures(seen.taken[0], TRAY).working() == set(LampSide)
    assert 0.1 < seen.settled[0] - without.settled[0] <= 0.25
    assert [frame.time for frame in seen.frames] == sorted(frame.time for frame in seen.frames)


def test_a_throw_of_which_a_picture_is_missing_is_read_without_that_lamp(folder: Path, tmp_path: Path) -> None:
    recording = load(folder)
    shots = recording.lamps[0]
    three = {side: name for side, name in shots.pictures.items() if side is not LampSide.FAR}
    later = msgspec.structs.replace(shots, t=100.0)  # the lamp is there, but has no picture of this rest
    some = msgspec.structs.replace(recording, lamps=(msgspec.structs.replace(shots, pictures=three), later))
    seen = replayed(folder, tmp_path / "three.db", some)
    assert seen.rolls == [VALUES]
    assert np.abs(seen.taken[0].lamps[LampSide.FAR].astype(int) - seen.taken[0].base).mean() < 2


def test_a_game_with_lamps_that_is_recorded_plays_the_same(folder: Path, tmp_path: Path) -> None:
    source, again = load(folder), tmp_path / "again"
    with Recorder(again, TRAY.size, GAME) as kept:
        (again / "pictures").mkdir(parents=True)
        (again / "lamp-maps.npz").write_bytes((folder / "lamp-maps.npz").read_bytes())
        kept.lamp_maps = "lamp-maps.npz"
        keeper = SessionRecorder(kept, pytest.fail, lambda: None, threading.Event(), 100.0)
        first = replayed(folder, tmp_path / "first.db", source, [keeper])
    found = load(again)
    assert len(found.lamps) == 1
    assert len(found.lamps[0].pictures) == 4
    assert found.lamps[0].t == pytest.approx(first.settled[0], abs=0.3)
    second = replayed(again, tmp_path / "second.db")
    assert second.rolls == first.rolls == [VALUES]
    assert len(second.taken) == 1
    for side in LampSide:
        assert np.abs(second.taken[0].lamps[side].astype(int) - first.taken[0].lamps[side]).mean() < 3


def test_a_damaged_lamp_picture_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    place = copytree(folder, tmp_path / "copy")
    (place / "lamps" / "000000-near.jpg").write_bytes(b"no picture")
    with pytest.raises(BadRecording, match=r"near\.jpg is damaged"):
        replayed(place, tmp_path / "damaged.db")
    (place / "lamps" / "000000-near.jpg").unlink()
    with pytest.raises(BadRecording, match=r"near\.jpg of the recording"):
        load(place)
