"""Labelled sets: what may be missing, what is chosen, what is refused."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import fixtures
from device.cli import main as cli
from device.errors import BadLabels, BadPicture
from device.evaluation.dataset import Split, TrueDie, Truth, lamp_files_of, load_maps, tables_of
from device.recording.format import load
from tests.end_to_end.program import RECORDING
from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import TRAY, lit, maps
from vision import LampSide


def labelled(folder: Path, *rows: dict[str, Any]) -> Path:
    """A set of black pictures with these labels."""
    for row in rows:
        cv2.imwrite(str(folder / row["file"]), np.zeros((9, 16, 3), np.uint8))
    (folder / "labels.json").write_text(json.dumps(rows))
    return folder


CORNERS = [[0, 0], [10, 0], [10, 10], [0, 10]]
RIM = {"value": None, "center": [5, 5], "corners": CORNERS, "zone": "rim", "flags": ["cocked"], "size": 16.0}


@pytest.mark.parametrize(
    ("row", "factor", "truth"),
    [
        pytest.param({"dice": [{"value": 3, "box": None}]}, 1, Truth((TrueDie(3),)), id="values only"),
        pytest.param(
            {"dice": [{"value": 3, "box": [10, 20, 30, 60]}]}, 1, Truth((TrueDie(3, (20.0, 40.0), 30.0),)), id="box"
        ),
        pytest.param(
            {"rest": "settled", "problems": [], "dice": [RIM]},
            1,
            Truth((TrueDie(None, (5.0, 5.0), 10.0, "rim", frozenset({"cocked"})),), "settled"),
            id="rendered",
        ),
        pytest.param(
            {"dice": [{"value": 3, "center": [10, 20], "box": [0, 0, 40, 40]}]},
            4,
            Truth((TrueDie(3, (2.5, 5.0), 10.0),)),
            id="picture made smaller",
        ),
    ],
)
def test_what_is_known_of_the_dice(
    tmp_path: Path, row: dict[str, Any], factor: int, truth: Truth, monkeypatch: pytest.MonkeyPatch
) -> None:
    labelled(tmp_path, {"file": "one.png"} | row)
    monkeypatch.setattr("device.evaluation.dataset.load_picture", lambda _: (np.zeros((9, 16, 3), np.uint8), factor))
    for place in (tmp_path, tmp_path / "labels.json"):
        count, tables = tables_of(place)
        [table] = tables
        assert (count, table.name, table.truth) == (1, "one.png", truth)


@pytest.mark.parametrize(
    ("named", "family"), [({}, "set"), ({"source": "bar"}, "bar"), ({"source": "bar", "family": "rim"}, "rim")]
)
def test_a_family_is_named_by_its_label_source_or_folder(tmp_path: Path, named: dict[str, str], family: str) -> None:
    (tmp_path / "set").mkdir()
    [table] = tables_of(labelled(tmp_path / "set", {"file": "one.png", "dice": []} | named))[1]
    assert table.family == family


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
    with pytest.raises(BadPicture, match=r"gone\.png can’t be read"):
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


LEAN = Path(fixtures.__file__).parent / "stills" / "lean"
PICTURE = LEAN / "lean-rim-b-0.jpg"


def test_lamp_pictures_lie_beside_a_picture_or_in_a_folder_there(tmp_path: Path) -> None:
    assert lamp_files_of(PICTURE) == {side: LEAN / "lamps" / f"lean-rim-b-0.{side}.jpg" for side in LampSide}
    (tmp_path / "one.far.png").touch()
    assert lamp_files_of(tmp_path / "one.png") == {LampSide.FAR: tmp_path / "one.far.png"}


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "can’t be read"), (b"", "holds no lamp maps"), (b"PK\x03\x04 something else", "holds no lamp maps")],
)
def test_missing_and_damaged_maps_are_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "maps.npz").write_bytes(content)
    with pytest.raises(BadLabels, match=said):
        load_maps(tmp_path / "maps.npz")


def test_a_set_has_its_lamp_pictures_and_maps() -> None:
    for table in tables_of(LEAN)[1]:
        assert table.lamps is not None
        pictures, maps = table.lamps
        assert set(pictures.lamps) == set(LampSide) == maps.working()


THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]


@pytest.fixture(scope="module")
def leaning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set of one drawn tray, on which the two leans by 9° though it looks flat."""
    folder = tmp_path_factory.mktemp("leaning")
    pictures = lit(THROW, slopes={1: (0.16, 0.0)})
    cv2.imwrite(str(folder / "one.png"), pictures.base)
    for side, picture in pictures.lamps.items():
        cv2.imwrite(str(folder / f"one.{side}.png"), picture)
    np.savez_compressed(folder / "maps.npz", allow_pickle=False, **maps().to_arrays())
    centers = [TRAY.to_px([(die.x, die.y)], die.size)[0].tolist() for die in THROW]
    dice = [{"value": 5, "center": centers[0]}, {"value": None, "center": centers[1], "flags": ["cocked"]}]
    files = {side: f"one.{side}.png" for side in LampSide}
    lamps = {"maps": "maps.npz", "pictures": files}
    (folder / "labels.json").write_text(json.dumps([{"file": "one.png", "dice": dice, "lamps": lamps}]))
    return folder


def run(*arguments: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(CliRunner().invoke(cli.main, arguments).stdout)
    return result


def test_read_takes_the_value_of_a_leaning_die_away(leaning: Path) -> None:
    picture, maps_file = str(leaning / "one.png"), str(leaning / "maps.npz")
    assert {die["value"] for die in run("read", "--json", picture)["dice"]} == {5, 2}
    told = run("read", "--json", "--lamps", maps_file, picture)["dice"]
    assert {die["value"]: die["flags"] for die in told} == {5: [], None: ["cocked"]}


@pytest.mark.parametrize(("options", "exact"), [([], 1), (["--without-lamps"], 0)])
def test_a_leaning_die_is_silent_without_lamps_and_exact_with_them(
    leaning: Path, options: list[str], exact: int
) -> None:
    found = run("evaluate", "--json", *options, str(leaning))
    assert (found["exact"], found["silent"]) == (exact, 1 - exact)
