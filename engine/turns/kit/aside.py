"""Games in which all dice of a turn are set aside, some after each throw. The last die goes by itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from engine.errors import Refused
from engine.events import Event
from engine.face import Chance, Slot
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns.coach import advise
from engine.turns.face import aside_slot
from engine.turns.kit.aside_plan import AllAsideCoach, exact, number_of, qualifies, scoring_of
from engine.turns.kit.game import KitGame
from engine.turns.setting_aside import set_aside, thrown
from engine.turns.state import Turn, TurnState
from engine.values import replace

State = TurnState[Any]


class AsideGame(KitGame):
    stays = "aside"
    move = ("set_aside", "set_aside")
    coach: AllAsideCoach

    def _own_move(self) -> None:
        super()._own_move()
        self.coach = AllAsideCoach(self)
        self.figure_names = {"expected_score": FigureName(_("mean score"))}
        if self.play.needs:
            self.figure_names["qualify_at_best"] = FigureName(_("chance to qualify"), is_chance=True)

    def words(self) -> tuple[str, ...]:
        names = ("best", "failed", "total") if any(one.needs for one in self.file.plays) else ("total",)
        return tuple(map(self.word, names))

    def must_roll(self, state: State, turn: Turn) -> int:
        if not turn.throws:
            return self.play_of(state.rules).dice
        return len(turn.loose) if turn.fresh else 0

    def why_no_roll(self, _state: State, _turn: Turn) -> Refused:
        return Refused("nothing_set_aside", _("Set aside at least one die first."))

    def standing(self, _state: State, turn: Turn) -> tuple[Event, ...]:
        (aside,) = self.events.values()
        return (aside(turn.loose),) if turn.loose else ()  # type: ignore[call-arg]

    def thrown(self, _state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        after = thrown(turn, dice)
        return _to_the_last(after, dice) if len(dice) == 1 else after

    def chosen(self, _state: State, turn: Turn, event: Any) -> Turn:
        return _to_the_last(turn, event.dice)

    def may_set_aside(self, _state: State, turn: Turn) -> tuple[int, ...]:
        return turn.loose

    def scoring(self, state: State, turn: Turn) -> tuple[int, ...]:
        """Return the needed dice, and those with the best face, as far as none is in the place of a needed one."""
        play, left = self.play_of(state.rules), list(turn.loose)
        have = turn.aside + turn.fresh
        missing = [face for face in sorted(set(play.needs)) for _ in range(play.needs.count(face) - have.count(face))]
        needed = [*(Counter(missing) & Counter(left)).elements()]
        for face in needed:
            left.remove(face)
        pick = min if play.lowest else max
        best = pick(play.worth)
        more = [die for die in left if play.worth[die - 1] == best]
        return (*needed, *more[: len(left) - (len(missing) - len(needed))])

    def points(self, rules: Any, turn: Turn) -> int:
        play = self.play_of(rules)
        if not play.needs:
            return scoring_of(play).of(turn.aside + turn.fresh)[1]
        return number_of(play, turn.aside + turn.fresh)

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        play, left = self.play_of(state.rules), list(turn.aside + turn.fresh)
        if play.needs:
            found = []
            for face in play.needs:
                if face in left:
                    left.remove(face)
                    found.append(face)
            missing = len(play.needs) - len(found)
            is_: Literal["held", "seen", "open"] = "held" if not missing else "seen" if found else "open"
            term = self.word("failed")
            yield Slot("needed", _("Needed"), tuple(found), is_, blanks=missing, term=term)
            figure = str(sum(play.worth[die - 1] for die in left)) if left else ""
            yield Slot("counted", _("Score"), tuple(left), "held" if left else "open", figure)
        else:
            yield aside_slot(turn, str(self.points(state.rules, turn)) if left else "")
        if turn.loose:
            yield Slot("thrown", _("Rolled"), turn.loose)
        else:
            blanks = play.dice - len(turn.aside + turn.fresh)
            yield Slot("thrown", _("To roll"), state="open", blanks=blanks)

    def stand_label(self, state: State) -> Text:
        play, turn = self.play_of(state.rules), state.turn
        dice = turn.aside + turn.lies if turn else ()
        if not play.needs:
            return _("Stand: total {total}", total=number_of(play, dice))
        if not qualifies(play, dice):
            return _("Stand: no score")
        return _("Stand: score {score}", score=number_of(play, dice))

    def chances_shown(self, state: State) -> Iterator[Chance]:
        if self.play.needs:
            says = self.file.qualify_chance
            chance = advise(self.coach, state, "qualify", lowest=False).best.value
            yield Chance("qualify", chance, says=says() if says else _("Qualifies"))
        mean = advise(self.coach, state, "points", lowest=self.play.lowest).best.value
        yield Chance("mean", mean, "points", says=_("Average total") if self.play.lowest else None)

    def then_called(self, _state: State, _turn: Turn) -> Text:
        return _("Hold at least one.")

    def ended_with(self, state: State, turn: Turn) -> tuple[str, int | None]:
        play, dice = self.play_of(state.rules), turn.aside + turn.fresh
        if not qualifies(play, dice):
            return "failed", None
        number = number_of(play, dice)
        most = (play.dice - len(play.needs)) * max(play.worth)
        return ("best" if play.needs and number == most else "total"), number

    def win_chances(self, state: State) -> WinChances | None:
        return self.coach.chances(state)

    def reported(self, state: State) -> dict[str, object]:
        turn, play = state.turn, self.play_of(state.rules)
        if not play.needs:
            return {}
        return {"qualified": turn is not None and qualifies(play, turn.aside + turn.fresh)}

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        play = self.play_of(rules)
        found: dict[str, Figure] = {"expected_score": exact(play, "points")}
        return found | ({"qualify_at_best": exact(play, "qualify")} if play.needs else {})


def _to_the_last(turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn with these dice set aside, which ends with the last of them."""
    after = set_aside(turn, dice)
    return after if after.loose else replace(after, over=True)
