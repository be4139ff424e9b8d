"""Reports of a state, of advice and of a review for the line protocol, and of the mean total for the command line."""

from engine.errors import Refused
from engine.games.yahtzee.analysis.advice import Choice, mean_total
from engine.games.yahtzee.analysis.review import Review
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.play import legal_actions
from engine.games.yahtzee.rules import Rules
from engine.games.yahtzee.scoring import may_score, why_not_scored, would_score
from engine.games.yahtzee.state import State
from engine.i18n import gettext as _
from engine.i18n import number
from engine.reports.odds_report import OddsAsked, OddsReport
from engine.values import Advice


def report(state: State) -> dict[str, object]:
    """Return the state in JSON types.

    ``lies`` are the dice as they lie, ``held`` those of them that stay at the next roll. ``card`` has each player's
    boxes (null while open), bonuses and total. ``may_score`` are the boxes in which the dice may be scored now, with
    their points, ``would_score`` all open boxes, and ``may_not_score`` the reasons for the others.
    """
    turn = state.turn
    totals = state.totals
    return {
        "phase": state.phase,
        "player": state.player,
        "round": state.round,
        "roll": turn.rolls if turn else 0,
        "rolls_left": state.rolls_left,
        "held": list(turn.kept) if turn else [],
        "lies": list(turn.dice) if turn else [],
        "must_roll": state.must_roll,
        "legal": list(legal_actions(state)),
        "scores": totals,
        "totals": totals,
        "handicap": dict(state.handicap),
        "winner": state.winner,
        "tied": list(state.tied),
        "starter": state.starter,
        "players": list(state.present),
        "card": {name: card_in_rows(state.rules, state.cards[name]) for name in state.players},
        **_boxes(state),
    }


def card_in_rows(rules: Rules, card: Card) -> dict[str, int | None]:
    """Return the card as it is shown: each box, then the bonuses by themselves (Y-i), then the total."""
    return {
        **{box: card.boxes.get(box) for box in rules.boxes},
        "upper_bonus": card.upper_bonus(rules),
        "yahtzee_bonus": card.yahtzee_bonus,
        "total": card.total(rules),
    }


def _boxes(state: State) -> dict[str, object]:
    turn, rules = state.turn, state.rules
    if turn is None or not turn.rolls:
        return {"may_score": {}, "would_score": {}, "may_not_score": {}}
    card = state.cards[turn.player]
    position = card.open_boxes(rules), card.yahtzee_box, turn.dice
    allowed = may_score(rules, *position)
    return {
        "may_score": allowed,
        "would_score": would_score(rules, *position),
        "may_not_score": {box: why_not_scored(rules, *position, box) for box in rules.boxes if box not in allowed},
    }


def report_advice(advice: Advice[Choice]) -> dict[str, object]:
    """Return advice in JSON types, the best choice first."""
    choices = [_choice(one) for one in advice.choices]
    return {"aim": advice.aim, "best": choices[0], "choices": choices}


def report_review(found: Review) -> dict[str, object]:
    """Return a review in JSON types: for each player the sums, then all decisions and rolls."""
    return {
        "players": {
            name: {"begun": begun, "luck": found.luck(name), "cost": found.cost(name)}
            for name, begun in found.begun.items()
        },
        "decisions": [
            {
                "player": one.player,
                "round": one.round,
                "rolls_left": one.rolls_left,
                "lies": list(one.dice),
                "did": _done(one.box, one.keep),
                "cost": one.cost,
                "best": _done(one.best.box, one.best.keep),
            }
            for one in found.decisions
        ],
        "rolls": [
            {"player": one.player, "round": one.round, "lies": list(one.dice), "luck": one.luck} for one in found.rolls
        ],
    }


def _choice(one: Choice) -> dict[str, object]:
    earns = {"points": one.points} if one.box else {"throw": one.throw}
    return _done(one.box, one.keep) | earns | {"value": one.value, "cost": one.cost}


def _done(box: str | None, keep: tuple[int, ...]) -> dict[str, object]:
    return {"do": "score", "box": box} if box else {"do": "roll", "keep": list(keep)}


def odds_report(rules: Rules, asked: OddsAsked) -> OddsReport:
    """Return the mean total of one card played by these rules for the highest mean.

    The value comes from the shipped table. To solve the rules takes about 15 seconds. Raises :class:`Refused` if the
    value is not available, and for the chance to beat a score.
    """
    if asked.beat is not None:
        raise Refused(
            "no_beat", _("The chance to beat a score is that of one turn, not of a whole card: leave --beat out.")
        )
    mean = _mean(rules, asked)
    return OddsReport({"expected_score": mean}, lines=(_("mean score of a card  {mean}", mean=number(mean, 4)),))


def _mean(rules: Rules, asked: OddsAsked) -> float:
    if asked.solve:
        from engine.games.yahtzee.analysis.solving.solver import missing, solve  # numpy is slow to load

        return float(solve(rules, asked.show)[missing(rules), 0, 0])
    try:
        return mean_total(rules, Card())
    except Refused:
        raise Refused(
            "no_table", _("There is a table for a preset’s own rules only: add --solve to solve these.")
        ) from None
