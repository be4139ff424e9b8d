"""What the pages show of games on a card: the score sheets side by side, and the value of each open box."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from engine import Announcement, Event, Kept, Refused, Scored, expected_tray
from engine.face import FACES, Chance, Fact, News, RuleLine, blank, drawn, how_turn
from engine.games.yahtzee.analysis.advice import Choice, advise
from engine.games.yahtzee.analysis.review import feats_of
from engine.games.yahtzee.boxes import Box, Sheet
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import OPTIONS, Rules
from engine.games.yahtzee.state import State
from engine.i18n import Text, full_sentence, listed, ngettext, number, percent, signed_number
from engine.i18n import gettext as _
from engine.statistics.player_totals import PlayerTotals, ratio
from engine.statistics.summaries import Account, LeaderboardRow
from engine.turns.face import Counts
from engine.values import Advice
from table.snapshot import Snapshot
from web.display_names import isolated, shown
from web.games.page import (
    BoxLine,
    CourseTexts,
    EnteredDice,
    GamePage,
    Help,
    HowToPlay,
    OnTurn,
    PlayerFigure,
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
    share,
)

MOST_WIDE = 4
"""The most players whose cards stand side by side with all points of each box; of more there is the sum."""

CellState = Literal["filled", "fresh", "would", "scratch", "barred", "open", "way", "sum"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a sheet: filled (or just filled), what it would score (0 is a scratch), not allowed, or open.

    ``way`` is the progress to the upper bonus, out of ``of``. ``more`` are points beside those of the boxes. A box that
    is filled several times ``had`` points before, and stays open for ``left`` times more.
    """

    text: str
    state: CellState
    of: int = 0
    more: int = 0
    had: tuple[int, ...] = ()
    left: int = 0


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row across all sheets. ``face`` is that of an upper box."""

    key: str
    name: str
    cells: tuple[Cell, ...]
    face: int | None = None

    @property
    def open(self) -> bool:
        return any(cell.state in ("would", "scratch") for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CardColumn:
    """One player's sheet. ``on`` is the one on turn, or at the end a winner."""

    name: str
    total: int
    on: bool
    won: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class YahtzeeBoard:
    """The part of the page that is specific to games on a card. ``parts``: the upper section and the lower one."""

    facts: tuple[Fact, ...]
    columns: tuple[CardColumn, ...]
    parts: tuple[tuple[SheetRow, ...], ...]
    many: bool


TERMS: Mapping[str, tuple[Text, Text]] = {
    "upper_bonus": (_("Bonus"), _("Extra points for enough points in the boxes from ones to sixes.")),
    "yahtzee_bonus": (_("Extra points"), _("For each further roll of all dice equal, if their box has points.")),
    "joker": (_("Joker"), _("Another roll of all dice equal that goes into a different box for full points.")),
    "scratch": (_("Scratch"), _("Fill a box with 0, as nothing fits or to save a better box.")),
}


class YahtzeePage(GamePage):
    """What the pages show of the game on that card."""

    template = "yahtzee.html"
    layout = "cards"

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.kind)
        self._sheet = sheet
        self.title = sheet.title
        self.dice = (5,) * (sheet.dice == 5) or (4, 5, 4)
        self.options = tuple(OPTIONS[sheet.kind].values())
        self.tells = {"five_of_a_kind": News(_("{name}!", name=sheet.title)), "upper_bonus": News(_("Bonus!"))}
        has = {"upper_bonus": sheet.bonus, "yahtzee_bonus": sheet.further, "joker": sheet.further, "scratch": True}
        self.terms = {key: term for key, term in TERMS.items() if has[key]}

    def values(self, rules: Rules) -> Mapping[str, Any]:
        return {**super().values(rules), "boxes": list(rules.boxes), "labels": dict(rules.labels)}

    def box(self, rules: Rules, box: str) -> str:
        own = rules.labels.get(box)
        return f"{own[0].upper()}{own[1:]}" if own else rules.sheet.shorts[box]

    def how(self, rules: Rules) -> HowToPlay:
        return HowToPlay(tuple(_how(rules)), tuple(self.terms), tuple(self._boxes(rules)))

    def _boxes(self, rules: Rules) -> Iterator[BoxLine]:
        for box in (rules.sheet.box[name] for name in rules.boxes):
            dice = box.example if rules.dice == len(box.example) else ()
            points = rules.points(box.name, 1, dice, first=False) if dice else None
            yield BoxLine(self.box(rules, box.name), _what(rules, box), drawn(*dice), points)

    # The table

    def on_turn(self, state: State) -> OnTurn:
        rolls = state.rules.rolls
        if state.turn is None:
            return OnTurn(state.winner or "", 0, rolls, won=state.winner is not None)
        return OnTurn(state.turn.player, min(state.turn.rolls + 1, rolls), rolls)

    def board(self, snapshot: Snapshot) -> YahtzeeBoard:
        state: State = snapshot.state
        rules = state.rules
        gives = dict(_gives(snapshot.after or state))
        fresh = {(one.player, one.word) for one in snapshot.said}

        def row(box: str) -> SheetRow:
            cells = tuple(_cell(state, player, box, gives, fresh) for player in state.players)
            return SheetRow(box, self.box(rules, box), cells, rules.sheet.box[box].face or None)

        upper = [row(box) for box in rules.boxes if rules.sheet.box[box].face]
        lower = [row(box) for box in rules.boxes if not rules.sheet.box[box].face]
        if rules.awards:
            lower.append(_total(state))
        if upper and rules.sheet.bonus:
            upper.append(_bonus(state))
        parts = tuple(tuple(part) for part in (upper, lower) if part)
        facts = tuple(self._facts(snapshot.after or state))
        winners, on = {state.winner, *state.tied}, state.player or state.winner or next(iter(state.tied), None)
        columns = tuple(
            CardColumn(shown(player), total, player == on, player in winners, player in state.gone)
            for player, total in state.totals.items()
        )
        return YahtzeeBoard(facts, columns, parts, len(state.players) > MOST_WIDE)

    def _facts(self, state: State) -> Iterator[Fact]:
        if state.turn is None:
            return
        offer = state.offer
        if offer is None or not offer.is_joker:
            yield Fact(_("Box {number} of {boxes}", number=state.round, boxes=state.rules.turns))
            return
        own = self._sheet.own[offer.dice[0]]
        if own in offer.may_score:
            yield Fact(_("Joker: only {box}", box=self.box(state.rules, own)), "joker")
        elif any(self._sheet.box[box].face for box in offer.may_score):
            yield Fact(_("Joker: any open box"), "joker")
        else:
            yield Fact(_("Joker: any lower box"), "joker")
        if further := max(map(offer.further, offer.may_score)):
            yield Fact(f"+{further}", "yahtzee_bonus")

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        turn = (snapshot.after or snapshot.state).turn
        return frozenset() if turn is None or not turn.rolls else held_dice(snapshot, turn.kept)

    def turned(self, before: State, _after: State) -> str:
        return faces_listed(sorted(before.turn.dice, reverse=True)) if before.turn else ""

    def said(self, announcements: Sequence[Announcement]) -> Sequence[str]:
        spoken = [sentence for one in announcements if (sentence := self._sentence(one, isolated(one.player)))]
        if shared := [isolated(one.player) for one in announcements if one.word == "shared"]:
            spoken.append(full_sentence(_("{players} tie for the win", players=listed(shared))))
        return spoken

    def _sentence(self, one: Announcement, player: str) -> str | None:
        titles = self._sheet.shorts
        match one.word:
            case "five_of_a_kind":
                return _("{name}! All dice show {face}.", name=self.title, face=FACES[(one.number or 1) - 1])
            case "joker":
                return _("Played as a joker.")
            case "yahtzee_bonus":
                return _("Extra points: +{number}!", number=one.number)
            case "upper_bonus":
                return _("Upper bonus: +{number}!", number=one.number)
            case "won":
                return full_sentence(_("{player} wins with {points}", player=player, points=number(one.number or 0)))
            case box if box in titles:
                return _("{player}: {box}, {number}.", player=player, box=titles[box], number=one.number or 0)
        return comings_said(one)

    def help(self, state: State) -> Help:
        if state.turn is None:
            return Help(why_not="nobody_throws")
        to_win, by_points = _advice(state, "beat"), _advice(state, "points")
        advice = to_win or by_points
        if advice is None:
            return Help(why_not="own_rules")
        chances = [Chance("win", to_win.best.value)] if to_win else []
        if by_points:
            chances.append(Chance("final_mean", by_points.best.value, "points"))
        ways = tuple(
            Way(one.throw, tuple(sorted(one.keep, reverse=True)), one.value, one.cost, one.box, one.points)
            for one in advice.choices
        )
        error, says = advice.error, None
        if to_win:
            says = _("Each choice: chance to win, by simulation: ± {error}", error=percent(error)) if error else None
            return Help(tuple(chances), "win", "chance", ways, aim_says=says)
        if error:
            says = _("Each choice: average points, by simulation: ± {error}", error=number(error, 1))
        elif state.rules.served_wins:
            says = _("Each choice: average points, if nobody wins at once")
        return Help(tuple(chances), "points", "points", ways, aim_says=says)

    # The helm

    def entered(self, state: State) -> EnteredDice:
        turn, left = state.turn, state.rolls_left
        if turn is None or not turn.rolls:
            return EnteredDice(throw=expected_tray(state).throw)
        return EnteredDice(kept_or_free(turn.dice, turn.kept, turn.dice if left else ()), left)

    # The log

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: State) -> str | None:
        match event:
            case Kept():
                return keeps_said(name, dice)
            case Scored(box=box):
                return _("{player} scores {box}", player=name, box=self.box(state.rules, box))
        return None

    def board_columns(self) -> Sequence[TableColumn[LeaderboardRow]]:
        return (
            TableColumn(_("Average score"), lambda row: mean(row.tally.mean_total)),
            TableColumn(_("Best score"), lambda row: best(row.best)),
        )

    def figures(self, account: Account) -> Sequence[PlayerFigure]:
        tally = account.tally
        return (
            PlayerFigure(_("Average score"), mean(tally.mean_total)),
            best_figure(_("Best score"), account),
            *(self._feat(tally, feat) for feat in feats_of(self._sheet)),
        )

    def _feat(self, tally: PlayerTotals, feat: str) -> PlayerFigure:
        count = tally.feats[feats_of(self._sheet).index(feat)]
        if feat == "upper_bonus":
            return PlayerFigure(_("Upper bonus"), share(ratio(count, tally.wholes)))
        return PlayerFigure(self._sheet.titles[feat], str(count))

    def counts(self, state: State) -> Counts:
        return "awards" if state.rules.awards else "points"

    def totals_described(self) -> str:
        return _("A line through all full cards, in order of play.")

    def progress(self, state: State) -> Sequence[tuple[int, int]]:
        totals = state.totals
        return [(state.cards[name].filled, totals[name]) for name in state.players]

    def course_texts(self) -> CourseTexts:
        return CourseTexts(_("A line for each player: the total after each box."), _("Box"))

    def lying(self, state: State) -> Sequence[tuple[int, bool]]:
        turn = state.turn
        staying = Counter(turn.kept) if turn else Counter()
        lying = []
        for die in turn.dice if turn else ():
            lying.append((die, staying[die] > 0))
            staying[die] -= 1
        return lying


def _how(rules: Rules) -> Iterator[RuleLine]:
    sheet = rules.sheet
    yield RuleLine(how_turn(rules.dice, rules.rolls), blank(rules.dice))
    if rules.rolls > 1:
        yield RuleLine(_("Keep the dice you like and roll the others again."))
        yield RuleLine(_("What you kept you may roll again later."), rank=2)
        yield RuleLine(_("You may stop after any roll."), rank=2)
    boxes, times = len(rules.boxes), max(box.times for box in sheet.boxes)
    if times == 1:
        say = _("Then fill one of {boxes} boxes. You fill each box once, with 0 if nothing fits.", boxes=boxes)
    else:
        say = _("Then fill one of {boxes} boxes, with 0 if nothing fits; each {times} times.", boxes=boxes, times=times)
    yield RuleLine(say)
    if sheet.bonus and any(sheet.box[box].face for box in rules.boxes):
        yield RuleLine(
            _(
                "{bonus_from} points in the boxes from ones to sixes give you {points} more.",
                bonus_from=rules.bonus_from,
                points=sheet.bonus,
            )
        )
    if rules.served and any(sheet.box[box].served for box in rules.boxes):
        names = listed([sheet.titles[box] for box in rules.boxes if sheet.box[box].served])
        yield RuleLine(_("In the first roll these give {points} more: {boxes}.", points=rules.served, boxes=names))
    if rules.served_wins:
        yield RuleLine(
            _("Five equal dice in the first roll win the game at once, in any box."), drawn(*(6,) * rules.dice)
        )
    if any(sheet.box[box].second for box in rules.boxes):
        yield RuleLine(_("A second {name} counts only if the first has points.", name=sheet.title), rank=1)
    if sheet.further and sheet.top in rules.boxes:
        yield from _how_jokers(rules)
    if rules.awards:
        yield from _how_awards(sheet)
    elif not sheet.bonus and not rules.served_wins:
        yield RuleLine(_("There is no bonus: every box counts what it says."), rank=2)
    yield RuleLine(_("The most points win."))


def _how_awards(sheet: Sheet) -> Iterator[RuleLine]:
    first, second = sheet.levels[:2]
    yield RuleLine(_("At the end the boxes give points, as their lines below say."))
    yield RuleLine(
        _(
            "The total gives {least} points, one more from {first} on and for every {step} above, at most {most}.",
            least=signed_number(sheet.lowest, 0),
            first=first,
            step=second - first,
            most=number(sheet.lowest + len(sheet.levels)),
        )
    )


def _what(rules: Rules, box: Box) -> Text:
    """Return what the box takes, and what it is worth where awards decide."""
    if not rules.awards or not box.award:
        return box.what
    points, at = box.award.points, box.award.at
    if box.award.each:
        worth = ngettext("{count} point each", "{count} points each", points)
    elif at:
        worth = ngettext("{count} point from {at} on", "{count} points from {at} on", points, at=at)
    else:
        worth = ngettext("{count} point if none is 0", "{count} points if none is 0", points)
    return _("{what}; {worth}", what=box.what, worth=worth)


def _how_jokers(rules: Rules) -> Iterator[RuleLine]:
    names = {"name": rules.sheet.title, "points": rules.further}
    if rules.further_above:
        further = _("Another {name} gives you {points} more in its upper box, if your {name} box has points.", **names)
    else:
        further = _("Another {name} gives you {points} more if your {name} box has points. It is a joker.", **names)
    yield RuleLine(further, drawn(*(6,) * rules.dice))
    if rules.joker_scratches_upper:
        yield RuleLine(
            _("Its upper box comes first. If that is full, fill any box: lower ones give full points."), rank=1
        )
    else:
        yield RuleLine(_("Its upper box comes first. If that is full, fill a lower box for full points."), rank=1)
    if rules.joker_on_zero:
        yield RuleLine(_("This also applies after a zero in {name}, without the extra points.", **names), rank=1)
    else:
        yield RuleLine(_("After a zero in {name} it’s an ordinary roll.", **names), rank=1)


def _advice(state: State, aim: str) -> Advice[Choice] | None:
    with suppress(Refused):
        return advise(state, aim)
    return None


def _gives(state: State) -> Iterator[tuple[tuple[str, str], tuple[int, bool]]]:
    offer = state.offer
    if offer is None:
        return
    for box, gives in offer.would_score.items():
        yield (state.player or "", box), (gives, box in offer.may_score)


def _cell(
    state: State,
    player: str,
    box: str,
    gives: dict[tuple[str, str], tuple[int, bool]],
    fresh: set[tuple[str | None, str]],
) -> Cell:
    rules, card = state.rules, state.cards[player]
    filled = card.boxes.get(box, ())
    scores = (sum(filled),) if filled and len(state.players) > MOST_WIDE else filled
    left = rules.sheet.box[box].times - len(filled)
    more = card.award(rules, box) or (card.yahtzee_bonus if scores and box == rules.sheet.top else 0)
    if (player, box) in gives:
        would, allowed = gives[player, box]
        how: CellState = "barred" if not allowed else "would" if would else "scratch"
        return Cell(str(would), how, more=more, had=scores, left=left - 1)
    if not scores:
        return Cell("", "open", left=left - 1)
    how = "fresh" if (player, box) in fresh else "filled"
    return Cell(str(scores[-1]), how, more=more, had=scores[:-1], left=left)


def _total(state: State) -> SheetRow:
    """Return the total where awards decide, and what it is worth."""
    cards = [state.cards[player] for player in state.players]
    cells = (Cell(str(card.total(state.rules)), "sum", more=card.level(state.rules)) for card in cards)
    return SheetRow("total", _("Total"), tuple(cells))


def _bonus(state: State) -> SheetRow:
    """Return the upper bonus: its points, its progress, or 0 once it is out of reach."""
    rules = state.rules
    name = _("Bonus at {bonus_from}", bonus_from=rules.bonus_from)
    return SheetRow("upper_bonus", name, tuple(_way(rules, state.cards[player]) for player in state.players))


def _way(rules: Rules, card: Card) -> Cell:
    if card.upper_bonus(rules):
        return Cell(str(rules.sheet.bonus), "sum")
    if any(rules.sheet.box[box].face for box in card.open_boxes(rules)):
        return Cell(str(card.upper(rules)), "way", rules.bonus_from)
    return Cell("0", "sum")
