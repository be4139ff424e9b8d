"""The layers of vision: each sub-package imports only those below it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import vision

ROOT = Path(__file__).parents[2]
VALUES = {"errors", "problems", "reading"}
BELOW: dict[str, set[str]] = {"image": VALUES}
BELOW["geometry"] = BELOW["image"] | {"image"}
BELOW["quality"] = BELOW["geometry"] | {"geometry"}
BELOW["faces"] = BELOW["quality"] | {"quality"}
BELOW["untrayed"] = BELOW["faces"] | {"faces"}
BELOW["scene"] = BELOW["faces"] | {"faces"}
BELOW["reader"] = BELOW["faces"] | {"faces", "untrayed", "scene"}
BELOW["stream"] = BELOW["reader"] | {"reader"}
BELOW["annotation"] = VALUES | {"image", "geometry"}


def imported(part: str) -> Iterator[tuple[Path, str]]:
    """Each part of vision that a module of ``part`` imports, with that module."""
    folder, module = ROOT / "vision" / part, ROOT / "vision" / f"{part}.py"
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [module]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vision."):
                yield file, (node.module or "").split(".")[1]


@pytest.mark.parametrize("part", BELOW)
def test_a_layer_imports_only_those_below_it(part: str) -> None:
    for file, other in imported(part):
        assert other in BELOW[part] | {part}, f"{file.relative_to(ROOT)} imports vision.{other}"


def test_every_part_has_its_layer() -> None:
    parts = {path.stem for path in (ROOT / "vision").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert parts - {"__init__", "__pycache__", "models", "number"} == set(BELOW) | VALUES


VALUES_ALONE = """
import sys
from vision import BadImage, Colour, Die, Flag, Point, Problem, Reading, Rest, VisionError, Zone, counted
sys.exit("cv2" in sys.modules or "numpy" in sys.modules)
"""


def test_the_values_load_neither_opencv_nor_numpy() -> None:
    assert subprocess.run([sys.executable, "-c", VALUES_ALONE], check=False, cwd=ROOT).returncode == 0


def test_every_name_is_there_on_first_use() -> None:
    assert all(getattr(vision, name).__module__.startswith("vision.") for name in vision._ON_FIRST_USE)
    assert set(vision.__all__) <= set(dir(vision))
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = vision.nothing_of_the_kind
