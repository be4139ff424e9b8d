"""What passes between the modules can be handed on without fear: nobody changes it."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

import pytest

import device
import engine
import table
import vision
import web

CHANGE = {
    "device.lamps.capture.Taking",
    "device.panels.debounce.Contact",
    "device.runtime.assemble.Housekeeping",
    "web.api.commands._Doing",
}
"""What stands for something that goes on: a capture, a button, a table that runs, an order."""


def values(package: ModuleType) -> Iterator[tuple[str, type[Any]]]:
    """Every dataclass of a package, by its full name."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            for one in vars(importlib.import_module(module.name)).values():
                is_ours = isinstance(one, type) and is_dataclass(one) and one.__module__ == module.name
                if is_ours and not issubclass(one, Exception):  # Python itself gives an exception its traceback
                    yield f"{module.name}.{one.__name__}", one


@pytest.mark.parametrize("package", [engine, vision, table, web, device], ids=lambda one: one.__name__)
def test_values_are_frozen(package: ModuleType) -> None:
    thawed = {name for name, one in values(package) if not one.__dataclass_params__.frozen}
    assert thawed == {name for name in CHANGE if name.startswith(package.__name__)}
