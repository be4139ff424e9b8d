"""What a module says: every text in its code that is made of words, with ``{}`` for what is put in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

WORDS = re.compile(r"[A-Za-z’']{2,}[,:;”]? [(“A-Za-z0-9{]|\} [a-z]{2,}|[a-z]{2,}:? \{")


def prose_of(source: str) -> Iterator[str]:
    """The texts of a module but for docstrings, descriptions of keys, and sentences that remember what they say."""
    tree = ast.parse(source)
    left_out = {id(part) for node in ast.walk(tree) for part in _not_said(node)}
    for node in ast.walk(tree):
        text = None if id(node) in left_out else _text(node)
        if text and WORDS.search(text):
            yield text


def findings_of(source: str) -> Iterator[str]:
    """The texts that a module of the doctor gives to its findings, single words among them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("CheckResult", "graded"):
            for place, part in enumerate(node.args):
                text = _text(part)
                if text and re.search(r"[A-Za-z]{2}", text) and (node.func.id, place) != ("CheckResult", 1):
                    yield text


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _not_said(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node.value
        case ast.FunctionDef() if any(getattr(one, "id", "") == "sentence" for one in node.decorator_list):
            yield from ast.walk(node)
        case ast.Call(func=ast.Name(id="said" | "Meta")):
            yield from ast.walk(node)
        case ast.JoinedStr():
            for part in node.values:
                if isinstance(part, ast.FormattedValue) and part.format_spec:
                    yield from ast.walk(part.format_spec)
                elif isinstance(part, ast.Constant):
                    yield part


def read(*patterns: str) -> dict[str, str]:
    """The sources of the modules of this project that these patterns name, by their paths."""
    root = Path(__file__).parents[3]
    found = {one: sorted(root.glob(one)) for one in patterns}
    assert all(found.values()), f"no such module: {[one for one in patterns if not found[one]]}"
    return {str(path.relative_to(root)): path.read_text() for paths in found.values() for path in paths}
