"""Games in which dice that score are set aside of each throw, and the others are thrown, or the points banked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.face import Chance, Slot, roll_called
from engine.i18n import Text, in_words, ngettext, number
from engine.i18n import gettext as _
from engine.players import clockwise
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.coach import advise
from engine.turns.face import aside_slot, banked_slot
from engine.turns.game import Wait
from engine.turns.kit.game import KitGame
from engine.turns.kit.scoring.chances import (
    BankCoach,
    bust,
    for_points,
    further_parts,
    least_of,
    points_of,
    setting_of,
    win_chances,
)
from engine.turns.kit.scoring.sets import SetTable
from engine.turns.setting_aside import check_lie, without
from engine.turns.state import Turn, TurnState
from engine.values import Announcement, replace

State = TurnState[Any]


class BankGame(KitGame):
    stays = "aside"
    coach: BankCoach
    move = ("set_aside", "set_aside")

    def __init__(self, file: Any) -> None:
        self.again = file.play(file.usual).dice
        self.figure_names = {
            "busts": FigureName(_("no score"), is_chance=True),
            "expected_turn": FigureName(_("mean score of a turn")),
        }
        super().__init__(file)

    def _own_move(self) -> None:
        super()._own_move()
        self.coach = BankCoach(self)

    def words(self) -> tuple[str, ...]:
        return tuple(map(self.word, ("banked", "bust", "hot_dice", "last_round", "streak")))

    def table(self, state: State) -> SetTable:
        return self.play_of(state.rules).table

    def best_part(self, state: State, turn: Turn) -> tuple[tuple[int, ...], int]:
        """Return the dice of the throw to set aside for the most points to bank, and the points of the turn with them.

        Where all dice must be rolled again once they have scored, one is left; there are no points if none can be.
        """
        table, must = self.table(state), self.play_of(state.rules).hot == "must"
        if not turn.loose:
            return (), 0 if must else points_of(table, turn)
        parts = [part for part in further_parts(table, turn) if not must or len(part[0]) < len(turn.loose)]
        dice, _left, points = max(parts, key=lambda part: (part[2], -len(part[0])), default=((), 0, 0))
        return dice, points

    # A turn

    def must_roll(self, state: State, turn: Turn) -> int:
        dice = self.play_of(state.rules).dice
        if not turn.throws:
            return dice
        return (len(turn.loose) or dice) if turn.fresh else 0

    def why_no_roll(self, _state: State, _turn: Turn) -> Refused:
        return Refused("nothing_set_aside", _("Set aside at least one die that scores first."))

    def thrown(self, state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw. Dice that have all scored come back; without a score the turn ends."""
        table = self.table(state)
        aside = () if turn.fresh and not turn.loose else turn.aside + turn.fresh
        lost = not table.parts(tuple(sorted(dice)))
        return Turn(turn.player, turn.throws + 1, aside, (), dice, points_of(table, turn), lost, lost)

    def stopped(self, state: State, turn: Turn) -> Turn:
        why = self._why_not_stopped(state, turn)
        if why is not None:
            raise Refused(why, self._refusal(why, state, turn))
        return replace(turn, over=True)

    def may_stop_now(self, state: State, turn: Turn) -> bool:
        return self._why_not_stopped(state, turn) is None

    def _why_not_stopped(self, state: State, turn: Turn) -> str | None:
        """Return the code of the refusal, None where the player may stop."""
        play = self.play_of(state.rules)
        if not turn.fresh:
            return "nothing_set_aside" if turn.throws else "nothing_thrown"
        points = points_of(play.table, turn)
        if points < play.to_bank:
            return "too_few"
        if points < least_of(play, state, turn.player):
            return "not_opened"
        return "must_roll" if play.hot == "must" and not turn.loose else None

    def _refusal(self, why: str, state: State, turn: Turn) -> Text:
        play = self.play_of(state.rules)
        match why:
            case "nothing_thrown":
                return _("Roll first.")
            case "nothing_set_aside":
                return _("Set aside at least one die that scores first.")
            case "must_roll":
                return _("All dice have scored: roll all of them again.")
        points = points_of(play.table, turn)
        if why == "too_few":
            return _(
                "{player} has {points} points: {least} are needed to bank.",
                player=turn.player,
                points=points,
                least=play.to_bank,
            )
        return _(
            "{player} has {points} points: the first scoring turn takes {opening}.",
            player=turn.player,
            points=points,
            opening=play.opening,
        )

    def standing(self, state: State, turn: Turn) -> tuple[Event, ...]:
        more, points = self.best_part(state, turn)
        if not points:
            return ()
        (aside,) = self.events.values()
        return (aside(more), Stopped()) if more else (Stopped(),)  # type: ignore[call-arg]

    def chosen(self, state: State, turn: Turn, event: Any) -> Turn:
        check_lie(turn, turn.loose, event.dice)
        if not event.dice:
            raise Refused("no_dice", _("Choose the dice to set aside."))
        fresh = turn.fresh + event.dice
        if lazy := self.table(state).idle(tuple(sorted(fresh))):
            raise Refused("scores_nothing", _why_idle(lazy[0], fresh.count(lazy[0])))
        return replace(turn, fresh=fresh, loose=without(turn.loose, event.dice))

    def may_set_aside(self, state: State, turn: Turn) -> tuple[int, ...]:
        """Return the dice that can be among those set aside of this throw, beside those that are."""
        if not turn.loose or not turn.throws:
            return ()
        faces = self.table(state).more(tuple(sorted(turn.fresh)), tuple(sorted(turn.lies)))
        return tuple(die for die in turn.loose if die in faces)

    def scoring(self, state: State, turn: Turn) -> tuple[int, ...]:
        return self.best_part(state, turn)[0]

    def why_not_aside(self, _state: State, turn: Turn, face: int) -> str:
        if face not in turn.loose:
            return _("There’s no {face} on the tray.", face=face)
        return _why_idle(face, turn.lies.count(face))

    def held(self, _state: State, turn: Turn) -> tuple[int, ...]:
        """Return the dice set aside, none once all have scored: they are all thrown again."""
        return () if turn.fresh and not turn.loose else turn.aside + turn.fresh

    def points(self, rules: Any, turn: Turn) -> int:
        return 0 if turn.bust else points_of(self.play_of(rules).table, turn)

    # Rounds

    def counted(self, state: State, turn: Turn) -> State:
        name, play = turn.player, self.play_of(state.rules)
        total = state.totals[name] + self.points(state.rules, turn)
        busts = state.busts.get(name, 0) + 1 if turn.bust else 0
        if play.streak and busts == play.streak:
            total, busts = total - play.streak_costs, 0
        state = replace(
            state,
            totals={**state.totals, name: total},
            busts={**state.busts, name: busts},
            opened=state.opened if turn.bust else state.opened | {name},
        )
        if total < play.goal:
            return state
        return rounds.end(state, [name]) if play.at_once else replace(state, closer=state.closer or name)

    def end_of_round(self, state: State) -> State:
        """Return the next round; with the goal reached the last turns of those who had none since, then the end."""
        if state.closer is None:
            return rounds.next_round(state)
        if state.closer in state.order:
            before = clockwise(state.players, state.starter)
            before = before[: before.index(state.closer)]
            to_come = [name for name in before if name in state.present]
            if to_come:
                return rounds.next_round(state, to_come)
        return self.settled(state, self.leading(state, {name: (total,) for name, total in state.totals.items()}))

    def without_leaver(self, state: State) -> State:
        """Return the state in which the game goes on if no player present has reached the goal.

        The extra turns of the last round are then the beginning of a round of all players.
        """
        goal = self.play_of(state.rules).goal
        if state.closer is None or any(state.totals[name] >= goal for name in state.present):
            return state
        others = [name for name in rounds.order_from(state, state.starter) if name not in state.order]
        return replace(state, closer=None, order=(*state.order, *others))

    def closed_to(self, state: State) -> Wait | None:
        return "mid_game" if state.closer else super().closed_to(state)

    def win_chances(self, state: State) -> WinChances | None:
        return win_chances(self.play_of(state.rules), state)

    # What is shown and said

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        yield aside_slot(turn)
        if turn.loose:
            yield Slot("thrown", _("Rolled"), turn.loose)
        else:
            yield Slot("thrown", _("To roll"), state="open", blanks=self.play_of(state.rules).dice)
        yield banked_slot(0 if turn.bust else points_of(self.table(state), turn))

    def stand_label(self, state: State) -> Text:
        points = self.best_part(state, state.turn)[1] if state.turn else 0
        return _("Stand: bank {points}", points=number(points))

    def chances_shown(self, state: State) -> Iterator[Chance]:
        """Yield the chance of a bust with the next roll of the best advice, and the mean of the turn."""
        play = self.play_of(state.rules)
        ways = advise(self.coach, state, self.coach.aim(state), lowest=False).choices
        dice = next((one.throw for one in ways if one.throw), play.dice)
        says = self.file.bust_chance
        chance = float(bust(play.table, dice))
        yield Chance(self.word("bust"), chance, says=says(dice, number=in_words(dice)) if says else _("Turn lost"))
        yield Chance("mean", advise(self.coach, state, "points", lowest=False).best.value, "points")

    def goes_on(self, state: State, turn: Turn, then: Text | None) -> Text | None:
        player, least = turn.player, least_of(self.play_of(state.rules), state, turn.player)
        most = self.best_part(state, turn)[1]
        if turn.fresh:
            if most < least or not most:
                return then
            points = number(points_of(self.table(state), turn))
            if not turn.loose:
                return _("Hot dice! Roll or STAND: {points}", points=points)
            return _("{then} or STAND: {points}", then=then, points=points)
        if most and most >= least:
            return _("{player}: hold or STAND: {points}", player=player, points=number(most))
        if most < self.play_of(state.rules).to_bank:
            return None
        return _("{player}: hold and roll, {opening} to open", player=player, opening=number(least))

    def counting(self, state: State, turn: Turn) -> Text | None:
        if turn.bust:
            if self.file.lost:
                return self.file.lost(player=turn.player)
            dice = " ".join(map(str, turn.loose))
            return _("{player}: {dice} – turn lost. ROLL ends it", player=turn.player, dice=dice)
        most = self.best_part(state, turn)[1]
        if not most or most < least_of(self.play_of(state.rules), state, turn.player):
            return None
        return _("{player}: up to {points}. ROLL counts, STAND banks", player=turn.player, points=number(most))

    def called(self, state: State, turn: Turn, player: str) -> Text:
        if turn.fresh and not turn.loose:
            if self.play_of(state.rules).dice == 6:
                return _("Hot dice, {player}! Roll all six.", player=player)
            return _("Hot dice, {player}! Roll all dice.", player=player)
        return roll_called(player, turn.lies, _("Hold what scores."))

    def ended_with(self, state: State, turn: Turn) -> tuple[str, int]:
        return ("bust", turn.points) if turn.bust else ("banked", self.points(state.rules, turn))

    def said(self, before: State, after: State, turn: Turn) -> Sequence[Announcement]:
        said = [*super().said(before, after, turn)]
        if turn.bust and after.totals[turn.player] < before.totals.get(turn.player, 0):
            costs = self.play_of(after.rules).streak_costs
            said.append(Announcement(self.word("streak"), turn.player, costs))
        if not turn.bust and after.closer != before.closer:
            said.append(Announcement(self.word("last_round"), turn.player, after.totals[turn.player]))
        return said

    def said_in_turn(self, before: Turn, after: Turn) -> Sequence[Announcement]:
        hot = after.fresh and not after.loose and before.loose
        return (Announcement(self.word("hot_dice"), after.player),) if hot else ()

    def reported(self, state: State) -> dict[str, object]:
        return {
            "opened": [name for name in state.players if name in state.opened],
            f"{self.word('bust')}s": {name: state.busts.get(name, 0) for name in state.players},
            "closer": state.closer,
        }

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        """Return the chance of a bust with one die and more, and the highest mean of a turn.

        The mean is that of a player who has opened, with the precision of a float.
        """
        play = self.play_of(rules)
        return {
            "busts": [bust(play.table, dice) for dice in range(1, play.dice + 1)],
            "expected_turn": for_points(setting_of(play), play.to_bank).throw(play.dice, 0),
        }


def _why_idle(face: int, many: int) -> str:
    return ngettext(
        "One {face} scores nothing: it takes three of a kind.",
        "{count} dice with a {face} score nothing: it takes three of a kind.",
        many,
        face=face,
    )
