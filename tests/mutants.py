"""Change one line of the product at a time, and count how many of these changes the tests notice.

``python -m tests.mutants [--count 200] [--seed 1] [--only engine] [--evenings 30]`` chooses changes at random
(operators, constants, conditions, calls that are left out), tries each in a copy of the project, in so many seconds of
simulated evenings and with the tests that mirror the module, and prints who notices it first. A change is known by its
function and its line, so that the same ones are chosen after code was moved. It takes about half a minute a change.
"""

import argparse
import ast
import copy
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "table", "web", "venue", "device")
SECONDS = 600
"""Time of the processor for the tests of a change; a change that makes them hang is noticed."""
EVENINGS = "tests/simulation/test_simulation.py"
LEFT_OUT = " and ".join(
    f"not {kind}"
    for kind in ["browser", "benchmark", "fuzz", "vm", "libcamera", "webkit", "homeassistant", "package", "long"]
)
"""Tests that take too long for each change."""
OTHER: dict[type, Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change of one line: the module, the line (from 1), what stands there, and what instead."""

    module: Path
    line: int
    before: str
    after: str
    rank: str

    def __str__(self) -> str:
        return f"{self.module.relative_to(ROOT)}:{self.line}: {self.before.strip()}  →  {self.after.strip()}"


def changed(node: ast.AST) -> Any:
    """Return another node in place of this one, or None if nothing is to be changed there."""
    other: Any = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[operator]) if type(operator) in OTHER:
            other.ops = [OTHER[type(operator)]()]
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) if type(operator) in OTHER:
            other.op = OTHER[type(operator)]()
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value) | float(value)):
            other.value = value + 1
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.If(test=test) if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            other.test = ast.UnaryOp(ast.Not(), test)
        case ast.Expr(value=ast.Call()):
            return ast.Pass()
        case _:
            return None
    return other


def mutants_of(module: Path, seed: int) -> Iterator[Mutant]:
    """Yield the changes of a module that fit on one line, inside its functions."""
    source = module.read_text("utf-8")
    lines = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if not isinstance(node, ast.expr | ast.stmt) or (other := changed(node)) is None:
                continue
            if isinstance(node, ast.If) and isinstance(other, ast.If):
                node, other = node.test, other.test
            line = node.lineno
            if line != node.end_lineno:
                continue
            text = lines[line - 1].encode()
            new = ast.unparse(ast.fix_missing_locations(other))
            wrapped = f"({new})" if isinstance(other, ast.expr) else new
            after = (text[: node.col_offset] + wrapped.encode() + text[node.end_col_offset :]).decode()
            before = lines[line - 1]
            rank = hashlib.sha256(f"{seed} {function.name} {before.strip()} {after.strip()}".encode()).hexdigest()
            try:
                ast.parse("\n".join([*lines[: line - 1], after, *lines[line:]]))
            except SyntaxError:
                continue
            yield Mutant(module, line, before, after, rank)


def chosen(count: int, seed: int, packages: tuple[str, ...]) -> list[Mutant]:
    """Return so many changes of these packages."""
    found = {
        mutant.rank: mutant
        for package in packages
        for module in sorted((ROOT / package).rglob("*.py"))
        for mutant in mutants_of(module, seed)
    }
    return [found[rank] for rank in sorted(found)[:count]]


def tests_of(module: Path) -> str:
    """Return the tests that mirror a module: its own file, else those of its folder or of the next one above."""
    path = module.relative_to(ROOT).with_suffix("")
    if len(named := [*(ROOT / "tests" / path.parts[0]).rglob(f"test_{path.name}.py")]) == 1:
        return str(named[0].relative_to(ROOT))
    for folder in (path.parent, *path.parents[1:-1]):
        own = [ROOT / "tests" / folder / f"test_{path.name}.py", ROOT / "tests" / folder]
        for place in own:
            if place.is_file() or any(place.glob("test_*.py")):
                return str(place.relative_to(ROOT))
    return "tests"


def noticed_by(mutant: Mutant, copied: Path, seconds: int) -> str:
    """Return what fails with this change: evenings, tests of its own file, then of its folder and those above."""
    module = copied / mutant.module.relative_to(ROOT)
    text = module.read_text("utf-8")
    lines = text.splitlines()
    lines[mutant.line - 1] = mutant.after
    module.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        if seconds and _fails(EVENINGS, copied, seconds):
            return EVENINGS
        own = tests_of(mutant.module)
        folders = [str(folder) for folder in Path(own).parents if len(folder.parts) > 1]
        if _fails(own, copied, SECONDS) is not False:
            return own
        return next((tests for tests in folders if _fails(tests, copied, SECONDS)), "")
    finally:
        module.write_text(text, "utf-8")


def _fails(tests: str, copied: Path, seconds: int) -> bool | None:
    """Return whether these tests fail, or None if they take more of the processor's time than that."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", LEFT_OUT, tests]
    done = subprocess.Popen(
        command,
        cwd=copied,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds)),
    )
    try:
        found = done.wait(20 * seconds)
        return None if found in (-signal.SIGXCPU, -signal.SIGKILL) else found not in (0, 5)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(done.pid, signal.SIGKILL)
        done.wait()


def main() -> None:
    """Try the changes, and print which of them nobody notices."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", nargs="*", choices=PACKAGES, default=PACKAGES)
    asked.add_argument("--evenings", type=int, default=0, help="seconds of evenings before the tests")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "project"
        os.environ |= {"OPENCV_FOR_THREADS_NUM": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(copied)}
        shutil.copytree(
            ROOT, copied, ignore=shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache")
        )
        found: Counter[str] = Counter()
        for mutant in chosen(given.count, given.seed, tuple(given.only)):
            by = noticed_by(mutant, copied, given.evenings)
            found["missed" if not by else "in evenings" if by == EVENINGS else "by tests"] += 1
            print(f"{by or 'MISSED'}: {mutant}", flush=True)
    print(f"of {found.total()}: {dict(found)}")


if __name__ == "__main__":
    main()
