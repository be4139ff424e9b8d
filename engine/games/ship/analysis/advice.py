"""Advice for the player on turn: what is best for an aim, what it is worth; and the chances to win of all players.

The chances to win count on every player to go on for the highest mean score; where a turn decides, the player on turn
plays as the advice to win has it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import truediv
from typing import Literal, get_args

from engine.errors import Refused
from engine.games.ship.analysis.chances import (
    MOST_COACHED,
    NOTHING,
    Aside,
    TurnOption,
    chances,
    decided,
    options,
    possible_scores,
    scores,
    solved,
    solved_for_points,
)
from engine.games.ship.play.rounds import rounds_played, totals
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.games.ship.state import Phase, State
from engine.reports.win_chances import InTurn, Spread, WinChances, added, best_of, sum_of
from engine.values import Advice, cached_by_rules

MOST_HOLDERS = 4
"""The most holders of the best score that are calculated. With more, the chances of that many are divided equally."""

Seat = Literal["holder", "beaten"]
"""The seat of a player whose turn is over: with the best score so far, or with a lower one."""


@cached_by_rules
def chance_to_win(rules: Rules, players: int, seat: Seat, best: int, holders: int, to_come: int) -> float:
    """Return the chance to win from that seat. ``best`` is the best score so far, shared by ``holders``.

    A best score of 0 means that all who threw have failed; they are then the holders. Players who tie at the end have
    equal chances where they roll off or share. Where the round is played again, all players have equal chances.
    """
    if holders > MOST_HOLDERS and best and rules.tie in ("rolloff", "allowed"):
        return chance_to_win(rules, players, seat, best, MOST_HOLDERS, to_come) * MOST_HOLDERS / holders
    if not to_come:
        return _at_the_end(rules, players, seat, best, holders)
    worths = (_worth(rules, players, score, best, holders, to_come) for score in possible_scores(rules))
    spread = _spread(rules, tuple(worths))
    left = to_come - 1
    below = sum(chance for score, chance in spread.items() if score < best)
    chance = below * chance_to_win(rules, players, seat, best, holders, left)
    for score, likely in spread.items():
        if score == best:
            chance += likely * chance_to_win(rules, players, seat, best, holders + 1, left)
        elif score > best:
            chance += likely * chance_to_win(rules, players, "beaten", score, 1, left)
    return chance


@lru_cache(maxsize=64)
def in_last_round(rules: Rules, points: tuple[int, ...]) -> InTurn:
    """Return players to come in the round that decides, with these points: each goes on for the most, or to lead."""

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        own, alone = points[place], InTurn(0, lambda *_: ())
        lead = tuple(alone.worth(own + score, (best,) * holders) for score in possible_scores(rules))
        ways = (lead,) if place == len(points) - 1 else (lead, tuple(map(float, possible_scores(rules))))
        return [{own + score: chance for score, chance in _spread(rules, way).items()} for way in ways]

    return InTurn(len(points), ends)


def _worth(rules: Rules, players: int, score: int, best: int, holders: int, to_come: int) -> float:
    left = to_come - 1
    if score > best:
        return chance_to_win(rules, players, "holder", score, 1, left)
    if score == best:
        return chance_to_win(rules, players, "holder", best, holders + 1, left)
    return chance_to_win(rules, players, "beaten", best, holders, left)


def _at_the_end(rules: Rules, players: int, seat: Seat, best: int, holders: int) -> float:
    again = rules.tie in ("carry", "replay") if best else rules.nobody_qualifies == "carry" or rules.tie != "rolloff"
    if again and (holders > 1 or not best):
        return 1 / players
    return 1 / holders if seat == "holder" else 0.0


@lru_cache(maxsize=4096)
def _spread(rules: Rules, worth: tuple[float, ...]) -> dict[int, float]:
    return scores(chances(rules), solved(rules, worth).best, 1.0, truediv)


Aim = Literal["points", "beat", "win", "qualify"]
"""The highest mean score, or the chance to beat the point, to win, or to qualify.

Winning counts players who are still to come. Qualifying is having ship, captain and crew.
"""


MOST_TO_WIN = 8
"""The most players still to throw with whom there is a chance to win: with twenty it takes seconds on a small machine.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action: hold and release these dice, then stand (``throw`` is 0) or throw that many.

    ``value`` is its value for the aim: points, or a chance. ``cost`` is its difference from the best value.
    """

    hold: tuple[int, ...]
    release: tuple[int, ...]
    throw: int
    value: float
    cost: float


def advise(state: State, aim: str) -> Advice[Choice]:
    """Return advice for the player on turn. Raises :class:`Refused` where there is no choice to advise on."""
    turn = state.turn
    if turn is None:
        raise Refused("no_advice", "Nobody is on turn.")
    if state.rules.dice > MOST_COACHED:
        raise Refused("no_advice", f"There is advice with up to {MOST_COACHED} dice.")
    worth = worth_of(state, aim)
    solution = solved(state.rules, tuple(map(worth, possible_scores(state.rules))))
    ways = options(state.rules, turn) if turn.rolls else (TurnOption(turn, 0, NOTHING),)
    found = [(solution.of(option, turn, worth), option) for option in ways]
    best = max(value for value, _ in found)
    choices = []
    for value, option in sorted(found, key=lambda pair: -pair[0]):
        way = decided(state.rules, turn, option, state.rolls_left)
        choices.append(Choice(way.hold, way.release, way.throw, value, best - value))
    return Advice(aim, tuple(choices))


def worth_of(state: State, aim: str) -> Callable[[int], float]:
    """Return the value of each score of the player on turn for that aim; 0 is a turn without ship, captain and crew."""
    match aim:
        case "points":
            return float
        case "beat":
            point = _point_of_the_others(state)
            return lambda score: float(score > point)
        case "win":
            return _winning(state)
        case "qualify":
            return lambda score: float(score > 0)
    raise Refused("no_advice", f"There is advice for {', '.join(get_args(Aim))}.")


def is_to_win(state: State) -> bool:
    """Return whether the chance to win measures the turn: in a leg that decides, with few players to throw."""
    if state.leg is None or state.rules.rolling == "interleaved":
        return False
    if sum(not turn.over for turn in state.leg.turns) > MOST_TO_WIN:
        return False
    adds_up = state.rules.match.kind in ("rounds", "total")
    return not adds_up or state.phase is Phase.ROLLOFF or is_last_round(state)


def _point_of_the_others(state: State) -> int:
    """Return the score that the player on turn has to beat. Roll by roll, the point may be that player's own."""
    turns = state.leg.turns if state.leg else ()
    counted = (turn for turn in turns if turn.over or state.rules.rolling == "interleaved")
    return max((turn.score or 0 for turn in counted if turn.player != state.player), default=0)


def _winning(state: State) -> Callable[[int], float]:
    """Return the chance to win the leg, or the game in its last round, with each score; players to come play to win."""
    rules, leg = state.rules, state.leg
    assert leg is not None
    assert state.turn is not None
    if rules.rolling == "interleaved":
        raise Refused("no_advice", "Roll by roll everybody still answers: there is advice for points and for beat.")
    if is_last_round(state):
        return _in_last_round(state, state.turn, leg.turns)
    best, players = state.point or 0, len(leg.turns)
    failed = sum(turn.over and turn.score is None for turn in leg.turns)
    holders = len(state.leaders) if best else failed
    to_come = sum(not turn.over for turn in leg.turns) - 1

    def winning(score: int) -> float:
        if score < best:
            return chance_to_win(rules, players, "beaten", best, holders, to_come)
        return chance_to_win(rules, players, "holder", score, holders + 1 if score == best else 1, to_come)

    return winning


def is_last_round(state: State) -> bool:
    """Return whether the points of this round, added to those before, decide the game."""
    match = state.rules.match
    adds_up = match.kind in ("rounds", "total") and state.phase is Phase.ROUND
    return adds_up and match.count is not None and rounds_played(state) + 1 >= match.count


def _in_last_round(state: State, turn: Turn, turns: Sequence[Turn]) -> Callable[[int], float]:
    points = totals(state)
    here = [one for one in turns if one.player not in state.gone and one.player != turn.player]
    done = [points[one.player] for one in here if one.over]
    after = in_last_round(state.rules, tuple(points[one.player] for one in here if not one.over))
    return lambda score: after.worth(points[turn.player] + score, done)


MOST_TO_COME = 60
"""Rounds to come beyond which there are no chances."""


def chances_to_win(state: State) -> WinChances | None:
    """Return the chances as the round, or all rounds, stand.

    None for a player alone, before the round, and where what a player wins is no matter of this game alone: pots and
    hands, scores that carry over, throws of all players in turn, and more than :data:`MOST_TO_COME` rounds.
    """
    rules, leg = state.rules, state.leg
    kind = rules.match.kind
    alone = len(state.present) < 2
    if leg is None or state.phase not in (Phase.ROUND, Phase.ROLLOFF) or alone or rules.stakes.kind == "pot":
        return None
    if kind not in ("single_round", "rounds", "total") or rules.rolling != "turns" or rules.dice > MOST_COACHED:
        return None
    here = {turn.player: _turn_spread(rules, turn) for turn in leg.turns if turn.player not in state.gone}
    if kind != "single_round":
        to_come = (rules.match.count or MOST_TO_COME + 1) - rounds_played(state) - 1
        if not 0 <= to_come <= MOST_TO_COME or (state.phase is Phase.ROLLOFF and not leg.final):
            return None
        if state.phase is Phase.ROUND:
            points, over = totals(state), {turn.player for turn in leg.turns if turn.over}
            here = {
                name: {
                    points[name] + number: chance
                    for number, chance in added({0: 1.0} if name in over else spread, _sums(rules, to_come)).items()
                }
                for name, spread in here.items()
            }
    found = best_of(here)
    if state.turn is not None and is_to_win(state):
        found = _with_advice(found, state.turn.player, advise(state, "win").best.value)
    return WinChances({name: found.get(name, 0.0) for name in state.players})


def _with_advice(found: dict[str, float], player: str, own: float) -> dict[str, float]:
    """Return the chances with that of the player on turn as the advice has it; the others share the rest as before."""
    others = sum(chance for name, chance in found.items() if name != player)
    if not others:
        return found
    return {name: own if name == player else chance * (1 - own) / others for name, chance in found.items()}


def _turn_spread(rules: Rules, turn: Turn) -> Spread:
    """Return the spread of the score of a turn, from how it stands; 0 without ship, captain and crew."""
    if turn.over:
        return {turn.score or 0: 1.0}
    if not turn.rolls:
        return _whole(rules)
    solution = solved_for_points(rules)
    best = max(options(rules, turn), key=lambda option: solution.of(option, turn, float))
    if best.aside is None:
        return {round(solution.of(best, turn, float)): 1.0}
    return _after(rules, turn.taken, best.aside)


@lru_cache(maxsize=8)
def _whole(rules: Rules) -> Spread:
    return scores(chances(rules), solved_for_points(rules).best, 1.0, truediv)


@lru_cache(maxsize=256)
def _after(rules: Rules, rolls: int, aside: Aside) -> Spread:
    return scores(chances(rules), solved_for_points(rules).best, 1.0, truediv, (rolls, aside))


@lru_cache(maxsize=32)
def _sums(rules: Rules, times: int) -> Spread:
    return sum_of(_whole(rules), times)


def report_advice(advice: Advice[Choice]) -> dict[str, object]:
    return advice.report(
        lambda one: {
            "do": "roll" if one.throw else "stop",
            "hold": list(one.hold),
            "release": list(one.release),
            "throw": one.throw,
            "value": one.value,
            "cost": one.cost,
        }
    )
