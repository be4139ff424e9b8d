"""Reports of a state, of advice on it, and of a review, for the line protocol."""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.turns.coach import Review, TurnChoice, TurnWay
from engine.turns.state import Result, Turn, TurnState
from engine.values import Advice


class Reported(Protocol):
    """What a report needs of a game."""

    lowest_wins: bool

    def legal_actions(self, state: TurnState[Any]) -> tuple[str, ...]:
        """Return the names of the actions that are allowed next."""

    def must_roll(self, state: TurnState[Any], turn: Turn) -> int:
        """Return the number of dice of the next throw."""

    def held(self, state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        """Return the dice that stay out of the next throw."""

    def may_set_aside(self, state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        """Return the dice that may be set aside now."""

    def points(self, rules: Any, turn: Turn) -> int:
        """Return the number that the turn is worth as it lies."""

    def totals(self, state: TurnState[Any]) -> dict[str, int]:
        """Return the values that decide the game."""

    def reported(self, state: TurnState[Any]) -> dict[str, object]:
        """Return what only this game reports."""


def report(game: Reported, state: TurnState[Any]) -> dict[str, object]:
    """Return the state in JSON types.

    ``held`` are the dice set aside, ``lies`` those of the latest throw that are not. ``points`` is what the turn is
    worth as it lies. ``rolls_left`` is None where a turn may have any number of rolls. ``scores`` are the results of
    this round, ``results`` those of the roll-off.
    """
    turn = state.turn
    return {
        "phase": state.phase,
        "player": state.player,
        "round": state.round,
        "roll": turn.throws if turn else 0,
        "rolls_left": None,
        "held": list(game.held(state, turn)) if turn else [],
        "lies": list(turn.loose) if turn else [],
        "may_hold": list(game.may_set_aside(state, turn)) if turn else [],
        "must_roll": game.must_roll(state, turn) if turn else 0,
        "points": game.points(state.rules, turn) if turn else 0,
        "legal": list(game.legal_actions(state)),
        "scores": _results(state.scores),
        "results": _results(state.results if state.leg else {}),
        "totals": game.totals(state),
        "handicap": dict(state.handicap),
        "lowest_wins": game.lowest_wins,
        "winner": state.winner,
        "tied": list(state.tied),
        "starter": state.starter,
        "players": list(state.present),
        **game.reported(state),
    }


def report_advice(advice: Advice[TurnChoice]) -> dict[str, object]:
    """Return advice in JSON types, the best choice first."""
    choices = [
        {"do": one.do, "dice": list(one.dice), "throw": one.throw, "value": one.value, "cost": one.cost}
        for one in advice.choices
    ]
    return {"aim": advice.aim, "best": choices[0], "choices": choices}


def report_review(found: Review) -> dict[str, object]:
    """Return a review in JSON types: for each player the sums, then all decisions and rolls."""
    return {
        "players": {
            name: {
                "begun": begun,
                "luck": sum(one.luck for one in found.rolls if one.player == name),
                "cost": sum(one.cost for one in found.decisions if one.player == name and one.is_judged),
            }
            for name, begun in found.begun.items()
        },
        "decisions": [
            {
                "player": one.player,
                "round": one.round,
                "lies": list(one.lies),
                "did": _way(one.did),
                "cost": one.cost,
                "best": _way(one.best),
            }
            for one in found.decisions
        ],
        "rolls": [
            {"player": one.player, "round": one.round, "dice": list(one.dice), "luck": one.luck} for one in found.rolls
        ],
    }


def _way(way: TurnWay) -> dict[str, object]:
    return {"do": way.do, "dice": list(way.dice), "throw": way.throw, "value": float(way.value)}


def _results(results: Mapping[str, Result]) -> dict[str, object]:
    return {name: result[0] if len(result) == 1 else list(result) for name, result in results.items()}
