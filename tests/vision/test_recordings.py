"""Recordings, frame by frame: what is at rest is read rightly and soon, and nothing while anything moves or is in the
way. Two more recordings by ``pytest -m long tests/vision``."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from device.cameras.camera import Frame
from device.recording.format import LabelledFrame, TrueDieAtRest, load
from device.sources.recorded import RecordedSource
from fixtures.evaluation.dataset import Truth, tables_of
from fixtures.evaluation.metrics import verdict
from vision import Reader, Reading, Rest, TraySize, Watcher

RECORDINGS = Path(__file__).parents[2] / "fixtures" / "recordings"
LATEST = 0.65
"""Seconds after the last moving frame by which dice at rest must have been read."""
SHORT = ("dim-lamp", "off-the-tray")
LONGER = ("camera-stall", "dice-cup", "first-evening", "hand-on-rim", "turned-die")

Watched = list[tuple[Reading, LabelledFrame, Truth | None]]
every_recording = pytest.mark.parametrize(
    "name", [*SHORT, *(pytest.param(one, marks=pytest.mark.long) for one in LONGER)]
)


@every_recording
def test_what_is_at_rest_is_read_rightly_and_soon_and_nothing_else(name: str) -> None:
    """And each still is read where it lies."""
    watcher = Watcher(Reader(size=TraySize()))
    truths = {table.name: table.truth for table in tables_of(RECORDINGS / name)[1]}
    watched: Watched = []
    recording, firsts = load(RECORDINGS / name), dict[int, Frame]()
    with RecordedSource(RECORDINGS / name, recording, speed=None) as camera:
        for frame in camera.frames():
            label = recording.frames[frame.number]
            if label.layout is not None:
                firsts.setdefault(label.layout, frame)
            truth = truths.get(f"{name} at {frame.time:.1f} s")
            watched.append((watcher.see(frame.image, frame.time), label, truth))
    assert len(firsts) == len(recording.layouts)
    for number in range(0, len(firsts), 3):
        each_die_is_read_where_it_lies(recording.layouts[number], firsts[number])
    nothing_is_read_while_anything_moves(watched)
    what_is_at_rest_is_read(watched)
    rests = Counter(reading.rest for reading, label, _ in watched if label.rest == "empty")
    assert set(rests) <= {Rest.EMPTY, Rest.MOVING}
    assert rests[Rest.EMPTY] >= 6
    covered = [reading for reading, label, _ in watched if label.rest == "covered"]
    assert not any(reading.dice for reading in covered)
    assert 2 * sum(reading.rest is Rest.COVERED for reading in covered) >= len(covered)
    assert [reading.named for reading, _, _ in watched if reading.named] == []


def test_a_black_die_is_read_where_its_sides_look_like_its_upper_face() -> None:
    """With its sides, the three looks like a five whose middle is beside that of the three."""
    black = {"first-evening at 7.3 s": 3, "first-evening at 18.1 s": 1}
    for table in tables_of(RECORDINGS / "first-evening")[1]:
        if table.name in black:
            true = sorted(die.value or 0 for die in table.truth.dice)
            assert black.pop(table.name) in true
            assert sorted(die.value or 0 for die in Reader().read(table.image).dice) == true
    assert not black


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


def each_die_is_read_where_it_lies(layout: Sequence[TrueDieAtRest], frame: Frame) -> None:
    dice = Reader().read(frame.image).dice
    for die in (one for one in layout if one.zone != "outside"):
        [found] = [other for other in dice if dist(other.center, die.center) < 6]
        if found.value is not None:
            assert (found.value, str(found.zone)) == (die.value, die.zone), f"at {frame.time} s"
        assert found.center_mm is not None
        assert dist(found.center_mm, die.center_mm) < 2.5
