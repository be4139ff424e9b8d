"""Reports of a state, and of advice on it, for the line protocol."""

from fractions import Fraction

from engine.games.ship.analysis.advice import Choice
from engine.games.ship.analysis.odds import odds
from engine.games.ship.play.holding import may_hold
from engine.games.ship.play.moves import legal_actions
from engine.games.ship.play.rounds import totals
from engine.games.ship.rules import Rules
from engine.games.ship.state import Phase, Round, State
from engine.reports.odds_report import Figure
from engine.values import Advice


def report(state: State) -> dict[str, object]:
    """Return the state in JSON types.

    ``roll`` counts the rolls used in the turn and ``rolls_left`` those to come. ``held`` are ship, captain and crew,
    ``cargo`` are all cargo dice and ``kept`` those of them that were set aside.
    """
    turn = state.turn
    return {
        "phase": state.phase.value,
        "player": state.player,
        "round": state.round,
        "roll": turn.taken if turn else 0,
        "rolls_left": state.rolls_left,
        "held": list(turn.held) if turn else [],
        "cargo": list(turn.cargo) if turn else [],
        "kept": list(turn.kept) if turn else [],
        "lies": list(turn.loose) if turn else [],
        "may_hold": list(may_hold(state.rules, turn)) if turn else [],
        "must_roll": state.must_roll,
        "legal": list(legal_actions(state)),
        "scores": dict(state.scores),
        "totals": totals(state),
        "handicap": dict(state.handicap),
        "point": state.point if state.phase is not Phase.STARTER else None,
        "hammer": state.hammer if state.phase is not Phase.OVER else None,
        "pot": state.money.pot,
        "chips": dict(state.money.chips),
        "winner": state.winner,
        "tied": list(state.tied),
        "starter": state.starter,
        "players": list(state.present),
        "ante": state.money.ante,
        "bets": [
            {"by": bet.by, "on": bet.on, "chips": bet.chips, "against": bet.against, "shooter": bet.shooter}
            for bet in state.money.bets
        ],
        "bystanders": dict(state.money.bystanders),
        "drinks": dict(state.money.drinks),
        "rounds": [_round(played) for played in state.rounds],
    }


def _round(played: Round) -> dict[str, object]:
    tied = list(played.tied)
    return {
        "scores": dict(played.scores),
        "ending": played.ending,
        "winner": played.winner,
        "tied": tied,
        "pot": played.pot,
    }


def report_odds(rules: Rules) -> dict[str, Figure]:
    """Return the odds of one turn by name."""
    found = odds(rules)
    return {
        "qualify": found.qualify,
        "expected_score": found.expected_score,
        "distribution": {str(score): chance for score, chance in ({0: Fraction(0)} | found.scores).items()},
        "qualify_at_best": found.most_likely,
    }


def report_advice(advice: Advice[Choice]) -> dict[str, object]:
    """Return advice in JSON types, the best choice first."""
    choices = [
        {
            "do": "roll" if one.throw else "stop",
            "hold": list(one.hold),
            "release": list(one.release),
            "throw": one.throw,
            "value": one.value,
            "cost": one.cost,
        }
        for one in advice.choices
    ]
    return {"aim": advice.aim, "best": choices[0], "choices": choices}
