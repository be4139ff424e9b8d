"""The sheet to print: to scale, and with markers that the camera finds."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cameras.camera import Image
from device.cli import main as cli
from device.network.keeper import own_wifi
from device.printing import PAPERS, POINT, DrawnLine, Label, Paper, Rectangle, SheetPage, as_pdf, as_svg, card, sheets
from engine.i18n import languages, translated
from vision import TraySize

SCALE = 8
"""Pixels in a millimetre."""


def printed(page: SheetPage) -> Image:
    """The black of a page on white paper."""
    image = np.full((round(page.height * SCALE), round(page.width * SCALE)), 255, np.uint8)
    for shape in page.shapes:
        if isinstance(shape, Rectangle):
            left, top = round(shape.x * SCALE), round(shape.y * SCALE)
            right, bottom = round((shape.x + shape.width) * SCALE), round((shape.y + shape.height) * SCALE)
            image[top:bottom, left:right] = 0
    return image


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("marker", [20.0, 30.0])
def test_the_four_markers_are_found_and_measure_what_they_should(paper: Paper, marker: float) -> None:
    page = sheets(TraySize(marker=marker), paper)[0]
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(printed(page))
    assert sorted(numbers.ravel().tolist()) == [0, 1, 2, 3]
    for square in corners:
        side = float(np.linalg.norm(square[0][1] - square[0][0])) / SCALE
        assert side == pytest.approx(marker * 6 / 8, abs=0.2)


def test_the_ruler_is_a_hundred_millimetres_long() -> None:
    lines = [
        shape for shape in sheets(TraySize(), "a4")[0].shapes if isinstance(shape, DrawnLine) and shape.ink == "black"
    ]
    assert max(line.to_x - line.x for line in lines) == 100.0


@pytest.mark.parametrize(
    ("size", "pages"),
    [(TraySize(), 2), (TraySize(rail=0.0), 1), (TraySize(height=400.0), 3), (TraySize(width=600, rail=300.0), 1)],
)
def test_the_rail_has_pages_of_its_own_as_long_as_it_needs(size: TraySize, pages: int) -> None:
    found = sheets(size, "a4")
    assert len(found) == pages
    for page in found:
        for shape in page.shapes:
            reach = (shape.to_x, shape.to_y) if isinstance(shape, DrawnLine) else (shape.x, shape.y)
            assert 0 <= reach[0] <= page.width
            assert 0 <= reach[1] <= page.height


def test_an_svg_is_as_large_as_its_paper() -> None:
    page = SheetPage(210, 297, (Rectangle(1, 2, 3, 4), DrawnLine(0, 0, 9, 9, dashed=True), Label(5, 5, "ship & crew")))
    root = ElementTree.fromstring(as_svg(page))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    assert [child.tag.rpartition("}")[2] for child in root] == ["rect", "rect", "line", "text"]


def test_a_pdf_knows_where_its_objects_are() -> None:
    document = as_pdf(sheets(TraySize(), "letter"))
    assert document.startswith(b"%PDF-1.4\n")
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", document)[0])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", document[start:])]
    for number, (begin, end) in enumerate(pairwise([*places, start]), 1):
        assert document[begin:end].startswith(b"%d 0 obj\n" % number)
        assert document[begin:end].endswith(b"endobj\n")
    assert f"/MediaBox [0 0 {POINT * 215.9:.3f} {POINT * 279.4:.3f}]".encode() in document
    assert document.count(b"/Type /Page ") == 2


@pytest.mark.parametrize(
    ("name", "files"), [("tray.pdf", {"tray.pdf"}), ("tray.svg", {"tray.svg", "tray-2.svg"}), ("tray.doc", set())]
)
def test_the_command_writes_what_the_name_says(tmp_path: Path, name: str, files: set[str]) -> None:
    done = CliRunner().invoke(cli.main, ["markers", str(tmp_path / name)])
    assert {file.name for file in tmp_path.iterdir()} == files
    assert done.exit_code == (0 if files else 1)
    assert files or "is neither a PDF nor an SVG file" in done.output


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_no_line_of_words_is_wider_than_the_paper(paper: Paper, language: str) -> None:
    """A letter of a printed font is 0.56 of its size wide on average, or less."""
    for page in sheets(TraySize(300, 400, 50), paper):
        for label in (shape for shape in page.shapes if isinstance(shape, Label)):
            width = 0.56 * label.size * len(translated(label.words, language))
            assert label.x + (width / 2 if label.centred else width) < page.width, label.words


@pytest.mark.parametrize("paper", PAPERS)
def test_the_card_joins_a_phone_and_opens_the_page_at_an_address_that_stays(paper: Paper, tmp_path: Path) -> None:
    (tmp_path / "quarterdeck.toml").write_text('[network]\nmode = "own"\n[mqtt]\nname = "Galley; upper deck"\n')
    (tmp_path / "own-network.json").write_text('{"name": "Galley; upper deck", "password": "abcde-fghjk"}')
    wifi = own_wifi(tmp_path, "another name")
    page = card(wifi, "http://10.77.0.1:8000/", paper)
    image = cv2.resize(printed(page), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    halves = np.array_split(image, 2, axis=1)
    texts = [cv2.QRCodeDetector().detectAndDecode(half)[0] for half in halves]
    assert texts == ["WIFI:T:WPA;S:Galley\\; upper deck;P:abcde-fghjk;;", "http://10.77.0.1:8000/"]
    words = [str(shape.words) for shape in page.shapes if isinstance(shape, Label)]
    assert {"Galley; upper deck", f"Password: {wifi.password}", "10.77.0.1:8000"} <= set(words)
    command = ["markers", "--config", str(tmp_path / "quarterdeck.toml"), "--paper", paper, str(tmp_path / "a.svg")]
    assert CliRunner().invoke(cli.main, command).exit_code == 0
    assert (tmp_path / "a-3.svg").read_text() == as_svg(page)


def test_a_table_without_its_own_network_prints_no_card(tmp_path: Path) -> None:
    (tmp_path / "quarterdeck.toml").write_text('[network]\nmode = "house"\n')
    command = ["markers", "--config", str(tmp_path / "quarterdeck.toml"), str(tmp_path / "a.svg")]
    assert CliRunner().invoke(cli.main, command).exit_code == 0
    assert not (tmp_path / "a-3.svg").exists()
    assert not (tmp_path / "own-network.json").exists()
