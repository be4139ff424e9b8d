"""Yahtzee on the page: the score sheets side by side, and what each open box would give now."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine import Announcement
from engine.yahtzee.boxes import LOWER, UPPER, is_yahtzee, upper_box
from engine.yahtzee.card import Card
from engine.yahtzee.rules import UPPER_BONUS, Rules
from engine.yahtzee.scoring import may_score, would_score
from engine.yahtzee.state import State
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.display_names import isolated, shown
from web.games import yahtzee_help
from web.games.game_page import OnTurn
from web.games.help import Help

CellState = Literal["filled", "fresh", "would", "barred", "open", "way", "sum"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a sheet: filled (freshly, by the latest event), what it would give, or may not, or still open.

    ``way`` is how far the upper bonus has come, of ``of``.
    """

    text: str
    state: CellState
    of: int = 0


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line across all sheets. ``face`` is that of an upper box."""

    key: str
    name: str
    cells: tuple[Cell, ...]
    face: int | None = None


@dataclass(frozen=True, slots=True)
class CardColumn:
    """One player's sheet."""

    name: str
    on: bool
    won: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class YahtzeeBoard:
    """What only Yahtzee has on the page. ``parts`` are the upper section, the lower one, and the sum."""

    facts: tuple[str, ...]
    columns: tuple[CardColumn, ...]
    parts: tuple[tuple[SheetRow, ...], ...]
    many: bool


class YahtzeeOnThePage:
    """Yahtzee as the page shows it."""

    name = "yahtzee"

    def on_turn(self, state: State) -> OnTurn:
        """Whose turn it is, or who has won."""
        if state.turn is None:
            return OnTurn(state.winner or "", 0, state.rules.rolls, won=state.winner is not None)
        return OnTurn(state.turn.player, min(state.turn.rolls + 1, state.rules.rolls), state.rules.rolls)

    def board(self, snapshot: Snapshot, words: Words) -> YahtzeeBoard:
        """The sheets of all players."""
        state: State = snapshot.state
        gives = dict(_gives(snapshot.after or state))
        fresh = {(one.player, one.word) for one in snapshot.said}

        def row(box: str) -> SheetRow:
            cells = tuple(_cell(state, player, box, gives, fresh) for player in state.players)
            return SheetRow(box, called(state.rules, box, words), cells, UPPER.index(box) + 1 if box in UPPER else None)

        rules = state.rules
        upper = [row(box) for box in rules.boxes if box in UPPER]
        lower = [row(box) for box in rules.boxes if box in LOWER]
        if upper:
            upper.append(_bonus(state, words))
        if "yahtzee" in rules.boxes:
            lower.append(_further(state, words))
        parts = tuple(tuple(part) for part in (upper, lower, [_total(state, words)]) if part)
        return YahtzeeBoard(
            tuple(_facts(snapshot.after or state, words)), tuple(_columns(state)), parts, len(state.players) > 4
        )

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """What lies on the rail after the first throw; on a tray without one, dice that show what is kept."""
        turn = (snapshot.after or snapshot.state).turn
        if turn is None or not turn.rolls:
            return frozenset()
        if snapshot.tray.rail:
            return frozenset(die.key for die in snapshot.dice if die.on_rail)
        left, held = Counter(turn.kept), []
        for die in snapshot.dice:
            if die.value is not None and left[die.value]:
                left[die.value] -= 1
                held.append(die.key)
        return frozenset(held)

    def spoken(self, die: LyingDie, words: Words) -> str:  # noqa: ARG002
        """Its face."""
        return str(die.value)

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """What just happened."""
        sentence: str = words.yahtzee_said(announcements, isolated)
        return sentence

    def cheers(self, words: Words) -> dict[str, str]:
        """Five of a kind before all."""
        cheers: dict[str, str] = words.YAHTZEE_CHEERS
        return cheers

    def box(self, rules: Rules, box: str, words: Words) -> str:
        """What a box is called."""
        return called(rules, box, words)

    def help(self, state: State) -> Help:
        """Exact chances, and what each choice is worth."""
        return yahtzee_help.help_of(state)


def called(rules: Rules, box: str, words: Words) -> str:
    """What a box is called at this table, where it was given a name of its own, else in the viewer's language."""
    own = rules.labels.get(box)
    name: str = f"{own[0].upper()}{own[1:]}" if own else words.BOXES[box]
    return name


def _gives(state: State) -> Iterator[tuple[tuple[str, str], tuple[int, bool]]]:
    """What the dice of the turn would give in each open box of the player on turn, and whether they may go there."""
    turn, rules = state.turn, state.rules
    if turn is None or not turn.rolls:
        return
    card = state.cards[turn.player]
    position = card.open_boxes(rules), card.yahtzee_box, turn.dice
    allowed = may_score(rules, *position)
    for box, points in would_score(rules, *position).items():
        yield (turn.player, box), (points, box in allowed)


def _cell(
    state: State,
    player: str,
    box: str,
    gives: dict[tuple[str, str], tuple[int, bool]],
    fresh: set[tuple[str | None, str]],
) -> Cell:
    points = state.cards[player].boxes.get(box)
    if points is not None:
        return Cell(str(points), "fresh" if (player, box) in fresh else "filled")
    if (player, box) in gives:
        would, allowed = gives[player, box]
        return Cell(str(would), "would" if allowed else "barred")
    return Cell("", "open")


def _bonus(state: State, words: Words) -> SheetRow:
    """The upper bonus: 35, or how far it has come, or 0 once it cannot come any more."""
    rules = state.rules
    return SheetRow(
        "upper_bonus",
        words.upper_bonus(rules.bonus_from),
        tuple(_way(rules, state.cards[player]) for player in state.players),
    )


def _way(rules: Rules, card: Card) -> Cell:
    if card.upper_bonus(rules):
        return Cell(str(UPPER_BONUS), "sum")
    if any(box in UPPER for box in card.open_boxes(rules)):
        return Cell(str(card.upper), "way", rules.bonus_from)
    return Cell("0", "sum")


def _further(state: State, words: Words) -> SheetRow:
    bonuses = (state.cards[player].yahtzee_bonus for player in state.players)
    cells = (Cell(str(bonus), "sum") if bonus else Cell("", "open") for bonus in bonuses)
    return SheetRow("yahtzee_bonus", words.YAHTZEE_BONUS, tuple(cells))


def _total(state: State, words: Words) -> SheetRow:
    return SheetRow("total", words.SHEET_TOTAL, tuple(Cell(str(total), "sum") for total in state.totals.values()))


def _columns(state: State) -> Iterator[CardColumn]:
    for player in state.players:
        won = player == state.winner or player in state.tied
        yield CardColumn(shown(player), player == state.player, won, player in state.gone)


def _facts(state: State, words: Words) -> Iterator[str]:
    """How far the game is, and what a further Yahtzee is good for."""
    boxes = len(state.rules.boxes)
    if state.turn is None:
        return
    yield words.box_of(state.round, boxes)
    card, dice = state.cards[state.turn.player], state.turn.dice
    if not state.turn.rolls or not state.rules.is_joker(card.yahtzee_box, dice):
        return
    if card.yahtzee_box and is_yahtzee(dice):
        yield words.FURTHER
    own = upper_box(dice[0])
    yield words.joker_into(called(state.rules, own, words)) if own in card.open_boxes(state.rules) else words.JOKER
