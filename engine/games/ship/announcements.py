"""What is said of a game: the report of a state, and the announcements and moments of a step."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games.ship.play.moves import legal_actions
from engine.games.ship.play.rounds import totals
from engine.games.ship.play.turn import Turn, may_hold, most_ahead
from engine.games.ship.rules import PARTS
from engine.games.ship.state import Phase, Round, State
from engine.i18n import gettext as _
from engine.players import comings_and_goings
from engine.reports.moments import Found, MomentText, SeenStep, from_behind, said
from engine.values import FACES, Announcement


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


MIDNIGHT = (6, 6)


def announcements(before: State, after: State) -> tuple[Announcement, ...]:
    """Return the announcements of the step from one state to the next, in the order of speaking."""
    return tuple(_all(before, after))


def _all(before: State, after: State) -> Iterator[Announcement]:
    turn = after.last
    if turn is not None and turn is not before.last and before.leg is not None:
        place = before.leg.of(turn.player)
        if place is not None:
            was = before.leg.turns[place]
            yield from _of_the_throw(before, was, turn)
            yield from _of_the_score(before, was, turn)
            yield from _of_the_spider(before, was, turn)
    yield from _of_the_bets(before, after)
    if after.rules.match != before.rules.match and after.rules.match.count is not None:
        yield Announcement("rounds", None, after.rules.match.count)
    yield from comings_and_goings(before, after)
    for played in after.rounds[len(before.rounds) :]:
        yield from _of_the_round(before, after, played)
    yield from _of_the_game(before, after)
    yield from _of_the_start(before, after)
    yield from _of_the_hammer(before, after)


def _of_the_throw(before: State, was: Turn, now: Turn) -> Iterator[Announcement]:
    for face in now.held:
        if face not in was.held:
            sequence = next(one for one in before.rules.sequences if face in one)
            yield Announcement(PARTS[sequence.index(face)], now.player, face)
    if now.qualified and not was.qualified:
        yield Announcement("qualified", now.player)
    if now.qualified and (len(now.rolls) > len(was.rolls) or not was.qualified):
        yield Announcement("cargo", now.player, sum(now.cargo))
        if set(now.cargo) == {1}:
            yield Announcement("minimum", now.player, sum(now.cargo))
        if _is_midnight(now):
            yield Announcement("midnight", now.player, sum(now.cargo))


def _is_midnight(turn: Turn) -> bool:
    """Return whether the turn is a midnight (003): a sum of twelve on two cargo dice, without bonuses (A12)."""
    return turn.cargo == MIDNIGHT


def _of_the_score(before: State, was: Turn, now: Turn) -> Iterator[Announcement]:
    """Yield the effect of a turn's end on the other players; roll by roll, the effect of each throw."""
    assert before.leg is not None
    by_roll = before.rules.rolling == "interleaved"
    if not (now.over or by_roll):
        return
    if now.score is None:
        if now.over and not by_roll:
            yield Announcement("no_score", now.player)
        return
    if by_roll and len(now.rolls) == len(was.rolls) and was.qualified:
        return
    if before.point is None or now.score > before.point:
        yield Announcement("point", now.player, now.score)


def _of_the_spider(before: State, was: Turn, now: Turn) -> Iterator[Announcement]:
    """Yield a dream spider (004): a further midnight, after which the round can only be drawn.

    With the anchor bonus a midnight can beat another. The spider then waits until no player to come can beat both.
    """
    assert before.leg is not None
    drawn = _drawn_midnights(before, now)
    new_score = len(now.rolls) > len(was.rolls) or (now.over and before.rules.rolling == "turns")
    if now.player in drawn and new_score:
        yield Announcement("dream_spider", now.player, sum(now.cargo))
    elif drawn and not _drawn_midnights(before, was):
        yield Announcement("dream_spider", drawn[-1], sum(MIDNIGHT))


def _drawn_midnights(state: State, now: Turn) -> tuple[str, ...]:
    """Return the players whose midnights share the best score that is possible in this leg; empty if fewer than two."""
    assert state.leg is not None
    turns = [now if turn.player == now.player else turn for turn in state.leg.turns]
    counted = [turn for turn in turns if turn.score is not None and (turn.over or state.rules.rolling == "interleaved")]
    best = max((turn.score or 0 for turn in counted), default=0)
    drawn = tuple(turn.player for turn in counted if turn.score == best and _is_midnight(turn))
    if len(drawn) < 2 or any(_most_possible(state, turn) > best for turn in turns if not turn.over):
        return ()
    return drawn


def _most_possible(state: State, turn: Turn) -> int:
    """Return the highest score that a turn which isn't over can still reach."""
    rules = state.rules
    if turn.qualified:
        return max(turn.score or 0, most_ahead(rules, turn)) if turn.taken < rules.rolls else turn.score or 0
    return max(FACES) * rules.cargo_dice + rules.anchor_bonus * (rules.rolls - len(turn.rolls) - 1)


def _of_the_bets(before: State, after: State) -> Iterator[Announcement]:
    for bet in after.money.bets[len(before.money.bets) :]:
        yield Announcement(f"bet_{bet.on}", bet.by, bet.chips)
    if not before.money.bets or len(after.money.bets) >= len(before.money.bets) or after.last is None:
        return
    for bet in before.money.bets:
        if bet.shooter == after.last.player and bet not in after.money.bets:
            winner = bet.by if (bet.on == "qualify") is after.last.qualified else bet.against
            yield Announcement("bet_won", winner, bet.chips)


def _of_the_round(before: State, after: State, played: Round) -> Iterator[Announcement]:
    if before.rules.rolling == "interleaved" and before.phase is Phase.ROUND:
        yield from (Announcement("no_score", name) for name, score in played.scores.items() if score is None)
    if played.ending == "won":
        if before.rules.match.kind != "single_round":
            yield Announcement("hand_won", played.winner, _score_of_the_winner(before, after, played))
    else:
        yield from (Announcement("tied", name, played.scores[name]) for name in played.tied)
    if played.pot and played.ending in ("carried", "replayed"):
        yield Announcement("pot_carried", None, played.pot)
    elif played.pot:
        yield from (Announcement("pot_won", name, played.pot) for name in (played.winner,) if name)
    for name, drinks in after.money.drinks.items():
        if drinks > before.money.drinks.get(name, 0):
            yield Announcement("drinks", name)


def _score_of_the_winner(before: State, after: State, played: Round) -> int | None:
    last = after.last
    if before.phase is Phase.ROLLOFF:
        thrown = (*(before.leg.turns if before.leg else ()), *((last,) if last else ()))
        scores = [turn.score for turn in thrown if turn.player == played.winner and turn.score is not None]
        return max(scores, default=None)
    return played.scores[played.winner] if played.winner else None


def _of_the_game(before: State, after: State) -> Iterator[Announcement]:
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        if after.winner is not None:
            yield Announcement("won", after.winner, _winning(before, after))
        yield from (Announcement("shared", name) for name in after.tied)
    elif after.phase is Phase.ROLLOFF and after.rolloffs != before.rolloffs:
        yield from (Announcement("rolloff", name) for name in after.shooters)


def _winning(before: State, after: State) -> int | None:
    """Return the value that won the game: its last score where it is one round, else points or hands."""
    assert after.winner is not None
    if after.rules.match.kind != "single_round":
        return totals(after)[after.winner]
    played = after.rounds[-1] if after.rounds else None
    return _score_of_the_winner(before, after, played) if played else None


def _of_the_start(before: State, after: State) -> Iterator[Announcement]:
    if before.phase is Phase.STARTER and after.phase is not Phase.STARTER:
        yield Announcement("starts", after.starter)
    if before.start and after.start and after.start.attempt > before.start.attempt:
        yield from (Announcement("tied", name) for name in after.start.thrown)
    paid = after.money.ante is not None and after.money.pot > before.money.pot
    if paid and (before.phase is Phase.ANTE or after.round > before.round):
        yield Announcement("ante", None, after.money.ante)


def _of_the_hammer(before: State, after: State) -> Iterator[Announcement]:
    """Yield the hammer (004) when the turn of the last thrower of a round comes."""
    if after.turn is None or after.leg is None or after.player != after.hammer:
        return
    fresh = before.turn is None or before.player != after.player or before.round != after.round
    if fresh or before.rolloffs != after.rolloffs:
        yield Announcement("hammer", after.player)


BEHIND = 10

MOMENTS: Mapping[str, MomentText] = {
    "ship.midnight": MomentText(_("Midnight"), _("Score 12 with two cargo dice."), "midnight"),
    "ship.dream_spider": MomentText(_("Dream spider"), _("Match a midnight with your own."), "spider"),
    "ship.at_once": MomentText(_("All aboard"), _("Roll 6, 5 and 4 in the first roll."), "aboard"),
    "ship.five_rounds": MomentText(_("Steady crew"), _("Find a full crew five rounds in a row."), "oars"),
    "ship.comeback": MomentText(_("Against the wind"), _("Win from 10 points behind."), "wind"),
}
_SAID = {"midnight": "ship.midnight", "dream_spider": "ship.dream_spider"}
_ROUNDS = 5


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    yield from said(step, _SAID)
    for one in step.said:
        turn = step.after.last
        if one.word == "qualified" and one.player and turn and turn.player == one.player and len(turn.rolls) == 1:
            yield one.player, "ship.at_once"
    latest = step.after.rounds[-_ROUNDS:]
    if len(step.after.rounds) > len(step.before.rounds) and len(latest) == _ROUNDS:
        for name in latest[-1].scores:
            if all(one.scores.get(name) is not None for one in latest):
                yield name, "ship.five_rounds"
    if step.after.rules.match.kind in ("rounds", "total") and from_behind(step, past, totals, BEHIND):
        yield step.after.winner, "ship.comeback"
