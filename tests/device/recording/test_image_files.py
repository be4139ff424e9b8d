"""Pictures from files."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import fixtures
from device.errors import BadPicture
from device.recording import image_files
from device.recording.image_files import lamp_files_of, load_maps, load_picture, save_picture
from vision import LampSide

GRADIENT = np.dstack([np.tile(np.linspace(0, 255, 160, dtype=np.uint8), (120, 1))] * 3)


def jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tiff"])
def test_pictures_of_any_format_are_read(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"picture{ending}"
    cv2.imwrite(str(file), GRADIENT)
    image, factor = load_picture(file)
    assert (image.shape, str(image.dtype), factor) == ((120, 160, 3), "uint8", 1)
    assert np.abs(image.astype(int) - GRADIENT).mean() < 3


@pytest.mark.parametrize(
    "made", [GRADIENT[:, :, 0], GRADIENT.astype(np.uint16) * 257, np.dstack([GRADIENT, GRADIENT[:, :, :1]])]
)
def test_grey_sixteen_bit_and_transparent_pictures_become_colour(tmp_path: Path, made: np.ndarray) -> None:
    cv2.imwrite(str(tmp_path / "picture.png"), made)
    image, _ = load_picture(tmp_path / "picture.png")
    assert (image.shape, str(image.dtype)) == ((120, 160, 3), "uint8")


@pytest.mark.parametrize("how", [[], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 4]])
def test_a_huge_jpeg_is_decoded_smaller_whatever_stands_before_its_size(
    tmp_path: Path, how: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_files, "LONG_SIDE", 512)
    noise = np.random.default_rng(0).integers(0, 255, (450, 600, 3), np.uint8)
    file = tmp_path / "huge.jpg"
    data = cv2.imencode(".jpg", noise, how)[1].tobytes()
    file.write_bytes(data[:2] + b"\xff\xfe\x00\x06note" + data[2:])
    image, factor = load_picture(file)
    assert (image.shape, factor) == ((225, 300, 3), 2)


@pytest.mark.parametrize("segment", [b"\xff", b"\xff\xe0\x00\x02"])
def test_the_size_is_not_searched_for_in_all_of_a_file(segment: bytes) -> None:
    looked: list[int] = []

    class Counted(bytes):
        def __getitem__(self, at: Any) -> Any:
            looked.append(1)
            return super().__getitem__(at)

    assert image_files._size_of_jpeg(Counted(b"\xff\xd8" + segment * 100_000)) == (0, 0)
    assert len(looked) < 10_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"just text", "is not a picture", id="text"),
        pytest.param(jpeg(GRADIENT)[:900], "ends in the middle", id="cut off"),
        pytest.param(jpeg(GRADIENT)[:-2], "ends in the middle", id="without its end"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(40), "is not a picture", id="a PNG's head only"),
    ],
)
def test_half_a_picture_is_none(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "picture.jpg"
    file.write_bytes(data)
    with pytest.raises(BadPicture, match=said) as error:
        load_picture(file)
    assert str(file) in str(error.value)


def test_a_folder_or_nothing_is_no_picture(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "none.jpg"):
        with pytest.raises(BadPicture, match="can’t be read"):
            load_picture(file)


def test_a_picture_is_saved_with_its_folder_or_refused(tmp_path: Path) -> None:
    save_picture(tmp_path / "new" / "picture.jpg", GRADIENT)
    assert load_picture(tmp_path / "new" / "picture.jpg")[0].shape == GRADIENT.shape
    with pytest.raises(BadPicture, match="can’t be written"):
        save_picture(tmp_path / "new" / "picture.jpg" / "picture.jpg", GRADIENT)


LEANING = Path(fixtures.__file__).parent / "stills" / "lean" / "lean-rim-b-0.jpg"


def test_lamp_pictures_lie_beside_a_picture_or_in_a_folder_there(tmp_path: Path) -> None:
    assert lamp_files_of(LEANING) == {side: LEANING.parent / "lamps" / f"lean-rim-b-0.{side}.jpg" for side in LampSide}
    (tmp_path / "one.far.png").touch()
    assert lamp_files_of(tmp_path / "one.png") == {LampSide.FAR: tmp_path / "one.far.png"}


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "can’t be read"), (b"", "holds no lamp maps"), (b"PK\x03\x04 something else", "holds no lamp maps")],
)
def test_missing_and_damaged_maps_are_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "maps.npz").write_bytes(content)
    with pytest.raises(BadPicture, match=said):
        load_maps(tmp_path / "maps.npz")
