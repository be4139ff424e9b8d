"""The engine's values can be handed on without fear: nobody changes one."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import pytest

import engine


def values() -> Iterator[type[Any]]:
    """Every dataclass of the engine."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.endswith("__main__"):
            here = vars(importlib.import_module(module.name)).values()
            yield from (
                one for one in here if isinstance(one, type) and is_dataclass(one) and one.__module__ == module.name
            )


@pytest.mark.parametrize("value", list(values()), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_a_value_is_frozen(value: type[Any]) -> None:
    assert value.__dataclass_params__.frozen
