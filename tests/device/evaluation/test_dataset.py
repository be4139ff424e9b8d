"""Labelled sets: what may be missing, what is chosen, what is refused."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.errors import BadLabels, BadPicture
from device.evaluation.dataset import Split, TrueDie, Truth, tables_of
from device.recording.format import load
from tests.end_to_end.program import RECORDING


def labelled(folder: Path, *rows: dict[str, Any]) -> Path:
    """A set of black pictures with these labels."""
    for row in rows:
        cv2.imwrite(str(folder / row["file"]), np.zeros((9, 16, 3), np.uint8))
    (folder / "labels.json").write_text(json.dumps(rows))
    return folder


def test_a_set_may_know_values_only(tmp_path: Path) -> None:
    labelled(tmp_path, {"file": "one.png", "source": "bar", "dice": [{"value": 3, "box": None}]})
    for place in (tmp_path, tmp_path / "labels.json"):
        count, tables = tables_of(place)
        [table] = tables
        assert (count, table.name, table.family, table.truth) == (1, "one.png", "bar", Truth((TrueDie(3),)))


def test_the_centre_of_a_box_counts_as_the_dies(tmp_path: Path) -> None:
    labelled(tmp_path, {"file": "one.png", "dice": [{"value": 3, "box": [10, 20, 30, 60]}]})
    [table] = tables_of(tmp_path)[1]
    assert table.truth.dice == (TrueDie(3, (20.0, 40.0), 30.0),)
    assert table.family == tmp_path.name


def test_a_rendered_picture_knows_zones_flags_and_rest(tmp_path: Path) -> None:
    corners = [[0, 0], [10, 0], [10, 10], [0, 10]]
    die = {"value": None, "center": [5, 5], "corners": corners, "zone": "rim", "flags": ["cocked"], "size": 16.0}
    labelled(tmp_path, {"file": "one.png", "family": "rim", "rest": "settled", "problems": [], "dice": [die]})
    [table] = tables_of(tmp_path)[1]
    assert table.truth == Truth((TrueDie(None, (5.0, 5.0), 10.0, "rim", frozenset({"cocked"})),), "settled")


def test_places_follow_a_picture_that_is_made_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labelled(tmp_path, {"file": "one.png", "dice": [{"value": 3, "center": [10, 20], "box": [0, 0, 40, 40]}]})
    monkeypatch.setattr("device.evaluation.dataset.load_picture", lambda _: (np.zeros((9, 16, 3), np.uint8), 4))
    [table] = tables_of(tmp_path)[1]
    assert table.truth.dice == (TrueDie(3, (2.5, 5.0), 10.0),)


@pytest.mark.parametrize(
    ("split", "names"), [(None, ["a.png", "b.png", "c.png"]), ("tune", ["a.png"]), ("check", ["b.png"])]
)
def test_a_split_leaves_out_all_others(tmp_path: Path, split: Split | None, names: list[str]) -> None:
    rows: list[dict[str, Any]] = [{"file": f"{name}.png", "dice": []} for name in "abc"]
    labelled(tmp_path, rows[0] | {"split": "tune"}, rows[1] | {"split": "check"}, rows[2])
    assert [table.name for table in tables_of(tmp_path, split)[1]] == names


def test_a_recording_gives_its_tables_at_rest() -> None:
    count, tables = tables_of(RECORDING)
    first = next(tables)
    assert count == sum(frame.rest == "settled" for frame in load(RECORDING).frames)
    assert (first.family, first.truth.rest) == ("first-evening", "settled")
    assert sorted(die.value or 0 for die in first.truth.dice) == [1, 2, 2, 4, 5]


def test_a_set_without_tables_is_reported(tmp_path: Path) -> None:
    labelled(tmp_path, {"file": "a.png", "dice": []})
    with pytest.raises(BadLabels, match="has no pictures of the split “tune”"):
        tables_of(tmp_path, "tune")
    with pytest.raises(BadLabels, match="has no pictures of the split “check”"):
        tables_of(RECORDING, "check")
    (tmp_path / "labels.json").write_text("[]")
    with pytest.raises(BadLabels, match="has no pictures with known dice"):
        tables_of(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'[{"file": 3}]', "is damaged: Expected `str`, got `int`"),
        (b'[{"file": "a.png", "dice": [{"value": 7}]}]', "is damaged: Expected `int` <= 6"),
        (b'[{"file": "a.png", "dice": [{"value": 1, "zone": "lap"}]}]', "is damaged: Invalid enum value 'lap'"),
        (b'[{"file": "a.png"', "is damaged: Input data was truncated"),
        (b'["\xff"]', "is damaged: it is not UTF-8"),
        (b"[" * 100_000, "is damaged"),
    ],
)
def test_damaged_labels_are_reported(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "labels.json").write_bytes(content)
    with pytest.raises(BadLabels) as error:
        tables_of(tmp_path)
    assert said in str(error.value)


def test_a_set_that_is_none_or_lacks_a_picture_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match="is not a labelled set"):
        tables_of(tmp_path)
    (tmp_path / "labels.json").write_text('[{"file": "gone.png", "dice": []}]')
    with pytest.raises(BadPicture, match=r"gone\.png cannot be read"):
        list(tables_of(tmp_path)[1])


def test_a_label_s_tray_is_where_it_was_calibrated(tmp_path: Path) -> None:
    square = [[2, 1], [12, 1], [12, 7], [2, 7]]
    tray = {"width": 300, "height": 200, "rail": 40, "marker": 20, "corners": square, "markers": False, "lip": True}
    before = [[x + 1, y] for x, y in square]
    rows: list[dict[str, Any]] = [
        {"file": "a.png", "dice": [], "tray": tray, "problems": []},
        {"file": "b.png", "dice": [], "tray": tray, "calibrated": before, "problems": ["camera moved"]},
        {"file": "c.png", "dice": []},
    ]
    labelled(tmp_path, *rows)
    one, bumped, bare = tables_of(tmp_path)[1]
    assert one.tray is not None
    assert (one.tray.corners_px[0], one.tray.frame, one.tray.size.rail, one.tray.marked) == ((2, 1), (16, 9), 40, False)
    assert bumped.tray is not None
    assert bumped.tray.corners_px[0] == (3, 1)
    assert (one.problems, bumped.problems, bare.problems) == (frozenset(), frozenset({"camera moved"}), None)
    assert bare.tray is None
