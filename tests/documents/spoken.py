"""Sentences read out of the program's source: every text that a call is given, with … where it is filled in."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

FILLED_IN = "…"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function by its name: for each argument all texts that it can be."""

    name: str
    texts: tuple[tuple[str, ...], ...]


def calls(module: ModuleType, *names: str) -> Iterator[Call]:
    """Every call of a function of those names in a module, in the order of the source."""
    tree = ast.parse(Path(module.__file__ or "").read_text("utf-8"))
    shared: dict[str, tuple[str, ...]] = {
        name: (value,) for name, value in vars(module).items() if isinstance(value, str) and not name.startswith("__")
    }
    for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
        known = dict(shared)
        own = list(_of(function))
        for node in own:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if isinstance(function, ast.FunctionDef):
                    known[name] = (*known.get(name, ()), *texts(value, known))
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    known[name] = texts(value, known)
        for node in own:
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given) if name in names:
                    yield Call(name, tuple(texts(argument, known) for argument in given))
                case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if name in names:
                    yield Call(name, (texts(value, known),))


def _of(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function itself, not in those within it; of a module, what stands in no function."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop(0)
        if not isinstance(node, ast.FunctionDef):
            yield node
            waiting = [*ast.iter_child_nodes(node), *waiting]
        elif not isinstance(function, ast.Module):
            waiting = [*node.body, *waiting]


def texts(node: ast.expr, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Every text that an expression can be, without the empty one; … for what only the running program knows."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,) if text else ()
        case ast.Constant(value=None):
            return ()
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.IfExp(body=one, orelse=other):
            return (*texts(one, known), *texts(other, known))
        case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(message))], keywords=values):
            filled = {one.arg: texts(one.value, known) for one in values}
            put_in = {name: said[0] if len(said) == 1 else FILLED_IN for name, said in filled.items()}
            return (re.sub(r"\{(\w+)[^}]*\}", lambda hole: put_in[hole[1]], message),)
        case ast.JoinedStr(values=parts):
            return ("".join(_part(part, known) for part in parts),)
    return (FILLED_IN,)


def _part(part: ast.expr, known: Mapping[str, tuple[str, ...]]) -> str:
    match part:
        case ast.Constant(value=str(text)):
            return text
        case ast.FormattedValue(value=ast.Name(id=name)) if len(known.get(name, ())) == 1:
            return known[name][0]
    return FILLED_IN
