"""Histories of an evening: chosen by a seed, tried, and shrunk to the shortest that still fails."""

import gc
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tests.simulation import laws
from tests.simulation.acts.all import ACTS
from tests.simulation.clock import timed
from tests.simulation.disk.simulated import PowerCut
from tests.simulation.evening import Evening, Step
from tests.simulation.house import Kind
from tests.simulation.venue import Record

MEMORY = Path("/dev/shm")
KINDS = (
    Kind(),
    Kind(buttons=True),
    Kind(camera=True, buttons=True),
    Kind(camera=True),
    Kind(camera=True, buttons=True, off_tray=True),
)


@dataclass(frozen=True)
class Failure:
    """How an evening ended too soon: after so many steps, and why."""

    steps: int
    error: BaseException


def chosen(seed: int, many: int, often: str = "-") -> tuple[Kind, tuple[Step, ...]]:
    """Return the kind of table and the steps of that seed. Each seed leaves some acts out and has more of others.

    Acts with ``often`` in their names are ten times as many.
    """
    chance = Random(seed)
    weights = [act.weight * chance.choice((0, 1, 1, 1, 4)) * (10 if often in name else 1) for name, act in ACTS.items()]
    acts = chance.choices(list(ACTS), weights, k=many)
    return chance.choice(KINDS), tuple(Step(act, chance.randrange(10_000)) for act in acts)


@cache
def _freeze() -> None:
    """Have the collector pass over what was there before the first evening."""
    timed()
    gc.collect()
    gc.freeze()


@contextmanager
def _collected() -> Iterator[None]:
    """Collect garbage once, at the end: it is a quarter of an evening's time."""
    _freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


def tried(
    kind: Kind, steps: Sequence[Step], say: Callable[[str], None] | None = None, record: Record | None = None
) -> Failure | None:
    """Play these steps, and check all laws after each. Return how they fail, None if they do not."""
    place = MEMORY if MEMORY.is_dir() else None
    with (
        _collected(),
        tempfile.TemporaryDirectory(dir=place) as folder,
        closing(Evening(Path(folder), kind, record)) as evening,
    ):
        for number, step in enumerate(steps, 1):
            told = len(evening.done)
            try:
                evening.do(ACTS, step)
                try:
                    laws.check(evening)
                except PowerCut:
                    evening.restart()
            except Exception as error:
                return Failure(number, error)
            finally:
                if say:
                    say(f"{step}: {'; '.join(evening.done[told:])}")
        try:
            laws.alive(evening)
        except Exception as error:
            return Failure(len(steps), error)
    return None


def shrunk(kind: Kind, steps: Sequence[Step], failure: Failure) -> tuple[Step, ...]:
    """Return a shortest history that fails as this one does: no step can be left out (Zeller 2002)."""
    left, many = list(steps[: failure.steps]), 2
    sign = sign_of(failure)
    while len(left) > 1:
        size = max(1, len(left) // many)
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            found = tried(kind, fewer)
            if found and sign_of(found) == sign:
                left, many = fewer[: found.steps], max(many - 1, 2)
                break
        else:
            if size == 1:
                break
            many = min(2 * many, len(left))
    return tuple(left)


def sign_of(failure: Failure) -> str:
    """Return what distinguishes one fault from another: where it was raised, and the first words."""
    trace = failure.error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = trace.tb_frame.f_code.co_name if trace else ""
    return f"{type(failure.error).__name__} {where} {str(failure.error)[:20]}"
