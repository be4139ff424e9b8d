"""Tray files and corners, as the command line takes them."""

import json
from pathlib import Path

import numpy as np
import pytest

from device.config.tray_file import KnownTray, LensTable, load_tray, tray_of_corners
from device.errors import BadTrayFile
from tests.end_to_end.program import RECORDING, TRUTH
from vision import BadTray, Lens, TraySize

CORNERS = ((304.6, 137.0), (968.9, 149.9), (959.1, 592.1), (297.2, 578.9))
PICTURE = np.zeros((720, 1280, 3), np.uint8)


def told(tmp_path: Path, text: str, name: str = "tray.toml") -> KnownTray:
    (tmp_path / name).write_text(text, "utf-8")
    return load_tray(tmp_path / name)


def test_a_file_tells_corners_measures_and_lens(tmp_path: Path) -> None:
    rows = {"corners": CORNERS, "frame": [1280, 720], "width": 320, "rail": 40.0, "markers": True}
    as_json = json.dumps(rows | {"lens": {"bend": -0.05}})
    as_toml = f"""
        corners = {json.dumps(CORNERS)}
        frame = [1280, 720]
        width = 320
        rail = 40
        markers = true
        [lens]
        bend = -0.05
    """
    known = KnownTray(320, rail=40, corners=CORNERS, frame=(1280, 720), markers=True, lens=LensTable(bend=-0.05))
    assert told(tmp_path, as_toml) == told(tmp_path, as_json, "tray.json") == known
    tray = known.reader(PICTURE).tray
    assert tray is not None
    assert (tray.corners_px, tray.frame, tray.size, tray.lens, tray.marked) == (
        CORNERS,
        (1280, 720),
        TraySize(320, 200, 40, 20),
        Lens(66, -0.05),
        True,
    )


def test_a_recording_s_own_file_serves_as_well() -> None:
    known = load_tray(RECORDING / "recording.json")
    assert known.frame == tuple(TRUTH["size"])
    assert np.array(known.corners) == pytest.approx(np.array(TRUTH["tray"]["corners"]))


def test_a_configuration_tells_the_measures_only(tmp_path: Path) -> None:
    known = told(tmp_path, '[game]\npreset = "dice-game-depot"\n[tray]\nwidth = 250\n')
    assert (known.size.width, known.corners) == (250, None)
    assert known.reader(PICTURE).tray is None
    assert known.reader(PICTURE).size.width == 250


def test_corners_follow_a_picture_that_was_made_smaller() -> None:
    known = tray_of_corners("1000,500,3000,500,3000,1500,1000,1500")
    tray = known.reader(np.zeros((540, 960, 3), np.uint8), 4).tray
    assert tray is not None
    assert tray.frame == (960, 540)
    assert tray.corners_px[2] == pytest.approx((749.6, 374.6), abs=0.1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", None),
        ("corners = [[1, 2], [3, 4]]", "corners is wrong"),
        ("width = 0", "width is wrong"),
        ("rail = “40”", "neither TOML nor JSON"),
        ('{"width": 300', "neither TOML nor JSON"),
        ("[1, 2]", "holds no tray"),
        ("[lens]\nbend = 3", "A lens bends"),
        ("[lens]\nbend = true", "lens.bend is wrong"),
        ("frame = [0, 720]", "frame"),
    ],
)
def test_what_is_wrong_in_a_file_is_reported_in_one_sentence(tmp_path: Path, text: str, said: str | None) -> None:
    if said is None:
        assert told(tmp_path, text) == KnownTray()
        return
    with pytest.raises(BadTrayFile, match=said) as error:
        told(tmp_path, text, "tray.json" if text.startswith("[1") else "tray.toml")
    assert str(tmp_path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_no_text_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadTrayFile, match=r"can’t be read \(No such file"):
        load_tray(tmp_path / "none.toml")
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff\x00")
    with pytest.raises(BadTrayFile, match="UTF-8"):
        load_tray(tmp_path / "picture")


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,4,5,6,7,x", "1,2,3,4,5,6,7,8,9"])
def test_less_or_more_than_four_corners_are_none(text: str) -> None:
    with pytest.raises(BadTrayFile, match="x,y,x,y,x,y,x,y"):
        tray_of_corners(text)


def test_corners_in_the_wrong_order_or_of_other_pictures_are_refused() -> None:
    with pytest.raises(BadTray, match="top left, top right"):
        tray_of_corners("0,0,0,100,100,100,100,0").reader(PICTURE)
    with pytest.raises(BadTray, match="find the tray again"):
        KnownTray(corners=CORNERS, frame=(640, 480)).reader(PICTURE)
