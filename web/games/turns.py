"""What the pages show of games of turns: a line for each player, slots for the turn, and what the face declares."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from engine import Announcement, Event, Refused, expected_tray
from engine.face import Chance, Fact, News, Slot
from engine.i18n import Text, full_sentence, joined, listed, ngettext, number
from engine.i18n import gettext as _
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from engine.turns.coach import TurnChoice, advise
from engine.turns.face import BANKED, Counts, Measure
from engine.turns.game import TurnGame
from engine.turns.state import TIE, Turn, TurnState, values_of
from table.games import rulebook
from table.snapshot import Snapshot
from web.display_names import isolated, shown
from web.games.page import (
    NOT_YET,
    CourseTexts,
    EnteredDice,
    EnteredDie,
    GamePage,
    Help,
    HowToPlay,
    OnTurn,
    PlayerFigure,
    ScoreBin,
    ScoreChart,
    TableColumn,
    Way,
    best,
    best_figure,
    comings_said,
    faces_listed,
    held_dice,
    keeps_said,
    kept_or_free,
    mean,
    scores_listed,
    share,
    turns_noted,
)

State = TurnState[Any]

LONGEST = 8
"""Characters for which there is no room below a bar."""

TO_WIN = ("win", "beat")
"""The aims that are the chance to win the game."""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One player's line. ``rolloff`` is the player's result in the roll-off, None outside of it.

    ``sums`` are figures beside the score, each with its word.
    """

    name: str
    on: bool
    score: str
    score_is: Literal["scored", "failed", "open"]
    leads: bool
    won: bool
    out: bool
    rolloff: str | None
    sums: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TileOnBoard:
    """A tile of the turn: open, down, or going down with the throw that lies there."""

    number: int
    is_: Literal["open", "going", "down"]


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """The part of the page that is specific to a game of turns. ``picks`` are what must be chosen among now."""

    facts: tuple[Fact, ...]
    slots: tuple[Slot, ...]
    lines: tuple[TurnLine, ...]
    tiles: tuple[TileOnBoard, ...] = ()
    picks: tuple[str, ...] = ()


class TurnPage(GamePage):
    """What the pages show of one game of turns."""

    template = "turns.html"

    def __init__(self, game: TurnGame) -> None:
        super().__init__(game.kind)
        face = game.face
        self._game, self._face = game, face
        self.title, _line = game.titles[game.presets[0]]
        self.dice, self.quick, self.luck_is_chance = face.dice, face.quick, face.luck is not None
        self.options = game.known if face.wins_with_points else tuple(one for one in game.known if one is not TIE)
        self.terms = {
            "leads": (_("Leads"), _("The best result so far.")),
            "aside": (_("Set aside"), _("Dice that stay out of the next roll.")),
            "rolloff": (_("Roll-off"), _("One more roll to decide a tie, or who goes first.")),
            **face.terms,
        }

    def values(self, rules: Any) -> Mapping[str, Any]:
        return values_of(rules)

    def odds(self, rules: Any, usual: Any) -> str:
        now, before = self._face.mean(rules), self._face.mean(usual)
        if now is None or before is None:
            return ""
        points, standard = number(now, 1), number(before, 1)
        if points == standard:
            return _("With the best play, a turn averages {mean} points.", mean=points)
        return _(
            "With the best play, a turn averages {mean} points (standard {standard}).", mean=points, standard=standard
        )

    def how(self, rules: Any) -> HowToPlay:
        return HowToPlay(tuple(self._face.how(rules)), (*self._face.terms, *["rolloff"] * (rules.tie == "rolloff")))

    # The table

    def on_turn(self, state: State) -> OnTurn:
        rolls = self._face.rolls(state)
        if state.turn is None:
            return OnTurn(state.winner or "", 0, rolls, won=state.winner is not None)
        return OnTurn(state.turn.player, state.turn.throws + 1, rolls)

    def board(self, snapshot: Snapshot) -> TurnBoard:
        state: State = snapshot.state
        now: State = snapshot.after or state
        turn = (snapshot.after and now.last) or now.turn
        slots = tuple(self._face.slots(now, turn)) if turn and state.turn else ()
        facts = tuple(self._face.facts(state))
        if snapshot.camera == "off":  # the dice are drawn large: of the slots only the figures are left
            facts += tuple(Fact(joined((one.name, one.figure))) for one in slots if one.figure)
            slots = ()
        picks = tuple(pick.name for pick in rulebook(now).choices(now)) if now.player == state.player else ()
        return TurnBoard(facts, slots, tuple(self._lines(state)), tuple(self._tiles(state, now, turn)), picks)

    def _tiles(self, state: State, now: State, turn: Turn | None) -> Iterator[TileOnBoard]:
        if turn is None or state.turn is None:
            return
        for was, tile in zip(self._face.tiles(state, state.turn), self._face.tiles(now, turn), strict=True):
            yield TileOnBoard(tile.number, "down" if was.down else "going" if tile.down else "open")

    def _lines(self, state: State) -> Iterator[TurnLine]:
        results, pick = self._face.leaders(state), min if self._game.lowest_wins else max
        leads = pick(results.values(), default=None)
        for name in state.players:
            score, rolloff = self._face.score(state, name), self.rolled_off(state, name)
            failed = self.has_failed(state, name)
            yield TurnLine(
                name=shown(name),
                on=name == state.player,
                score=NOT_YET if score is None else score,
                score_is="open" if score is None else "failed" if failed else "scored",
                leads=state.turn is not None and name in results and results[name] == leads,
                won=name == state.winner or (state.turn is None and name in state.tied),
                out=name in state.gone or name in state.out or (bool(state.leg) and rolloff is None),
                rolloff=rolloff,
                sums=tuple((word, number(figure)) for word, figure in self._face.sums(state, name)),
            )

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        state = snapshot.after or snapshot.state
        if state.turn is None or not state.turn.throws:
            return frozenset()
        return held_dice(snapshot, expected_tray(state).held)

    def said(self, announcements: Sequence[Announcement]) -> Sequence[str]:
        spoken = [sentence for one in announcements if (sentence := self._sentence(one))]
        named = {word: [isolated(one.player) for one in announcements if one.word == word] for word in TOGETHER}
        if named["rolloff"]:
            spoken.append(_("Roll-off: {players}.", players=listed(named["rolloff"])))
        if named["shared"]:
            spoken.append(full_sentence(_("{players} tie for the win", players=listed(named["shared"]))))
        return spoken

    def _sentence(self, one: Announcement) -> Text | None:
        player, points = isolated(one.player), one.number
        if one.word == "won":
            if points is None or not self._face.wins_with_points:
                return full_sentence(_("{player} wins", player=player))
            return full_sentence(_("{player} wins with {points}", player=player, points=number(points)))
        if says := self._face.sentences.get(one.word):
            return says(player, points or 0)
        return comings_said(one)

    def scores(self, state: State) -> dict[str, str]:
        scores = self._face.final_scores(state)
        return {name: NOT_YET if score is None else score for name, score in scores.items()}

    def rolled_off(self, state: State, name: str) -> str | None:
        if not state.leg or name not in state.order:
            return None
        result = state.results.get(name)
        return NOT_YET if result is None else self._face.rolled_off(state, result)

    def news(self, state: State, one: Announcement) -> News | None:
        return self._face.news(state, one) or super().news(state, one)

    def last_hand(self, state: State, name: str) -> str:
        return self._face.last_hand(state, name)

    def has_failed(self, state: State, name: str) -> bool:
        return self._face.has_failed(state, name)

    def turned(self, _before: State, after: State) -> str:
        turn = after.last
        if turn is None:
            return ""
        if self._face.figures is not BANKED and self._game.stays != "nothing":
            return faces_listed(sorted(turn.aside + turn.lies, reverse=True))
        points = self._game.points(after.rules, turn)
        return ngettext("{number} point", "{number} points", points, number=number(points))

    def headline(self, state: State) -> Text | None:
        return self._face.over(state)

    def total(self, total: int) -> Text:
        return self._face.total(total)

    def counts(self, state: State) -> Counts:
        return self._face.counts(state)

    def help(self, state: State) -> Help:
        if state.turn is None:
            return Help(why_not="nobody_throws")
        coach, lowest = self._game.coach, self._game.lowest_wins
        aim = coach.aim(state)
        says = self._face.aims.get(aim)
        measure: Literal["chance", "points"] = "points" if aim == "points" else "chance"
        chances, ways = list(self._face.chances(state)), ()  # type: list[Chance], tuple[Way, ...]
        with suppress(Refused):
            found = advise(coach, state, aim, lowest=lowest)
            stand = next((one for one in found.choices if not one.throw), None)
            ways = tuple(self._way(state.turn, one) for one in found.choices if one.throw or one is stand)
            if aim in TO_WIN:
                chances.insert(0, Chance("win", found.best.value))
                aim = "win_about" if coach.is_about(state) else "win"
        return Help(tuple(chances), aim, measure, ways, aim_says=says)

    def _way(self, turn: Turn, one: TurnChoice) -> Way:
        keep = tuple(sorted((*turn.fresh, *one.dice), reverse=True))
        return Way(one.throw if one.do == "roll" else 0, keep, one.value, one.cost, says=self._face.way(one))

    # The helm

    def entered(self, state: State) -> EnteredDice:
        turn, throw, game = state.turn, expected_tray(state).throw, self._game
        if turn is None or not turn.throws:
            return EnteredDice(throw=throw)
        scoring = game.scoring(state, turn)
        if game.stays == "kept" and not game.may_move(state, turn):
            return EnteredDice(throw=throw)
        if game.stays == "kept":
            return EnteredDice(kept_or_free(turn.lies, scoring, turn.lies), throw or 1)
        held = tuple(EnteredDie(face, stays=True, free=False) for face in game.held(state, turn))
        loose = kept_or_free(turn.loose, scoring, game.may_set_aside(state, turn))
        if game.stays == "nothing":
            return EnteredDice(loose, throw)
        kept = [one for gone in range(len(held + loose) + 1) for one in rulebook(state).kept(state, gone)]
        may = tuple("".join(map(str, sorted(one))) for one in kept if turn.fresh or len(one) > len(held))
        return EnteredDice(held + loose, throw or 1, game.again, may)

    def stand_says(self, state: State) -> str:
        return self._face.stand(state) or super().stand_says(state)

    # The log

    def told(self, event: Event, name: str, dice: Sequence[int] | None, _state: State) -> str | None:
        if type(event) not in self._game.events.values():
            return None
        if self._game.stays == "nothing":
            return self._game.event_in_words(event, name)
        if self._game.stays == "kept":
            return keeps_said(name, dice)
        if dice is None:
            return _("{player} sets dice aside", player=name)
        return _("{player} sets {dice} aside", player=name, dice=faces_listed(dice))

    def ended(self, name: str, total: int, rules: Any) -> str:
        return self._face.ended(name, total, rules) or super().ended(name, total, rules)

    def part_columns(self) -> Sequence[TableColumn[Part]]:
        return () if self._face.turns is None else (TableColumn(self._face.turns, scores_listed),)

    def board_columns(self) -> Sequence[TableColumn[LeaderboardRow]]:
        return [TableColumn(title, _CELLS[measure]) for measure, title in self._face.figures.items()]

    def figures(self, account: Account) -> Sequence[PlayerFigure]:
        tally = account.tally
        shown_figures: list[PlayerFigure] = []
        for measure, title in self._face.figures.items():
            match measure:
                case "best":
                    figure = best_figure(title, account)
                case "mean_total":
                    figure = PlayerFigure(title, mean(tally.mean_total))
                case _:
                    value = share(tally.scored_share) if measure == "scored" else mean(tally.mean_score)
                    figure = PlayerFigure(title, value, "" if shown_figures else turns_noted(tally.turns))
            shown_figures.append(figure)
        feats = zip(self._face.feats, tally.feats, strict=False)
        return [*shown_figures, *(PlayerFigure(title, number(count)) for title, count in feats)]

    def luck_means(self) -> str:
        return self._face.luck or super().luck_means()

    def score_chart(self, account: Account) -> ScoreChart | None:
        if not account.scores:
            return None
        chart = self._face.chart
        failed = [ScoreBin(NOT_YET, chart.failed, account.scores.get(0, 0), failed=True)] if chart.failed else []
        bins = (*failed, *_range_bins(account.scores, chart.starts, chart.most))
        return ScoreChart(chart.title, chart.described, chart.heading, bins)

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        return self._face.progress(state)

    def course_texts(self) -> CourseTexts:
        return CourseTexts(*self._face.course)


TOGETHER = ("rolloff", "shared")
"""Announcements of several players that one sentence tells."""

_CELLS: Mapping[Measure, Callable[[LeaderboardRow], str]] = {
    "scored": lambda row: share(row.tally.scored_share),
    "mean_score": lambda row: mean(row.tally.mean_score),
    "mean_total": lambda row: mean(row.tally.mean_total),
    "best": lambda row: best(row.best),
}


def _range_bins(scores: Mapping[int, int], starts: Sequence[int], most: int | None) -> Iterator[ScoreBin]:
    """Yield a bin for each range of scores that begins at one of these; the last one is open without a ``most``."""
    for first, beyond in zip(starts, (*starts[1:], None if most is None else most + 1), strict=True):
        turns = sum(many for score, many in scores.items() if score >= first and (beyond is None or score < beyond))
        last = None if beyond is None else beyond - 1
        label = f"{first}+" if last is None else str(first) if first == last else f"{first}–{last}"
        yield ScoreBin(label if len(label) < LONGEST else f"{first}+", label, turns)
