"""The transitions between states: applies every event that the rules allow, and refuses every other."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import BadRules, Refused
from engine.events import MAX_PLAYERS, Event, Joined, Left, Renamed, Rolled, Started, Stopped
from engine.game import game_of
from engine.games.ship import players as company
from engine.games.ship import refusals
from engine.games.ship.events import Anted, Bet, Held, Passed, Released, RoundsSet
from engine.games.ship.play import holding, leg, money, starting
from engine.games.ship.play.length import set_rounds
from engine.games.ship.play.rounds import begin_round, settled
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.games.ship.state import Phase, State
from engine.i18n import gettext as _
from engine.i18n import listed, ngettext
from engine.players import check_handicap
from engine.values import Expectation, check_faces

LEAST_PLAYERS = 2


def begin(start: Started) -> State:
    """Return the state in which a game begins. Raises :class:`BadRules` for rules that cannot be played."""
    rules: Rules = game_of(start.preset).rules(start.preset, start.options)
    check_handicap(start, game_of(start.preset).most_head_start(rules))
    if len(start.players) < LEAST_PLAYERS:
        raise BadRules(
            ngettext(
                "{count} player: the game is for {least} to {most}",
                "{count} players: the game is for {least} to {most}",
                len(start.players),
                least=LEAST_PLAYERS,
                most=MAX_PLAYERS,
            )
        )
    state = State(
        rules=rules,
        options=start.options,
        players=start.players,
        phase=Phase.STARTER,
        starter=None,
        scores=dict.fromkeys(start.players),
        money=money.Money(dict.fromkeys(start.players, 0)),
        handicap=start.handicap,
    )
    if start.starter is None and rules.first_starter == "rolloff":
        return starting.begin(state, state.players)
    return begin_round(state, start.starter or start.players[0])


def apply(state: State, event: Event) -> State:
    """Return the state after one more event. Raises :class:`Refused` if the rules do not allow it now."""
    if state.phase is Phase.OVER and not isinstance(event, Renamed):
        raise Refused("game_over", _("The game is over: {outcome}.", outcome=_outcome(state)))
    step = _STEPS.get(type(event))
    if step is None:
        raise Refused("not_this_game", _("Not possible in Ship, Captain, Crew."))
    return step(state, event)


def legal_actions(state: State) -> tuple[str, ...]:
    """Return the names of the actions that are allowed next, bets included; empty once the game is over."""
    match state.phase:
        case Phase.STARTER:
            return ("roll",)
        case Phase.ANTE:
            return ("ante",)
    turn = state.turn
    if turn is None or state.leg is None:
        return ()
    rules = state.rules
    names = ["roll"] if state.must_roll else []
    if holding.may_hold(rules, turn):
        names.append("hold")
    if holding.may_release(rules, turn):
        names.append("release")
    if turn.qualified:
        names.append("stop")
        if rules.rolling == "interleaved" and leg.leads(rules, state.leg, turn):
            names.append("pass")
    if "qualify" in rules.side_bets and not turn.rolls:
        names.append("bet")
    return tuple(names)


def expected_tray(state: State) -> Expectation:
    """Return what must be set aside, and how many dice must be thrown; nothing when the game is over."""
    turn = state.turn
    if turn is None:
        return Expectation((), state.must_roll)
    return Expectation(turn.held + turn.kept, state.must_roll, holding.may_hold(state.rules, turn))


def why_not_held(state: State, face: int) -> str:
    """Return why a die of that face, beside those held, may not be set aside now, as one sentence."""
    assert state.turn is not None
    if Counter(state.turn.loose)[face] and face in holding.may_hold(state.rules, state.turn):
        return _("You can hold the {face}.", face=face)
    return refusals.why_not_held(state.rules, state.turn, face).why


def _roll(state: State, event: Rolled) -> State:
    check_faces(event.dice)
    if state.phase is Phase.STARTER:
        return starting.roll(state, event)
    place, turn = _thrower(state, event.player)
    must = state.rules.dice - len(turn.held) - len(turn.kept)
    if not must:
        raise Refused(
            "nothing_to_throw", _("{player} holds all dice: press STAND, or release one.", player=turn.player)
        )
    if len(event.dice) != must:
        raise Refused(
            "wrong_number",
            ngettext(
                "{player} rolls {count} die now, not {rolled}.",
                "{player} rolls {count} dice now, not {rolled}.",
                must,
                player=turn.player,
                rolled=len(event.dice),
            ),
        )
    return _with_turn(state, place, holding.throw(state.rules, turn, event.dice))


def _hold(state: State, event: Held) -> State:
    place, turn = _on_turn(state)
    if not event.dice:
        raise Refused("no_dice", _("Choose the dice to hold."))
    check_faces(event.dice)
    return _with_turn(state, place, holding.hold(state.rules, turn, event.dice))


def _release(state: State, event: Released) -> State:
    place, turn = _on_turn(state)
    if not event.dice:
        raise Refused("no_dice", _("Choose the dice to release."))
    check_faces(event.dice)
    return _with_turn(state, place, holding.release(state.rules, turn, event.dice))


def _stop(state: State, _event: Stopped) -> State:
    place, turn = _on_turn(state)
    if not turn.qualified:
        raise refusals.not_qualified(state.rules, turn, "stand")
    return _with_turn(state, place, replace(turn, over=True))


def _pass(state: State, _event: Passed) -> State:
    place, turn = _on_turn(state)
    assert state.leg is not None
    if state.rules.rolling == "turns":
        raise Refused("no_passing", _("You can’t skip a roll: press STAND instead."))
    if not turn.qualified:
        raise refusals.not_qualified(state.rules, turn, "pass")
    if not leg.leads(state.rules, state.leg, turn):
        raise Refused("not_leading", _("{player} isn’t leading: only the leader may skip a roll.", player=turn.player))
    passed = replace(turn, passes=turn.passes + 1)
    return _with_turn(state, place, replace(passed, over=passed.taken == state.rules.rolls))


def _ante(state: State, event: Anted) -> State:
    if state.phase is not Phase.ANTE:
        if state.rules.stakes.kind != "pot":
            raise Refused("no_pot", _("No ante in this game."))
        raise Refused("ante_set", _("The ante is set once a round, before the first roll."))
    money.check_chips(event.chips)
    paid = money.ante(state.money, state.shooters, event.chips)
    return replace(state, phase=Phase.ROUND, money=paid)


def _bet(state: State, event: Bet) -> State:
    _place, turn = _on_turn(state)
    if "qualify" not in state.rules.side_bets:
        raise Refused("no_side_bets", _("No side bets in this game."))
    if turn.rolls:
        raise Refused(
            "bet_too_late", _("{player} has already rolled: bet before the first roll of a turn.", player=turn.player)
        )
    return replace(state, money=money.place_bet(state.money, event, turn.player, state.players))


def _thrower(state: State, player: str | None) -> tuple[int, Turn]:
    """Return the turn that a throw belongs to: the current one, or that of a player who throws at the same time."""
    place, turn = _on_turn(state)
    if player is None or player == turn.player:
        return place, turn
    assert state.leg is not None
    other = state.leg.of(player)
    if other is None or not leg.throws_now(state.leg, other):
        raise Refused(
            "not_your_turn", _("It is {player}’s turn, not {player_2}’s.", player=turn.player, player_2=player)
        )
    return other, state.leg.turns[other]


def _on_turn(state: State) -> tuple[int, Turn]:
    if state.phase is Phase.STARTER:
        raise Refused("no_starter", _("Roll three dice each to see who starts."))
    if state.phase is Phase.ANTE:
        raise Refused("no_ante", _("{starter} has to set the ante first.", starter=state.starter))
    assert state.leg is not None
    assert state.leg.up is not None
    return state.leg.up, state.leg.turns[state.leg.up]


def _with_turn(state: State, place: int, turn: Turn) -> State:
    """Return the state with that turn changed: bets are paid, scores recorded, and the next turn determined."""
    assert state.leg is not None
    after = leg.with_turn(state.rules, state.leg, place, turn)
    last = after.turns[place]
    purse = money.settle(state.money, after.turns) if state.money.bets else state.money
    changed = state.moved(after, last, purse)
    return settled(changed) if last.over or after.up is None else changed


def _outcome(state: State) -> str:
    return (
        _("{winner} has won", winner=state.winner)
        if state.winner
        else _("{tied} tie for the win", tied=listed(state.tied))
    )


_STEPS: Mapping[type[Event], Callable[[State, Any], State]] = {
    Rolled: _roll,
    Held: _hold,
    Released: _release,
    Stopped: _stop,
    Passed: _pass,
    Anted: _ante,
    Bet: _bet,
    RoundsSet: set_rounds,
    Joined: company.join,
    Left: company.leave,
    Renamed: company.rename,
}
