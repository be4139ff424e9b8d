"""Pig: roll as often as you like and add up, or stand; a 1 ends the turn with nothing (Scarne 1945).

The mean of a turn is exact. So are the chances of two players with one die where the goal wins at once (Neller and
Presser 2004). In other games every player is taken to stand at 20, or when the goal is reached. Once a player has
reached the goal, and in a roll-off, all players play to win, and the coach uses these chances.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.face import Chance, Effect, Fact, News, Option, QuickGame, RuleLine, Slot, blank, drawn, roll_called
from engine.game import Titles
from engine.i18n import Text, full_sentence, in_words, ngettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep, from_behind
from engine.reports.odds_report import Figure, FigureName
from engine.reports.turns_to_goal import LastTurns, Likely, RaceSeats, TurnsToGoal
from engine.reports.turns_to_goal import race as race_to_goal
from engine.reports.win_chances import InTurn, Spread, WinChances, shared
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay
from engine.turns.face import PLAY_ON, Face, Says, banked_slot, points_chart, race_fact, tie_line
from engine.turns.game import TurnGame
from engine.turns.state import TIE, Result, Turn, TurnRules, TurnState
from engine.turns.turn_plan import ends, throws
from engine.values import Announcement, replace


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Pig.

    With two dice a single 1 ends the turn, and two 1s lose all points. The game ends with the round in which a player
    has ``goal`` points, or ``at_once``.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "banked": _("Banked"),
        "bust": _("Bust"),
        "rolloff": _("Roll-off"),
    }

    name: str = "pig"
    dice: int = 1
    goal: int = 100
    ends: str = "round"


OPTIONS = (
    Option("dice", "number", _("Dice"), _("With two dice, two 1s lose all but a head start."), least=1, most=2),
    Option("goal", "number", _("Points to win"), _("Points needed to win."), least=25, most=500),
    Option(
        "ends",
        "choice",
        _("End of the game"),
        _("After the round, so that all have the same turns, or at once."),
        {"round": _("after the round"), "at_once": _("at once")},
    ),
    TIE,
)

PRESETS = {"pig": Rules()}
TITLES: Titles = {"pig": (_("Pig"), _("Roll and add up, or stand. A 1 loses the turn. First to 100 wins."))}


Value = TypeVar("Value", Fraction, float)

ENOUGH = 40
"""Points of a turn, or ahead, with which one stands: a throw adds 8 at most in the mean, and can lose all."""


class TurnPlay(Generic[Value]):
    """The best play of a turn, solved as far as it is asked.

    ``stand`` is the value of standing with so many points, as one does with ``enough``; ``lost`` that of a throw with
    a 1.
    """

    def __init__(
        self, dice: int, enough: int, stand: Callable[[int], Value], lost: Callable[[tuple[int, ...]], Value]
    ) -> None:
        self.stand: Callable[[int], Value] = cache(stand)
        self.throw: Callable[[int], Value] = cache(self._throw)
        self._lost: Callable[[tuple[int, ...]], Value] = lost
        self._dice, self._enough = dice, enough

    def _throw(self, points: int) -> Value:
        """Return the value of another throw."""
        found: Any = 0
        for faces, ways in throws(self._dice):
            found += ways * (self._lost(faces) if 1 in faces else self._best(points + sum(faces)))
        mean: Value = found / 6**self._dice
        return mean

    def _best(self, points: int) -> Value:
        stand = self.stand(points)
        return stand if points >= self._enough else max(stand, self.throw(points))

    def spread(self, points: int) -> Spread:
        return spread(self._dice, points, lambda now: now >= self._enough or self.stand(now) >= self.throw(now))


LOST = -1
"""The place of a turn that a 1 has ended."""


def spread(dice: int, begun: int, stands: Callable[[int], bool]) -> Spread:
    """Return the spread of the points of a turn, of which there are so many before; 0 after a 1."""

    def number(points: int) -> int | None:
        return max(0, points) if points and (points == LOST or stands(points)) else None

    def throw(points: int) -> Iterator[tuple[int, float]]:
        for faces, ways in throws(dice):
            yield LOST if 1 in faces else points + sum(faces), ways / 6**dice

    return ends(begun, number, throw)


@cache
def for_points(dice: int, total: int) -> TurnPlay[Fraction]:
    """Return the turn with the highest mean change of the total. ``total`` are the points that two 1s lose."""
    return TurnPlay(dice, ENOUGH, Fraction, lambda faces: Fraction(-total if faces == (1, 1) else 0))


def of_throw(dice: int, total: int, points: int) -> Fraction:
    """Return the mean change of the total by a throw now, and the best play after it."""
    return for_points(dice, total).throw(points)


def hold_at(dice: int, total: int = 0) -> int:
    """Return the least points of a turn with which standing is at least as good as another throw."""
    return next(points for points in range(2, ENOUGH + 1) if points >= of_throw(dice, total, points))


MOST = 100
"""The highest goal that is solved: a second on a desktop computer, and it grows with the third power."""
PRECISE = 1e-15


@cache
def race(goal: int) -> "Race":
    """Return the solved game to that goal; it is solved as far as it is asked."""
    return Race(goal)


class Race:
    """The chances of two players to win, solved when they are asked for.

    P(i, j, k) is the chance to win of the player on turn, with i points against j, and k in the turn: the larger of
    1 - P(j, i + k, 0) for standing, and (1 - P(j, i, 0) + P(i, j, k + 2) + ... + P(i, j, k + 6)) / 6 for a throw.
    Positions are solved from the highest sum of points down. Only P(i, j, 0) and P(j, i, 0) depend on each other: both
    are linear in each other for a given play, so a few improvements of the play solve them, as exactly as floats are.
    """

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self._begun: dict[tuple[int, int], float] = {}

    def chance(self, own: int, other: int, points: int = 0) -> float:
        return self._turn(own, other)[points] if own + points < self.goal else 1.0

    def of_standing(self, own: int, other: int, points: int) -> float:
        return 1 - self._start(other, own + points) if own + points < self.goal else 1.0

    def of_throw(self, own: int, other: int, points: int) -> float:
        turn = [*self._turn(own, other), *[1.0] * 7]
        last = len(turn) - 1
        return (1 - self._start(other, own) + sum(turn[min(points + face, last)] for face in range(2, 7))) / 6

    def hold_at(self, own: int, other: int) -> int:
        left = self.goal - own
        return next(
            (k for k in range(2, left) if self.of_standing(own, other, k) >= self.of_throw(own, other, k)), left
        )

    def _turn(self, own: int, other: int) -> list[float]:
        bust = 1 - self._start(other, own)
        return [a + b * bust for a, b in self._lines(own, other, bust)]

    def _start(self, own: int, other: int) -> float:
        if (own, other) not in self._begun:
            for total in range(2 * (self.goal - 1), own + other - 1, -1):
                for least in range(max(min(own, other), total - self.goal + 1), total // 2 + 1):
                    if (least, total - least) not in self._begun:
                        self._solve(least, total - least)
        return self._begun[own, other]

    def _solve(self, own: int, other: int) -> None:
        """Solve both starts of a position, after all with more points."""
        mine = theirs = 0.5
        while True:
            a, b = self._lines(own, other, 1 - theirs)[0]
            c, d = self._lines(other, own, 1 - mine)[0]
            # mine = a + b (1 - theirs), theirs = c + d (1 - mine)
            solved = (a + b * (1 - c - d)) / (1 - b * d)
            answer = c + d * (1 - solved)
            done = abs(solved - mine) + abs(answer - theirs) < PRECISE
            mine, theirs = solved, answer
            if done:
                break
        self._begun[own, other], self._begun[other, own] = mine, theirs

    def _lines(self, own: int, other: int, bust: float) -> list[tuple[float, float]]:
        """Return P(own, other, k) for each k as ``a + b × bust``, with the best play for that value of ``bust``."""
        known, goal = self._begun, self.goal
        left = goal - own
        lines = [(1.0, 0.0)] * (left + 6)
        for k in range(left - 1, -1, -1):
            later = lines[k + 2 : k + 7]
            a = sum([line[0] for line in later]) / 6
            b = (1 + sum([line[1] for line in later])) / 6
            if k > 1:
                stand = 1 - known[other, own + k]
                if stand > a + b * bust:
                    a, b = stand, 0.0
            lines[k] = a, b
        return lines[:left]


STAND = 20
OVER = 3
"""Points beyond the goal of the first player there, about, that the others must get too."""
AHEAD = (1, 6, 12)
"""Points ahead with which a player may stand before others."""


def seats_of(state: TurnState[Rules]) -> RaceSeats | None:
    """Return the seats; None for a player alone, and with two dice before the goal is reached."""
    names = tuple(name for name in state.order if name not in state.gone)
    if state.turn is None or len(names) < 2:
        return None
    of = {name: result[0] for name, result in state.results.items()} if state.leg else state.totals
    seat, rules = names.index(state.turn.player), state.rules
    later = () if rules.ends == "at_once" and not state.leg else tuple(range(seat + 1, len(names)))
    seats = RaceSeats(names, tuple(of.get(name, 0) for name in names), seat, later, rules.goal, bool(state.leg))
    return seats if rules.dice == 1 or seats.is_last(0) else None


def is_solved(rules: Rules) -> bool:
    return rules.dice == 1 and rules.ends == "at_once" and rules.goal <= MOST


def solved(state: TurnState[Any]) -> tuple[Race, int, int] | None:
    """Return the solved game, the points of the player on turn, and the other's; None where it is not solved."""
    if state.turn is None or state.leg or len(state.present) != 2 or not is_solved(state.rules):
        return None
    [other] = [name for name in state.present if name != state.turn.player]
    return race(state.rules.goal), state.totals[state.turn.player], state.totals[other]


def decides(state: TurnState[Any]) -> bool:
    """Return whether the turn decides the game, or the roll-off: the goal is reached, with its points at the latest."""
    seats = seats_of(state)
    return seats is not None and seats.is_last(state.turn.points if state.turn else 0)


def win_chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None where there are no :func:`seats_of` it."""
    turn, seats = state.turn, seats_of(state)
    if turn is None or seats is None:
        return None
    if found := solved(state):
        game, own, other = found
        won = game.chance(own, other, turn.points)
        of = {name: won if name == turn.player else 1 - won for name in state.present}
        return WinChances({name: of.get(name, 0.0) for name in state.players}, about=False)
    if seats.is_last(turn.points):
        ends_with = last_turn(seats, state.rules).spread(turn.points)
    else:
        enough = min(STAND, seats.goal - seats.own)
        ends_with = spread(1, turn.points, lambda points: points >= enough)
    return shared(state.players, seats.names, _shares(seats, state.rules, ends_with))


@lru_cache(maxsize=16)
def last_turn(seats: RaceSeats, rules: Rules) -> TurnPlay[float]:
    """Return the play of a turn that decides, for the chance to win."""

    def stand(points: int) -> float:
        return _shares(seats, rules, {points: 1.0})[seats.seat]

    return TurnPlay(rules.dice, max(seats.totals) - seats.own + ENOUGH, stand, lambda _faces: stand(0))


def _shares(seats: RaceSeats, rules: Rules, spread: Spread) -> list[float]:
    """Return the chance of each seat when the turn ends with these points."""

    def go_on(points: int) -> Sequence[float]:
        missing = [rules.goal - total - points * (place == seats.seat) for place, total in enumerate(seats.totals)]
        last: LastTurns = "none" if rules.ends == "at_once" else "rest"
        return race_to_goal(missing, [_way(rules.goal)] * len(missing), (seats.seat + 1) % len(missing), last)

    return seats.shares(spread, _in_turn(rules.dice, tuple(seats.totals[seat] for seat in seats.later)), go_on)


@lru_cache(maxsize=64)
def _in_turn(dice: int, totals: tuple[int, ...]) -> InTurn:
    """Return players to come with these totals, who go on until they are ahead."""

    def ends(place: int, best: int, _holders: int) -> Sequence[Spread]:
        own, ahead = totals[place], AHEAD if place < len(totals) - 1 else AHEAD[:1]
        return [
            {own + points: chance for points, chance in _ends(dice, max(1, best - own + more)).items()}
            for more in ahead
        ]

    return InTurn(len(totals), ends)


@cache
def _way(goal: int) -> TurnsToGoal:
    return TurnsToGoal(goal, OVER, _likely, lambda need: 1 - _ends(1, need)[0])


@cache
def _likely(missing: int) -> Likely:
    found = _ends(1, min(STAND, missing))
    return tuple(found.get(points, 0.0) for points in range(max(found) + 1))


@cache
def _ends(dice: int, missing: int) -> Spread:
    """Return the spread of the points of a whole turn of one who stands with so many."""
    return spread(dice, 0, lambda points: points >= missing)


class PigCoach(Coach):
    """The values of turns: ``points`` is the mean change of the total, ``win`` the chance to win."""

    aims: Sequence[str] = ("points", "win")
    decides: Sequence[type[Event]] = ()

    def aim(self, state: TurnState[Any]) -> str:
        return "win" if solved(state) or decides(state) else "points"

    def is_about(self, state: TurnState[Any]) -> bool:
        """Return whether others are to come, or the turn may yet not decide, where the game is not solved."""
        seats = seats_of(state)
        return not solved(state) and (seats is None or bool(seats.later) or not seats.is_last(0))

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        if aim == "win":
            return _to_win(state, turn)
        ways = [TurnWay("roll", (), state.rules.dice, self.of_throw(state, turn))]
        if turn.throws:
            ways.append(TurnWay("stop", (), 0, Fraction(turn.points)))
        return ways

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Fraction:
        return of_throw(state.rules.dice, _at_stake(state, turn), turn.points)

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        if turn.bust:
            return Fraction(-_at_stake(state, turn) if turn.loose == (1, 1) else 0)
        return Fraction(turn.points)


def _at_stake(state: TurnState[Any], turn: Turn) -> int:
    """Return the points that two 1s lose: none in a roll-off."""
    return 0 if state.leg else int(state.totals[turn.player]) - state.handicap.get(turn.player, 0)


def _to_win(state: TurnState[Any], turn: Turn) -> list[TurnWay]:
    if found := solved(state):
        game, own, other = found
        throw, stand = game.of_throw(own, other, turn.points), game.of_standing(own, other, turn.points)
    elif decides(state):
        seats = seats_of(state)
        assert seats is not None
        play = last_turn(seats, state.rules)
        throw, stand = play.throw(turn.points), play.stand(turn.points)
    else:
        raise Refused(
            "no_advice",
            f"There is advice to win for two players with one die, up to {MOST} points, that end the game, and once "
            "the goal is reached.",
        )
    ways = [TurnWay("roll", (), state.rules.dice, throw)]
    return [*ways, TurnWay("stop", (), 0, stand)] if turn.throws else ways


BEHIND = 30
BIG = 40

PigState = TurnState[Rules]


class PigFace(Face):
    dice = (1,)
    quick = (QuickGame(_("Pig to 50"), "pig", {"goal": 50}),)
    terms: Mapping[str, tuple[Text, Text]] = {"bank": (_("Bank"), _("Keep the points of the turn and end it."))}
    sentences: Mapping[str, Says] = {
        "bust": lambda player, _points: _("{player} rolls a one. No points.", player=player),
        "banked": lambda player, points: ngettext(
            "{player} banks one point.", "{player} banks {count} points.", points, player=player
        ),
    }
    tells: Mapping[str, News] = {"bust": News(_("Bust!"), rare=False)}
    effects: Mapping[str, Effect] = {"bust": "bust", "banked": "bank"}
    chart = points_chart(1, 10, 20, 30, 40)

    def mean(self, rules: Rules) -> float:
        return float(of_throw(rules.dice, 0, 0))

    def slots(self, state: PigState, turn: Turn) -> Iterator[Slot]:
        blanks = 0 if turn.throws else state.rules.dice
        yield Slot("thrown", _("To roll") if blanks else _("Rolled"), turn.loose, blanks=blanks)
        yield banked_slot(0 if turn.bust else turn.points)

    def facts(self, state: PigState) -> Iterator[Fact]:
        yield race_fact(state, max(state.totals.values()))
        if state.turn and not state.leg:
            yield Fact(_("Round {number}", number=state.round))

    def stand(self, state: PigState) -> Text:
        return _("Stand: bank {points}", points=state.turn.points if state.turn else 0)

    def chances(self, state: PigState) -> Iterator[Chance]:
        dice = state.rules.dice
        says = _("Turn lost: a 1") if dice == 1 else _("Turn lost: at least one 1")
        yield Chance("bust", float(1 - Fraction(5, 6) ** dice), says=says)

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        dice = rules.dice
        yield RuleLine(
            ngettext(
                "Roll one die as often as you like, and add up what it shows.",
                "Roll {number} dice as often as you like, and add up what they show.",
                dice,
                number=in_words(dice),
            ),
            blank(dice),
        )
        yield RuleLine(
            ngettext(
                "A 1 ends the turn, and its points are lost.",
                "A single 1 ends the turn, and its points are lost.",
                dice,
            ),
            drawn(1),
        )
        if dice > 1:
            yield RuleLine(_("With two 1s you lose all points but a head start."), drawn(1, 1))
        yield RuleLine(_("Stand to bank the points of the turn."))
        yield RuleLine(_("{goal} points win.", goal=rules.goal))
        if rules.ends == "round":
            yield RuleLine(_("When a player has enough points, the round is finished. The most points win."))
            yield RuleLine(PLAY_ON, rank=4)
        else:
            yield RuleLine(_("The first player with enough points wins at once."))
        yield tie_line(rules)

    def goes_on(self, _state: PigState, turn: Turn, _then: Text | None, _rail: bool) -> Text:
        return _("{player} has {points}: roll again or STAND", player=turn.player, points=turn.points)

    def counting(self, _state: PigState, turn: Turn) -> Text:
        if turn.bust:
            dice = " ".join(map(str, turn.loose))
            return _("{player}: {dice} – turn lost. ROLL ends it", player=turn.player, dice=dice)
        return _("{player}: {points} this turn. ROLL counts, STAND banks", player=turn.player, points=turn.points)

    def roll_called(self, _state: PigState, turn: Turn, player: str) -> Text:
        points = full_sentence(_("{number} this turn", number=spelled(turn.points)))
        return roll_called(player, turn.loose, points)

    def end_called(self, _state: PigState, turn: Turn, player: str) -> Text:
        if turn.bust:
            return _("{player} rolls a one. No points.", player=player)
        return _("{player} banks {number}.", player=player, number=spelled(turn.points))


class Pig(TurnGame):
    kind = "pig"
    moment_texts: Mapping[str, MomentText] = {
        "pig.comeback": MomentText(_("Turned the tide"), _("Win from 30 points behind."), "wind"),
        "pig.big_turn": MomentText(_("Full hold"), _("Bank 40 or more in one turn."), "chest"),
    }
    title = _("Pig")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {}
    commands: Mapping[str, type[Event]] = {"stop": Stopped}
    examples: Mapping[str, str] = {"stop": '{"stop": true}'}
    figure_names: Mapping[str, FigureName] = {
        "expected_turn": FigureName(_("mean score of a turn")),
        "hold_at": FigureName(_("stand at")),
        "first_player_wins": FigureName(_("first player wins"), is_chance=True),
        "hold_at_to_win": FigureName(_("stand at, to win")),
    }
    coach = PigCoach()
    face = PigFace()

    def must_roll(self, state: PigState, _turn: Turn) -> int:
        return state.rules.dice

    def thrown(self, _state: PigState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        if 1 in dice:
            return replace(turn, throws=turn.throws + 1, loose=dice, bust=True, over=True)
        return replace(turn, throws=turn.throws + 1, loose=dice, points=turn.points + sum(dice))

    def stopped(self, _state: PigState, turn: Turn) -> Turn:
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        return replace(turn, over=True)

    def held(self, _state: PigState, _turn: Turn) -> tuple[int, ...]:
        return ()

    def result(self, _rules: Rules, turn: Turn) -> Result:
        return (0 if turn.bust else turn.points,)

    def most_head_start(self, rules: Rules) -> int:
        return rules.goal - 1

    def counted(self, state: PigState, turn: Turn) -> PigState:
        """Return the state with the points added, or all but a head start lost with two 1s.

        The game may be over at once where the goal is reached.
        """
        lost = turn.loose == (1, 1)
        had = state.handicap.get(turn.player, 0) if lost else state.totals[turn.player]
        total = had + self.result(state.rules, turn)[0]
        state = replace(state, totals={**state.totals, turn.player: total})
        if state.rules.ends == "at_once" and total >= state.rules.goal:
            return rounds.end(state, [turn.player])
        return state

    def end_of_round(self, state: PigState) -> PigState:
        if max(state.totals[name] for name in state.present) < state.rules.goal:
            return rounds.next_round(state)
        return self.settled(state, self.leading(state, {name: (total,) for name, total in state.totals.items()}))

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        for one in step.said:
            if one.word == "banked" and one.player and (one.number or 0) >= BIG:
                yield one.player, "pig.big_turn"
        if from_behind(step, past, lambda state: state.totals, BEHIND):
            yield step.after.winner, "pig.comeback"

    def win_chances(self, state: PigState) -> WinChances | None:
        return win_chances(state)

    def said(self, _before: PigState, after: PigState, turn: Turn) -> Sequence[Announcement]:
        if turn.bust:
            return (Announcement("bust", turn.player, turn.points),)
        return (Announcement("banked", turn.player, self.result(after.rules, turn)[0]),)

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the highest mean of a first turn and the points to stand at for it.

        Where the game of two players is solved, also the first player's chance to win, to the precision of a float, and
        the points to stand at in the first turn to win.
        """
        found: dict[str, Figure] = {"expected_turn": of_throw(rules.dice, 0, 0), "hold_at": hold_at(rules.dice)}
        if is_solved(rules):
            solved = race(rules.goal)
            found |= {"first_player_wins": solved.chance(0, 0), "hold_at_to_win": solved.hold_at(0, 0)}
        return found
