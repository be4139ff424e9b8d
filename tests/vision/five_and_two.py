"""Two dice on a tray, and what classifier and tally say of them, changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.vision.drawn import DrawnDie, draw_tray, overhead_tray
from vision.faces.classifier import FaceClassification, classify
from vision.faces.face import Face
from vision.faces.pip_counter import PipCount
from vision.faces.pipeline import find_faces_on_tray
from vision.geometry.view import view_of

TRAY = overhead_tray()
LOOK = view_of(draw_tray([DrawnDie(5, 150, 100, 25), DrawnDie(2, 220, 60, 70)]), TRAY)


def faces() -> list[Face]:
    return sorted(find_faces_on_tray(LOOK, TRAY), key=lambda face: float(face.centre[0]))


def changed_classifications(
    change: Callable[[FaceClassification], FaceClassification],
) -> Callable[..., list[FaceClassification]]:
    return lambda *args: [change(classification) for classification in classify(*args)]


def fives_changed(count: Callable[..., PipCount], change: dict[str, Any]) -> Callable[..., PipCount]:
    def counted(*seen: Any) -> PipCount:
        pip_count = count(*seen)
        return replace(pip_count, **change) if pip_count.value == 5 else pip_count

    return counted
