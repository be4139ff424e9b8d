"""Pig: roll as often as you like and add up, or stand; a 1 ends the turn with nothing (Scarne 1945)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.errors import Refused
from engine.events import Event, Stopped
from engine.face import Chance, Effect, Fact, QuickGame, RuleLine, Slot, blank, drawn, roll_called
from engine.game import Titles
from engine.games.pig.chances import PigCoach, hold_at, is_solved, of_throw, race, win_chances
from engine.games.pig.rules import OPTIONS, PRESETS, TITLES, Rules
from engine.i18n import Text, full_sentence, in_words, ngettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep, from_behind
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.face import PLAY_ON, Face, Says, banked_slot, points_chart, tie_line
from engine.turns.game import TurnGame
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

BEHIND = 30
BIG = 40

PigState = TurnState[Rules]


class PigFace(Face):
    dice = (1,)
    quick = (QuickGame(_("Pig to 50"), "pig", {"goal": 50}),)
    terms: Mapping[str, tuple[Text, Text]] = {"bank": (_("Bank"), _("Keep the points of the turn and end it."))}
    sentences: Mapping[str, Says] = {
        "bust": lambda player, points: ngettext(
            "{player} rolls a 1 and loses one point.",
            "{player} rolls a 1 and loses {count} points.",
            points,
            player=player,
        ),
        "banked": lambda player, points: ngettext(
            "{player} banks one point.", "{player} banks {count} points.", points, player=player
        ),
    }
    effects: Mapping[str, Effect] = {"bust": "bust", "banked": "bank"}
    chart = points_chart(1, 10, 20, 30, 40)

    def mean(self, rules: Rules) -> float:
        return float(of_throw(rules.dice, 0, 0))

    def slots(self, state: PigState, turn: Turn) -> Iterator[Slot]:
        blanks = 0 if turn.throws else state.rules.dice
        yield Slot("thrown", _("To roll") if blanks else _("Rolled"), turn.loose, blanks=blanks)
        yield banked_slot(0 if turn.bust else turn.points)

    def facts(self, state: PigState) -> Iterator[Fact]:
        yield Fact(_("First to {points}", points=state.rules.goal))
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
        yield RuleLine(_("Press STAND to bank the points of the turn."))
        yield RuleLine(_("{goal} points win.", goal=rules.goal))
        if rules.ends == "round":
            yield RuleLine(_("When a player has enough points, the round is finished. The most points win."))
            yield RuleLine(PLAY_ON)
        else:
            yield RuleLine(_("The first player with enough points wins at once."))
        yield tie_line(rules)

    def goes_on(self, _state: PigState, turn: Turn, _then: Text | None, _rail: bool) -> Text:
        return _("{player} has {points}: roll again or press STAND", player=turn.player, points=turn.points)

    def counting(self, _state: PigState, turn: Turn) -> Text:
        dice = " ".join(map(str, turn.loose))
        if turn.bust:
            return _("{player}: {dice} – turn lost. Press ROLL", player=turn.player, dice=dice)
        return _(
            "{player}: {dice} – {points} this turn. ROLL counts it, STAND banks it",
            player=turn.player,
            dice=dice,
            points=turn.points,
        )

    def roll_called(self, _state: PigState, turn: Turn, player: str) -> Text:
        points = full_sentence(_("{number} this turn", number=spelled(turn.points)))
        return roll_called(player, turn.loose, points)

    def end_called(self, _state: PigState, turn: Turn, player: str) -> Text:
        if turn.bust:
            return _("{player} rolls a one and loses {number}.", player=player, number=spelled(turn.points))
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
