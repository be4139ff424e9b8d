"""The direction of imports, among the packages and within each, and how large a package may be."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "table", "web", "venue", "device")
MAY_IMPORT = {
    "engine": {"babel"},
    "vision": {"numpy", "cv2", "ncnn"},
    "table": {"engine", "vision"},
    "web": {
        "engine",
        "table",
        "flask",
        "itsdangerous",
        "jinja2",
        "markupsafe",
        "msgspec",
        "werkzeug",
        "waitress",
        "segno",
    },
    "venue": {"engine", "jinja2", "paho", "psycopg", "starlette", "uvicorn"},
    "device": {
        "engine",
        "vision",
        "table",
        "web",
        "venue",
        "click",
        "cv2",
        "numpy",
        "gpiozero",
        "msgspec",
        "picamera2",
        "libcamera",
        "paho",
        "yaml",
    },
}
LAYERS: dict[str, tuple[set[str], ...]] = {
    "engine": (
        {"i18n", "errors"},
        {"names"},
        {"events", "spelling", "values"},
        {"face", "reports"},
        {"game", "players"},
        {"codec", "history", "turns"},
        {"games"},
        {"__init__"},
        {"line_protocol", "link_protocol", "statistics", "tournament"},
        {"__main__"},
    ),
    "vision": (
        {"errors", "i18n"},
        {"image", "reading"},
        {"geometry"},
        {"quality", "annotation"},
        {"faces"},
        {"lamps", "scene"},
        {"reader"},
        {"stream"},
        {"__init__"},
    ),
    "table": (
        {"errors"},
        {"commands", "join_requests", "panel", "session"},
        {"pairing"},
        {"snapshot"},
        {"__init__"},
        {"dice", "feedback"},
        {"games"},
        {"input", "questions", "voice"},
        {"publisher"},
        {"table"},
    ),
    "web": (
        {"errors", "display_names"},
        {"services"},
        {"viewer"},
        {"access"},
        {"guests"},
        {"appliance", "games"},
        {"http", "history"},
        {"install", "tournament"},
        {"show"},
        {"live"},
        {"api"},
        {"helm", "owner", "setup"},
        {"app"},
        {"__init__"},
    ),
    "venue": (
        {"__init__", "errors"},
        {"settings"},
        {"broker", "record"},
        {"projection", "scratch"},
        {"board", "simulation"},
        {"services"},
    ),
    "device": (
        {
            "__init__",
            "errors",
            "network",
            "notices",
            "printing",
            "terminal",
        },
        {"files"},
        {"cameras", "storage", "table_identity"},
        {"observer"},
        {"calibration", "config", "journal", "recording"},
        {"archive", "backup", "lamps", "panels", "sound", "sources", "systemd"},
        {"doctor", "evaluation", "update"},
        {"link"},
        {"adapters", "metrics"},
        {"runtime"},
        {"cli"},
        {"commands"},
    ),
}
"""The parts of a package, which are its sub-packages and its own modules, in groups.

A part imports from itself and from earlier groups only.
"""
BUDGET = {
    "engine": (76, 15_020),
    "vision": (36, 5_904),
    "table": (24, 4_330),
    "web": (77, 14_740),
    "venue": (28, 4_510),
    "device": (128, 22_460),
}
"""Most modules (without ``__init__``) and lines of each package. Lower them when code goes."""
SOLVING = ROOT / "engine" / "games" / "yahtzee" / "analysis" / "solving.py"
"""What makes the coach's tables, with numpy; nothing that plays imports it."""


def imports_of(module: Path) -> Iterator[str]:
    """The top-level names that a module imports, wherever in it that is done."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written out in full"
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert modules
    for module in modules:
        allowed = MAY_IMPORT[package] | ({"numpy"} if module == SOLVING else set())
        strange = set(imports_of(module)) - allowed - {package} - sys.stdlib_module_names
        assert not strange, f"{module.relative_to(ROOT)} imports {', '.join(sorted(strange))}"


def parts_of(package: str) -> set[str]:
    """The sub-packages and modules of a package."""
    folder = ROOT / package
    return {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}


def parts_imported(module: Path, package: str) -> Iterator[str]:
    """The parts of its own package that a module imports, wherever in it that is done."""
    parts = parts_of(package)
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            names = [f"{package}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for first, *rest in (name.split(".") for name in names):
            if first == package:
                yield rest[0] if rest and rest[0] in parts else "__init__"


@pytest.mark.parametrize("package", LAYERS)
def test_every_part_of_a_package_has_one_layer(package: str) -> None:
    layered = [part for group in LAYERS[package] for part in group]
    assert sorted(layered) == sorted(parts_of(package))


@pytest.mark.parametrize("package", LAYERS)
def test_parts_import_from_earlier_layers_only(package: str) -> None:
    layer = {part: number for number, group in enumerate(LAYERS[package]) for part in group}
    for module in sorted((ROOT / package).rglob("*.py")):
        part = module.relative_to(ROOT / package).with_suffix("").parts[0]
        later = {one for one in parts_imported(module, package) if one != part and layer[one] >= layer[part]}
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


@pytest.mark.parametrize("package", ["engine"])
def test_the_rules_do_no_input_or_output(package: str) -> None:
    barred = {
        "os",
        "io",
        "pathlib",
        "random",
        "time",
        "datetime",
        "socket",
        "sqlite3",
        "threading",
        "subprocess",
        "sys",
    }
    for module in (ROOT / package).rglob("*.py"):
        if module.name == "__main__.py" or module == SOLVING or "i18n" in module.parts:  # these write and read files
            continue
        assert not barred & set(imports_of(module)), module


def test_no_rules_need_what_makes_their_tables() -> None:
    play = "import sys, engine.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", play], check=False, cwd=ROOT).returncode == 0


@pytest.mark.parametrize("module", ["engine", "table", "table.snapshot", "table.commands", "device.archive.builder"])
def test_values_load_neither_the_web_server_nor_opencv(module: str) -> None:
    load = f"import sys, {module}; sys.exit(bool({{'flask', 'cv2', 'numpy'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", load], check=False, cwd=ROOT).returncode == 0
