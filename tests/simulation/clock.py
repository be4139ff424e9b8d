"""Simulated time and chance: the program asks this machine for neither."""

import gc
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random, SystemRandom
from types import FunctionType
from unittest.mock import patch

PACKAGES = ("engine", "vision", "table", "web", "venue", "device")
DATE = 1_700_000_000.0


class Clock:
    """Seconds that only the simulation lets pass; ``date`` is the machine's clock, which people and networks set."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.ahead = DATE

    def __call__(self) -> float:
        return self.now

    def date(self) -> float:
        return self.now + self.ahead


REAL = time.monotonic, time.time


@cache
def timed() -> tuple[FunctionType, ...]:
    """Return the functions of the product that take one of this machine's clocks unless another is given."""
    ours = [one for one in gc.get_objects() if type(one) is FunctionType and _is_ours(one.__module__)]
    return tuple(one for one in ours if any(clock in _defaults(one) for clock in REAL))


def _is_ours(module: object) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in PACKAGES


def _defaults(function: FunctionType) -> list[object]:
    return [one for one in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()) if callable(one)]


@contextmanager
def simulated(clock: Clock, chance: Random) -> Iterator[None]:
    """Have the product take that time and chance, whose modules are all imported by now."""
    ours: dict[object, Callable[[], float]] = {time.monotonic: clock, time.time: clock.date}

    def known(value: object) -> object:
        return ours.get(value, value) if callable(value) else value

    def text(length: int = 32) -> str:
        return "".join(chance.choices("abcdefghijkmnpqrstuvwxyz23456789", k=length))

    with ExitStack() as stack:
        for one in timed():
            if one.__defaults__:
                stack.enter_context(patch.object(one, "__defaults__", tuple(map(known, one.__defaults__))))
            if one.__kwdefaults__:
                instead = {name: known(value) for name, value in one.__kwdefaults__.items()}
                stack.enter_context(patch.object(one, "__kwdefaults__", instead))
        stack.enter_context(patch.object(time, "monotonic", clock))
        stack.enter_context(patch.object(time, "time", clock.date))
        stack.enter_context(patch.object(secrets, "token_urlsafe", text))
        stack.enter_context(patch.object(secrets, "token_hex", lambda size: chance.randbytes(size).hex()))
        stack.enter_context(patch.object(secrets, "token_bytes", chance.randbytes))
        stack.enter_context(patch.object(secrets, "randbelow", chance.randrange))
        stack.enter_context(patch.object(SystemRandom, "getrandbits", lambda _, bits: chance.getrandbits(bits)))
        yield
