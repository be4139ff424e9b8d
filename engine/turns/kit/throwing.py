"""Games in which nothing is chosen among the dice of a throw: they are thrown again, or leave by themselves."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from engine.errors import Refused
from engine.face import Chance, Slot
from engine.i18n import Text, full_sentence, number, spelled
from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import InTurn, WinChances, added, best_of, shared, sum_of
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay
from engine.turns.face import aside_slot, banked_slot
from engine.turns.kit.game import KitGame
from engine.turns.kit.luck import Place, StopPlay, begun, enough, mean_of, outcomes, spread_of
from engine.turns.kit.play import Play
from engine.turns.state import Turn, TurnState
from engine.values import replace

State = TurnState[Any]


class ThrowGame(KitGame):
    """A game of throws, with or without a stop."""

    coach: "ThrowCoach"

    def __init__(self, file: Any) -> None:
        self.coach = ThrowCoach(self)
        play = file.play(file.usual)
        self.stays = "aside" if play.drops else "nothing"
        self.figure_names = {
            "expected_turn": FigureName(_("mean score of a turn")),
            "expected_total": FigureName(_("mean total of a game")),
            "ends": FigureName(_("a roll ends the turn"), is_chance=True),
            **({"hold_at": FigureName(_("stand at"))} if play.stop else {}),
        }
        super().__init__(file)

    def words(self) -> tuple[str, ...]:
        play = self.play
        ends_with = "total" if play.wins == "round" else "banked" if play.stop else "scored"
        return tuple(map(self.word, (ends_with, *(("bust",) if play.bust or play.lose_all else ()))))

    def must_roll(self, state: State, turn: Turn) -> int:
        play = self.play_of(state.rules)
        return len(turn.loose) if play.drops and turn.throws else play.dice

    def thrown(self, state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        play, target, throws = self.play_of(state.rules), self.target(state), turn.throws + 1
        if play.is_bust(dice, target):
            return replace(turn, throws=throws, loose=dice, bust=True, over=True)
        leave, stay = play.split(dice)
        points = play.points(dice, target)
        over = (play.drops and not stay) or throws == play.throws or (play.ends_without_score and not points)
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

    def points(self, _rules: Any, turn: Turn) -> int:
        return 0 if turn.bust else turn.points

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
        """Return the highest mean of a turn, of a game, how often a throw ends a turn, and the points to stand at."""
        play = self.play_of(rules)
        found: dict[str, Figure] = {}
        if play.bust or play.lose_all or play.ends_without_score:
            known = outcomes(play, play.dice, play.target(1))
            found["ends"] = Fraction(sum(ways for one, ways in known if one.over), 6**play.dice)
        if play.first_target and not play.stop:
            turns = [mean_of(play, play.target(one), begun(play)) for one in range(1, play.rounds + 1)]
            total = sum(turns, Fraction(0))
            return {"expected_turn": total / len(turns), "expected_total": total, **found}
        if not play.stop:
            return {"expected_turn": mean_of(play, 0, begun(play)), **found}
        best = for_points(play, play.target(1), 0)
        stands = (
            points
            for points in range(1, enough(play, play.target(1)) + 1)
            if points >= best.throw(points, play.dice, 0)
        )
        return {"expected_turn": best.throw(*begun(play)), "hold_at": next(stands, 0), **found}


@cache
def for_points(play: Play, target: int, total: int) -> StopPlay[Fraction]:
    """Return the turn with the highest mean change of the total, of which ``total`` points can be lost."""
    return StopPlay(play, enough(play, target), Fraction, lambda lost: Fraction(-total if lost > 1 else 0), target)


def place_of(play: Play, turn: Turn) -> Place:
    dice = len(turn.loose) if play.drops and turn.throws else play.dice
    return turn.points, dice, turn.throws if play.throws else 0


class ThrowCoach(Coach):
    """The values of turns: ``points`` is the mean change of the total."""

    aims: Sequence[str] = ("points",)

    def __init__(self, game: KitGame) -> None:
        self._game = game

    def aim(self, _state: State) -> str:
        return "points"

    def ways(self, state: State, turn: Turn, _aim: str) -> list[TurnWay]:
        dice = self._game.must_roll(state, turn)
        ways = [TurnWay("roll", (), dice, self.of_throw(state, turn))]
        if turn.throws and self._game.play_of(state.rules).stop:
            ways.append(TurnWay("stop", (), 0, Fraction(turn.points)))
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

    def _at_stake(self, state: State, turn: Turn) -> int:
        """Return the points that a turn can lose beside its own: none in a roll-off."""
        play = self._game.play_of(state.rules)
        if state.leg or not play.lose_all:
            return 0
        return int(state.totals[turn.player]) - state.handicap.get(turn.player, 0)

    def chances(self, state: State) -> WinChances | None:
        """Return the chances to win where nobody has a choice: exact; None in other games and for a player alone."""
        turn, play, target = state.turn, self._game.play_of(state.rules), self._game.target(state)
        if turn is None or len(state.present) < 2 or play.stop or play.goal or play.lose_all:
            return None
        now = spread_of(play, target, place_of(play, turn))
        results, later = rounds.done_and_later(state)
        if play.wins == "round" or state.leg:
            whole = spread_of(play, target, begun(play))
            after = InTurn(len(later), lambda *_: (whole,), lowest=play.lowest)
            shares = after.shares([result[0] for result in results.values()], now)
            return WinChances(shared(state.players, (*results, turn.player, *later), shares).of, about=False)
        sign, ends = -1 if play.lowest else 1, {}
        for name in state.present:
            found = added({int(state.totals[name]): 1.0}, now if name == turn.player else {0: 1.0})
            for first, many in Counter(
                play.target(place) for place in range(state.round + (name not in later), play.rounds + 1)
            ).items():
                found = added(found, sum_of(spread_of(play, first, begun(play)), many))
            ends[name] = {sign * points: chance for points, chance in found.items()}
        chances = best_of(ends)
        return WinChances({name: chances.get(name, 0.0) for name in state.players}, about=False)
