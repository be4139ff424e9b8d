"""The display of Yahtzee: the score sheets side by side, and the value of each open box."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine import Announcement, expected_tray
from engine.games.yahtzee.card import Card, may_score, would_score
from engine.games.yahtzee.rules import LOWER, UPPER, UPPER_BONUS, Rules, is_yahtzee, upper_box
from engine.games.yahtzee.state import State
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.display_names import isolated, shown
from web.games.game_page import BeforeThrow, EnteredDice, EnteredDie, Fact, OnTurn, OpenBox, RoundsToSet, Terms
from web.games.game_setup import GameSetup
from web.games.help import Help
from web.games.how import HowToPlay
from web.games.yahtzee.help import help_of
from web.games.yahtzee.how import how_to_play
from web.games.yahtzee.log import YahtzeeLog
from web.games.yahtzee.names import called
from web.games.yahtzee.setup import YahtzeeSetup

CellState = Literal["filled", "fresh", "would", "barred", "open", "way", "sum"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a sheet: filled (or just filled), what it would score, not allowed, or open.

    ``way`` is the progress to the upper bonus, out of ``of``. ``best`` is set where the dice score most.
    """

    text: str
    state: CellState
    of: int = 0
    best: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row across all sheets. ``face`` is that of an upper box."""

    key: str
    name: str
    cells: tuple[Cell, ...]
    face: int | None = None

    @property
    def open(self) -> bool:
        """Whether the dice may be scored here now."""
        return any(cell.state == "would" for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CardColumn:
    """One player's sheet."""

    name: str
    on: bool
    won: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class YahtzeeBoard:
    """The part of the page that is specific to Yahtzee. ``parts``: the upper section, the lower one, and the sum."""

    facts: tuple[Fact, ...]
    columns: tuple[CardColumn, ...]
    parts: tuple[tuple[SheetRow, ...], ...]
    many: bool


class YahtzeeOnThePage:
    """Displays Yahtzee."""

    template = "yahtzee.html"
    layout: Literal["lines", "cards"] = "cards"
    setup: GameSetup = YahtzeeSetup()
    log = YahtzeeLog()

    def on_turn(self, state: State) -> OnTurn:
        """Return whose turn it is, or who has won."""
        if state.turn is None:
            return OnTurn(state.winner or "", 0, state.rules.rolls, won=state.winner is not None)
        return OnTurn(state.turn.player, min(state.turn.rolls + 1, state.rules.rolls), state.rules.rolls)

    def board(self, snapshot: Snapshot, words: Words) -> YahtzeeBoard:
        """Return the sheets of all players."""
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
        """Return the dice on the rail after the first throw; without a rail, dice that show the kept faces."""
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
        """Describe the die by its face."""
        return str(die.value)

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """Return the announcements in a few sentences."""
        sentence: str = words.yahtzee_said(announcements, isolated)
        return sentence

    def cheers(self, words: Words) -> dict[str, str]:
        """Return the announcements that are cheered, five of a kind first."""
        cheers: dict[str, str] = words.YAHTZEE_CHEERS
        return cheers

    def scores(self, state: State, words: Words) -> dict[str, str]:  # noqa: ARG002
        """Return the total of each sheet."""
        return {name: str(total) for name, total in state.totals.items()}

    def rolled_off(self, state: State, name: str, words: Words) -> None:
        """Return None: players who tie share the win."""

    def counts(self, state: State) -> Literal["points", "hands"]:  # noqa: ARG002
        """Return that points decide the game."""
        return "points"

    def box(self, rules: Rules, box: str, words: Words) -> str:
        """Return the name of a box."""
        return called(rules, box, words)

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        """Return the rules in short sentences, and the boxes."""
        return how_to_play(rules, lambda box: called(rules, box, words), words)

    def terms(self, words: Words) -> Terms:
        """Return the special words of this game."""
        terms: Terms = words.YAHTZEE_TERMS
        return terms

    def help(self, state: State) -> Help:
        """Return exact chances, and the value of each choice."""
        return help_of(state)

    def entered(self, state: State) -> EnteredDice:
        """Return the dice, each of which may stay while rolls are left."""
        turn, throw = state.turn, expected_tray(state).throw
        if turn is None or not turn.rolls:
            return EnteredDice(throw=throw)
        kept = Counter(turn.kept)
        dice = []
        for face in sorted(turn.dice, reverse=True):
            dice.append(EnteredDie(face, stays=kept[face] > 0, free=state.rolls_left > 0))
            kept[face] -= 1
        return EnteredDice(tuple(dice), throw)

    def stand_says(self, state: State, words: Words) -> str:  # noqa: ARG002
        """Return the word of the key, which ends no turn in this game."""
        return str(words.HELM_STAND)

    def boxes(self, state: State, words: Words) -> tuple[OpenBox, ...]:
        """Return the open boxes in the order of the card, with the points of the dice."""
        turn = state.turn
        if turn is None or not turn.rolls:
            return ()
        card = state.cards[turn.player]
        position = card.open_boxes(state.rules), card.yahtzee_box, turn.dice
        allowed, gives = may_score(state.rules, *position), would_score(state.rules, *position)
        most = max((gives[box] for box in allowed), default=0)
        return tuple(
            OpenBox(box, called(state.rules, box, words), gives[box], 0 < gives[box] == most)
            for box in state.rules.boxes
            if box in allowed
        )

    def rounds(self, state: State) -> RoundsToSet | None:  # noqa: ARG002
        """Return that there is no number of rounds to change."""
        return None

    def bettors(self, state: State) -> tuple[str, ...]:  # noqa: ARG002
        """Return nobody."""
        return ()

    def asks(self, state: State, words: Words) -> BeforeThrow | None:  # noqa: ARG002
        """Return nothing."""
        return None


def _gives(state: State) -> Iterator[tuple[tuple[str, str], tuple[int, bool]]]:
    """Return the points of the dice in each open box of the player on turn, and whether it may be filled."""
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
        most = max((points for points, may in gives.values() if may), default=0)
        return Cell(str(would), "would" if allowed else "barred", best=allowed and 0 < would == most)
    return Cell("", "open")


def _bonus(state: State, words: Words) -> SheetRow:
    """Return the upper bonus: 35, its progress, or 0 once it is out of reach."""
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


def _facts(state: State, words: Words) -> Iterator[Fact]:
    """Yield the progress of the game, and the value of a further Yahtzee."""
    boxes = len(state.rules.boxes)
    if state.turn is None:
        return
    yield Fact(words.box_of(state.round, boxes))
    card, dice = state.cards[state.turn.player], state.turn.dice
    if not state.turn.rolls or not state.rules.is_joker(card.yahtzee_box, dice):
        return
    if card.yahtzee_box and is_yahtzee(dice):
        yield Fact(words.FURTHER, "yahtzee_bonus")
    own = upper_box(dice[0])
    into = own in card.open_boxes(state.rules)
    yield Fact(words.joker_into(called(state.rules, own, words)) if into else words.JOKER, "joker")
