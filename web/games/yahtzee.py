"""What the pages show of Yahtzee: the score sheets side by side, and the value of each open box."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from engine import Announcement, Event, Kept, Refused, Scored, expected_tray
from engine.face import Chance, Fact, News, Option, RuleLine, blank, drawn, how_turn
from engine.games.yahtzee.analysis.advice import Choice, advise
from engine.games.yahtzee.analysis.review import FEATS
from engine.games.yahtzee.card import Card, may_score, would_score
from engine.games.yahtzee.rules import (
    FURTHER_YAHTZEE,
    LABELLED,
    LIMITS,
    LOWER,
    TERMS,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Rules,
    is_yahtzee,
    points,
    upper_box,
)
from engine.games.yahtzee.state import State
from engine.i18n import Text, full_sentence, listed, number
from engine.i18n import gettext as _
from engine.statistics.player_totals import PlayerTotals, ratio
from engine.statistics.summaries import Account, LeaderboardRow
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

CellState = Literal["filled", "fresh", "would", "scratch", "barred", "open", "way", "sum"]

FIVE = (
    _("Yahtzee! Five ones."),
    _("Yahtzee! Five twos."),
    _("Yahtzee! Five threes."),
    _("Yahtzee! Five fours."),
    _("Yahtzee! Five fives."),
    _("Yahtzee! Five sixes."),
)
"""What is said of five of a kind, by its face."""

BOXES = TERMS | {"three_of_a_kind": _("3 of a kind"), "four_of_a_kind": _("4 of a kind")}
HOW_BOXES = {
    "three_of_a_kind": (_("Three equal dice: add all dice"), (5, 5, 5, 2, 1)),
    "four_of_a_kind": (_("Four equal dice: add all dice"), (4, 4, 4, 4, 6)),
    "full_house": (_("Three equal dice and a pair"), (3, 3, 3, 6, 6)),
    "small_straight": (_("Four in a row"), (1, 2, 3, 4, 6)),
    "large_straight": (_("Five in a row"), (2, 3, 4, 5, 6)),
    "yahtzee": (_("All dice equal"), (6, 6, 6, 6, 6)),
    "chance": (_("Any dice: add them"), (6, 5, 3, 2, 1)),
}
"""What each lower box takes, and five dice that fit it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a sheet: filled (or just filled), what it would score (0 is a scratch), not allowed, or open.

    ``way`` is the progress to the upper bonus, out of ``of``. ``more`` are points for further Yahtzees.
    """

    text: str
    state: CellState
    of: int = 0
    more: int = 0


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
    """The part of the page that is specific to Yahtzee. ``parts``: the upper section and the lower one."""

    facts: tuple[Fact, ...]
    columns: tuple[CardColumn, ...]
    parts: tuple[tuple[SheetRow, ...], ...]
    many: bool


class YahtzeePage(GamePage):
    """What the pages show of Yahtzee."""

    title = _("Yahtzee")
    dice = (5,)
    options: Sequence[Option] = (
        Option("dice", "number", _("Dice"), _("More dice make it easier."), {}, *LIMITS["dice"]),
        Option("rolls", "number", _("Rolls"), _("More rolls make it easier."), {}, *LIMITS["rolls"]),
        Option("boxes", "list", _("Boxes"), _("Boxes on the card."), BOXES),
        Option(
            "bonus_from",
            "number",
            _("Bonus at"),
            _("Upper-section points needed for the bonus of 35."),
            {},
            *LIMITS["bonus_from"],
        ),
        Option("joker_on_zero", "flag", _("Joker after a zero"), _("Jokers still count after a zero in Yahtzee.")),
        Option("joker_scratches_upper", "flag", _("Scratch a joker"), _("A joker may be scored as 0 in an upper box.")),
        Option("labels", "words", choices=dict.fromkeys(LABELLED, "")),
    )
    template = "yahtzee.html"
    layout = "cards"
    tells: Mapping[str, News] = {"five_of_a_kind": News(_("Yahtzee!")), "upper_bonus": News(_("Bonus!"))}
    terms: Mapping[str, tuple[Text, Text]] = {
        "upper_bonus": (_("Bonus"), _("Extra points for enough points in the boxes from ones to sixes.")),
        "yahtzee_bonus": (
            _("Yahtzee bonus"),
            _("Extra points for each additional Yahtzee, if the Yahtzee box has 50."),
        ),
        "joker": (_("Joker"), _("Another Yahtzee that goes into a different box for full points.")),
    }

    def values(self, rules: Rules) -> Mapping[str, Any]:
        return {**super().values(rules), "boxes": list(rules.boxes), "labels": dict(rules.labels)}

    def box(self, rules: Rules, box: str) -> str:
        own = rules.labels.get(box)
        return f"{own[0].upper()}{own[1:]}" if own else BOXES[box]

    def how(self, rules: Rules) -> HowToPlay:
        terms = ["upper_bonus"] if any(box in UPPER for box in rules.boxes) else []
        terms += ["yahtzee_bonus", "joker"] if "yahtzee" in rules.boxes else []
        return HowToPlay(tuple(_how(rules)), tuple(terms), tuple(self._boxes(rules)))

    def _boxes(self, rules: Rules) -> Iterator[BoxLine]:
        for box in rules.boxes:
            if box in UPPER:
                face = UPPER.index(box) + 1
                what = _("Add all dice that show {face}", face=face)
                dice = (face, face, face, 6 - (face == 6), 2 - (face == 2))
            else:
                what, dice = HOW_BOXES[box]
            if rules.dice == len(dice):
                yield BoxLine(self.box(rules, box), what, drawn(*dice), points(box, dice))
            else:
                yield BoxLine(self.box(rules, box), what, (), None)

    # The table

    def on_turn(self, state: State) -> OnTurn:
        rolls = state.rules.rolls
        if state.turn is None:
            return OnTurn(state.winner or "", 0, rolls, won=state.winner is not None)
        return OnTurn(state.turn.player, min(state.turn.rolls + 1, rolls), rolls)

    def board(self, snapshot: Snapshot) -> YahtzeeBoard:
        state: State = snapshot.state
        gives = dict(_gives(snapshot.after or state))
        fresh = {(one.player, one.word) for one in snapshot.said}

        def row(box: str) -> SheetRow:
            cells = tuple(_cell(state, player, box, gives, fresh) for player in state.players)
            return SheetRow(box, self.box(state.rules, box), cells, UPPER.index(box) + 1 if box in UPPER else None)

        rules = state.rules
        upper = [row(box) for box in rules.boxes if box in UPPER]
        lower = [row(box) for box in rules.boxes if box in LOWER]
        if upper:
            upper.append(_bonus(state))
        parts = tuple(tuple(part) for part in (upper, lower) if part)
        facts = tuple(self._facts(snapshot.after or state))
        winners, on = {state.winner, *state.tied}, state.player or state.winner or next(iter(state.tied), None)
        columns = tuple(
            CardColumn(shown(player), total, player == on, player in winners, player in state.gone)
            for player, total in state.totals.items()
        )
        return YahtzeeBoard(facts, columns, parts, len(state.players) > 4)

    def _facts(self, state: State) -> Iterator[Fact]:
        if state.turn is None:
            return
        card, dice = state.cards[state.turn.player], state.turn.dice
        if not state.turn.rolls or not state.rules.is_joker(card.yahtzee_box, dice):
            yield Fact(_("Box {number} of {boxes}", number=state.round, boxes=len(state.rules.boxes)))
            return
        own = upper_box(dice[0])
        allowed = may_score(state.rules, card.open_boxes(state.rules), card.yahtzee_box, dice)
        if own in allowed:
            yield Fact(_("Joker: only {box}", box=self.box(state.rules, own)), "joker")
        elif any(box in UPPER for box in allowed):
            yield Fact(_("Joker: any open box"), "joker")
        else:
            yield Fact(_("Joker: any lower box"), "joker")
        if card.yahtzee_box and is_yahtzee(dice):
            yield Fact(f"+{FURTHER_YAHTZEE}", "yahtzee_bonus")

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        turn = (snapshot.after or snapshot.state).turn
        return frozenset() if turn is None or not turn.rolls else held_dice(snapshot, turn.kept)

    def turned(self, before: State, _after: State) -> str:
        return faces_listed(sorted(before.turn.dice, reverse=True)) if before.turn else ""

    def said(self, announcements: Sequence[Announcement]) -> Sequence[str]:
        spoken = [sentence for one in announcements if (sentence := _sentence(one, isolated(one.player)))]
        if shared := [isolated(one.player) for one in announcements if one.word == "shared"]:
            spoken.append(full_sentence(_("{players} tie for the win", players=listed(shared))))
        return spoken

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
        return Help(tuple(chances), "win", "chance", ways) if to_win else Help(tuple(chances), "points", "points", ways)

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
            PlayerFigure(_("Upper bonus"), share(ratio(_feat(tally, "upper_bonus"), tally.wholes))),
            PlayerFigure(_("Yahtzees"), str(_feat(tally, "yahtzee"))),
        )

    def totals_described(self) -> str:
        return _("A line through all full cards, in order of play.")

    def progress(self, state: State) -> Sequence[tuple[int, int]]:
        totals = state.totals
        return [(len(state.cards[name].boxes), totals[name]) for name in state.players]

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
    yield RuleLine(how_turn(rules.dice, rules.rolls), blank(rules.dice))
    if rules.rolls > 1:
        yield RuleLine(_("Keep the dice you like and roll the others again."))
    boxes = len(rules.boxes)
    yield RuleLine(_("Then fill one of {boxes} boxes. You fill each box once, with 0 if nothing fits.", boxes=boxes))
    if any(box in UPPER for box in rules.boxes):
        yield RuleLine(
            _(
                "{bonus_from} points in the boxes from ones to sixes give you {points} more.",
                bonus_from=rules.bonus_from,
                points=UPPER_BONUS,
            )
        )
    if "yahtzee" in rules.boxes:
        further = _(
            "Another Yahtzee gives you {points} more if your Yahtzee box has {box}. It is a joker.",
            points=FURTHER_YAHTZEE,
            box=YAHTZEE,
        )
        yield RuleLine(further, drawn(*(6,) * rules.dice))
        if rules.joker_scratches_upper:
            yield RuleLine(
                _("Its upper box comes first. If that is full, fill any box: lower ones give full points."), rank=1
            )
        else:
            yield RuleLine(_("Its upper box comes first. If that is full, fill a lower box for full points."), rank=1)
        if rules.joker_on_zero:
            yield RuleLine(_("This also applies after a zero in Yahtzee, without the extra points."), rank=1)
        else:
            yield RuleLine(_("After a zero in Yahtzee it’s an ordinary roll."), rank=1)
    yield RuleLine(_("The most points win."))


def _sentence(one: Announcement, player: str) -> str | None:
    match one.word:
        case "five_of_a_kind":
            return FIVE[(one.number or 1) - 1]
        case "joker":
            return _("Played as a joker.")
        case "yahtzee_bonus":
            return _("Yahtzee bonus: +{number}!", number=one.number)
        case "upper_bonus":
            return _("Upper bonus: +{number}!", number=one.number)
        case "won":
            return full_sentence(_("{player} wins with {points}", player=player, points=number(one.number or 0)))
        case box if box in BOXES:
            return _("{player}: {box}, {number}.", player=player, box=BOXES[box], number=one.number or 0)
    return comings_said(one)


def _advice(state: State, aim: str) -> Advice[Choice] | None:
    with suppress(Refused):
        return advise(state, aim)
    return None


def _feat(tally: PlayerTotals, name: str) -> int:
    return tally.feats[FEATS.index(name)]


def _gives(state: State) -> Iterator[tuple[tuple[str, str], tuple[int, bool]]]:
    turn, rules = state.turn, state.rules
    if turn is None or not turn.rolls:
        return
    card = state.cards[turn.player]
    position = card.open_boxes(rules), card.yahtzee_box, turn.dice
    allowed = may_score(rules, *position)
    for box, gives in would_score(rules, *position).items():
        yield (turn.player, box), (gives, box in allowed)


def _cell(
    state: State,
    player: str,
    box: str,
    gives: dict[tuple[str, str], tuple[int, bool]],
    fresh: set[tuple[str | None, str]],
) -> Cell:
    points = state.cards[player].boxes.get(box)
    if points is not None:
        more = state.cards[player].yahtzee_bonus if box == "yahtzee" else 0
        return Cell(str(points), "fresh" if (player, box) in fresh else "filled", more=more)
    if (player, box) in gives:
        would, allowed = gives[player, box]
        return Cell(str(would), "barred" if not allowed else "would" if would else "scratch")
    return Cell("", "open")


def _bonus(state: State) -> SheetRow:
    """Return the upper bonus: 35, its progress, or 0 once it is out of reach."""
    rules = state.rules
    name = _("Bonus at {bonus_from}", bonus_from=rules.bonus_from)
    return SheetRow("upper_bonus", name, tuple(_way(rules, state.cards[player]) for player in state.players))


def _way(rules: Rules, card: Card) -> Cell:
    if card.upper_bonus(rules):
        return Cell(str(UPPER_BONUS), "sum")
    if any(box in UPPER for box in card.open_boxes(rules)):
        return Cell(str(card.upper), "way", rules.bonus_from)
    return Cell("0", "sum")
