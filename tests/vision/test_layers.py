"""The layers of vision: each sub-package imports only those below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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
BELOW["annotate"] = VALUES | {"image", "geometry"}


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
