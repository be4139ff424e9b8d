"""Rounds: the roll-off for the start, how they begin, how many there are, what their end does, the end of the game."""

from collections.abc import Sequence

from engine.errors import Refused
from engine.events import Rolled, Started
from engine.games.ship.events import RoundsSet
from engine.games.ship.play.leg import begin
from engine.games.ship.play.money import ante, drink, pay_out, refund
from engine.games.ship.rules import MOST_ROUNDS, Match
from engine.games.ship.state import STARTER_DICE, Ending, Phase, Round, Start, State
from engine.i18n import gettext as _
from engine.players import clockwise
from engine.values import GameOutcome, RoundOutcome, replace


def begin_round(state: State, starter: str, *, after: Ending = "won") -> State:
    """Return the state with a round begun by this player.

    After a carried pot all pay the same ante again (A21). A replayed round costs nothing.
    """
    order = clockwise(state.present, starter)
    state = replace(
        state,
        phase=Phase.ROUND,
        starter=starter,
        scores=dict.fromkeys(state.players),
        start=None,
        leg=begin(state.rules, order),
        tied=(),
    )
    if state.rules.stakes.kind != "pot" or after == "replayed":
        return state
    chips = state.rules.stakes.ante
    if chips is None and after == "carried":
        chips = state.money.ante
    if chips is None:
        return replace(state, phase=Phase.ANTE, money=replace(state.money, ante=None))
    return replace(state, money=ante(state.money, order, chips))


def settled(state: State) -> State:
    assert state.leg is not None
    turns, decided = state.leg.turns, state.leg.up is None
    if state.leg.number == 0:
        scores = {turn.player: turn.score for turn in turns if turn.over}
        state = replace(state, scores={**state.scores, **scores})
    return _end_of_leg(state) if decided else state


def _end_of_leg(state: State) -> State:
    assert state.leg is not None
    counts = state.leg.shooters
    if state.leg.final:
        counts = tuple(name for name in counts if name not in state.gone)
        if not counts:
            return decide(state)
    score_of = {turn.player: turn.score for turn in state.leg.turns if turn.player in counts}
    qualified = [score for score in score_of.values() if score is not None]
    if qualified:
        best = [name for name, score in score_of.items() if score == max(qualified)]
    else:
        best = [name for name in score_of if name not in state.gone] or list(score_of)
    if state.leg.final:
        return end(state, best) if len(best) == 1 else _roll_off(state, best, final=True)
    if not qualified and not state.leg.number and state.rules.nobody_qualifies == "carry":
        return _close(state, "carried", best)
    if len(best) == 1 and qualified:
        return _close(state, "won", best)
    if state.rules.match.kind == "total" and state.rules.stakes.kind == "none":
        return _close(state, "tied", best)
    match state.rules.tie:
        case "allowed":
            return _close(state, "tied", best)
        case "carry":
            return _close(state, "carried", best)
        case "replay":
            return _close(state, "replayed", best)
    return _roll_off(state, best, final=False)


def totals(state: State) -> dict[str, int]:
    """Return the values that decide the game: hands won, chips, or points of the only round, else of all rounds.

    Points of a turn count as soon as it is over. A replayed round does not count.
    """
    sums = dict.fromkeys(state.players, 0)
    kind = state.rules.match.kind
    if kind == "hands":
        for won in state.rounds:
            if won.winner is not None:
                sums[won.winner] += 1
        return sums
    if kind == "chips":
        return sums | dict(state.money.chips)
    counted = [played.scores for played in state.rounds if played.ending != "replayed"]
    if kind == "single_round":
        counted = [state.scores]
    elif len(state.rounds) < state.round:
        counted.append(state.scores)
    for scores in counted:
        for name, score in scores.items():
            sums[name] += score or 0
    for name, points in state.handicap.items():
        sums[name] += points
    return sums


def best_present(state: State) -> int:
    """Return the most that a player who is present has of what decides the game."""
    sums = totals(state)
    return max(sums[name] for name in state.present)


def next_game(state: State) -> Started:
    starter = next_starter(state, state.winner) if state.starter else None
    handicap = {name: points for name, points in state.handicap.items() if name in state.present}
    return Started(state.rules.name, state.present, starter, state.options, handicap)


def _roll_off(state: State, tied: Sequence[str], *, final: bool) -> State:
    """Begin a roll-off of one more turn for each tied player (003). A player who has left loses it."""
    assert state.leg is not None
    here = [name for name in tied if name not in state.gone]
    if len(here) < 2:
        winners = here or list(tied)
        if final:
            return end(state, winners)
        return _close(state, "won" if here else "tied", winners)
    leg = begin(state.rules, here, state.leg.number + 1, final=final)
    return replace(state, phase=Phase.ROLLOFF, leg=leg, tied=tuple(here))


def _close(state: State, ending: Ending, best: Sequence[str]) -> State:
    """End the round: it is recorded and paid, and the next begins, or the game is over."""
    winner = best[0] if ending == "won" else None
    tied = () if winner else tuple(best)
    closed = Round(state.scores, ending, winner, tied, state.money.pot)
    money = state.money
    if ending in ("won", "tied"):
        money = pay_out(money, best)
        if state.rules.stakes.kind == "drinks":
            money = drink(money, (name for name in state.present if name not in best))
    state = replace(state, rounds=(*state.rounds, closed), money=money, tied=())
    if over := _game_over(state, ending, best):
        return over
    return begin_round(replace(state, round=state.round + 1), next_starter(state, winner), after=ending)


def _game_over(state: State, ending: Ending, best: Sequence[str]) -> State | None:
    """Return the end of the game, None if it goes on."""
    match = state.rules.match
    if match.kind == "single_round":
        return end(state, best) if ending in ("won", "tied") else None
    counted = sum(played.ending != "replayed" for played in state.rounds)
    if match.count is None or (match.kind != "hands" and counted < match.count):
        return None
    if match.kind == "hands" and best_present(state) < match.count:
        return None
    return decide(state)


def decide(state: State) -> State:
    """Return the end of the game after its last round: the most of those present win.

    A tie of points or chips may be rolled off.
    """
    assert state.starter is not None
    sums, best = totals(state), best_present(state)
    most = [name for name in clockwise(state.players, state.starter) if name in state.present and sums[name] == best]
    if len(most) > 1 and state.rules.tie == "rolloff" and state.rules.match.kind != "hands":
        return _roll_off(state, most, final=True)
    return end(state, most)


def end(state: State, winners: Sequence[str]) -> State:
    """End the game with one winner, or several who share it. They receive the rest of the pot."""
    alone = winners[0] if len(winners) == 1 else None
    return replace(
        state,
        phase=Phase.OVER,
        money=replace(pay_out(state.money, winners), bets=()),
        winner=alone,
        tied=() if alone else tuple(winners),
    )


def next_starter(state: State, winner: str | None) -> str:
    """Return who begins the next round (003: to the right; Admiral's Choice: the winner, if there is one)."""
    assert state.starter is not None
    rule = state.rules.next_starter
    if rule == "winner" and winner in state.present:
        assert winner is not None
        return winner
    order = clockwise(state.players, state.starter)
    if rule != "same":
        order = order[::-1]
    return next(name for name in order if name not in state.gone)


def outcome(state: State) -> GameOutcome:
    """Return the scores of those whose turn has ended, and the rounds and chips of a game that has them."""
    ended = {turn.player for turn in state.finished} if not state.rolloffs else set(state.players)
    scores = {player: score for player, score in state.scores.items() if player in ended}
    if not scores and state.rounds:
        scores = dict(state.rounds[-1].scores)
    several = state.rules.match.kind != "single_round" or len(state.rounds) > 1
    rounds = tuple(RoundOutcome(one.scores, one.winner, one.pot) for one in state.rounds) if several else ()
    chips = state.money.chips if state.rules.stakes.kind == "pot" else None
    return GameOutcome(state.phase is Phase.OVER, scores, state.winner, tuple(state.tied), rounds, chips)


def begin_start(state: State, players: Sequence[str], attempt: int = 1) -> State:
    """Begin a roll-off in which these players roll three dice each, in any order."""
    return replace(state, start=Start(dict.fromkeys(players), attempt))


def roll_to_start(state: State, event: Rolled) -> State:
    """Return the state after one of them has rolled. Raises :class:`Refused` for other players or numbers of dice."""
    start = state.start
    assert start is not None
    player = event.player or state.player
    assert player is not None
    if player not in start.thrown:
        raise Refused("not_your_turn", _("{player} doesn’t roll to start.", player=player))
    if start.thrown[player] is not None:
        raise Refused("not_your_turn", _("{player} has already rolled to start.", player=player))
    if len(event.dice) != STARTER_DICE:
        raise Refused(
            "wrong_number",
            _(
                "{player} rolls {starter_dice} dice to see who starts, not {dice}.",
                player=player,
                starter_dice=STARTER_DICE,
                dice=len(event.dice),
            ),
        )
    return decide_start(replace(state, start=replace(start, thrown={**start.thrown, player: event.dice})))


def decide_start(state: State) -> State:
    """Return the round begun by the player with the highest total, once all have rolled."""
    assert state.start is not None
    if len(state.start.thrown) < 2:
        return begin_round(state, next(iter(state.start.thrown), state.present[0]))
    totals = {name: sum(dice) for name, dice in state.start.thrown.items() if dice is not None}
    if len(totals) < len(state.start.thrown):
        return state
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) == 1:
        return begin_round(state, best[0])
    return begin_start(state, best, state.start.attempt + 1)


def set_rounds(state: State, event: RoundsSet) -> State:
    """Return the state with another number of rounds. Raises :class:`Refused` where it is out of range.

    With the number of rounds played the game is over: antes of a round that nobody has begun are paid back.
    """
    match = state.rules.match
    if match.kind not in ("rounds", "total", "chips") or (match.count is None and match.kind != "chips"):
        raise Refused("no_rounds", _("This game has no number of rounds to change."))
    if state.leg is not None and state.leg.final:
        raise Refused("rounds_played", _("All rounds are played: a roll-off decides the game."))
    played = rounds_played(state)
    least = max(1, played + (not state.untouched))
    if not least <= event.rounds <= MOST_ROUNDS:
        raise Refused("bad_rounds", _("Choose {least} to {most} rounds.", least=least, most=MOST_ROUNDS))
    match = Match(match.kind, event.rounds)
    options = {**state.options, "match": f"{match.kind}({match.count})"}
    state = replace(state, rules=replace(state.rules, match=match), options=options, last=None)
    if event.rounds > played:
        return state
    return decide(_without_the_next_round(state))


def least_rounds(state: State) -> int | None:
    """Return the lowest number of rounds that can be set now, None where there is none to change."""
    try:
        set_rounds(state, RoundsSet(MOST_ROUNDS))
    except Refused:
        return None
    return max(1, rounds_played(state) + (not state.untouched))


def rounds_played(state: State) -> int:
    return sum(played.ending != "replayed" for played in state.rounds)


def _without_the_next_round(state: State) -> State:
    paid = state.money.ante
    if state.phase is not Phase.ROUND or paid is None or state.rounds[-1].ending == "replayed":
        return state
    return replace(state, money=refund(state.money, state.shooters, paid))
