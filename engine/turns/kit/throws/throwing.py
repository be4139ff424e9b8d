"""Games in which nothing is chosen among the dice of a throw: they are thrown again, or leave by themselves."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from typing import Any

from engine.errors import Refused
from engine.face import Chance, Slot
from engine.i18n import Text, full_sentence, number, spelled
from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, FigureName, OddsAsked, OddsReport
from engine.reports.turns_to_goal import RaceSeats
from engine.reports.win_chances import (
    AllAlike,
    Spread,
    WinChances,
    added,
    best_of,
    best_of_normal,
    grouped,
    shared,
    sum_of,
)
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay, Value
from engine.turns.face import aside_slot, banked_slot
from engine.turns.kit.file.play import NO_TARGET, Play
from engine.turns.kit.game import KitGame
from engine.turns.kit.simulation import ALL_LOST, points_on, simulated
from engine.turns.kit.throws import race
from engine.turns.kit.throws.luck import Place, begun, for_points, mean_of, outcomes, risks_all, spread, spread_of
from engine.turns.state import Result, Turn, TurnState
from engine.values import replace

State = TurnState[Any]

MOST_NUMBERS = 250
"""Numbers of a spread that is added to others; where there are more, the nearest are taken together."""


MOST_COMPARED = 4_000_000
"""Numbers that are compared with those of all pairs of others; where there are more, totals are taken to be normal."""


class ThrowGame(KitGame):
    """A game of throws, with or without a stop."""

    coach: "ThrowCoach"

    def __init__(self, file: Any) -> None:
        play = file.play(file.usual)
        self.coach = ThrowCoach(self, play)
        self.stays = "aside" if play.drops else "nothing"
        self.figure_names = {
            "expected_turn": FigureName(_("mean score of a turn")),
            "expected_total": FigureName(_("mean total of a game")),
            "ends": FigureName(_("a roll ends the turn"), is_chance=True),
            "hold_at": FigureName(_("stand at")),
            "first_player_wins": FigureName(_("first player wins"), is_chance=True),
            "hold_at_to_win": FigureName(_("stand at, to win")),
        }
        super().__init__(file)

    def words(self) -> tuple[str, ...]:
        play, plays = self.play, self.file.plays
        ends_with = "total" if play.wins == "round" else "banked" if play.stop else "scored"
        bust = ("bust",) if any(one.bust or one.lose_all for one in plays) else ()
        return tuple(map(self.word, (ends_with, *bust)))

    def must_roll(self, state: State, turn: Turn) -> int:
        play = self.play_of(state.rules)
        return len(turn.loose) if play.drops and turn.throws else play.dice

    def thrown(self, state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        play, target, throws = self.play_of(state.rules), self.target(state), turn.throws + 1
        if play.is_bust(dice, target):
            return replace(turn, throws=throws, loose=dice, bust=True, over=True)
        leave, stay = play.split(dice)
        points = play.points(dice, target)
        ended = not points or (play.at_once and 0 < play.goal <= state.totals[turn.player] + turn.points + points)
        over = (play.drops and not stay) or throws == play.throws or (play.ends_without_score and ended)
        return replace(
            turn,
            throws=throws,
            aside=turn.aside + turn.fresh,
            fresh=leave,
            loose=stay,
            points=turn.points + points,
            over=over,
        )

    def stopped(self, state: State, turn: Turn) -> Turn:
        if not self.play_of(state.rules).stop:
            raise Refused("no_standing", _("You can’t stand: the turn ends by itself."))
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        return replace(turn, over=True)

    def result(self, _rules: Any, turn: Turn) -> Result:
        return (0 if turn.bust else turn.points,)

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        play = self.play_of(state.rules)
        if play.drops:
            yield aside_slot(turn)
        blanks = 0 if turn.throws else play.dice
        yield Slot("thrown", _("To roll") if blanks else _("Rolled"), turn.loose, blanks=blanks)
        yield banked_slot(0 if turn.bust else turn.points)

    def stand_label(self, state: State) -> Text | None:
        if not self.play.stop:
            return None
        return _("Stand: bank {points}", points=state.turn.points if state.turn else 0)

    def chances_shown(self, state: State) -> Iterator[Chance]:
        """Yield the chance that the next throw loses the turn, or else the mean of the turn."""
        play, turn = self.play_of(state.rules), state.turn
        if turn is None:
            return
        known = outcomes(play, self.must_roll(state, turn), self.target(state))
        lost = sum(ways for one, ways in known if one.lost)
        if lost:
            says = self.file.bust_chance
            dice = play.dice
            yield Chance("bust", lost / sum(ways for _, ways in known), says=says(dice) if says else _("Turn lost"))
        else:
            yield Chance("mean", float(self.coach.of_throw(state, turn)), "points")

    def goes_on(self, _state: State, turn: Turn, then: Text | None) -> Text | None:
        if self.play.stop:
            return _("{player} has {points}: roll again or STAND", player=turn.player, points=turn.points)
        return then or _("{player} has {points}: roll again", player=turn.player, points=turn.points)

    def counting(self, _state: State, turn: Turn) -> Text:
        player, points = turn.player, number(turn.points)
        if turn.bust:
            dice = " ".join(map(str, turn.loose))
            return _("{player}: {dice} – turn lost. ROLL ends it", player=player, dice=dice)
        if self.play.stop:
            return _("{player}: {points} this turn. ROLL counts, STAND banks", player=player, points=points)
        return _("{player}: {points} this turn. ROLL counts", player=player, points=points)

    def then_called(self, _state: State, turn: Turn) -> Text:
        return full_sentence(_("{number} this turn", number=spelled(turn.points)))

    def ended_with(self, _state: State, turn: Turn) -> tuple[str, int]:
        if turn.bust:
            return "bust", turn.points
        return ("total" if self.play.wins == "round" else "banked" if self.play.stop else "scored"), turn.points

    def win_chances(self, state: State) -> WinChances | None:
        return self.coach.chances(state)

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        """Return the highest mean of a first turn, and where one may stop, the points to stand at for it.

        Where the game of two players is solved, also the first player's chance to win, to the precision of a float, and
        the points to stand at in the first turn to win.
        """
        play = self.play_of(rules)
        found: dict[str, Figure] = {}
        if play.bust or play.lose_all or play.ends_without_score:
            known = outcomes(play, play.dice, play.target(1))
            found["ends"] = Fraction(sum(ways for one, ways in known if one.over), 6**play.dice)
        if play.first_target and play.rounds and not play.stop:
            turns = [mean_of(play, play.target(one), begun(play)) for one in range(1, play.rounds + 1)]
            total = sum(turns, Fraction(0))
            return {"expected_turn": total / len(turns), "expected_total": total, **found}
        if not play.stop:
            return {"expected_turn": mean_of(play, play.target(1), begun(play)), **found}
        mean = for_points(play, play.target(1), 0).throw(*begun(play))
        found = {"expected_turn": mean, "hold_at": race.hold_at(play), **found}
        if race.is_solved(play):
            solved = race.race(play)
            found |= {"first_player_wins": solved.chance(0, 0), "hold_at_to_win": solved.hold_at(0, 0)}
        return found

    def odds_report(self, rules: Any, asked: OddsAsked) -> OddsReport:
        report, play = super().odds_report(rules, asked), self.play_of(rules)
        why = _(
            "Who wins is solved for goals of up to {most} that win at once, with few kinds of rolls.", most=race.MOST
        )
        return replace(report, lines=(why,)) if play.stop and play.goal and not race.is_solved(play) else report


@lru_cache(maxsize=8)
def _in_rounds(play: Play, begun_with: int) -> Spread:
    """Return the spread of the points of one player in that round and all after it."""
    targets, found = play.targets(NO_TARGET), dict[int, float]({0: 1.0})
    to_come = range(begun_with, play.rounds + 1)
    for first, many in Counter(targets[min(one, len(targets)) - 1] for one in to_come).items():
        found = added(grouped(found, MOST_NUMBERS), sum_of(spread_of(play, first, begun(play)), many, MOST_NUMBERS))
    return found


def _normal(found: Spread) -> tuple[float, float]:
    """Return the mean and the standard deviation."""
    mean = sum(number * chance for number, chance in found.items())
    return mean, max(0.3, sqrt(sum((number - mean) ** 2 * chance for number, chance in found.items())))


def place_of(play: Play, turn: Turn) -> Place:
    dice = len(turn.loose) if play.drops and turn.throws else play.dice
    return turn.points, dice, turn.throws if play.throws else 0


class ThrowCoach(Coach):
    """The values of turns: ``points`` is the mean change of the total, ``win`` the chance to win."""

    aims: Sequence[str] = ("points",)

    def __init__(self, game: KitGame, play: Play) -> None:
        self._game = game
        if play.stop and play.goal:
            self.aims = ("points", "win")

    def aim(self, state: State) -> str:
        return "win" if self._solved(state) or self._decides(state) else "points"

    def is_about(self, state: State) -> bool:
        """Return whether others are to come, or the turn may yet not decide, where the game is not solved."""
        seats = self.seats(state)
        return not self._solved(state) and (seats is None or bool(seats.later) or not seats.is_last(0))

    def ways(self, state: State, turn: Turn, aim: str) -> list[TurnWay]:
        throw: Value = self.of_throw(state, turn)
        stand: Value = Fraction(turn.points)
        if aim == "win":
            throw, stand = self._to_win(state, turn)
        ways = [TurnWay("roll", (), self._game.must_roll(state, turn), throw)]
        if turn.throws and self._game.play_of(state.rules).stop:
            ways.append(TurnWay("stop", (), 0, stand))
        return ways

    def of_throw(self, state: State, turn: Turn) -> Fraction:
        play, target = self._game.play_of(state.rules), self._game.target(state)
        place = place_of(play, turn)
        if not play.stop:
            return mean_of(play, target, place)
        return for_points(play, target, self._at_stake(state, turn)).throw(*place)

    def of_result(self, state: State, turn: Turn) -> Fraction:
        if turn.bust:
            play, target = self._game.play_of(state.rules), self._game.target(state)
            return Fraction(-self._at_stake(state, turn) if play.loses_all(turn.loose, target) else 0)
        return Fraction(turn.points)

    def chances(self, state: State) -> WinChances | None:
        """Return the chances to win; None for a player alone, and where the least wins of those who may stand."""
        turn, play, target = state.turn, self._game.play_of(state.rules), self._game.target(state)
        if turn is None or len(state.present) < 2 or (play.stop and play.lowest):
            return None
        if play.wins == "points" and (play.goal or play.stop or risks_all(play)):
            found = self._of_race(state, play, turn)
            if found or not state.leg:
                return found or self._simulated(state, play, turn)
        now = self._ends(play, target, place_of(play, turn))
        results, later = rounds.done_and_later(state)
        if play.wins == "round" or state.leg:
            whole = self._ends(play, target, begun(play))
            after = AllAlike(len(later), whole, lowest=play.lowest)
            shares = after.shares([result[0] for result in results.values()], now)
            return WinChances(shared(state.players, (*results, turn.player, *later), shares).of, about=play.stop)
        sign, ends = -1 if play.lowest else 1, {}
        for name in state.present:
            own = _in_rounds(play, state.round + (name not in later))
            own = added(own, grouped(now, MOST_NUMBERS)) if name == turn.player else own
            total = state.totals[name]
            ends[name] = {sign * (total + points): chance for points, chance in own.items()}
        is_few = sum(map(len, ends.values())) * len(ends) ** 2 <= MOST_COMPARED
        chances = best_of(ends) if is_few else best_of_normal({name: _normal(one) for name, one in ends.items()})
        return WinChances({name: chances.get(name, 0.0) for name in state.players}, about=not is_few)

    def _ends(self, play: Play, target: int, place: Place, lost_all: int = 0) -> Spread:
        """Return the spread of a turn of one who stands where the mean is highest, where one may."""
        if not (play.stop or lost_all):
            return spread_of(play, target, place)
        return spread(play, target, place, lambda points: play.stop and points >= race.hold_at(play), lost_all)

    def _of_race(self, state: State, play: Play, turn: Turn) -> WinChances | None:
        seats, place = self.seats(state), place_of(play, turn)
        if seats is None:
            return None
        if found := self._solved(state):
            game, own, other = found
            won = game.chance(own, other, turn.points)
            of = {name: won if name == turn.player else 1 - won for name in state.present}
            return WinChances({name: of.get(name, 0.0) for name in state.players}, about=False)
        if seats.is_last(turn.points):
            ends_with = race.last_turn(play, seats).spread(place)
        else:
            enough = min(race.hold_at(play), seats.goal - seats.own)
            ends_with = spread(play, 0, place, lambda points: points >= enough)
        return shared(state.players, seats.names, race.shares(play, seats, ends_with))

    def _simulated(self, state: State, play: Play, turn: Turn) -> WinChances | None:
        """Return the chances where points add up, and no race is solved: all stand where the mean is highest."""
        targets = play.targets(NO_TARGET)

        def whole(number: int) -> Spread:
            return race.at_best(play, targets[min(number, len(targets)) - 1])

        now = self._ends(play, self._game.target(state), place_of(play, turn), ALL_LOST)
        return simulated(state, partial(points_on, play, state, now, whole))

    def seats(self, state: State) -> RaceSeats | None:
        """Return the seats; None for a player alone, and where all points can be lost, before the goal is reached."""
        play, turn = self._game.play_of(state.rules), state.turn
        names = tuple(name for name in state.order if name not in state.gone)
        if turn is None or len(names) < 2 or not (play.stop and play.goal) or play.first_target or play.lowest:
            return None
        if not race.is_followed(play):
            return None
        of = {name: result[0] for name, result in state.results.items()} if state.leg else state.totals
        seat = names.index(turn.player)
        later = () if play.at_once and not state.leg else tuple(range(seat + 1, len(names)))
        seats = RaceSeats(names, tuple(of.get(name, 0) for name in names), seat, later, play.goal, bool(state.leg))
        return None if risks_all(play) and not seats.is_last(0) else seats

    def _decides(self, state: State) -> bool:
        """Return whether the turn decides the game, or the roll-off: the goal is reached, with its points too."""
        seats = self.seats(state)
        return seats is not None and seats.is_last(state.turn.points if state.turn else 0)

    def _solved(self, state: State) -> tuple[race.Race, int, int] | None:
        """Return the solved game, the points of the player on turn, and the other's; None where it is not solved."""
        play = self._game.play_of(state.rules)
        if state.turn is None or state.leg or len(state.present) != 2 or not race.is_solved(play):
            return None
        [other] = [name for name in state.present if name != state.turn.player]
        return race.race(play), state.totals[state.turn.player], state.totals[other]

    def _to_win(self, state: State, turn: Turn) -> tuple[float, float]:
        """Return the values of a throw and of standing."""
        if found := self._solved(state):
            game, own, other = found
            return game.of_throw(own, other, turn.points), game.of_standing(own, other, turn.points)
        seats, play = self.seats(state), self._game.play_of(state.rules)
        if seats is None or not seats.is_last(turn.points):
            raise Refused(
                "no_advice",
                f"There is advice to win for two players where the goal, up to {race.MOST} points, ends the game at "
                "once, and once the goal is reached.",
            )
        best = race.last_turn(play, seats)
        return best.throw(*place_of(play, turn)), best.stand(turn.points)

    def _at_stake(self, state: State, turn: Turn) -> int:
        """Return the points that a turn can lose beside its own: none in a roll-off."""
        play = self._game.play_of(state.rules)
        if state.leg or not risks_all(play):
            return 0
        return int(state.totals[turn.player]) - state.handicap.get(turn.player, 0)
