"""Help in Ship, Captain, Crew: the chances to qualify, beat the point and win, and the cost of each choice."""

from collections.abc import Iterator

from engine import State, game_of
from engine.games.ship.analysis.advice import Choice, advise, is_to_win
from engine.games.ship.analysis.chances import MOST_COACHED
from engine.games.ship.game import ShipCaptainCrew
from engine.values import Advice
from web.games.help import Chance, Help, Way


def help_of(state: State) -> Help:
    """Return exact help for the current turn."""
    if state.turn is None or state.turn.over:
        return Help(why_not="nobody_throws")
    if state.rules.dice > MOST_COACHED:
        return Help(why_not="own_rules")
    game = game_of(state.rules.name)
    assert isinstance(game, ShipCaptainCrew)
    state = game.with_last_round(state)
    aim = _aim(state)
    advice = advise(state, aim)
    ways = tuple(Way(one.throw, _kept(state, one.hold, one.release), one.value, one.cost) for one in advice.choices)
    return Help(tuple(_chances(state, aim, advice)), aim, "points" if aim == "points" else "chance", ways)


def _aim(state: State) -> str:
    """Return the aim of a player: to win where the leg decides, points if they are added up, or to beat the point."""
    if is_to_win(state):
        return "win"
    return "points" if state.rules.match.kind in ("rounds", "total") else "beat"


def _chances(state: State, aim: str, advice: Advice[Choice]) -> Iterator[Chance]:
    assert state.turn is not None
    if not state.turn.qualified:
        yield Chance("qualify", advise(state, "qualify").best.value)
    others = _point_of_the_others(state)
    if others is not None:
        yield Chance("beat", advise(state, "beat").best.value, of=others)
    if aim == "win":
        yield Chance("win", advice.best.value)
    yield Chance("mean", advise(state, "points").best.value, "points")


def _point_of_the_others(state: State) -> int | None:
    """Return the score that the player on turn has to beat, or None. Roll by roll it may be the player's own."""
    turns = state.leg.turns if state.leg else ()
    counted = (turn for turn in turns if turn.over or state.rules.rolling == "interleaved")
    return max((turn.score for turn in counted if turn.player != state.player and turn.score is not None), default=None)


def _kept(state: State, hold: tuple[int, ...], release: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice set aside when the others are thrown: those held, with this choice's changes."""
    assert state.turn is not None
    kept = [*state.turn.held, *state.turn.kept, *hold]
    for face in release:
        kept.remove(face)
    return tuple(sorted(kept, reverse=True))
