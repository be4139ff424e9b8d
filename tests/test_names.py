"""Class names: one name for one thing, in all packages."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.test_imports import PACKAGES, ROOT, tree

OF_EACH_GAME = "each game defines its own"
DEFINED_TWICE = {
    **dict.fromkeys(
        ("Choice", "Decision", "Kept", "Luck", "Review", "Rules", "SetAside", "State", "Turn"), OF_EACH_GAME
    ),
    "Face": "a face in a picture, and in the ground truth of a recording the number on it",
    "Light": "how a picture is lit, the light of a finding, and the shares of a lamp's colours",
    "Part": "what a player did in a game; in Ship, Captain, Crew a part of the sequence",
    "Verdict": "on the fairness of dice, on a request at the table, and on a reading held against its label",
}
"""Names of classes that are defined in several modules, and why."""


def classes_of(module: Path) -> Iterator[str]:
    """The classes that a module defines."""
    yield from (node.name for node in ast.walk(tree(module)) if isinstance(node, ast.ClassDef))


def aliases_of(module: Path) -> Iterator[str]:
    """The aliases of types that a module defines. Those of two packages may be the same: neither imports the other."""
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from (name for name in names if name[0].isupper() and not name.isupper())


def test_a_name_of_a_class_is_defined_once() -> None:
    classes: dict[str, list[str]] = defaultdict(list)
    aliases: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for module in sorted((ROOT / package).rglob("*.py")):
            for name in classes_of(module):
                classes[name].append(str(module.relative_to(ROOT)))
            for name in aliases_of(module):
                aliases[name].append(str(module.relative_to(ROOT)))
    twice = {name: (*where, *aliases[name]) for name, where in classes.items() if len((*where, *aliases[name])) > 1}
    assert {name: where for name, where in twice.items() if name not in DEFINED_TWICE} == {}
    assert DEFINED_TWICE.keys() <= twice.keys(), "a name on the list is defined once: take it off"
