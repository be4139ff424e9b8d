"""What is kept of figures has a bound: a table runs for years, and each number of points to win makes other rules."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import Any, get_type_hints

import engine
from engine.game import game_of
from engine.turns.kit.game import KitGame
from engine.values import RULES_KEPT, cached_by_rules


def caches_without_bound() -> Iterator[Callable[..., Any]]:
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.endswith("__main__"):
            for one in vars(importlib.import_module(module.name)).values():
                if hasattr(one, "cache_parameters") and one.cache_parameters()["maxsize"] is None:
                    yield one


def test_only_small_numbers_and_dice_are_kept_for_ever() -> None:
    found = {*caches_without_bound()}
    assert found
    for one in found:
        hints = get_type_hints(one)
        hints.pop("return", None)
        for kind in hints.values():
            assert not is_dataclass(kind), f"{one.__module__}.{one.__qualname__} keeps all {kind} for ever"


def test_figures_are_computed_once_for_the_rules_asked_for_last() -> None:
    asked = []

    @cached_by_rules
    def figure(rules: int, throws: int) -> int:
        asked.append((rules, throws))
        return rules * throws

    for rules in range(RULES_KEPT):
        assert [figure(rules, throws) for throws in (1, 2, 2)] == [rules, 2 * rules, 2 * rules]
    assert len(asked) == 2 * RULES_KEPT
    figure(0, 1)
    assert len(asked) == 2 * RULES_KEPT
    figure(RULES_KEPT, 1)
    figure(0, 1)
    figure(1, 1)
    assert asked[2 * RULES_KEPT :] == [(RULES_KEPT, 1), (1, 1)]


def test_rules_that_are_played_leave_no_texts_in_the_file_of_their_game() -> None:
    game = game_of("four-two-one")
    assert isinstance(game, KitGame)
    many = []
    for tokens in range(5, 5 + 2 * RULES_KEPT):
        game.play_of(game.rules("four-two-one", {"tokens": tokens}))
        many.append(len(game.file.source.messages))
    assert many[-1] == many[0]
