"""Plays games by the engine's rules: players who take allowed actions at random, from a seed."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine import Event, GameHistory, Passed, Refused, Rolled, Scored, Started, Stopped, legal_actions
from engine.errors import BadRules
from engine.ship.events import Anted

ANTE = 5
ATTEMPTS = 6
"""Sets of dice that are tried before single dice."""

_WEIGHTS: Mapping[str, float] = {"roll": 6, "score": 3, "stop": 2, "set_aside": 4, "keep": 3, "pass": 0.3}
"""How likely an action is among the allowed ones; 1 for others. Releases and bets are not made."""


def begun(preset: str, players: tuple[str, ...]) -> GameHistory:
    """Return a new game of that preset, which the first player begins."""
    return GameHistory(Started(preset, players, players[0]))


def next_event(history: GameHistory, chance: Random) -> Event | None:
    """Return an event that the rules allow now; None if the game is over."""
    state = history.state
    names = [name for name in legal_actions(state) if name not in ("release", "bet")]
    report: dict[str, Any] = dict(history.game.report(state))
    while names:
        name = chance.choices(names, [_WEIGHTS.get(one, 1) for one in names])[0]
        for event in _events(name, history, report, chance):
            try:
                history.game.apply(state, event)
            except (Refused, BadRules):
                continue
            return event
        names.remove(name)
    return None


def _events(name: str, history: GameHistory, report: dict[str, Any], chance: Random) -> Iterator[Event]:
    match name:
        case "roll":
            for many in (report["must_roll"] or 5, 3, 1):
                dice = tuple(chance.randint(1, 6) for _die in range(many))
                yield Rolled(dice)
                yield from (Rolled(dice, player) for player in history.state.players)
        case "stop":
            yield Stopped()
        case "pass":
            yield Passed()
        case "ante":
            yield Anted(ANTE)
        case "score":
            worth: dict[str, int] = report["would_score"]
            yield from (Scored(box) for box in sorted(worth, key=lambda box: (-worth[box], chance.random())))
        case _:
            kind: Any = history.game.commands[name]
            dice = tuple(report.get("may_hold") or report["lies"])
            for _attempt in range(ATTEMPTS):
                if some := tuple(die for die in dice if chance.random() < 0.5):
                    yield kind(some)
            yield from (kind(tuple(die for die in dice if die == face)) for face in sorted(set(dice)))
            yield from (kind((die,)) for die in dice)
