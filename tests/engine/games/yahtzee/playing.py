"""Games written as words, one for each event."""

from collections.abc import Iterator
from random import Random

from engine import Event, GameHistory, Kept, Rolled, Scored, apply
from engine.games.yahtzee.analysis.advice import Choice
from engine.games.yahtzee.cards import YAHTZEE
from engine.games.yahtzee.state import State
from tests.engine.games import written
from tests.engine.games.written import faces_of as faces_of
from tests.engine.games.written import scratched_but as scratched_but

HANDOUT, OFFICIAL = "yahtzee-handout", "yahtzee-official"
BOXES = YAHTZEE.names
BIT = {box: 1 << place for place, box in enumerate(BOXES)}


def game(words: str = "", preset: str = HANDOUT, players: str = "Ann", **options: object) -> GameHistory:
    return written.game(preset, words, players, **options)  # type: ignore[arg-type]


def state_of(words: str = "", preset: str = HANDOUT, players: str = "Ann", **options: object) -> State:
    state: State = game(words, preset, players, **options).state
    return state


def events_of(best: Choice, chance: Random) -> Iterator[Event]:
    """Yield the events of that choice: a box filled, or dice kept and the others thrown."""
    if best.box:
        yield Scored(best.box)
        return
    if best.keep:
        yield Kept(best.keep)
    yield Rolled(tuple(chance.choices(range(1, 7), k=best.throw)))


def followed(state: State, best: Choice, chance: Random) -> State:
    for event in events_of(best, chance):
        state = apply(state, event)
    return state
