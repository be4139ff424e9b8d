"""Shake of the Day: one throw, or a few, a person and day for the posted pot of the bar.

A shake is a game of one player. Its start has what the bar has set up, and the pot as it was posted then.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import BadRules, Refused
from engine.events import Event, Left, Started, Stopped
from engine.face import Effect, Fact, RuleLine, Slot, blank, roll_called, rolls_left
from engine.game import RecordedAs, Step, Titles
from engine.games.shake.rules import (
    KIND,
    MONTANA,
    OPTIONS,
    PRESET,
    TITLES,
    Kept,
    PotChanged,
    Rules,
    ShakeState,
    Voided,
    money,
    most,
    moved,
    one_in,
    pattern_chances,
    pattern_name,
    pay_in_words,
    payout,
    pays_of,
    shaken_of,
    whole_of,
    won,
)
from engine.i18n import Text, full_sentence, in_words, joined, ngettext, number
from engine.i18n import gettext as _
from engine.reports.figures import Part
from engine.reports.odds_report import Figure, FigureName
from engine.spelling import check_preset
from engine.turns import rounds
from engine.turns.coach import Coach, Decision, Review, TurnWay
from engine.turns.face import Chart, Counts, Face, Says
from engine.turns.game import Wait
from engine.turns.keeping import KeepingGame, between_throws
from engine.turns.state import Result, Turn, changed
from engine.values import Announcement, GameOutcome, replace


class ShakeFace(Face):
    dice = (5, 5, 5)
    wins_with_points = False
    turns = None
    chart = Chart(_("Won"), _("How often something was won."), _("Won"), (1,), _("nothing"))
    sentences: Mapping[str, Says] = {
        "nothing": lambda player, _amount: full_sentence(_("{player} wins nothing today", player=player)),
    }
    effects: Mapping[str, Effect] = {"nothing": "bust"}

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(
            ngettext(
                "Once a day: roll {dice} dice, once.",
                "Once a day: roll {dice} dice, up to {number} times. The best roll counts.",
                rules.throws,
                dice=in_words(rules.dice),
                number=in_words(rules.throws),
            ),
            blank(rules.dice),
        )
        if rules.throws > 1 and rules.keep:
            yield RuleLine(_("Keep any dice between rolls."))
        for pattern, odds in pattern_chances(rules).items():
            yield RuleLine(full_sentence(joined((pattern_name(rules, pattern), one_in(odds)), ": ")))
        yield RuleLine(_("The bar takes the price and pays. The table only counts."))

    def slots(self, state: ShakeState, turn: Turn) -> Iterator[Slot]:
        dice = turn.lies
        yield Slot("thrown", _("Rolled") if dice else _("To roll"), dice, blanks=0 if dice else state.rules.dice)

    def facts(self, state: ShakeState) -> Iterator[Fact]:
        rules = state.rules
        for pattern, pay in rules.pays:
            yield Fact(joined((pattern_name(rules, pattern), pay_in_words(rules, pay)), ": "))

    def score(self, state: ShakeState, name: str) -> Text | None:
        return None if state.turn else _money(state, state.totals[name]) if state.totals[name] else _("nothing")

    def has_failed(self, state: ShakeState, name: str) -> bool:
        return state.turn is None and not state.totals[name]

    def leaders(self, _state: ShakeState) -> Mapping[str, Result]:
        return {}

    def counts(self, _state: ShakeState) -> Counts:
        return "nothing"

    def rolls(self, state: ShakeState) -> int:
        return state.rules.throws

    def goes_on(self, state: ShakeState, turn: Turn, then: Text | None, rail: bool) -> Text:
        return between_throws(turn, then, holds=rail and state.rules.keep)

    def counting(self, state: ShakeState, turn: Turn) -> Text:
        if pays := payout(state.rules, turn.lies):
            return _("{player} wins {amount}! ROLL counts", player=turn.player, amount=_money(state, pays))
        return _("{player}: {dice}. ROLL counts", player=turn.player, dice=" ".join(map(str, turn.lies)))

    def roll_called(self, state: ShakeState, turn: Turn, player: str) -> Text:
        return roll_called(player, turn.lies, rolls_left(state.rules.throws - turn.throws))

    def end_called(self, _state: ShakeState, turn: Turn, player: str) -> Text:
        if turn.points:
            return _("{player} wins the shake!", player=player)
        return full_sentence(_("{player} wins nothing today", player=player))

    def over(self, state: ShakeState) -> Text:
        [player] = state.players
        if pays := state.totals[player]:
            return _("{player} wins {amount}!", player=player, amount=_money(state, pays))
        return _("{player} wins nothing today", player=player)

    def total(self, total: int) -> Text:
        return number(total / 100, 2)

    def ended(self, name: str, total: int, rules: Rules) -> Text:
        return _("{name} won {amount}.", name=name, amount=money(total, rules.currency))


def _money(state: ShakeState, value: int) -> Text:
    return money(value, state.rules.currency)


class NoCoach(Coach):
    """There is nothing to judge: a pot is won or not."""

    aims = ("points",)
    decides = (Kept,)

    def aim(self, _state: ShakeState) -> str:
        return "points"

    def ways(self, _state: ShakeState, _turn: Turn, _aim: str) -> list[TurnWay]:
        raise Refused("no_advice", "There is no advice on a shake.")


class Shake(KeepingGame):
    kind = KIND
    is_beside = True
    title = _("Shake of the Day")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = {PRESET: Rules()}
    known = OPTIONS
    events: Mapping[str, type[Event]] = {
        "shake.kept": Kept,
        "shake.pot_changed": PotChanged,
        "shake.voided": Voided,
    }
    commands: Mapping[str, type[Event]] = {"keep": Kept, "stop": Stopped}
    examples: Mapping[str, str] = {"keep": '{"keep": [1, 6]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {Kept: "aside"}
    figure_names: Mapping[str, FigureName] = {"pattern": FigureName(_("chance"), is_chance=True)}
    coach = NoCoach()
    face = ShakeFace()

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        check_preset(preset, self.presets)
        given = dict(options)
        pays, pot = given.pop("pays", {"five": "100%"}), whole_of("pot", given.pop("pot", 0))
        day, shaken = whole_of("day", given.pop("day", 0)), given.pop("shaken", ())
        rules = changed(Rules(), given, self.known)
        for key, limit in MONTANA.items():
            if rules.montana and getattr(rules, key) > limit:
                raise BadRules(_("in Montana a shake costs up to 50 cents and has up to five dice"))
        return replace(rules, pays=pays_of(pays, rules), pot=pot, day=day, shaken=shaken_of(shaken))

    def begin(self, start: Started) -> ShakeState:
        if len(start.players) != 1:
            raise BadRules(_("one player shakes at a time"))
        return super().begin(start)

    def apply(self, state: ShakeState, event: Event) -> ShakeState:
        rules = state.rules
        match event:
            case PotChanged(amount=value):
                if rules.montana and value < 0:
                    raise Refused("pot_stays", _("In Montana nothing is taken out of the pot."))
                return replace(state, rules=replace(rules, added=rules.added + value), last=None)
            case Voided() if state.turn is not None or rules.voided:
                raise Refused("not_counted", _("That shake doesn’t count."))
            case Voided():
                return replace(state, rules=replace(rules, voided=True), winner=None, last=None)
            case Left():
                raise Refused("no_leaving", full_sentence(_("one player shakes at a time")))
        return super().apply(state, event)

    def dice_of(self, rules: Rules) -> int:
        return rules.dice

    def keeps(self, rules: Rules) -> bool:
        return rules.keep

    def thrown(self, state: ShakeState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        rules, faces, throws = state.rules, turn.fresh + dice, turn.throws + 1
        points = max(turn.points, payout(rules, faces))
        over = throws == rules.throws or points == most(rules) > 0
        return replace(turn, throws=throws, fresh=(), loose=faces, points=points, over=over)

    def result(self, _rules: Rules, turn: Turn) -> Result:
        return (turn.points,)

    def counted(self, state: ShakeState, turn: Turn) -> ShakeState:
        return replace(state, totals={turn.player: turn.points})

    def end_of_round(self, state: ShakeState) -> ShakeState:
        return rounds.end(state, [name for name, total in state.totals.items() if total])

    def closed_to(self, _state: ShakeState) -> Wait:
        return "mid_game"

    def said(self, _before: ShakeState, _after: ShakeState, turn: Turn) -> Sequence[Announcement]:
        return () if turn.points else (Announcement("nothing", turn.player, 0),)

    def figures(self, steps: Sequence[Step], state: ShakeState, *, look_back: bool) -> tuple[Part, ...]:
        """Return the part of the player. What was won is an amount, and no score of a turn."""
        parts = super().figures(steps, state, look_back=look_back)
        return tuple(replace(part, total=won(state), scores=(), whole=False, best=None) for part in parts)

    def _review(self, _steps: Any) -> Review[Decision]:
        return Review({}, (), ())

    def outcome(self, state: ShakeState) -> GameOutcome:
        return replace(super().outcome(state), pot=state.rules.pot + moved(state))

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        return {"pattern": pattern_chances(rules)}
