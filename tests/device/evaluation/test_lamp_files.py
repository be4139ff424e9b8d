"""Lamp pictures and maps in files: found beside a picture, refused where damaged, used by evaluate and read."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import fixtures
from device.cli import main as cli
from device.errors import BadLabels
from device.evaluation.dataset import lamp_files_of, load_maps, tables_of
from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import TRAY, lit, maps
from vision import LampSide

LEAN = Path(fixtures.__file__).parent / "stills" / "lean"
PICTURE = LEAN / "lean-rim-b-0.jpg"


def test_lamp_pictures_lie_beside_a_picture_or_in_a_folder_there(tmp_path: Path) -> None:
    assert lamp_files_of(PICTURE) == {side: LEAN / "lamps" / f"lean-rim-b-0.{side}.jpg" for side in LampSide}
    (tmp_path / "one.far.png").touch()
    assert lamp_files_of(tmp_path / "one.png") == {LampSide.FAR: tmp_path / "one.far.png"}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 something else"])
def test_damaged_maps_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "maps.npz").write_bytes(content)
    with pytest.raises(BadLabels, match="holds no lamp maps"):
        load_maps(tmp_path / "maps.npz")


def test_missing_maps_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match="can’t be read"):
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
    assert {die["value"] for die in told} == {5, None}
    assert [die["flags"] for die in told if die["value"] is None] == [["cocked"]]


def test_a_leaning_die_is_silent_without_lamps_and_exact_with_them(leaning: Path) -> None:
    with_lamps = run("evaluate", "--json", str(leaning))
    without = run("evaluate", "--json", "--without-lamps", str(leaning))
    assert (with_lamps["exact"], with_lamps["silent"]) == (1, 0)
    assert (without["exact"], without["silent"]) == (0, 1)
