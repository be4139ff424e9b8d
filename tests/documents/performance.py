"""``docs/performance.md``: what the benchmarks measure on this machine, now: ``make performance``.

Run it on an idle machine. A test checks that no benchmark is missing.
"""

import os
import platform
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "performance.md"
BENCHMARKS = ROOT / "tests" / "benchmarks"
HEAD = """# How fast it is

`make performance` writes this page from the benchmarks (`make bench`): what each prints.
"""
NOT_KEPT = "**Not kept:**"


@dataclass
class Watch:
    """A plugin of pytest that keeps what every benchmark printed, and whether it passed."""

    rows: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    """By benchmark: what each case of it printed, and whether it passed."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            test, _, case = report.location[2].rstrip("]").partition("[")
            printed = as_cell(report.capstdout)
            self.rows.setdefault(spoken(test), []).append(
                (printed if printed.startswith(case) else f"{case}: {printed}", report.passed)
            )


def spoken(test: str) -> str:
    """A benchmark's name as a sentence."""
    return test.removeprefix("test_").replace("_", " ")


def as_cell(printed: str) -> str:
    """What it printed without what is in brackets, in one cell of a table."""
    lines = "; ".join(line.strip() for line in printed.splitlines() if line.strip())
    return re.sub(r" \([^)]*\)", "", lines).replace("|", "/")


def conditions() -> str:
    """The machine, what else it did, and what it ran."""
    about = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    models = [line for line in about if line.startswith(("model name", "Model"))]
    cpu = models[-1].partition(":")[2].strip() if models else platform.machine()
    versions = ", ".join(f"{name} {version(name)}" for name in ("opencv-python-headless", "numpy"))
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    day = time.strftime("%Y-%m-%d")
    return (
        f"Measured on {day}: {cpu}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}; "
        f"load before it began: {busy}."
    )


def page(rows: dict[str, list[tuple[str, bool]]], measured: str) -> Iterator[str]:
    yield from (HEAD, measured, "", "| what is promised | measured |", "|---|---|")
    for name, cases in rows.items():
        held = "" if all(passed for _, passed in cases) else f"{NOT_KEPT} "
        yield f"| {name} | {held}{'; '.join(printed for printed, _ in cases)} |"


if __name__ == "__main__":
    watch, before = Watch(), conditions()
    pytest.main(["-q", "-m", "benchmark", str(BENCHMARKS)], plugins=[watch])
    PAGE.write_text("\n".join([*page(watch.rows, before), ""]), "utf-8")
    print(f"{len(watch.rows)} benchmarks in {PAGE.relative_to(ROOT)}")
