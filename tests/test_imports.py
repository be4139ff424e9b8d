"""The direction of imports: device knows all, web knows the engine, engine and vision know nobody."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "table", "web", "device")
MAY_IMPORT = {
    "engine": set(),
    "vision": {"numpy", "cv2"},
    "table": {"engine", "vision"},
    "web": {"engine", "table", "flask", "itsdangerous", "jinja2", "markupsafe", "werkzeug", "waitress", "segno"},
    "device": {
        "engine",
        "vision",
        "table",
        "web",
        "click",
        "cv2",
        "numpy",
        "gpiozero",
        "msgspec",
        "picamera2",
        "libcamera",
    },
}
SOLVING = ROOT / "engine" / "yahtzee" / "analysis" / "solving"
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
        allowed = MAY_IMPORT[package] | ({"numpy"} if module.parent == SOLVING else set())
        strange = set(imports_of(module)) - allowed - {package} - sys.stdlib_module_names
        assert not strange, f"{module.relative_to(ROOT)} imports {', '.join(sorted(strange))}"


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
        if module.name == "__main__.py":  # it reads lines for the rules, and is none of them
            continue
        assert not barred & set(imports_of(module)), module


def test_no_rules_need_what_makes_their_tables() -> None:
    play = "import sys, engine.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", play], check=False, cwd=ROOT).returncode == 0
