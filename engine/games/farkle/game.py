"""Farkle: set scoring dice aside after each throw, and throw the rest or stand; a throw without a score loses all."""

from collections.abc import Iterator, Mapping, Sequence

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.face import Chance, Effect, Fact, News, RuleLine, Slot, blank, drawn, roll_called
from engine.game import RecordedAs, Titles
from engine.games.farkle.chances import COACH, bust, for_points, opening_of, win_chances
from engine.games.farkle.rules import (
    DICE,
    MANY,
    OPTIONS,
    PENALTY,
    PRESETS,
    STRAIGHT,
    THREE_ACES,
    TITLES,
    TWO_TRIPLETS,
    Rules,
    SetAside,
    best_part,
    idle,
    may_score,
    points_of,
    throw,
    why_idle,
)
from engine.i18n import Text, in_words, ngettext, number, spelled
from engine.i18n import gettext as _
from engine.players import clockwise
from engine.reports.moments import Found, MomentText, SeenStep, from_behind, said
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.coach import advise
from engine.turns.face import PLAY_ON, Face, Says, aside_slot, banked_slot, points_chart, race_fact, tie_line
from engine.turns.game import Move, TurnGame, Wait
from engine.turns.setting_aside import check_lie, without
from engine.turns.state import Result, Turn, TurnState
from engine.values import FACES, Announcement, replace

BEHIND = 2000
BIG = 1000
HUGE = 2000

FarkleState = TurnState[Rules]


class FarkleFace(Face):
    dice = (1, 5)
    terms: Mapping[str, tuple[Text, Text]] = {
        "farkle": (_("Farkle"), _("A roll that scores nothing: the turn’s points are lost.")),
        "hot_dice": (_("Hot dice"), _("All six dice have scored: roll all of them again.")),
        "bank": (_("Bank"), _("Keep the points of the turn and end it.")),
    }
    tells: Mapping[str, News] = {
        "farkle": News(_("Farkle!"), rare=False),
        "three_farkles": News(_("Three farkles!"), rare=False),
    }
    sentences: Mapping[str, Says] = {
        "farkle": lambda player, points: (
            _("Farkle! {player} loses {points} points.", player=player, points=number(points))
            if points
            else _("Farkle! {player} scores nothing.", player=player)
        ),
        "banked": lambda player, points: _("{player} banks {points}.", player=player, points=number(points)),
        "three_farkles": lambda player, points: _(
            "Three farkles: {player} loses {points}.", player=player, points=number(points)
        ),
        "hot_dice": lambda player, _points: _("Hot dice, {player}!", player=player),
        "last_round": lambda player, points: _(
            "{player} has {points}: one more turn for everyone else.", player=player, points=number(points)
        ),
    }
    effects: Mapping[str, Effect] = {"hot_dice": "found", "farkle": "bust", "three_farkles": "bust", "banked": "bank"}
    feats = (_("Hot dice"),)
    chart = points_chart(50, 300, 500, 1000, 2000)

    def mean(self, rules: Rules) -> float:
        return for_points(rules.scores, 0).throw(DICE, 0)

    def slots(self, state: FarkleState, turn: Turn) -> Iterator[Slot]:
        yield aside_slot(turn)
        if turn.loose:
            yield Slot("thrown", _("Rolled"), turn.loose)
        else:
            yield Slot("thrown", _("To roll"), state="open", blanks=DICE)
        yield banked_slot(0 if turn.bust else points_of(state.rules.scores, turn))

    def facts(self, state: FarkleState) -> Iterator[Fact]:
        opening = state.rules.opening
        yield race_fact(state, max(state.totals.values()) if state.closer else 0)
        if state.turn and state.turn.player not in state.opened and opening and not state.leg:
            yield Fact(_("{points} to open", points=number(opening)))

    def stand(self, state: FarkleState) -> Text:
        points = best_part(state.rules.scores, state.turn)[1] if state.turn else 0
        return _("Stand: bank {points}", points=number(points))

    def chances(self, state: FarkleState) -> Iterator[Chance]:
        """Yield the chance of a farkle with the next roll of the best advice, and the mean of the turn."""
        ways = advise(COACH, state, COACH.aim(state), lowest=False).choices
        dice = next((one.throw for one in ways if one.throw), DICE)
        says = ngettext("Farkle with one die", "Farkle with {number} dice", dice, number=in_words(dice))
        yield Chance("farkle", float(bust(state.rules.scores, dice)), says=says)
        yield Chance("mean", advise(COACH, state, "points", lowest=False).best.value, "points")

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(_("Roll six dice. Set aside at least one die that scores."), blank(DICE))
        yield RuleLine(_("Roll the rest again, or bank all points of the turn."))
        yield RuleLine(_("A roll that scores nothing is a farkle: the turn’s points are lost."))
        yield RuleLine(_("All six dice have scored? Roll all six again."), rank=2)
        scores = _(
            "A 1 is 100, a 5 is 50, three of a kind 100 times the face, three 1s {points}.", points=number(THREE_ACES)
        )
        yield RuleLine(scores, drawn(1, 5))
        if rules.scores == "plain":
            yield RuleLine(_("Each additional die of that kind doubles it."), drawn(4, 4, 4, 4), rank=3)
        else:
            four, five, six = map(number, MANY.values())
            kinds = _("Four of a kind {four}, five {five}, six {six}.", four=four, five=five, six=six)
            yield RuleLine(kinds, drawn(4, 4, 4, 4), rank=3)
            straight, triplets = number(STRAIGHT), number(TWO_TRIPLETS)
            all_six = _(
                "A straight or three pairs {straight}, two triplets {triplets}.", straight=straight, triplets=triplets
            )
            yield RuleLine(all_six, drawn(*FACES), rank=3)
        if rules.opening:
            yield RuleLine(_("Your first scoring turn needs {points} points.", points=number(rules.opening)), rank=1)
        if rules.three_farkles:
            yield RuleLine(_("Three farkles in a row cost {points} points.", points=number(PENALTY)), rank=1)
        goal = number(rules.goal)
        yield RuleLine(_("At {points} points everyone else has one more turn. The most points win.", points=goal))
        yield RuleLine(PLAY_ON, rank=4)
        yield tie_line(rules)

    def goes_on(self, state: FarkleState, turn: Turn, then: Text | None, _rail: bool) -> Text | None:
        player, scores, opening = turn.player, state.rules.scores, state.rules.opening
        most = best_part(scores, turn)[1]
        may_stand = most >= opening_of(state, player)
        if turn.fresh:
            points = number(points_of(scores, turn))
            if not may_stand:
                return then
            if not turn.loose:
                return _("Hot dice! Roll or STAND: {points}", points=points)
            return _("{then} or STAND: {points}", then=then, points=points)
        if may_stand:
            return _("{player}: hold or STAND: {points}", player=player, points=number(most))
        return _("{player}: hold and roll, {opening} to open", player=player, opening=number(opening))

    def counting(self, state: FarkleState, turn: Turn) -> Text | None:
        if turn.bust:
            return _("{player}: farkle. ROLL ends the turn", player=turn.player)
        most = best_part(state.rules.scores, turn)[1]
        if most < opening_of(state, turn.player):
            return None
        return _("{player}: up to {points}. ROLL counts, STAND banks", player=turn.player, points=number(most))

    def roll_called(self, _state: FarkleState, turn: Turn, player: str) -> Text:
        if turn.fresh and not turn.loose:
            return _("Hot dice, {player}! Roll all six.", player=player)
        return roll_called(player, turn.lies, _("Hold what scores."))

    def end_called(self, state: FarkleState, turn: Turn, player: str) -> Text:
        if turn.bust:
            return _("Farkle, {player}!", player=player)
        return _("{player} banks {number}.", player=player, number=spelled(points_of(state.rules.scores, turn)))


class Farkle(TurnGame):
    kind = "farkle"
    moment_texts: Mapping[str, MomentText] = {
        "farkle.hot_dice": MomentText(_("Hot dice"), _("Score with all six dice."), "comet"),
        "farkle.big_turn": MomentText(_("Full hold"), _("Bank 1,000 or more in one turn."), "chest"),
        "farkle.huge_turn": MomentText(_("Treasure fleet"), _("Bank 2,000 or more in one turn."), "crown"),
        "farkle.comeback": MomentText(_("Turned the tide"), _("Win from 2,000 points behind."), "wind"),
    }
    title = _("Farkle")
    also = _("Farkel, Zilch, 10,000, Ten Thousand, Dix Mille, Greed")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"farkle.set_aside": SetAside}
    commands: Mapping[str, type[Event]] = {"set_aside": SetAside, "stop": Stopped}
    examples: Mapping[str, str] = {"set_aside": '{"set_aside": [5, 5]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {SetAside: "aside"}
    figure_names: Mapping[str, FigureName] = {
        "busts": FigureName(_("no score"), is_chance=True),
        "expected_turn": FigureName(_("mean score of a turn")),
    }
    feats: Sequence[str] = ("hot_dice",)
    stays = "aside"
    again = DICE
    coach = COACH
    face = FarkleFace()

    def must_roll(self, _state: FarkleState, turn: Turn) -> int:
        if not turn.throws:
            return DICE
        return (len(turn.loose) or DICE) if turn.fresh else 0

    def why_no_roll(self, _state: FarkleState, _turn: Turn) -> Refused:
        return Refused("nothing_set_aside", _("Set aside at least one die that scores first."))

    def thrown(self, state: FarkleState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        return throw(state.rules.scores, turn, dice)

    def stopped(self, state: FarkleState, turn: Turn) -> Turn:
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        if not turn.fresh:
            raise Refused("nothing_set_aside", _("Set aside at least one die that scores first."))
        points = points_of(state.rules.scores, turn)
        if not state.leg and turn.player not in state.opened and points < state.rules.opening:
            raise Refused(
                "not_opened",
                _(
                    "{player} has {points} points: the first scoring turn takes {opening}.",
                    player=turn.player,
                    points=points,
                    opening=state.rules.opening,
                ),
            )
        return replace(turn, over=True)

    def standing(self, state: FarkleState, turn: Turn) -> tuple[Event, ...]:
        more = best_part(state.rules.scores, turn)[0]
        return (SetAside(more), Stopped()) if more else (Stopped(),)

    def may_set_aside(self, state: FarkleState, turn: Turn) -> tuple[int, ...]:
        return may_score(state.rules.scores, turn)

    def scoring(self, state: FarkleState, turn: Turn) -> tuple[int, ...]:
        return best_part(state.rules.scores, turn)[0]

    def why_not_aside(self, _state: FarkleState, turn: Turn, face: int) -> str:
        if face not in turn.loose:
            return _("There’s no {face} on the tray.", face=face)
        return why_idle(face, turn.lies.count(face))

    def held(self, _state: FarkleState, turn: Turn) -> tuple[int, ...]:
        """Return the dice set aside, none once all have scored: they are all thrown again."""
        return () if turn.fresh and not turn.loose else turn.aside + turn.fresh

    def result(self, rules: Rules, turn: Turn) -> Result:
        return (self.points(rules, turn),)

    def points(self, rules: Rules, turn: Turn) -> int:
        return 0 if turn.bust else points_of(rules.scores, turn)

    def most_head_start(self, rules: Rules) -> int:
        return rules.goal - 1

    def counted(self, state: FarkleState, turn: Turn) -> FarkleState:
        name, rules = turn.player, state.rules
        total = state.totals[name] + self.points(rules, turn)
        busts = state.busts.get(name, 0) + 1 if turn.bust else 0
        if busts == 3 and rules.three_farkles:
            total, busts = total - PENALTY, 0
        return replace(
            state,
            totals={**state.totals, name: total},
            busts={**state.busts, name: busts},
            opened=state.opened if turn.bust else state.opened | {name},
            closer=state.closer or (name if total >= rules.goal else None),
        )

    def end_of_round(self, state: FarkleState) -> FarkleState:
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

    def without_leaver(self, state: FarkleState) -> FarkleState:
        """Return the state in which the game goes on if no player present has reached the goal.

        The extra turns of the last round are then the beginning of a round of all players.
        """
        if state.closer is None or any(state.totals[name] >= state.rules.goal for name in state.present):
            return state
        others = [name for name in rounds.order_from(state, state.starter) if name not in state.order]
        return replace(state, closer=None, order=(*state.order, *others))

    def closed_to(self, state: FarkleState) -> Wait | None:
        return "mid_game" if state.closer else super().closed_to(state)

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        yield from said(step, {"hot_dice": "farkle.hot_dice"})
        for one in step.said:
            if one.word == "banked" and one.player and (one.number or 0) >= BIG:
                yield one.player, "farkle.big_turn"
                if (one.number or 0) >= HUGE:
                    yield one.player, "farkle.huge_turn"
        if from_behind(step, past, lambda state: state.totals, BEHIND):
            yield step.after.winner, "farkle.comeback"

    def win_chances(self, state: FarkleState) -> WinChances | None:
        return win_chances(state)

    def said(self, before: FarkleState, after: FarkleState, turn: Turn) -> Sequence[Announcement]:
        if turn.bust:
            said = [Announcement("farkle", turn.player, turn.points)]
            if after.totals[turn.player] < before.totals.get(turn.player, 0):
                said.append(Announcement("three_farkles", turn.player, PENALTY))
            return said
        said = [Announcement("banked", turn.player, self.points(after.rules, turn))]
        if after.closer != before.closer:
            said.append(Announcement("last_round", turn.player, after.totals[turn.player]))
        return said

    def said_in_turn(self, before: Turn, after: Turn) -> Sequence[Announcement]:
        hot = after.fresh and not after.loose and before.loose
        return (Announcement("hot_dice", after.player),) if hot else ()

    def reported(self, state: FarkleState) -> dict[str, object]:
        return {
            "opened": [name for name in state.players if name in state.opened],
            "farkles": {name: state.busts.get(name, 0) for name in state.players},
            "closer": state.closer,
        }

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the chance of a farkle with one to six dice, and the highest mean of a turn.

        The mean is that of a player who has opened, with the precision of a float.
        """
        return {
            "busts": [bust(rules.scores, dice) for dice in range(1, DICE + 1)],
            "expected_turn": for_points(rules.scores, 0).throw(DICE, 0),
        }

    def _set_aside(self, state: FarkleState, turn: Turn, event: SetAside) -> Turn:
        check_lie(turn, turn.loose, event.dice)
        if not event.dice:
            raise Refused("no_dice", _("Choose the dice to set aside."))
        fresh = turn.fresh + event.dice
        if lazy := idle(state.rules.scores, tuple(sorted(fresh))):
            raise Refused("scores_nothing", why_idle(lazy[0], fresh.count(lazy[0])))
        return replace(turn, fresh=fresh, loose=without(turn.loose, event.dice))

    @property
    def moves(self) -> Mapping[type[Event], Move]:  # type: ignore[override]
        return {SetAside: self._set_aside}
