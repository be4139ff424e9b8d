"""Games in which all players count together, and who makes the last point wins."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances, tallied
from engine.turns import rounds
from engine.turns.kit.file.play import Play
from engine.turns.kit.throws.luck import outcomes
from engine.turns.kit.throws.throwing import ThrowCoach, ThrowGame
from engine.turns.setting_aside import without
from engine.turns.state import Turn, TurnState
from engine.values import Announcement, cached_by_rules, replace

State = TurnState[Any]


def points_of(state: State) -> int:
    """Return the points that all players have together, with those of the turn."""
    return sum(state.totals.values()) + (state.turn.points if state.turn else 0)


@cached_by_rules
def _gains(play: Play, have: int) -> tuple[tuple[int, Fraction], ...]:
    """Return the points that the next throw can make when all have so many, each with its chance."""
    dice = max(0, min(play.dice, play.goal - have))
    found = tallied((one.points, ways) for one, ways in (outcomes(play, dice, 0) if dice else ()))
    return tuple((points, Fraction(ways, 6**dice)) for points, ways in found.items())


@cached_by_rules
def mean_turn(play: Play, have: int) -> Fraction:
    """Return the mean of the points that a player makes with the throw to come and those after it in the turn."""
    more = ((points, chance) for points, chance in _gains(play, have) if points and have < play.goal)
    return sum((chance * (points + mean_turn(play, have + points)) for points, chance in more), Fraction(0))


@cached_by_rules
def mean_throws(play: Play, have: int) -> Fraction:
    """Return the mean of the throws to the end of the game."""
    if have >= play.goal:
        return Fraction(0)
    chances = dict(_gains(play, have))
    later = (chance * mean_throws(play, have + points) for points, chance in chances.items() if points)
    more = sum(later, Fraction(0))
    return (1 + more) / (1 - chances.get(0, Fraction(0)))


@cached_by_rules
def last_point(play: Play, have: int, players: int) -> tuple[float, ...]:
    """Return the chance of the last point of who is on turn, and of each player after that one."""
    if have >= play.goal:
        return (1.0, *(0.0,) * (players - 1))
    chances = {points: float(chance) for points, chance in _gains(play, have)}
    none = chances.pop(0, 0.0)
    later = [(chance, last_point(play, have + points, players)) for points, chance in chances.items()]
    made = [sum(chance * shares[seat] for chance, shares in later) for seat in range(players)]
    return tuple(
        sum(none**back * made[seat - back] for back in range(players)) / (1 - none**players) for seat in range(players)
    )


class CommonCoach(ThrowCoach):
    def of_throw(self, state: State, turn: Turn) -> Fraction:
        return turn.points + mean_turn(self._game.play_of(state.rules), points_of(state))

    def chances(self, state: State) -> WinChances | None:
        turn = state.turn
        if turn is None or len(state.present) < 2:
            return None
        order = rounds.order_from(state, turn.player)
        found = dict(zip(order, last_point(self._game.play_of(state.rules), points_of(state), len(order)), strict=True))
        return WinChances({name: found.get(name, 0.0) for name in state.players}, about=False)


class CommonGame(ThrowGame):
    def __init__(self, file: Any) -> None:
        super().__init__(file)
        self.coach, self.stays = CommonCoach(self, self.play), "aside"
        self.figure_names = {**self.figure_names, "throws": FigureName(_("rolls of a game"))}

    def words(self) -> tuple[str, ...]:
        return (*super().words(), *(word for play in self.file.plays for _at, word in play.marks))

    def must_roll(self, state: State, _turn: Turn) -> int:
        play = self.play_of(state.rules)
        return min(play.dice, play.goal - points_of(state))

    def thrown(self, state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw. Dice that score leave, as far as fewer points than dice are missing then."""
        after, play = super().thrown(state, turn, dice), self.play_of(state.rules)
        missing = max(0, play.goal - points_of(state) - (after.points - turn.points))
        scoring = [die for die in dice if play.points((die,), 0)]
        leave = tuple(scoring[: max(0, len(dice) - missing)])
        return replace(after, fresh=leave, loose=without(dice, leave), over=after.over or not missing)

    def most_head_start(self, _rules: Any) -> int:
        return 0

    def counted(self, state: State, turn: Turn) -> State:
        total = state.totals[turn.player] + turn.points
        state = replace(state, totals={**state.totals, turn.player: total})
        whole = sum(state.totals.values())
        return rounds.end(state, [turn.player]) if whole >= self.play_of(state.rules).goal else state

    def end_of_round(self, state: State) -> State:
        return rounds.next_round(state)

    def announcements(self, before: State, after: State) -> tuple[Announcement, ...]:
        """Return what is announced of any such game, with the marks that are reached first."""
        now = after.last if after.turn is None or after.turn.player != before.player else after.turn
        was, have = points_of(before), sum(after.totals.values()) + (after.turn.points if after.turn else 0)
        marks = [(at, word) for at, word in self.play_of(after.rules).marks if was < at <= have]
        said = [Announcement(word, before.player, at) for at, word in marks if now and before.player]
        return (*said, *super().announcements(before, after))

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        return {**super().odds(rules), "throws": mean_throws(self.play_of(rules), 0)}
