"""The transitions between states: applies every event that the rules allow, players' too, and refuses every other.

Players join between rounds, leave at any time, and are renamed everywhere. No score is lost.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import Refused
from engine.events import Event, Joined, Left, Renamed, Rolled, Started, Stopped
from engine.game import game_of
from engine.games.ship.events import Anted, Bet, Held, Passed, Released, RoundsSet
from engine.games.ship.play import leg as legs
from engine.games.ship.play import money
from engine.games.ship.play import turn as turns
from engine.games.ship.play.leg import Leg
from engine.games.ship.play.money import Money, Wager
from engine.games.ship.play.rounds import (
    begin_round,
    begin_start,
    decide_start,
    end,
    roll_to_start,
    set_rounds,
    settled,
)
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.games.ship.state import Phase, Round, Start, State
from engine.i18n import gettext as _
from engine.players import (
    check_enough,
    check_handicap,
    check_joins,
    check_leaves,
    check_number,
    check_renames,
    clockwise,
    game_over,
    not_your_turn,
    renamed,
)
from engine.values import Expectation, check_faces, replace

NAMED: Mapping[type, Sequence[str]] = {
    State: (
        *("players", "gone", "starter", "scores", "handicap", "money", "start", "leg", "rounds", "last"),
        *("winner", "tied"),
    ),
    Leg: ("turns",),
    Turn: ("player",),
    Round: ("scores", "winner", "tied"),
    Start: ("thrown",),
    Money: ("chips", "drinks", "bystanders", "bets"),
    Wager: ("shooter", "by", "against"),
}
"""The fields with names of players."""


def join(state: State, event: Joined) -> State:
    """Add a player to the right of the first seat, or at the previous seat.

    The player pays the ante if there was one.
    """
    name = event.player
    check_joins(state.present, name)
    if _something_was_thrown(state):
        raise Refused("mid_round", _("{name} joins next round.", name=name))
    back = name in state.players
    state = replace(
        state,
        players=state.players if back else (*state.players, name),
        gone=state.gone - {name},
        scores={**state.scores, name: None},
        money=money.seated(state.money, name),
    )
    if state.phase is Phase.STARTER:
        return begin_start(state, state.present)
    if state.phase is Phase.ROUND and state.money.ante is not None:
        state = replace(state, money=money.ante(state.money, [name], state.money.ante))
    assert state.starter is not None
    order = clockwise(state.present, state.starter)
    return replace(state, leg=legs.begin(state.rules, order))


def leave(state: State, event: Left) -> State:
    """Remove a player: turns to come are skipped, a current turn ends as it lies, the ante stays in the pot."""
    name = event.player
    check_leaves(state.present, name)
    bets = tuple(bet for bet in state.money.bets if bet.shooter != name)
    state = replace(state, gone=state.gone | {name}, money=replace(state.money, bets=bets))
    if len(state.present) == 1:
        return end(state, state.present)
    if state.phase is Phase.STARTER:
        return _out_of_the_start(state, name)
    assert state.leg is not None
    if state.phase is Phase.ANTE or state.untouched:
        return _out_of_the_round(state)
    place = state.leg.of(name)
    if place is None or state.leg.turns[place].over:
        return state
    return _out_of_a_turn(state, place)


def rename(state: State, event: Renamed) -> State:
    old, new = event.player, event.name
    check_renames((*state.players, *state.money.bystanders), old, new)
    after: State = renamed(state, old, new, NAMED)
    return replace(after, money=replace(after.money, former=(state.money.former | {old}) - {new}))


def _something_was_thrown(state: State) -> bool:
    if state.phase is Phase.STARTER:
        assert state.start is not None
        return state.start.attempt > 1 or any(state.start.thrown.values())
    return state.phase is Phase.ROLLOFF or not state.untouched


def _out_of_the_start(state: State, name: str) -> State:
    assert state.start is not None
    thrown = {player: dice for player, dice in state.start.thrown.items() if player != name}
    return decide_start(replace(state, start=replace(state.start, thrown=thrown)))


def _out_of_the_round(state: State) -> State:
    """Restart a round without throws for the players still present, beginning with the next one."""
    order = [name for name in state.shooters if name not in state.gone]
    return replace(state, starter=order[0], leg=legs.begin(state.rules, order))


def _out_of_a_turn(state: State, place: int) -> State:
    assert state.leg is not None
    turn = turns.finish(state.rules, state.leg.turns[place])
    leg = legs.with_turn(state.rules, state.leg, place, turn)
    return settled(replace(state, leg=leg))


def begin(start: Started) -> State:
    """Return the state in which a game begins. Raises :class:`BadRules` for rules that cannot be played."""
    rules: Rules = game_of(start.preset).rules(start.preset, start.options)
    check_handicap(start, game_of(start.preset).most_head_start(rules))
    check_enough(start.players, 2)
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
        return begin_start(state, state.players)
    return begin_round(state, start.starter or start.players[0])


def apply(state: State, event: Event) -> State:
    """Return the state after one more event. Raises :class:`Refused` if the rules do not allow it now."""
    if state.phase is Phase.OVER and not isinstance(event, Renamed):
        raise game_over(state)
    if state.phase is Phase.STARTER and isinstance(event, Rolled):
        check_faces(event.dice)
        return roll_to_start(state, event)
    if move := MOVES.get(type(event)):
        return _with_turn(state, *move(state, event))
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
    if turns.may_hold(rules, turn):
        names.append("hold")
    if turns.may_release(rules, turn):
        names.append("release")
    if turn.qualified:
        names.append("stop")
        if rules.rolling == "interleaved" and legs.leads(rules, state.leg, turn):
            names.append("pass")
    if "qualify" in rules.side_bets and not turn.rolls:
        names.append("bet")
    return tuple(names)


def expected_tray(state: State) -> Expectation:
    """Return what must be set aside, and how many dice must be thrown; nothing when the game is over."""
    turn = state.turn
    if turn is None:
        return Expectation((), state.must_roll)
    return Expectation(turn.held + turn.kept, state.must_roll, turns.may_hold(state.rules, turn))


def why_not_held(state: State, face: int) -> str:
    """Return why a die of that face, beside those held, may not be set aside now, as one sentence."""
    if state.turn is None:
        return _("Roll first.")
    if Counter(state.turn.loose)[face] and face in turns.may_hold(state.rules, state.turn):
        return _("You can hold the {face}.", face=face)
    return turns.why_not_held(state.rules, state.turn, face).why


Moved = tuple[int, Turn]
"""The place of a turn in its leg, and the turn after a move."""


def _roll(state: State, event: Rolled) -> Moved:
    check_faces(event.dice)
    place, turn = _thrower(state, event.player)
    must = state.rules.dice - len(turn.held) - len(turn.kept)
    if not must:
        raise Refused("nothing_to_throw", _("{player} holds all dice: stand, or release one.", player=turn.player))
    check_number(turn.player, event.dice, must)
    return place, turns.throw(state.rules, turn, event.dice)


def _hold(state: State, event: Held) -> Moved:
    place, turn = _on_turn(state)
    if not event.dice:
        raise Refused("no_dice", _("Choose the dice to hold."))
    check_faces(event.dice)
    return place, turns.hold(state.rules, turn, event.dice)


def _release(state: State, event: Released) -> Moved:
    place, turn = _on_turn(state)
    if not event.dice:
        raise Refused("no_dice", _("Choose the dice to release."))
    check_faces(event.dice)
    return place, turns.release(state.rules, turn, event.dice)


def _stop(state: State, _event: Stopped) -> Moved:
    place, turn = _on_turn(state)
    if not turn.qualified:
        raise turns.not_qualified(state.rules, turn, "stand")
    return place, replace(turn, over=True)


def _pass(state: State, _event: Passed) -> Moved:
    place, turn = _on_turn(state)
    assert state.leg is not None
    if state.rules.rolling == "turns":
        raise Refused("no_passing", _("You can’t skip a roll: stand instead."))
    if not turn.qualified:
        raise turns.not_qualified(state.rules, turn, "pass")
    if not legs.leads(state.rules, state.leg, turn):
        raise Refused("not_leading", _("{player} isn’t leading: only the leader may skip a roll.", player=turn.player))
    passed = replace(turn, passes=turn.passes + 1)
    return place, replace(passed, over=passed.taken == state.rules.rolls)


MOVES: Mapping[type[Event], Callable[[State, Any], Moved]] = {
    Rolled: _roll,
    Held: _hold,
    Released: _release,
    Stopped: _stop,
    Passed: _pass,
}
"""What happens within a turn."""


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
    if other is None or not legs.throws_now(state.leg, other):
        raise not_your_turn(turn.player, player)
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
    after = legs.with_turn(state.rules, state.leg, place, turn)
    last = after.turns[place]
    purse = money.settle(state.money, after.turns) if state.money.bets else state.money
    changed = replace(state, leg=after, last=last, money=purse)
    return settled(changed) if last.over or after.up is None else changed


_STEPS: Mapping[type[Event], Callable[[State, Any], State]] = {
    Anted: _ante,
    Bet: _bet,
    RoundsSet: set_rounds,
    Joined: join,
    Left: leave,
    Renamed: rename,
}
