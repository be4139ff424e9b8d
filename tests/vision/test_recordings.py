"""Recordings, frame by frame: what is at rest is read rightly and soon, and nothing while anything moves or is in the
way. Two more recordings by ``pytest -m long tests/vision``."""

from collections import Counter
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from device.cameras.camera import Frame
from device.evaluation.dataset import Truth, tables_of
from device.evaluation.metrics import verdict
from device.recording.format import LabelledFrame, load
from device.sources.recorded import RecordedSource
from vision import Reader, Reading, Rest, TraySize, Watcher

RECORDINGS = Path(__file__).parents[2] / "fixtures" / "recordings"
LATEST = 0.65
"""Seconds after the last moving frame by which dice at rest must have been read."""
SHORT = ("dim-lamp", "hand-on-rim", "off-the-tray", "turned-die")
LONGER = ("camera-stall", "first-evening")

Watched = list[tuple[Reading, LabelledFrame, Truth | None]]
every_recording = pytest.mark.parametrize(
    "name", [*SHORT, *(pytest.param(one, marks=pytest.mark.long) for one in LONGER)]
)


def frames_of(name: str) -> list[tuple[Frame, LabelledFrame]]:
    recording = load(RECORDINGS / name)
    with RecordedSource(RECORDINGS / name, recording, speed=None) as camera:
        return [(frame, recording.frames[frame.number]) for frame in camera.frames()]


@every_recording
def test_what_is_at_rest_is_read_rightly_and_soon_and_nothing_else(name: str) -> None:
    watcher = Watcher(Reader(size=TraySize()))
    truths = {table.name: table.truth for table in tables_of(RECORDINGS / name)[1]}
    watched: Watched = [
        (watcher.see(frame.image, frame.time), label, truths.get(f"{name} at {frame.time:.1f} s"))
        for frame, label in frames_of(name)
    ]
    nothing_is_read_while_anything_moves(watched)
    what_is_at_rest_is_read(watched)
    rests = Counter(reading.rest for reading, label, _ in watched if label.rest == "empty")
    assert set(rests) <= {Rest.EMPTY, Rest.MOVING}
    assert rests[Rest.EMPTY] >= 6
    assert [reading.named for reading, _, _ in watched if reading.named] == []


@pytest.mark.parametrize(("time", "value"), [("7.3", 3), ("18.1", 1)])
def test_a_black_die_is_read_where_its_sides_look_like_its_upper_face(time: str, value: int) -> None:
    """With its sides, the three looks like a five whose middle is beside that of the three."""
    [table] = [one for one in tables_of(RECORDINGS / "first-evening")[1] if one.name == f"first-evening at {time} s"]
    assert value in [die.value for die in table.truth.dice]
    read = sorted(die.value or 0 for die in Reader().read(table.image).dice)
    assert read == sorted(die.value or 0 for die in table.truth.dice)


def nothing_is_read_while_anything_moves(watched: Watched) -> None:
    busy = ("moving", "obstructed")
    for (_, sooner, _), (reading, label, _) in pairwise(watched):
        # what comes in at the border of the picture is not yet at the tray in its first frame
        if label.rest in busy and sooner.rest in busy:
            assert reading.rest in (Rest.MOVING, Rest.OBSTRUCTED), f"at {label.t} s"
            assert not reading.dice
    rests = Counter(reading.rest for reading, label, _ in watched if label.rest in busy)
    assert rests[Rest.MOVING] + rests[Rest.OBSTRUCTED] >= 0.6 * rests.total()


def what_is_at_rest_is_read(watched: Watched) -> None:
    busy_at = 0.0
    for reading, label, truth in watched:
        if truth is None:
            busy_at = label.t
        elif reading.rest is Rest.SETTLED:
            assert verdict(truth, reading) == "exact", f"at {label.t} s"
        else:
            assert label.t - busy_at < LATEST, f"at {label.t} s: {reading}"


@every_recording
def test_each_still_is_read_where_it_lies(name: str) -> None:
    layouts = load(RECORDINGS / name).layouts
    firsts = {label.layout: frame for frame, label in reversed(frames_of(name)) if label.layout is not None}
    assert len(firsts) == len(layouts)
    for number, frame in firsts.items():
        if number % 3 == 0:
            dice = Reader().read(frame.image).dice
            for die in (one for one in layouts[number] if one.zone != "outside"):
                [found] = [other for other in dice if dist(other.center, die.center) < 6]
                if found.value is not None:
                    assert (found.value, str(found.zone)) == (die.value, die.zone), f"at {frame.time} s"
                assert found.center_mm is not None
                assert dist(found.center_mm, die.center_mm) < 2.5
