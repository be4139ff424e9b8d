"""The direction of imports, among the packages and within each, and how large a package may be."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "table", "web", "venue", "device")
MAY_IMPORT = {
    "engine": "babel",
    "vision": "numpy cv2 ncnn",
    "table": "engine vision",
    "web": "engine table flask itsdangerous jinja2 markupsafe msgspec werkzeug waitress segno",
    "venue": "engine itsdangerous jinja2 paho psycopg segno starlette uvicorn",
    "device": "engine vision table web venue click cv2 numpy gpiozero jeepney msgspec picamera2 libcamera paho yaml",
}
LAYERS = {
    "engine": (
        "errors i18n",
        "names",
        "events spelling values",
        "face reports",
        "game players",
        "turns",
        "codec history",
        "games",
        "__init__",
        "line_protocol link_protocol statistics tournament",
        "match_call update_offer",
        "__main__",
    ),
    "vision": (
        "errors i18n",
        "image reading",
        "geometry",
        "annotation quality",
        "faces",
        "lamps scene",
        "reader",
        "stream",
        "__init__",
    ),
    "table": (
        "errors",
        "commands join_requests panel session",
        "pairing",
        "snapshot",
        "__init__",
        "dice feedback",
        "games",
        "input questions voice",
        "publisher shake",
        "table",
    ),
    "web": (
        "display_names errors",
        "services",
        "viewer",
        "access",
        "guests",
        "appliance games",
        "history http",
        "install tournament",
        "show",
        "live",
        "api",
        "helm owner setup",
        "app",
        "__init__",
    ),
    "venue": (
        "__init__ errors",
        "settings",
        "broker record",
        "projection",
        "board",
        "services",
    ),
    "device": (
        "__init__ errors notices printing terminal",
        "files",
        "cameras network storage table_identity",
        "observer",
        "calibration config journal recording",
        "archive backup lamps panels sound sources systemd",
        "doctor update",
        "link",
        "adapters metrics",
        "runtime",
        "cli",
        "commands",
    ),
}
"""The parts of a package, which are its sub-packages and its own modules, in groups.

A part imports from itself and from earlier groups only.
"""
BUDGET = {
    "engine": (101, 20_197),
    "vision": (36, 5_849),
    "table": (25, 4_634),
    "web": (79, 15_424),
    "venue": (36, 6_316),
    "device": (130, 23_506),
}
"""Most modules (without ``__init__``) and lines of each package. Lower them when code goes."""
BARRED = "os io pathlib random time datetime socket sqlite3 threading subprocess sys"
"""What the rules do not import: nothing is read, written, rolled or timed there."""
SOLVING = ROOT / "engine" / "games" / "yahtzee" / "analysis" / "solving.py"
"""What makes the coach's tables, with numpy; nothing that plays imports it."""


@cache
def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text("utf-8"))


@cache
def imports_of(module: Path) -> tuple[str, ...]:
    """The full names that a module imports, wherever in it that is done; ``from a import b`` is ``a.b``."""
    names: list[str] = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written out in full"
            names += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(names)


def roots_of(module: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports_of(module)}


def parts_of(package: str) -> set[str]:
    """The sub-packages and modules of a package."""
    folder = ROOT / package
    return {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way_among_the_packages_and_to_earlier_layers_within_one(package: str) -> None:
    layer = {part: number for number, group in enumerate(LAYERS[package]) for part in group.split()}
    assert layer.keys() == parts_of(package)
    for module in sorted((ROOT / package).rglob("*.py")):
        allowed = set(MAY_IMPORT[package].split()) | ({"numpy"} if module == SOLVING else set())
        strange = roots_of(module) - allowed - {package} - sys.stdlib_module_names
        assert not strange, f"{module.relative_to(ROOT)} imports {', '.join(sorted(strange))}"
        own = module.relative_to(ROOT / package).with_suffix("").parts[0]
        names = [name.split(".") for name in imports_of(module) if name.split(".")[0] == package]
        parts = {rest[0] if rest and rest[0] in layer else "__init__" for _, *rest in names}
        later = {one for one in parts if one != own and layer[one] >= layer[own]}
        assert not later, f"{module.relative_to(ROOT)} imports {', '.join(sorted(later))} of {package}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_keeps_its_budget_which_only_goes_down(package: str) -> None:
    modules = list((ROOT / package).rglob("*.py"))
    count = sum(module.name != "__init__.py" for module in modules)
    lines = sum(len(module.read_text("utf-8").splitlines()) for module in modules)
    most_modules, most_lines = BUDGET[package]
    found = f"{package} has {count} modules and {lines} lines"
    assert count <= most_modules, f"{found}: take some away"
    assert lines <= most_lines, f"{found}: take some away"
    assert count > 0.97 * most_modules, f"{found}: lower its budget"
    assert lines > 0.97 * most_lines, f"{found}: lower its budget"


def test_the_rules_do_no_input_or_output() -> None:
    for module in (ROOT / "engine").rglob("*.py"):
        if module.name == "__main__.py" or module == SOLVING or "i18n" in module.parts:  # these write and read files
            continue
        assert not roots_of(module) & set(BARRED.split()), module


def test_rules_and_values_load_neither_the_web_server_nor_opencv_nor_numpy() -> None:
    """The programs that only name or play games start fast thereby."""
    load = (
        "import sys, engine.__main__, table, table.snapshot, table.commands, device.archive.builder\n"
        "from vision import BadImage, Colour, Die, Flag, Point, Problem, Reading, Rest, VisionError, Zone, counted\n"
        "print(*{'flask', 'cv2', 'numpy'} & set(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", load], check=True, cwd=ROOT, capture_output=True, text=True).stdout
    assert loaded == "\n"
