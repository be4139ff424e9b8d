"""Faces that cannot be dice because of their size."""

import numpy as np
import pytest

from vision.faces.face import Face
from vision.faces.verdict import of_a_size


def face(edge: float, doubt: str | None = None) -> Face:
    none = np.zeros(3)
    return Face(3, 0.9, np.zeros(2), np.eye(2) * edge / 2, none, none, frozenset(), doubt)


@pytest.mark.parametrize("in_mm", [True, False])
def test_where_there_are_none_there_are_none(in_mm: bool) -> None:
    assert of_a_size([], in_mm) == []


@pytest.mark.parametrize(("edge", "kept"), [(7.0, False), (10.0, True), (25.0, True), (30.0, False)])
def test_on_a_tray_dice_have_the_sizes_that_are_sold(edge: float, kept: bool) -> None:
    [read] = of_a_size([face(edge)], in_mm=True)
    assert (read.doubt is None) is kept
    assert len(of_a_size([face(edge, "no"), face(16)], in_mm=True)) == 1 + kept


def test_elsewhere_the_others_say_what_size_dice_have() -> None:
    faces = [face(40), face(44), face(37), face(80), face(15, "unclear"), face(50, "unclear")]
    kept = of_a_size(faces, in_mm=False)
    assert [(one.edge, one.doubt is None) for one in kept] == [
        (40, True),
        (44, True),
        (37, True),
        (80, False),
        (50, False),
    ]


def test_those_that_are_read_say_it_louder() -> None:
    faces = [face(40), face(42), *(face(12, "unclear") for _ in range(8))]
    assert [one.edge for one in of_a_size(faces, in_mm=False)] == [40, 42]
