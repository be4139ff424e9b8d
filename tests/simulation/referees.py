"""Little referees: scores and money computed from the dice alone, without the engine's rules."""

from collections.abc import Callable, Iterator
from typing import Any

from engine import Anted, Bet, Event, Joined, Left, Renamed, Rolled, RoundsSet, Started, Stopped, game_of, history_of


def objections(state: Any, log: tuple[Event, ...]) -> Iterator[str]:
    """Yield what is wrong with the scores, the pot, and who sits there."""
    money = getattr(state, "money", None)
    if money is not None and sum(money.chips.values()) + sum(money.bystanders.values()) + money.pot:
        yield f"chips come from nowhere: {money}"
    if not set(state.present) <= set(state.players) or state.winner not in (None, *state.players):
        yield f"{state.winner} wins, {state.present} are there of {state.players}"
    book = history_of(log)
    if book.state != state:
        yield f"the log comes to another state: {book.state}"
    yield from pot(state, book)
    judge = JUDGES.get(game_of(state.rules.name).kind)
    if judge:
        yield from judge(state, book)


def pot(state: Any, book: Any) -> Iterator[str]:
    """Follow the stakes: who shoots pays the ante, who wins a round takes what lies there, all others drink."""
    if not hasattr(state, "money"):
        return
    steps = [*(entry.before for entry in book.played), state]
    for entry, before, after in zip(book.played, steps, steps[1:], strict=False):
        event, was, money = entry.event, before.money, after.money
        if was.bets or isinstance(event, Bet | Joined | Left | Renamed | RoundsSet):
            continue
        chips, drinks, lies = dict(was.chips), dict(was.drinks), was.pot
        ended, over = after.rounds[len(before.rounds) :], after.player is None
        takers = [(one.winner,) if one.winner else one.tied for one in ended if one.ending in ("won", "tied")]
        if over:
            takers.append((after.winner,) if after.winner else after.tied)
        for best in takers:
            for place, name in enumerate(best):
                chips[name] += lies // len(best) + (place < lies % len(best))
            lies = 0
        for one in ended if state.rules.stakes.kind == "drinks" else ():
            for name in {*after.present} - {one.winner, *one.tied} if one.ending in ("won", "tied") else ():
                drinks[name] = drinks.get(name, 0) + 1
        begins = before.phase == "starter" or (ended and ended[-1].ending != "replayed")
        pays = isinstance(event, Anted) or (begins and after.phase == "round")
        for name in after.shooters if pays and not over and money.ante else ():
            chips[name] -= money.ante
            lies += money.ante
        if (money.chips, money.pot, money.drinks) != (chips, lies, drinks):
            yield f"after {event} there are {money}, not {chips} and {lies} in the pot, {drinks} drunk"


def pig(state: Any, book: Any) -> Iterator[str]:
    """Add up what is thrown until a player stops; a 1 loses the turn, two of them all but the head start."""
    start = book.events[0]
    assert isinstance(start, Started)
    ahead = dict.fromkeys(start.players, 0) | dict(start.handicap)
    totals, turn, bust = dict(ahead), 0, False
    for entry in book.played:
        event, player = entry.event, entry.before.player
        match event:
            case Renamed(old, new):
                for score in (ahead, totals):
                    score[new] = score.pop(old)
            case Rolled(dice=dice) if not entry.before.leg:
                if not entry.before.turn.throws:
                    turn = 0
                bust = 1 in dice
                turn = 0 if bust else turn + sum(dice)
                if dice == (1, 1):
                    totals[player] = ahead[player]
            case Stopped() if not entry.before.leg:
                totals[player] = totals.get(player, 0) + turn
    for name, total in state.totals.items():
        if total != totals.get(name, 0) and not (state.rules.ends == "at_once" and state.winner == name):
            yield f"{name} has {total} points, and threw {totals.get(name, 0)}"


def dice_of(turn: Any) -> tuple[int, ...]:
    return (*turn.aside, *turn.fresh, *turn.loose)


def threes(state: Any, _book: Any) -> Iterator[str]:
    """Add up the dice that lie there at the end of a turn; threes are nothing."""
    yield from _latest(state, lambda dice: sum(face for face in dice if face != 3))


def midnight(state: Any, _book: Any) -> Iterator[str]:
    """With a 1 and a 4, the other four dice are the score."""
    yield from _latest(state, lambda dice: sum(dice) - 5 if {1, 4} <= set(dice) else 0)


def _latest(state: Any, score: Callable[[tuple[int, ...]], int]) -> Iterator[str]:
    turn = state.last
    if turn is not None and turn.over and not state.leg and turn.player in state.scores:
        found = state.scores[turn.player]
        if len(dice_of(turn)) >= 4 and abs(found[0]) != score(dice_of(turn)):
            yield f"{turn.player} has {found} with {dice_of(turn)}"


def ship(state: Any, _book: Any) -> Iterator[str]:
    """With ship, captain and crew held, the cargo is the score."""
    turn = state.last
    if turn is None or not turn.over or state.rolloffs or turn.player not in state.scores:
        return
    found, points = state.scores[turn.player], sum(turn.loose) + turn.bonus
    if len(turn.held) + len(turn.loose) != state.rules.dice:
        yield f"dice are missing: {turn}"
    if found is not None and turn.qualified and found != points:
        yield f"{turn.player} has {found} with a cargo of {turn.loose}"


JUDGES: dict[str, Callable[[Any, Any], Iterator[str]]] = {
    "pig": pig,
    "threes": threes,
    "midnight": midnight,
    "ship_captain_crew": ship,
}
"""The referees of the kinds of games that have one."""
