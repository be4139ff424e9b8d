"""The recorded evening, frame by frame: read rightly at rest, and not at all while anything moves."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import dist

import pytest

from device.cameras.camera import Frame
from device.recording.format import LabelledFrame, Recording, load
from device.sources.recorded import RecordedSource
from tests.end_to_end.program import RECORDING
from vision import Reader, Reading, Rest, TraySize, Watcher

LATEST = 0.65
"""Seconds after the last moving frame by which dice at rest must have their values."""


@pytest.fixture(scope="module")
def recording() -> Recording:
    return load(RECORDING)


def frames(recording: Recording) -> Iterator[tuple[Frame, LabelledFrame]]:
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        for frame in camera.frames():
            yield frame, recording.frames[frame.number]


@pytest.fixture(scope="module")
def watched(recording: Recording) -> list[tuple[Reading, LabelledFrame]]:
    """What a watcher made of each frame."""
    watcher = Watcher(Reader(size=TraySize()))
    return [(watcher.see(frame.image, frame.time), label) for frame, label in frames(recording)]


def test_each_still_of_it_is_read_rightly(recording: Recording) -> None:
    seen = set[int]()
    for frame, label in frames(recording):
        if label.layout is None or label.layout in seen:
            continue
        seen.add(label.layout)
        truth = recording.layouts[label.layout]
        dice = Reader().read(frame.image).dice
        assert Counter(die.value for die in dice) == Counter(die.value for die in truth), f"at {label.t} s"
        for die in truth:
            [found] = [other for other in dice if dist(other.center, die.center) < 6]
            assert (found.value, str(found.zone)) == (die.value, die.zone)
            assert found.center_mm is not None
            assert dist(found.center_mm, die.center_mm) < 2.5
    assert len(seen) == len(recording.layouts)


def test_nothing_has_a_value_while_dice_roll_or_a_hand_is_there(watched: list[tuple[Reading, LabelledFrame]]) -> None:
    busy = ("moving", "obstructed")
    for (_, sooner), (reading, label) in pairwise(watched):
        # the very first frame of a movement may still be too like the one before
        if label.rest in busy and sooner.rest in busy:
            assert reading.rest in (Rest.MOVING, Rest.OBSTRUCTED), f"at {label.t} s"
            assert not reading.dice


def test_dice_at_rest_have_their_values_in_time(
    recording: Recording, watched: list[tuple[Reading, LabelledFrame]]
) -> None:
    moved_at = 0.0
    for reading, label in watched:
        if label.rest != "settled" or label.layout is None:
            moved_at = label.t
        elif label.t - moved_at >= LATEST:
            truth = Counter(die.value for die in recording.layouts[label.layout])
            assert Counter(die.value for die in reading.dice) == truth, f"at {label.t} s"


def test_a_hand_over_the_tray_is_seen_as_one(watched: list[tuple[Reading, LabelledFrame]]) -> None:
    rests = Counter(reading.rest for reading, label in watched if label.rest == "obstructed")
    assert rests[Rest.OBSTRUCTED] >= 0.6 * rests.total()
    thrown = Counter(reading.rest for reading, label in watched if label.rest == "moving")
    assert thrown[Rest.MOVING] >= 0.8 * thrown.total()
