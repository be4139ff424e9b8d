"""What the pages show of a game: values, and the base class whose answers a game overrides."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from engine import Announcement, Event, game_of_kind, totals
from engine.face import Chance, ExampleDie, News, Option, QuickGame, RuleLine, Terms
from engine.i18n import Text, full_sentence, joined, ngettext, number, percent, signed_number
from engine.i18n import gettext as _
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from engine.turns.face import Counts
from table.snapshot import Snapshot
from web.display_names import isolated

NOT_YET = "—"
"""Stands for a figure that there is not, or not yet."""

SLOT_STATES = {"held": _("held"), "seen": _("rolled"), "open": _("needed")}
"""What is said of a slot to those who do not see its dice."""

Row = TypeVar("Row")
Measure = Literal["chance", "points"]


@dataclass(frozen=True, slots=True)
class OnTurn:
    """The player on turn, or the winner, and the number of the roll: 0 if there is none."""

    who: str
    roll: int
    rolls: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class EnteredDie:
    """A die of the turn: whether it stays at the next throw, and whether the player may choose that."""

    face: int
    stays: bool
    free: bool

    @property
    def sign(self) -> str:
        """Sign for scripts: stays, chosen to stay, may be chosen, or is thrown."""
        return ("!", "+")[self.free] if self.stays else (".", "-")[self.free]


@dataclass(frozen=True, slots=True)
class EnteredDice:
    """The dice of the turn where no camera sees them.

    ``throw`` is the number of dice of the first throw; later ones throw the dice that do not stay, none where it is 0.
    If all stay, ``again`` are thrown. ``may`` are the faces that may stay, each choice sorted; empty if any may.
    """

    dice: tuple[EnteredDie, ...] = ()
    throw: int = 0
    again: int = 0
    may: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundsToSet:
    """The least and the most rounds that a game may be given now, and the present number if there is one."""

    least: int
    most: int
    now: int | None


@dataclass(frozen=True, slots=True)
class BeforeThrow:
    """Something that is asked for before a throw: the label of its key, and the address of its sheet."""

    label: str
    sheet: str


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One box of a score sheet: what it takes, dice that fit it, and the points that they give there."""

    name: str
    what: str
    dice: tuple[ExampleDie, ...]
    points: int | None


MOST_LINES, MOST_TERMS = 6, 4
"""Sentences and special words on the page that says how to play."""


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The rules of one game in short sentences, its special words, the most important first, and its boxes."""

    lines: tuple[RuleLine, ...]
    terms: tuple[str, ...]
    boxes: tuple[BoxLine, ...] = ()

    @property
    def short(self) -> list[RuleLine]:
        """The lines that matter most, in their order."""
        most = sorted(self.lines, key=lambda line: line.rank)[:MOST_LINES]
        return [line for line in self.lines if line in most]


@dataclass(frozen=True, slots=True)
class Way:
    """One choice: stand (nothing is thrown), throw some dice, or score ``points`` in ``box``.

    ``keep`` are the dice that stay beside those thrown, ``value`` is the value of the choice, ``cost`` how much less
    that is than the best. A choice that is none of these ``says`` itself what it is.
    """

    throw: int
    keep: tuple[int, ...]
    value: float
    cost: float
    box: str | None = None
    points: int = 0
    says: Text | None = None


@dataclass(frozen=True, slots=True)
class Help:
    """Help for the current turn. ``aim`` names what the ``ways`` are measured by; the best is first.

    ``aim_says`` is how a game calls an aim that only it has. If there is no help, ``why_not`` is the reason.
    """

    chances: tuple[Chance, ...] = ()
    aim: str = ""
    measure: Measure = "chance"
    ways: tuple[Way, ...] = ()
    why_not: str = ""
    aim_says: Text | None = None


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[Row]):
    """One column of a table: its heading, and what it shows of a row."""

    title: str
    cell: Callable[[Row], str]


@dataclass(frozen=True, slots=True)
class PlayerFigure:
    """One figure of a player; ``game`` is the number of the game that it links to."""

    title: str
    value: str
    note: str = ""
    game: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """How many turns scored so much. ``label`` stands below the bar, ``name`` in the table."""

    label: str
    name: str
    turns: int
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """The frequency of the scores of turns: title, description, the heading of the scores, and a bar for each bin."""

    title: str
    described: str
    heading: str
    bins: tuple[ScoreBin, ...]


@dataclass(frozen=True, slots=True)
class CourseTexts:
    """The texts of the chart of a game: its description, and the heading of the steps that it is drawn by."""

    described: str
    heading: str


class GamePage:
    """What the pages show of one kind of game. States and rules are those of that game."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    # The form for a new game

    title: str
    symbol = ""
    """The id of its symbol among the shapes of the page, 24 by 24. Without one its ``dice`` are drawn."""

    dice: tuple[int, ...] = ()
    """The dice that stand for it."""

    options: Sequence[Option] = ()
    """All options of its rules, those of all its presets."""

    quick: Sequence[QuickGame] = ()

    def values(self, rules: Any) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""
        return {option.key: getattr(rules, option.key) for option in self.options}

    def odds(self, _rules: Any, _usual: Any) -> str:
        """Return a sentence about the odds of changed rules, beside those of the unchanged ones; empty for none."""
        return ""

    # The rules

    terms: Terms
    """The special words of this game."""

    def how(self, rules: Any) -> HowToPlay:
        """Return the rules in short sentences."""
        raise NotImplementedError

    def box(self, _rules: Any, box: str) -> str:
        """Return the name of a box."""
        return box

    # The table

    template: str
    """The template in ``games/`` that shows what :meth:`board` gives."""

    layout: Literal["lines", "cards"] = "lines"
    """How the page is laid out: a line for each player, or their cards side by side. A class in the styles."""

    tells: Mapping[str, News] = {}
    """The news of its announcements, by their words."""

    def news(self, _state: Any, one: Announcement) -> News | None:
        """Return what the headline says of an announcement."""
        return News(comings_said(one) or "") if one.word == "joined" else self.tells.get(one.word)

    def on_turn(self, state: Any) -> OnTurn:
        """Return whose turn it is, or who has won."""
        raise NotImplementedError

    def board(self, snapshot: Snapshot) -> Any:
        """Return what is specific to this game: its scores, and what can be scored."""
        raise NotImplementedError

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """Return the keys of the dice that stay at the next throw."""
        raise NotImplementedError

    def said(self, announcements: Sequence[Announcement]) -> Sequence[str]:
        """Return the announcements in a few sentences, the most important last."""
        raise NotImplementedError

    def scores(self, state: Any) -> dict[str, str]:
        """Return the final score of each player, as the result shows it."""
        return {name: number(total) for name, total in totals(state).items()}

    def rolled_off(self, _state: Any, _name: str) -> str | None:
        """Return a player's result in the latest roll-off of this round; None for one who is not in it."""
        return None

    def last_hand(self, _state: Any, _name: str) -> str:
        """Return a player's hand in the round that decided the game; empty where the score says it."""
        return ""

    def has_failed(self, _state: Any, _name: str) -> bool:
        """Return whether that player ended the game with nothing."""
        return False

    def turned(self, before: Any, after: Any) -> str:
        """Return what a turn brought, by the states around its last event: its dice, or its points."""
        raise NotImplementedError

    def total(self, total: int) -> Text:
        """Return a total as the log shows it."""
        return number(total)

    def headline(self, _state: Any) -> Text | None:
        """Return what the result says in its headline; None for who won and by how much."""
        return None

    def counts(self, _state: Any) -> Counts:
        """Return what decides the game."""
        return "points"

    def help(self, state: Any) -> Help:
        """Return exact chances, and the value of each choice, for the player on turn."""
        raise NotImplementedError

    # The helm

    def entered(self, state: Any) -> EnteredDice:
        """Return the dice of the turn for entry by hand."""
        raise NotImplementedError

    def stand_says(self, _state: Any) -> str:
        """Return the label of the key that ends the turn with what lies there."""
        return _("Stand")

    def rounds(self, _state: Any) -> RoundsToSet | None:
        """Return the numbers of rounds that may be set now, None where there is none to change."""
        return None

    def bettors(self, _state: Any) -> tuple[str, ...]:
        """Return who may bet on the player on turn."""
        return ()

    def asks(self, _state: Any) -> BeforeThrow | None:
        """Return what is asked for before a throw, None if nothing is."""
        return None

    # The log: sentences

    weighs_winning = False
    """Whether the coach knows the chance to win that a decision costs."""

    luck_is_chance = False
    """Whether luck and costs are shares of 1 instead of points."""

    @property
    def name(self) -> str:
        """What the game is called."""
        return game_of_kind(self.kind).title

    def told(self, _event: Event, _name: str, _dice: Sequence[int] | None, _state: Any) -> str | None:
        """Describe an event of this game only, by the player of that name; None for any other event.

        The dice are those of the event, None where they are drawn. The state is the one after the event.
        """
        return None

    def player_of(self, _event: Event) -> str | None:
        """Return the player who made that event of this game only, None for the player on turn."""
        return None

    def ended(self, name: str, total: int, _rules: Any) -> str:
        """Return how a game ended that this player won with that total."""
        return _("{name} won with {total}.", name=name, total=number(total))

    # The log: tables and figures

    def part_columns(self) -> Sequence[TableColumn[Part]]:
        """Return the columns of a game's result, beside names, totals, luck and costs."""
        return ()

    def board_columns(self) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return the columns of the leaderboard, beside wins and games."""
        return ()

    def figures(self, _account: Account) -> Sequence[PlayerFigure]:
        """Return the figures of a player, beside games, wins, luck and costs."""
        return ()

    def luck_means(self) -> str:
        """Return what luck and costs are."""
        means = _(
            "Luck: points the dice gave you above the average with perfect play. Lost to mistakes: points your choices "
            "cost compared with the best move, whatever the dice did next."
        )
        if not self.weighs_winning:
            return means
        return joined((means, _("Playing to win sometimes costs points, so the win chance lost is shown too.")))

    def amount(self, value: float, places: int = 1) -> str:
        """Return luck or a cost in words."""
        return percent(value) if self.luck_is_chance else number(value, places)

    def signed_amount(self, value: float) -> str:
        """Return luck in words, with its sign."""
        if not self.luck_is_chance:
            return signed_number(value, 1)
        return joined(("+" if value > 0 else "−", percent(abs(value))), "") if value else percent(value)

    # The log: charts and drawings

    def score_chart(self, _account: Account) -> ScoreChart | None:
        """Return how often each score of a turn came, None where turns do not score by themselves."""
        return None

    def totals_described(self) -> str:
        """Describe the line of a player's totals, game by game."""
        return _("A line through the scores of all games, in order of play.")

    def progress(self, _state: Any) -> Sequence[tuple[int, int]] | None:
        """Return by seat the number of steps that a player has finished, and the total; None without a course."""
        return None

    def course_texts(self) -> CourseTexts:
        """Return the texts of the chart of a game."""
        return CourseTexts(_("A line for each player: the total so far."), _("Step"))

    def lying(self, _state: Any) -> Sequence[tuple[int, bool]]:
        """Return the dice that lie there, and whether each stays; empty where the board draws them."""
        return ()


def share(value: float | None) -> str:
    """Return a share in percent; a dash for none."""
    return NOT_YET if value is None else percent(value)


def mean(value: float | None) -> str:
    """Return a mean with one decimal; a dash for none."""
    return NOT_YET if value is None else number(value, 1)


def best(value: int | None) -> str:
    """Return a player's best score; a dash for none."""
    return NOT_YET if value is None else number(value)


def best_figure(title: str, account: Account) -> PlayerFigure:
    """Return the figure of a player's best score, with the game in which it came first."""
    if account.best is None:
        return PlayerFigure(title, NOT_YET)
    return PlayerFigure(title, number(account.best[0]), game=account.best[1])


def comings_said(one: Announcement) -> Text | None:
    """Say who has joined, left, or has another name; None for any other announcement."""
    player = isolated(one.player)
    match one.word:
        case "joined":
            return full_sentence(_("{player} joins", player=player))
        case "left":
            return full_sentence(_("{player} leaves", player=player))
        case "renamed":
            return _("Now called {player}.", player=player)
    return None


def faces_listed(dice: Sequence[int]) -> str:
    """Return dice by their faces."""
    return " ".join(map(str, dice)) if dice else _("nothing")


def scores_listed(part: Part) -> str:
    """Return the scores of all turns, with a dash for those that failed."""
    return ", ".join(str(one or NOT_YET) for one in part.scores)


def held_dice(snapshot: Snapshot, staying: Sequence[int]) -> frozenset[str]:
    """Return the keys of the dice on the rail; without a rail, of dice that show the faces that stay."""
    if snapshot.tray.rail:
        return frozenset(die.key for die in snapshot.dice if die.on_rail)
    left, held = Counter(staying), []
    for die in snapshot.dice:
        if die.value is not None and left[die.value]:
            left[die.value] -= 1
            held.append(die.key)
    return frozenset(held)


def kept_or_free(dice: Sequence[int], kept: Sequence[int], free: Sequence[int]) -> tuple[EnteredDie, ...]:
    """Return dice of which those stay that are kept, and those may be chosen that are free."""
    staying, choice, entered = Counter(kept), Counter(free), []
    for face in dice:
        entered.append(EnteredDie(face, stays=staying[face] > 0, free=choice[face] > 0))
        staying[face] -= 1
        choice[face] -= 1
    return tuple(entered)


def keeps_said(name: str, dice: Sequence[int] | None) -> Text:
    """Say that dice stay at the next roll; None where they are drawn."""
    if dice is None:
        return _("{player} keeps", player=name)
    return _("{player} keeps {dice}", player=name, dice=faces_listed(dice))


def turns_noted(turns: int) -> str:
    """Say of how many turns something is the share."""
    return ngettext("of {count} turn", "of {count} turns", turns)


def signed_chips(chips: int) -> str:
    """Return chips won or lost, with their sign."""
    return signed_number(chips, 0)
