"""The ship’s log as the page tells it: past games, the players’ figures, the board, and the dice."""

from collections.abc import Sequence
from datetime import date

from engine.statistics.fairness import Verdict
from engine.statistics.record import Kind

LOG = "Game history"
LOG_PARTS = "History pages"
LOG_NAVIGATION = {
    "log.games": "Games",
    "log.players": "Players",
    "log.board": "Leaderboard",
    "log.dice": "Dice",
}
KINDS: dict[Kind, str] = {"ship": "Ship, Captain, Crew", "yahtzee": "Yahtzee"}
PLAYERS = "Players"
BOARD = "Leaderboard"
DICE = "Dice fairness"

NO_GAMES = "No games yet."
NO_PLAYERS = "No finished games yet."
NO_STANDINGS = "No finished games in this period."
LOG_MISSING = {
    "no_such_game": "Game not found.",
    "no_such_step": "That game has fewer steps.",
    "no_such_player": "No player of that name has finished a game here.",
    "no_such_time": "No games in this period.",
    "no_such_page": "No such page.",
}
LOG_BEHIND = (
    "Some past games aren’t loaded yet. Retrying every minute. If this stays, run quarterdeck doctor to check the disk."
)
NOT_READABLE = "needs a newer version"
UNDATED = "Undated"
UNDATED_WHY = "The table’s clock wasn’t set during these games."
NOW_ON = "In progress"
LATEST = "Latest games"
STILL_ON = "in progress"
LEFT_OPEN = "unfinished"
STANDS_AS_IT_IS = "Game in progress, as of when you opened this page."
COACH_THINKS = "Analysis pending: luck and mistakes follow in a moment."

GAME_OVER_WITH = "Final result"
COURSE = "Score chart"
COURSE_DESCRIBED = "A line for each player: the total after each box."
BOX = "Box"
EVENTS = "Play-by-play"
REPLAY = "Replay"
REPLAY_PLAY = "Play"
REPLAY_STOP = "Stop"
FIRST, BACKWARD, FORWARD, LAST = "First", "Back", "Next", "Last"
STATE_AFTER = "Score at this step"
CORRECTION = "Correction"
READ_AS, SHOWED = "detected as", "was"
CORRECTED_LATER = "This roll was corrected later."
TOLD_BY_HAND = "Entered by hand."
LIES = "On the tray"
NOBODY = "—"

NAME, GAMES, WINS, SHARED, PLACE = "Name", "Games", "Wins", "Shared", "Place"
TOTAL, CARGOES = "Total", "Cargo"
QUALIFYING, MEAN_CARGO, BEST_TURN = "Qualified", "Average cargo", "Best turn"
MEAN_SCORE, BEST_SCORE, BONUSES, YAHTZEES = "Average score", "Best score", "Upper bonus", "Yahtzees"
LUCK, GIVEN_AWAY, CHANCES = "Luck", "Lost to mistakes", "Win chance lost"
LUCK_IN_A_GAME = "Luck per game"
A_DECISION, A_DECISION_TO_WIN = "Lost per decision", "Win chance lost per decision"
LUCK_MEANS = (
    "Luck: points the dice gave you above the average with perfect play. Lost to mistakes: points your choices cost "
    "compared with the best move, whatever the dice did next."
)
TO_WIN_MEANS = "Playing to win sometimes costs points, so the win chance lost is shown too."
CARGO_CHART = "Cargo frequency"
SCORES_CHART = "Scores, game by game"
LUCK_CHART = "Luck and mistakes, all games together"
IN_FIGURES = "Show numbers"
CARGO, TURNS, NO_CARGO = "Cargo", "Turns", "none"
SCORE, GAME = "Score", "Game"

TIMES = "Period"
TIMES_OF = {"evening": "Evening", "month": "Month", "all": "All time"}
BEFORE, AFTER = "Before", "After"
LATER, EARLIER = "Later games", "Earlier games"
PAGES_OF_THE_LIST = "Pages of the list"
DICE_OF_IT = "Dice in this game"
HOW_IT_IS_JUDGED = "How we decide"
EVENING_MEANS = "An evening runs until 6 a.m."
BOARD_MEANS = "Ranked by wins, then shared wins, then fewest games."

FACE, CAME, EXPECTED, MORE_OR_LESS = "Face", "Count", "Expected", "Difference"
DICE_CHART = "Face frequency"
DICE_BAND = "Fair dice stay inside this band at least 90% of the time."
EVIDENCE_CHART = "Evidence against the dice, game by game"
EVIDENCE_LINE = "above this they’re loaded"
EVIDENCE_DESCRIBED = "A line that falls while the dice behave like fair ones, and rises when they don’t."
EVIDENCE_MEANS = (
    "Evidence against the dice: what a bet of 1 against them, roll by roll, has grown to. Against fair dice this bet "
    "loses in the long run."
)
CARGO_DESCRIBED = "A bar for each cargo, the first for turns without a full crew."
SCORES_DESCRIBED = "A line through all full cards, in order of play."
LOADINGS = {"half": "2 rolls", "third": "3 rolls", "quarter": "4 rolls", "fifth": "5 rolls"}
"""Dice that show one face once in so many throws."""

FOUND_OUT = "What we’d have noticed"
FOUND_OUT_SHARE = "Dice that show one face every"
FOUND_OUT_CHANCE = "Chance of catching it by now"
COUNTED_DICE = (
    "Only dice that the camera saw rolled count, with your corrections. Held dice, hand-entered rolls and imported "
    "games don’t. All dice are judged together."
)
LOOKED_AT = (
    "Look as often as you like. Of a hundred tables with fair dice at most one is ever called loaded, however long it "
    "plays and however often you look. Single evenings and games have to clear a higher bar, so this holds for all of "
    "them together."
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
        return "over 99%"
    return f"under {10.0**-places:g}%" if share > 0 and not float(said) else f"{said}%"


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
        return f"{_listed(shared)} tied for the win."
    return ""


def log_waits(games: int) -> str:
    """Games on which the coach has still to look back."""
    return f"Analysing {log_games(games)} …"


def log_began(names: Sequence[str], kind: Kind) -> str:
    """A game began."""
    return f"{KINDS[kind]}: {_listed(names)} {'start' if len(names) > 1 else 'starts'}."


def log_rolled(name: str, dice: Sequence[int]) -> str:
    """Somebody threw."""
    return f"{name} rolls {_faces(dice)}"


def log_throws(name: str) -> str:
    """Somebody threw, where the dice are drawn."""
    return f"{name} rolls"


def log_puts_right(name: str | None, roll: int) -> str:
    """A roll was corrected, where both are drawn."""
    return f"{name}’s roll {roll} was corrected" if name else f"Roll {roll} was corrected"


def log_held(name: str, dice: Sequence[int] | None) -> str:
    """Dice were set aside; None where they are drawn."""
    return f"{name} holds{_spaced(dice)}"


def log_kept(name: str, dice: Sequence[int] | None) -> str:
    """Dice stay at the next roll; None where they are drawn."""
    return f"{name} keeps{_spaced(dice)}"


def log_released(name: str, dice: Sequence[int] | None) -> str:
    """Dice were taken up again; None where they are drawn."""
    return f"{name} releases{_spaced(dice)}"


def log_stopped(name: str) -> str:
    """A turn was ended."""
    return f"{name} stands"


def log_passed(name: str) -> str:
    """A roll was let go by."""
    return f"{name} skips a roll"


def log_scored(name: str, box: str) -> str:
    """A box was filled."""
    return f"{name} fills {box}"


def log_anted(name: str, chips: int) -> str:
    """The ante was set."""
    return f"{name} sets the ante: {chips}"


def log_bet(name: str, chips: int, *, qualifies: bool) -> str:
    """A bet was laid."""
    return f"{name} bets {chips} {'for' if qualifies else 'against'} a full crew"


def log_joined(name: str) -> str:
    """Somebody sat down."""
    return f"{name} joins"


def log_left(name: str) -> str:
    """Somebody got up."""
    return f"{name} leaves"


def log_renamed(name: str, new: str) -> str:
    """Somebody is called otherwise."""
    return f"{name} is now called {new}"


def log_corrected(name: str | None, roll: int, dice: Sequence[int], was: Sequence[int]) -> str:
    """A roll was corrected."""
    whose = f"{name}’s roll {roll}" if name else f"Roll {roll}"
    return f"{whose} was {_faces(dice)}, not {_faces(was)}"


def log_undone() -> str:
    """The latest decision was taken back."""
    return "Undone: last action"


def log_set_aside(events: int) -> str:
    """What a correction, or taking something back, made impossible."""
    if events == 1:
        return "1 later event dropped."
    return f"{events} later events dropped." if events else "Later events still count."


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
    return f"Two lines over {log_games(games)}: luck added up, and points lost to mistakes added up."


def dice_described(counts: Sequence[int]) -> str:
    """The chart of the faces, for those who do not see it."""
    return "; ".join(f"{face}: {log_number(count)}" for face, count in enumerate(counts, 1)) + "."


def dice_verdict(verdict: Verdict) -> tuple[str, str]:
    """Whether dice are fair: the verdict in a few words, and how sure it is."""
    thrown = f"{log_number(verdict.thrown)} dice rolled"
    face = verdict.strangest
    came, even = verdict.counts[face - 1], verdict.thrown / 6
    strange = f"The {face} came up {log_number(came)} times; {log_number(even)} would be even."
    match verdict.word:
        case "too_few":
            return (
                "Too early to tell.",
                f"{thrown}. Even badly loaded dice might not show yet." if verdict.thrown else "No dice counted yet.",
            )
        case "nothing":
            assert verdict.mildest is not None
            sure = log_percent(verdict.found_out[verdict.mildest])
            return (
                "These dice look fair.",
                f"{thrown}. By now there’s a chance of {sure} to catch dice that show one face every "
                f"{LOADINGS[verdict.mildest]}.",
            )
        case "doubtful":
            return (
                "These dice look suspicious.",
                f"{thrown}. {strange} One in ten tables with fair dice gets this far at some point. Check again later.",
            )
    return (
        "These dice are not fair.",
        f"{thrown}. {strange} At most one in a hundred tables with fair dice ever gets this far.",
    )


def dice_as_uneven(chance: float) -> str:
    """How often fair dice are as uneven, for one look."""
    return f"A single sample of fair dice is at least this uneven {log_percent(chance, 1)} of the time."


def _spaced(dice: Sequence[int] | None) -> str:
    return "" if dice is None else f" {_faces(dice)}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) if dice else "nothing"


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
