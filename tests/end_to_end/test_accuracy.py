"""The figures in `docs/accuracy.md` and on the networks' card are those that this checkout gives.

All tables of both pages with ``pytest -m long tests/end_to_end/test_accuracy.py``.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from pathlib import Path

import pytest

from fixtures.evaluation.dataset import LabelledTable, Split, tables_of
from fixtures.evaluation.metrics import Score, matches, score
from fixtures.training.figures import figures
from tests.end_to_end.program import ROOT
from tests.vision.spoilt import tinted
from vision import Reader

ACCURACY = (ROOT / "docs" / "accuracy.md").read_text("utf-8")
CARD = (ROOT / "docs" / "model.md").read_text("utf-8")
SETS = ("clean", "hard", "abnormal", "empty")
LIGHTS = {
    "a fifth of the levels": (0.2, 0.2, 0.2),
    "a tenth of the levels": (0.1, 0.1, 0.1),
    "a red lamp": (0.12, 0.15, 0.9),
    "a green lamp": (0.15, 0.8, 0.15),
    "a blue lamp": (0.95, 0.3, 0.12),
}
"""What is left of the levels of blue, green and red."""
RECORDINGS = tuple(sorted(folder.name for folder in (ROOT / "fixtures" / "recordings").iterdir() if folder.is_dir()))


def figures_in(document: str, name: str) -> list[int]:
    """The whole numbers in the row of a table that begins with that name."""
    [row] = re.findall(rf"^\| {re.escape(name)} \|(.*)\|$", document, re.MULTILINE)
    return [int(number) for number in re.findall(r"(?<![\d.])\d+(?![\d.]| %)", row)]


def scores(place: Path, split: Split | None, *, calibrated: bool) -> list[tuple[LabelledTable, Score]]:
    """What is read of each table, where the tray is found by its markers or known."""
    _, tables = tables_of(place, split)
    return [(table, score(Reader(table.tray if calibrated else None), table)) for table in tables]


def counts(scored: Iterable[tuple[LabelledTable, Score]]) -> list[int]:
    """Tables, exact, caught, silent."""
    kinds = Counter(one.verdict for _, one in scored)
    return [kinds.total(), kinds["exact"], kinds["caught"], kinds["silent"]]


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_a_tray_that_is_not_known_is_read_as_the_table_says(name: str) -> None:
    now = counts(scores(ROOT / "fixtures" / "stills" / name, "check", calibrated=False))
    assert now == figures_in(ACCURACY, f"{name}, tray unknown")


def test_trays_are_read_as_the_table_says_and_what_is_said_to_be_nearly_certain_is_right() -> None:
    """At least 99 of 100 dice with a confidence of 0.99 or more; there are a few hundred of them."""
    right = total = 0
    for name in SETS:
        scored = scores(ROOT / "fixtures" / "stills" / name, "check", calibrated=True)
        assert counts(scored) == figures_in(ACCURACY, name)
        assert counts(scored)[3] == 0 or name == "abnormal"
        for table, one in scored:
            for number, die in matches(table.truth.dice, one.reading.dice).items():
                if die.value is not None and die.confidence >= 0.99:
                    total += 1
                    right += die.value == table.truth.dice[number].value
    assert total > 150
    assert right >= 0.99 * total


@pytest.mark.long
@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", ["clean", "hard"])
def test_a_tray_in_bad_light_is_read_as_the_table_says(name: str, light: str) -> None:
    _, tables = tables_of(ROOT / "fixtures" / "stills" / name, "check")
    lit = (replace(table, image=tinted(table.image, *LIGHTS[light])) for table in tables)
    now = counts((table, score(Reader(table.tray), table)) for table in lit)
    assert now == figures_in(ACCURACY, f"{name}, {light}")


@pytest.mark.long
@pytest.mark.parametrize("name", RECORDINGS)
def test_every_settled_frame_of_a_recording_is_read_exactly(name: str) -> None:
    frames, exact, *_ = counts(scores(ROOT / "fixtures" / "recordings" / name, None, calibrated=False))
    assert frames > 40
    assert exact == frames


def test_the_card_names_the_files_that_ship() -> None:
    files = sorted((ROOT / "vision" / "models").glob("*.bin"))
    assert len(files) == 4
    for file in files:
        assert f"| `{file.name}` | `{sha256(file.read_bytes()).hexdigest()[:16]}` |" in CARD


@pytest.mark.parametrize("pictures", [20, pytest.param(None, marks=pytest.mark.long)])
def test_the_networks_give_the_figures_of_their_card(pictures: int | None) -> None:
    """A sixth of its pictures within three standard deviations; all but for rounding on another processor."""
    for name, (right, of) in (figures(pictures=pictures) if pictures else figures()).items():
        right_then, of_then = figures_in(CARD, name)
        share = right_then / of_then
        assert pictures or of == of_then, name
        assert abs(right - of * share) <= 2 + bool(pictures) * 3 * sqrt(of * share * (1 - share)), name
