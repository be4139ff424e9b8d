"""Midnight, or 1-4-24: six dice, some set aside after each throw; a 1 and a 4 qualify, and the other four score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from engine.events import Event
from engine.face import Chance, Effect, Fact, News, QuickGame, RuleLine, Slot, blank, drawn
from engine.game import RecordedAs, Titles
from engine.i18n import Text, pgettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep, said
from engine.reports.odds_report import Figure, FigureName
from engine.turns.coach import advise
from engine.turns.face import SCORES, Chart, Measure, Says, tie_line
from engine.turns.game import Move
from engine.turns.setting_aside import parts_with_all
from engine.turns.state import TIE, Result, Turn, TurnRules, TurnState
from engine.turns.until_all_aside import NONE, AllAsideCoach, AllAsideFace, AsideScoring, UntilAllAside, move, rest_slot
from engine.values import Announcement, GameOutcome, replace

DICE = 6
QUALIFIERS = (1, 4)
"""The dice that a score needs, besides those that score."""
BEST = 6 * (DICE - len(QUALIFIERS))
"""The highest score: midnight."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    terms: ClassVar[Mapping[str, Text]] = {
        "midnight": _("Midnight"),
        "not_qualified": _("Not qualified"),
        "total": _("Total"),
        "rolloff": _("Roll-off"),
    }

    name: str = "midnight"
    dice: ClassVar[int] = DICE


OPTIONS = (TIE,)


def score(dice: tuple[int, ...]) -> int | None:
    """Return the sum of the dice besides a 1 and a 4, None without these two."""
    return sum(dice) - sum(QUALIFIERS) if set(QUALIFIERS) <= set(dice) else None


PRESETS = {"midnight": Rules()}
TITLES: Titles = {
    "midnight": (_("Midnight"), _("Set aside a die after each roll. A 1 and a 4 qualify, the other four score."))
}


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; they stay there."""

    dice: tuple[int, ...]


MidnightState = TurnState[Rules]
NO_SCORE = _("no score")
TO_QUALIFY = _("You need a 1 and a 4 to score.")

Aside = tuple[bool, bool, int]
"""Whether a 1 and a 4 are among the dice, and their sum."""


def _of(dice: Sequence[int]) -> Aside:
    one, four = (face in dice for face in QUALIFIERS)
    return one, four, sum(dice)


def _points(number: int) -> Aside:
    return False, False, number


def _both(aside: Aside, more: Aside) -> Aside:
    return aside[0] or more[0], aside[1] or more[1], aside[2] + more[2]


def _number(aside: Aside) -> int:
    one, four, total = aside
    return total - sum(QUALIFIERS) if one and four else NONE


@cache
def _parts(faces: tuple[int, ...]) -> tuple[tuple[int, Aside], ...]:
    """Return the part with the highest sum of so many dice, with a 1 or not, and with a 4 or not."""
    found: dict[tuple[int, bool, bool], int] = {}
    for part in parts_with_all(faces):
        one, four, total = _of(part)
        key = len(part), one, four
        found[key] = max(found.get(key, 0), total)
    return tuple((many, (one, four, total)) for (many, one, four), total in found.items())


COACH = AllAsideCoach(AsideScoring(_of, _points, _both, _number, _parts), SetAside, ("points", "qualify", "beat"))


class MidnightFace(AllAsideFace):
    dice = (1, 4)
    quick = (QuickGame(_("Midnight"), "midnight"),)
    terms: Mapping[str, tuple[Text, Text]] = {
        "not_qualified": (_("No score"), _("A turn that ends without a 1 and a 4.")),
        "best_score": (_("Midnight"), _("Four sixes beside the 1 and the 4: 24, the highest score.")),
    }
    tells: Mapping[str, News] = {"midnight": News(_("Midnight!"))}
    sentences: Mapping[str, Says] = {
        "total": lambda player, score: _("{player}: score {score}.", player=player, score=score),
        "midnight": lambda player, score: _("Midnight! {player} scores {score}.", player=player, score=score),
        "not_qualified": lambda player, _score: _("{player}: no 1 and 4, no score.", player=player),
    }
    effects: Mapping[str, Effect] = {"total": "bank", "not_qualified": "bust", "midnight": "bell"}
    figures: Mapping[Measure, Text] = {"scored": _("Qualified"), **SCORES}
    feats = (_("Midnights"),)
    chart = Chart(
        _("Score frequency"),
        _("A bar for each range of scores, the first for turns without a 1 and a 4."),
        pgettext("column", "Score"),
        (4, 10, 13, 16, 19, 22, 24),
        NO_SCORE,
        BEST,
    )

    def slots(self, _state: MidnightState, turn: Turn) -> Iterator[Slot]:
        left = list(turn.aside + turn.fresh)
        found = []
        for face in QUALIFIERS:
            if face in left:
                left.remove(face)
                found.append(face)
        missing = len(QUALIFIERS) - len(found)
        is_: Literal["held", "seen", "open"] = "held" if not missing else "seen" if found else "open"
        yield Slot("needed", _("Needed"), tuple(found), is_, blanks=missing, term="not_qualified")
        figure = str(sum(left)) if left else ""
        yield Slot("counted", _("Score"), tuple(left), "held" if left else "open", figure)
        yield rest_slot(turn, DICE)

    def facts(self, state: MidnightState) -> Iterator[Fact]:
        if state.turn:
            yield Fact(TO_QUALIFY)

    def score(self, state: MidnightState, name: str) -> str | None:
        return NO_SCORE if self.has_failed(state, name) else super().score(state, name)

    def has_failed(self, state: MidnightState, name: str) -> bool:
        return name in state.scores and not state.scores[name][0]

    def leaders(self, state: MidnightState) -> Mapping[str, Result]:
        return {name: result for name, result in state.scores.items() if result[0]}

    def stand(self, state: MidnightState) -> Text:
        found = score(state.turn.aside + state.turn.lies) if state.turn else None
        return _("Stand: no score") if found is None else _("Stand: score {score}", score=found)

    def chances(self, state: MidnightState) -> Iterator[Chance]:
        qualify = advise(COACH, state, "qualify", lowest=False).best.value
        yield Chance("qualify", qualify, says=_("1 and 4 found"))
        yield Chance("mean", advise(COACH, state, "points", lowest=False).best.value, "points")

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(_("Roll six dice."), blank(DICE))
        yield RuleLine(_("After each roll set aside at least one die. Roll the others again until none is left."))
        yield RuleLine(TO_QUALIFY, drawn(*QUALIFIERS))
        yield RuleLine(_("The other four dice add up to your score: 24 at most."), drawn(6, 6, 6, 6))
        yield RuleLine(_("Stand to set aside all dice that are left."))
        yield RuleLine(_("The highest score wins."))
        yield tie_line(rules)

    def end_called(self, _state: MidnightState, turn: Turn, player: str) -> Text:
        found = score(turn.aside + turn.fresh)
        if found is None:
            return _("{player}: no score.", player=player)
        return _("{player} has {number}.", player=player, number=spelled(found))


class Midnight(UntilAllAside):
    kind = "midnight"
    moment_texts: Mapping[str, MomentText] = {
        "midnight.midnight": MomentText(_("Stroke of midnight"), _("Score 24."), "midnight"),
        "midnight.at_once": MomentText(_("Early bird"), _("Roll a 1 and a 4 in the first roll."), "aboard"),
    }
    title = _("Midnight")
    also = _("1\N{NON-BREAKING HYPHEN}4\N{NON-BREAKING HYPHEN}24")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"midnight.set_aside": SetAside}
    commands: Mapping[str, type[Event]] = {"set_aside": SetAside}
    moves: Mapping[type[Event], Move] = {SetAside: move}
    examples: Mapping[str, str] = {"set_aside": '{"set_aside": [1, 4]}'}
    recorded: Mapping[type[Event], RecordedAs] = {SetAside: "aside"}
    figure_names: Mapping[str, FigureName] = {
        "expected_score": FigureName(_("mean score")),
        "qualify_at_best": FigureName(_("chance to qualify"), is_chance=True),
    }
    feats: Sequence[str] = ("midnight",)
    coach = COACH
    face = MidnightFace()

    def scoring(self, _state: MidnightState, turn: Turn) -> tuple[int, ...]:
        missing = tuple(face for face in QUALIFIERS if face not in turn.aside + turn.fresh)
        sixes = min(turn.loose.count(6), len(turn.loose) - len(missing))
        return (*(face for face in missing if face in turn.loose), *(6,) * sixes)

    def points(self, rules: Rules, turn: Turn) -> int:
        return self.result(rules, turn)[0]

    def outcome(self, state: MidnightState) -> GameOutcome:
        found = super().outcome(state)
        return replace(found, scores={name: score or None for name, score in found.scores.items()})

    def moments_of(self, step: SeenStep, _past: Sequence[SeenStep], /) -> Iterator[Found]:
        yield from said(step, {"midnight": "midnight.midnight"})
        was, now = step.before.turn, step.after.turn
        if was and now and not was.throws and now.throws == 1 and set(QUALIFIERS) <= set(now.lies):
            yield now.player, "midnight.at_once"

    def said(self, _before: MidnightState, _after: MidnightState, turn: Turn) -> Sequence[Announcement]:
        points = score(turn.aside + turn.fresh)
        if points is None:
            return (Announcement("not_qualified", turn.player),)
        return (Announcement("midnight" if points == BEST else "total", turn.player, points),)

    def reported(self, state: MidnightState) -> dict[str, object]:
        turn = state.turn
        return {"qualified": turn is not None and score(turn.aside + turn.fresh) is not None}

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        return {
            "expected_score": COACH.exact("points", rules.dice),
            "qualify_at_best": COACH.exact("qualify", rules.dice),
        }
