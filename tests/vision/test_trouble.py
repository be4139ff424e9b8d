"""The recordings in which something goes wrong, frame by frame: what is at rest is read rightly or refused, and nothing
is read while anything moves or is in the way."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from device.evaluation.dataset import tables_of
from device.evaluation.matching import Truth, verdict
from device.recording.format import LabelledFrame, load
from device.sources.recorded import RecordedSource
from vision import Reader, Reading, Rest, TraySize, Watcher

RECORDINGS = Path(__file__).parents[2] / "fixtures" / "recordings"
LATEST = 0.65
"""Seconds after the last moving frame by which dice at rest must have been read."""

Watched = list[tuple[Reading, LabelledFrame, Truth | None]]


@pytest.fixture(
    scope="module",
    params=["camera-stall", "dim-lamp", "hand-on-rim", "off-the-tray", "turned-die"],
)
def watched(request: pytest.FixtureRequest) -> Watched:
    """What a watcher made of each frame, beside what is true of it."""
    folder = RECORDINGS / request.param
    recording = load(folder)
    tray = recording.tray
    watcher = Watcher(Reader(size=TraySize(tray.width, tray.height, tray.rail, tray.marker)))
    truths = {table.name: table.truth for table in tables_of(folder)[1]}
    with RecordedSource(folder, recording, speed=None) as camera:
        return [
            (
                watcher.see(frame.image, frame.time),
                recording.frames[frame.number],
                truths.get(f"{recording.name} at {frame.time:.1f} s"),
            )
            for frame in camera.frames()
        ]


def test_nothing_is_read_while_anything_moves_or_is_in_the_way(watched: Watched) -> None:
    for (_, sooner, _), (reading, label, _) in pairwise(watched):
        # what comes in at the border of the picture is not yet at the tray in its first frame
        if label.rest in ("moving", "obstructed") and sooner.rest in ("moving", "obstructed"):
            assert reading.rest in (Rest.MOVING, Rest.OBSTRUCTED), f"at {label.t} s"
            assert not reading.dice


def test_what_is_at_rest_is_read_rightly_and_soon(watched: Watched) -> None:
    busy_at = 0.0
    for reading, label, truth in watched:
        if truth is None:
            busy_at = label.t
        elif reading.rest is Rest.SETTLED:
            assert verdict(truth, reading) == "exact", f"at {label.t} s"
        else:
            assert label.t - busy_at < LATEST, f"at {label.t} s: {reading}"


def test_an_empty_tray_is_empty_or_has_not_come_to_rest_yet(watched: Watched) -> None:
    rests = Counter(reading.rest for reading, label, _ in watched if label.rest == "empty")
    assert set(rests) <= {Rest.EMPTY, Rest.MOVING}
    assert rests[Rest.EMPTY] >= 6


def test_no_trouble_with_the_picture_is_named(watched: Watched) -> None:
    assert Counter(name for reading, _, _ in watched for name in reading.named) == {}
