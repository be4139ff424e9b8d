"""How long reading one picture takes, beside the well-known way of reading dice: blobs, then clusters of them."""

import time
from collections.abc import Callable
from itertools import cycle

import cv2
import numpy as np
import pytest

from device.cameras.camera import Image
from device.recording.format import load
from tests.benchmarks.conftest import images_where
from tests.end_to_end.program import RECORDING
from vision import Reader, find_tray

pytestmark = pytest.mark.benchmark

LINKED = 14.0
"""Pixels between two pips that the peer takes for one die's."""


def five_dice(count: int) -> list[Image]:
    """The first pictures in which the same five dice lie still."""
    layouts = load(RECORDING).layouts
    number = next(number for number, layout in enumerate(layouts) if len(layout) == 5)
    return images_where(lambda frame: frame.layout == number, count)


def blobs_and_clusters(image: Image) -> list[int]:
    """Dice as others read them: a median blur of the colour picture over 7 pixels, blobs, and one die for each cluster.

    Nearly all of its time goes into the blur; on a grey picture over 5 pixels the whole takes a sixth of it.
    """
    grey = cv2.cvtColor(cv2.medianBlur(image, 7), cv2.COLOR_BGR2GRAY)
    parameters = cv2.SimpleBlobDetector.Params()
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    points = np.array([keypoint.pt for keypoint in cv2.SimpleBlobDetector.create(parameters).detect(grey)]).reshape(
        -1, 2
    )
    cluster = np.arange(len(points))
    for one in range(len(points)):
        near = np.linalg.norm(points - points[one], axis=1) < LINKED
        cluster[np.isin(cluster, cluster[near])] = cluster[one]
    return [int((cluster == one).sum()) for one in np.unique(cluster)]


def milliseconds(*works: Callable[[], object], rounds: int = 21) -> list[float]:
    """The median time of each work. They take turns, so that a machine that slows down slows down all of them."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, took, strict=True):
            began = time.perf_counter()
            work()
            times.append(1000 * (time.perf_counter() - began))
    return [float(np.median(times)) for times in took]


def test_reading_five_dice_is_faster_than_blobs_and_clusters() -> None:
    [image] = five_dice(1)
    reader = Reader(tray=find_tray(image))
    assert len(reader.read(image).dice) == 5
    first, ours, peer = milliseconds(
        lambda: reader.look(image), lambda: reader.read(image), lambda: blobs_and_clusters(image)
    )
    print(
        f"\n1280×720, one thread: {first:.1f} ms, with the table beside the tray {ours:.1f} ms; "
        f"blobs and clusters: {peer:.1f} ms"
    )
    assert ours < peer


def test_the_next_look_at_five_dice_takes_less_than_half_of_the_first() -> None:
    """Nearer to a quarter; the rest is for what else the machine does."""
    frames = five_dice(4)
    reader = Reader(tray=find_tray(frames[0]))
    before = reader.look(frames[0])
    assert all(reader.look(frame, before).seen is before.seen for frame in frames)
    pictures = cycle(frames)
    again, whole, peer = milliseconds(
        lambda: reader.look(next(pictures), before),
        lambda: reader.look(next(pictures)),
        lambda: blobs_and_clusters(next(pictures)),
    )
    print(f"\nnext look: {again:.1f} ms; first look: {whole:.1f} ms; blobs and clusters: {peer:.1f} ms")
    assert again < whole / 2


def test_searching_the_table_beside_the_tray_takes_less_than_half_of_a_first_look() -> None:
    """It is done once a rest, after the values are shown."""
    [image] = five_dice(1)
    reader = Reader(tray=find_tray(image))
    beside, first = milliseconds(lambda: reader.dice_beside(image), lambda: reader.look(image))
    print(f"\n{beside:.1f} ms; first look: {first:.1f} ms")
    assert beside < first / 2
