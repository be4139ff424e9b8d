"""What is said of a game: the report of a state, and the announcements and moments of a step."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games.yahtzee.boxes import Sheet, all_alike, in_a_row
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.play import legal_actions
from engine.games.yahtzee.rules import Rules
from engine.games.yahtzee.state import State
from engine.i18n import gettext as _
from engine.players import comings_and_goings
from engine.reports.moments import Found, MomentText, SeenStep
from engine.values import Announcement


def report(state: State) -> dict[str, object]:
    """Return the state in JSON types.

    ``lies`` are the dice as they lie, ``held`` those of them that stay at the next roll. ``card`` has each player's
    boxes (null while open, a list of those filled several times), bonuses and total. ``may_score`` are the boxes in
    which the dice may be scored now, with their points, ``would_score`` all open boxes, and ``may_not_score`` the
    reasons for the others.
    """
    turn, offer, boxes = state.turn, state.offer, state.rules.boxes
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
        "may_score": offer.may_score if offer else {},
        "would_score": offer.would_score if offer else {},
        "may_not_score": {box: offer.why_not(box) for box in boxes if box not in offer.may_score} if offer else {},
    }


def card_in_rows(rules: Rules, card: Card) -> dict[str, object]:
    """Return the card as it is shown: each box, then the bonuses by themselves (Y-i), then the total."""
    return {
        **{box: _in_row(card.boxes.get(box, ()), rules.sheet.box[box].times) for box in rules.boxes},
        **({"upper_bonus": card.upper_bonus(rules)} if rules.sheet.bonus else {}),
        **({"yahtzee_bonus": card.yahtzee_bonus} if rules.sheet.further else {}),
        **({"points": card.result(rules)} if rules.awards else {}),
        "total": card.total(rules),
    }


def _in_row(scores: Sequence[int], times: int) -> list[int] | int | None:
    return list(scores) if times > 1 else scores[0] if scores else None


def announcements(before: State, after: State) -> tuple[Announcement, ...]:
    """Return the announcements of the step from one state to the next, in the order of speaking.

    ``five_of_a_kind`` with its face when it is thrown; the name of a box with its points when it is filled, then what
    came with it: ``joker``, ``yahtzee_bonus``, ``upper_bonus``; ``joined``, ``left``, ``renamed``; ``won``, ``shared``.
    """
    return tuple(_all(before, after))


def _all(before: State, after: State) -> Iterator[Announcement]:
    yield from _of_the_throw(before, after)
    if before.players == after.players:
        for name in after.players:
            yield from _of_the_card(before, after, name)
    yield from comings_and_goings(before, after)
    if before.turn and not after.turn:
        totals = after.totals
        if after.winner is not None:
            yield Announcement("won", after.winner, totals[after.winner])
        yield from (Announcement("shared", name, totals[name]) for name in after.tied)


def _of_the_throw(before: State, after: State) -> Iterator[Announcement]:
    was, now = before.turn, after.turn
    if was and now and was.player == now.player and now.rolls == was.rolls + 1 and is_top(after.rules, now.dice):
        yield Announcement("five_of_a_kind", now.player, now.dice[0])


def is_top(rules: Rules, dice: Sequence[int]) -> bool:
    """Return whether the dice are all alike, on a card with a box for that."""
    return bool(rules.sheet.top and all_alike(dice))


def _of_the_card(before: State, after: State, name: str) -> Iterator[Announcement]:
    rules: Rules = after.rules
    was, now = before.cards[name], after.cards[name]
    for box, scores in now.boxes.items():
        if scores != was.boxes.get(box):
            yield Announcement(box, name, scores[-1])
            if before.turn and rules.is_joker(was.top(rules), before.turn.dice):
                yield Announcement("joker", name)
    if now.yahtzee_bonus > was.yahtzee_bonus:
        yield Announcement("yahtzee_bonus", name, now.yahtzee_bonus - was.yahtzee_bonus)
    if now.upper_bonus(rules) > was.upper_bonus(rules):
        yield Announcement("upper_bonus", name, now.upper_bonus(rules))


FIVE_IN_A_ROW = in_a_row(5)


def moment_texts(sheet: Sheet) -> Mapping[str, MomentText]:
    name, kind, high = sheet.title, sheet.kind, sheet.high
    texts = {
        f"{kind}.at_once": MomentText(_("{name} in one roll", name=name), _("Roll it at once."), "comet"),
        f"{kind}.high": MomentText(
            _("{points} or more", points=high), _("Finish a game with {points} or more.", points=high), "crown"
        ),
    }
    if sheet.further:
        line = _("Score extra points for another {name}.", name=name)
        texts[f"{kind}.further"] = MomentText(_("Lightning twice"), line, "lightning")
    if sheet.bonus:
        texts[f"{kind}.upper"] = MomentText(_("Upper deck"), _("Earn the upper bonus."), "crows_nest")
    if sheet.dice == 5:
        texts[f"{kind}.straight"] = MomentText(_("Straight course"), _("Roll five in a row at once."), "course")
    return texts


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    turn, rules = step.after.turn, step.after.rules
    kind, sheet = rules.sheet.kind, rules.sheet
    if turn and turn.rolls == 1 and (step.before.turn is None or step.before.turn.rolls == 0):
        if len(turn.dice) == sheet.dice and sheet.box[sheet.top or sheet.names[-1]].points(turn.dice):
            yield turn.player, f"{kind}.at_once"
        if FIVE_IN_A_ROW(turn.dice):
            yield turn.player, f"{kind}.straight"
    for one in step.said:
        if one.player and one.word in ("yahtzee_bonus", "upper_bonus"):
            yield one.player, f"{kind}.{'further' if one.word == 'yahtzee_bonus' else 'upper'}"
    if step.ends:
        for name, card in step.after.cards.items():
            if card.total(rules) >= sheet.high:
                yield name, f"{kind}.high"
