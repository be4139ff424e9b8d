"""The ship’s log as the page tells it: past games, the players’ figures, the board, and the dice."""

from collections.abc import Sequence
from datetime import date

from engine.statistics.fairness import Verdict
from engine.statistics.record import Kind

LOG = "The ship’s log"
LOG_PARTS = "Parts of the log"
LOG_NAVIGATION = {
    "log.games": "Games",
    "log.players": "Players",
    "log.board": "Leaderboard",
    "log.dice": "Dice",
}
KINDS: dict[Kind, str] = {"ship": "Ship, Captain, Crew", "yahtzee": "Yahtzee"}
PLAYERS = "Players"
BOARD = "Leaderboard"
DICE = "Are these dice fair?"

NO_GAMES = "Nothing has been played here yet. The first game will stand here as soon as it begins."
NO_PLAYERS = "Nobody has finished a game here yet."
NO_STANDINGS = "Nobody has finished a game in this time."
LOG_MISSING = {
    "no_such_game": "The log has no game of that number, or this version cannot read it.",
    "no_such_step": "That game has fewer steps. Its page lists them all.",
    "no_such_player": "Nobody of that name has finished a game here. The log lists all who have.",
    "no_such_time": "Nothing was played then, as far as the log knows.",
    "no_such_page": "The list is not as long as that.",
}
LOG_BEHIND = (
    "Past games are still being taken in, so that some may be missing here. "
    "If this stays, quarterdeck doctor looks at the disk."
)
NOT_READABLE = "cannot be read by this version"
UNDATED = "Undated"
UNDATED_WHY = "The clock of the machine was not set when these were played."
NOW_ON = "Now on the table"
LATEST = "Latest games"
STILL_ON = "still on"
LEFT_OPEN = "not finished"
STANDS_AS_IT_IS = "This game is still on: the page shows how it stood when you opened it."
COACH_THINKS = "The coach has not looked back on this game yet: luck and decisions follow in a moment."

GAME_OVER_WITH = "How it ended"
COURSE = "How it went"
COURSE_DESCRIBED = "A line for each player: the total after each box."
BOX = "Box"
EVENTS = "What happened"
REPLAY = "Step by step"
REPLAY_PLAY = "Play"
REPLAY_STOP = "Stop"
FIRST, BACKWARD, FORWARD, LAST = "First", "Back", "Next", "Last"
STATE_AFTER = "How it stood then"
CORRECTION = "Correction"
READ_AS, SHOWED = "was read as", "showed"
CORRECTED_LATER = "This roll was corrected later."
TOLD_BY_HAND = "Told by hand: the camera did not see it."
LIES = "On the tray"
NOBODY = "—"

NAME, GAMES, WINS, SHARED, PLACE = "Name", "Games", "Wins", "Shared", "Place"
TOTAL, CARGOES = "Total", "Cargo"
QUALIFYING, MEAN_CARGO, BEST_TURN = "Qualified", "Average cargo", "Best turn"
MEAN_SCORE, BEST_SCORE, BONUSES, YAHTZEES = "Average score", "Best score", "Upper bonus", "Yahtzees"
LUCK, GIVEN_AWAY, CHANCES = "Luck", "Given away", "Of chances"
LUCK_IN_A_GAME = "Luck in a game"
A_DECISION, A_DECISION_TO_WIN = "Given away a decision", "Of the chance to win"
LUCK_MEANS = (
    "Luck is what the dice brought beyond the mean of the best play, in points. What was given away is how much less "
    "each decision was worth than the best one; the dice that fell after it do not count."
)
TO_WIN_MEANS = (
    "Who plays to win gives away points now and then, and rightly so: what a decision cost of the chance to win is "
    "told beside it."
)
CARGO_CHART = "How often each cargo came"
SCORES_CHART = "Scores, game by game"
LUCK_CHART = "Luck and what was given away, all games together"
IN_FIGURES = "The same in figures"
CARGO, TURNS, NO_CARGO = "Cargo", "Turns", "none"
SCORE, GAME = "Score", "Game"

TIMES = "Which time"
TIMES_OF = {"evening": "Evening", "month": "Month", "all": "All time"}
BEFORE, AFTER = "Before", "After"
LATER, EARLIER = "Later games", "Earlier games"
PAGES_OF_THE_LIST = "Pages of the list"
DICE_OF_IT = "Its dice"
HOW_IT_IS_JUDGED = "How it is judged"
EVENING_MEANS = "An evening ends at six in the morning."
BOARD_MEANS = "Most wins first, then most games shared, then the fewest games."

FACE, CAME, EXPECTED, MORE_OR_LESS = "Face", "Came", "Expected", "Difference"
DICE_CHART = "How often each face came"
DICE_BAND = "In at least nine of ten such counts of fair dice every face ends within the band."
EVIDENCE_CHART = "What spoke against the dice, game by game"
EVIDENCE_LINE = "beyond this they are loaded"
EVIDENCE_DESCRIBED = "A line that falls as long as the dice fall like fair ones, and rises when they do not."
EVIDENCE_MEANS = (
    "How often a stake was multiplied that was laid against the dice, throw by throw. At fair dice nobody wins this "
    "bet in the long run."
)
CARGO_DESCRIBED = "A bar for each cargo, the first for turns without ship, captain and crew."
SCORES_DESCRIBED = "A line over all full cards, in the order in which they were played."
LOADINGS = {"half": "two throws", "third": "three throws", "quarter": "four throws", "fifth": "five throws"}
"""Dice that show one face once in so many throws."""

FOUND_OUT = "What would have been found out"
FOUND_OUT_SHARE = "Dice that show one face once in"
FOUND_OUT_CHANCE = "Found out by now with"
COUNTED_DICE = (
    "Only dice that were thrown and that the camera saw are counted, as corrections say that they fell. Dice that were "
    "held, rolls told by hand and games of other tables are not. The log does not know one die from another: this is "
    "about all of them together."
)
LOOKED_AT = (
    "You may look as often as you like. The verdict is made so that of a hundred tables with fair dice only one is "
    "ever called loaded, however long it plays and however often somebody looks. Single evenings and games have a "
    "higher bar each time, so that this holds for all of them together."
)

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def log_day(day: date | None) -> str:
    """An evening by its date."""
    return f"{_DAYS[day.weekday()]}, {day.day} {_MONTHS[day.month - 1]} {day.year}" if day else UNDATED


def log_short_day(day: date | None) -> str:
    """An evening, where there is little room."""
    return f"{day.day} {_MONTHS[day.month - 1][:3]} {day.year}" if day else UNDATED


def log_month(month: date) -> str:
    """A month."""
    return f"{_MONTHS[month.month - 1]} {month.year}"


def log_time(hour: int, minute: int) -> str:
    """A time by the clock on the wall."""
    return f"{hour}:{minute:02}"


def log_after(seconds: int) -> str:
    """How long after the first roll something happened."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def log_number(value: float, places: int = 0) -> str:
    """A number."""
    return f"{value:,.{places}f}".replace(",", "\N{NARROW NO-BREAK SPACE}").replace("-", "−")


def log_signed(value: float, places: int = 1) -> str:
    """A number with its sign."""
    said = log_number(abs(value), places)
    return said if not float(f"{value:.{places}f}") else f"{'+' if value > 0 else '−'}{said}"


def log_percent(share: float, places: int = 0) -> str:
    """A share; never quite 100 or 0 where it is not."""
    said = f"{share * 100:.{places}f}"
    if share < 1 and float(said) == 100:
        return "over 99 %"
    return f"under {10.0**-places:g} %" if share > 0 and not float(said) else f"{said} %"


def log_game(number: int) -> str:
    """A game by its number."""
    return f"Game {number}"


def log_games(games: int) -> str:
    """So many games."""
    return "1 game" if games == 1 else f"{log_number(games)} games"


def log_page(page: int, pages: int) -> str:
    """Which page of a list this is."""
    return f"Page {page} of {pages}"


def log_step(step: int, steps: int) -> str:
    """Which step of a game this is."""
    return f"Step {step} of {steps}"


def log_ended(name: str | None, shared: Sequence[str], total: int) -> str:
    """How a game ended."""
    if name:
        return f"{name} won with {total}."
    if shared:
        return f"{_listed(shared)} shared it."
    return ""


def log_waits(games: int) -> str:
    """Games on which the coach has still to look back."""
    return f"The coach is still looking back on {log_games(games)}."


def log_began(names: Sequence[str], kind: Kind) -> str:
    """A game began."""
    return f"{KINDS[kind]}: {_listed(names)} sit down." if len(names) > 1 else f"{KINDS[kind]}: {names[0]} sits down."


def log_rolled(name: str, dice: Sequence[int]) -> str:
    """Somebody threw."""
    return f"{name} throws {_faces(dice)}"


def log_throws(name: str) -> str:
    """Somebody threw, where the dice are drawn."""
    return f"{name} throws"


def log_puts_right(name: str | None, roll: int) -> str:
    """A roll was corrected, where both are drawn."""
    return f"{name}’s roll {roll} is put right" if name else f"Roll {roll} is put right"


def log_held(name: str, dice: Sequence[int] | None) -> str:
    """Dice were set aside; None where they are drawn."""
    return f"{name} sets{_spaced(dice)} aside"


def log_kept(name: str, dice: Sequence[int] | None) -> str:
    """Dice stay at the next roll; None where they are drawn."""
    return f"{name} keeps{_spaced(dice)}"


def log_released(name: str, dice: Sequence[int] | None) -> str:
    """Dice were taken up again; None where they are drawn."""
    return f"{name} takes{_spaced(dice)} up again"


def log_stopped(name: str) -> str:
    """A turn was ended."""
    return f"{name} stands"


def log_passed(name: str) -> str:
    """A roll was let go by."""
    return f"{name} lets a roll go by"


def log_scored(name: str, box: str) -> str:
    """A box was filled."""
    return f"{name} fills {box}"


def log_anted(name: str, chips: int) -> str:
    """The ante was set."""
    return f"{name} sets the ante: {chips}"


def log_bet(name: str, chips: int, *, qualifies: bool) -> str:
    """A bet was laid."""
    return f"{name} bets {chips} {'for' if qualifies else 'against'} ship, captain and crew"


def log_joined(name: str) -> str:
    """Somebody sat down."""
    return f"{name} joins"


def log_left(name: str) -> str:
    """Somebody got up."""
    return f"{name} leaves"


def log_renamed(name: str, new: str) -> str:
    """Somebody is called otherwise."""
    return f"{name} is called {new} from now on"


def log_corrected(name: str | None, roll: int, dice: Sequence[int], was: Sequence[int]) -> str:
    """A roll was corrected."""
    whose = f"{name}’s roll {roll}" if name else f"Roll {roll}"
    return f"{whose} showed {_faces(dice)}, not {_faces(was)}"


def log_undone() -> str:
    """The latest decision was taken back."""
    return "What was confirmed last is taken back"


def log_set_aside(events: int) -> str:
    """What a correction, or taking something back, made impossible."""
    if events == 1:
        return "One thing that followed is set aside by it."
    return f"{events} things that followed are set aside by it." if events else "What followed stands."


def log_corrected_at(step: int) -> str:
    """Where the correction of a roll is."""
    return f"corrected at step {step}"


def log_lies(face: int, stays: bool) -> str:
    """A die that lay there, for those who do not see it."""
    return f"{face}, kept" if stays else str(face)


def log_wins(wins: int) -> str:
    """So many games won."""
    return "1 win" if wins == 1 else f"{log_number(wins)} wins"


def log_shared(games: int) -> str:
    """So many games shared, beside those won."""
    return f"+ {log_number(games)} shared"


def log_of_turns(turns: int) -> str:
    """Of how many turns something is the share."""
    return "of 1 turn" if turns == 1 else f"of {log_number(turns)} turns"


def log_times(power: int) -> str:
    """Ten to that power, as a factor."""
    sign, power = ("×", power) if power >= 0 else ("÷", -power)
    return f"{sign} {10**power}" if power < 4 else f"{sign} 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(one)] for one in str(power))}"


def luck_described(games: int) -> str:
    """The chart of luck, for those who do not see it."""
    return f"Two lines over {log_games(games)}: one for luck, added up, and one for what was given away."


def dice_described(counts: Sequence[int]) -> str:
    """The chart of the faces, for those who do not see it."""
    return "; ".join(f"{face}: {log_number(count)}" for face, count in enumerate(counts, 1)) + "."


def dice_verdict(verdict: Verdict) -> tuple[str, str]:
    """Whether dice are fair: the verdict in a few words, and how sure it is."""
    thrown = f"{log_number(verdict.thrown)} dice thrown"
    face = verdict.strangest
    came, even = verdict.counts[face - 1], verdict.thrown / 6
    strange = f"The {face} came {log_number(came)} times, where {log_number(even)} would be even."
    match verdict.word:
        case "too_few":
            return (
                "Too few throws to tell.",
                f"{thrown}. Even dice that show one face every other throw might not have been found out yet."
                if verdict.thrown
                else "No dice have been counted yet.",
            )
        case "nothing":
            assert verdict.mildest is not None
            sure = log_percent(verdict.found_out[verdict.mildest])
            return (
                "Nothing speaks against these dice.",
                f"{thrown}. Dice that show one face once in {LOADINGS[verdict.mildest]} would have been found out "
                f"with {sure}.",
            )
        case "doubtful":
            return (
                "These dice are not above suspicion.",
                f"{thrown}. {strange} One of ten tables with fair dice gets this far some time: look again later.",
            )
    return (
        "These dice are not fair.",
        f"{thrown}. {strange} Of a hundred tables with fair dice one at the most ever gets this far.",
    )


def dice_as_uneven(chance: float) -> str:
    """How often fair dice are as uneven, for one look."""
    return f"Who looks only this once: fair dice fall at least as unevenly in {log_percent(chance, 1)} of cases."


def _spaced(dice: Sequence[int] | None) -> str:
    return "" if dice is None else f" {_faces(dice)}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) if dice else "nothing"


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
