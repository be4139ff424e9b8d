"""The ship’s log as the page tells it: past games, the players’ figures, the board, and the dice."""

from collections.abc import Sequence
from datetime import date

from engine import i18n
from engine.i18n import gettext as _
from engine.i18n import pgettext
from engine.statistics.fairness import Verdict

LOG = _("Game history")
LOG_PARTS = _("History pages")
LOG_NAVIGATION = {
    "log.games": _("Games"),
    "log.players": _("Players"),
    "log.board": _("Leaderboard"),
    "log.dice": _("Dice"),
}
PLAYERS = _("Players")
BOARD = _("Leaderboard")
DICE = _("Dice fairness")

NO_GAMES = _("No games yet.")
NO_PLAYERS = _("No finished games yet.")
NO_STANDINGS = _("No finished games in this period.")
LOG_MISSING = {
    "no_such_game": _("Game not found."),
    "no_such_step": _("That game has fewer steps."),
    "no_such_player": _("No player of that name has finished a game here."),
    "no_such_time": _("No games in this period."),
    "no_such_page": _("No such page."),
}
LOG_BEHIND = _(
    "Some past games aren’t loaded yet. Retrying every minute. If this stays, run quarterdeck doctor to check the disk."
)
NOT_READABLE = _("needs a newer version")
UNDATED = _("Undated")
UNDATED_WHY = _("The table’s clock wasn’t set during these games.")
NOW_ON = _("In progress")
LATEST = _("Latest games")
STILL_ON = _("in progress")
LEFT_OPEN = _("unfinished")
STANDS_AS_IT_IS = _("Game in progress, as of when you opened this page.")
COACH_THINKS = _("Analysis pending: luck and mistakes follow in a moment.")

GAME_OVER_WITH = _("Final result")
COURSE = _("Score chart")
COURSE_DESCRIBED = _("A line for each player: the total so far.")
COURSE_STEP = _("Step")
EVENTS = _("Play-by-play")
REPLAY = _("Replay")
REPLAY_PLAY = _("Play")
REPLAY_STOP = _("Stop")
REPLAY_SPEED = _("Speed")
FIRST, BACKWARD, FORWARD, LAST = _("First"), _("Back"), _("Next"), _("Last")
STATE_AFTER = _("Score at this step")
CORRECTION = _("Correction")
READ_AS, SHOWED = _("detected as"), _("was")
CORRECTED_LATER = _("This roll was corrected later.")
TOLD_BY_HAND = _("Entered by hand.")
LIES = _("On the tray")
NOBODY = "—"

LEDGER = _("Chips and drinks")
LEDGER_CHIPS, LEDGER_DRINKS = _("Chips"), _("Drinks")
LEDGER_MEANS = _("Won, lost and owed in all games since they were last settled.")
LEDGER_SETTLE = _("Settle")
LEDGER_SETTLE_SAYS = _("Everyone has paid and drunk: start at zero again.")
LEDGER_EMPTY = _("Nothing to settle.")

NAME, GAMES, WINS, SHARED, PLACE = _("Name"), _("Games"), _("Wins"), _("Shared"), _("Place")
TOTAL, QUALIFYING, BEST_TURN = _("Total"), _("Qualified"), _("Best turn")
MEAN_SCORE, BEST_SCORE = _("Average score"), _("Best score")
LUCK, GIVEN_AWAY, CHANCES = _("Luck"), _("Lost to mistakes"), _("Win chance lost")
LUCK_IN_A_GAME = _("Luck per game")
A_DECISION, A_DECISION_TO_WIN = _("Lost per decision"), _("Win chance lost per decision")
LUCK_MEANS = _(
    "Luck: points the dice gave you above the average with perfect play. Lost to mistakes: points your choices cost "
    "compared with the best move, whatever the dice did next."
)
TO_WIN_MEANS = _("Playing to win sometimes costs points, so the win chance lost is shown too.")
SCORES_CHART = _("Scores, game by game")
LUCK_CHART = _("Luck and mistakes, all games together")
IN_FIGURES = _("Show numbers")
TURNS = _("Turns")
SCORE, GAME = pgettext("column", "Score"), _("Game")

TIMES = _("Period")
TIMES_OF = {"evening": _("Evening"), "month": _("Month"), "all": _("All time")}
BEFORE, AFTER = _("Before"), _("After")
LATER, EARLIER = _("Later games"), _("Earlier games")
PAGES_OF_THE_LIST = _("Pages of the list")
DICE_OF_IT = _("Dice in this game")
HOW_IT_IS_JUDGED = _("How we decide")
EVENING_MEANS = _("An evening runs until 6 a.m.")
BOARD_MEANS = _("Ranked by wins, then shared wins, then fewest games.")

FACE, CAME, EXPECTED, MORE_OR_LESS = _("Face"), _("Count"), _("Expected"), _("Difference")
DICE_CHART = _("Face frequency")
DICE_BAND = _("Fair dice stay inside this band at least {share} of the time.", share=i18n.percent(0.9))
EVIDENCE_CHART = _("Evidence against the dice, game by game")
EVIDENCE_LINE = _("above this they’re loaded")
EVIDENCE_DESCRIBED = _("A line that falls while the dice behave like fair ones, and rises when they don’t.")
EVIDENCE_MEANS = _(
    "Evidence against the dice: what a bet of 1 against them, roll by roll, has grown to. Against fair dice this bet "
    "loses in the long run."
)
SCORES_DESCRIBED = _("A line through the scores of all games, in order of play.")
LOADINGS = {"half": _("2 rolls"), "third": _("3 rolls"), "quarter": _("4 rolls"), "fifth": _("5 rolls")}
"""Dice that show one face once in so many throws."""

FOUND_OUT = _("What we’d have noticed")
FOUND_OUT_SHARE = _("Dice that show one face every")
FOUND_OUT_CHANCE = _("Chance of catching it by now")
COUNTED_DICE = _(
    "Only dice that the camera saw rolled count, with your corrections. Held dice, hand-entered rolls and imported "
    "games don’t. All dice are judged together."
)
LOOKED_AT = _(
    "Check as often as you like: at most one in a hundred tables with fair dice ever gets called loaded, however "
    "long you play. The bar for single evenings and games is higher, so this covers all of them together."
)


def log_day(day: date | None) -> str:
    """An evening by its date."""
    return i18n.day(day) if day else UNDATED


def log_short_day(day: date | None) -> str:
    """An evening, where there is little room."""
    return i18n.short_day(day) if day else UNDATED


def log_month(month: date) -> str:
    """A month."""
    return i18n.month(month)


def log_time(hour: int, minute: int) -> str:
    """A time by the clock on the wall."""
    return f"{hour}:{minute:02}"


def log_after(seconds: int) -> str:
    """How long after the first roll something happened."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def log_number(value: float, places: int = 0) -> str:
    """A number."""
    return i18n.number(value, places)


def log_signed(value: float, places: int = 1) -> str:
    """A number with its sign."""
    return i18n.signed_number(value, places)


def log_signed_percent(share: float) -> str:
    """A share in percent with its sign."""
    return i18n.joined(("+" if share > 0 else "−", i18n.percent(abs(share))), "") if share else i18n.percent(share)


def log_game(number: int) -> str:
    """A game by its number."""
    return _("Game {number}", number=number)


def log_games(games: int) -> str:
    """So many games."""
    return i18n.ngettext("{number} game", "{number} games", games, number=log_number(games))


def log_page(page: int, pages: int) -> str:
    """Which page of a list this is."""
    return _("Page {page} of {pages}", page=page, pages=pages)


def log_step(step: int, steps: int) -> str:
    """Which step of a game this is."""
    return _("Step {step} of {steps}", step=step, steps=steps)


def log_won(name: str, total: int) -> str:
    """A player has won a game."""
    return _("{name} won with {total}.", name=name, total=total)


def log_won_rolloff(name: str) -> str:
    """A player has won a game by the roll-off that decided it."""
    return _("{name} won the roll-off.", name=name)


def log_tied(players: Sequence[str]) -> str:
    """Players share a game."""
    return _("{players} tied for the win.", players=i18n.listed(players))


def log_waits(games: int) -> str:
    """Games on which the coach has still to look back."""
    return _("Analysing {games}…", games=log_games(games))


def log_began(names: Sequence[str], game: str) -> str:
    """A game began."""
    return i18n.ngettext(
        "{game}: {players} starts.",
        "{game}: {players} start.",
        len(names),
        game=game,
        players=i18n.listed(names),
    )


def log_rolled(name: str, dice: Sequence[int]) -> str:
    """Somebody threw."""
    return _("{name} rolls {dice}", name=name, dice=faces_listed(dice))


def log_throws(name: str) -> str:
    """Somebody threw, where the dice are drawn."""
    return _("{name} rolls", name=name)


def log_puts_right(name: str | None, roll: int) -> str:
    """A roll was corrected, where both are drawn."""
    return (
        _("{name}’s roll {roll} was corrected", name=name, roll=roll)
        if name
        else _("Roll {roll} was corrected", roll=roll)
    )


def log_stopped(name: str) -> str:
    """A turn was ended."""
    return _("{name} stands", name=name)


def log_joined(name: str) -> str:
    """Somebody sat down."""
    return _("{name} joins", name=name)


def log_left(name: str) -> str:
    """Somebody got up."""
    return _("{name} leaves", name=name)


def log_renamed(name: str, new: str) -> str:
    """Somebody is called otherwise."""
    return _("{name} is now called {new}", name=name, new=new)


def log_corrected(name: str | None, roll: int, dice: Sequence[int], was: Sequence[int]) -> str:
    """A roll was corrected."""
    if name is None:
        return _("Roll {roll} was {dice}, not {was}", roll=roll, dice=faces_listed(dice), was=faces_listed(was))
    return _(
        "{name}’s roll {roll} was {dice}, not {was}",
        name=name,
        roll=roll,
        dice=faces_listed(dice),
        was=faces_listed(was),
    )


def log_undone() -> str:
    """The latest decision was taken back."""
    return _("Undone: last action")


def log_set_aside(events: int) -> str:
    """What a correction, or taking something back, made impossible."""
    if not events:
        return _("Later events still count.")
    return i18n.ngettext("{count} later event dropped.", "{count} later events dropped.", events)


def log_corrected_at(step: int) -> str:
    """Where the correction of a roll is."""
    return _("corrected at step {step}", step=step)


def log_lies(face: int, stays: bool) -> str:
    """A die that lay there, for those who do not see it."""
    return _("{face}, kept", face=face) if stays else str(face)


def log_wins(wins: int) -> str:
    """So many games won."""
    return i18n.ngettext("{number} win", "{number} wins", wins, number=log_number(wins))


def log_shared(games: int) -> str:
    """So many games shared, beside those won."""
    return i18n.ngettext("+ {number} shared", "+ {number} shared", games, number=log_number(games))


def log_of_turns(turns: int) -> str:
    """Of how many turns something is the share."""
    return i18n.ngettext("of {number} turn", "of {number} turns", turns, number=log_number(turns))


def log_times(power: int) -> str:
    """Ten to that power, as a factor."""
    sign, power = ("×", power) if power >= 0 else ("÷", -power)
    return f"{sign} {10**power}" if power < 4 else f"{sign} 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(one)] for one in str(power))}"


def luck_described(games: int) -> str:
    """The chart of luck, for those who do not see it."""
    return _("Two lines over {games}: luck added up, and points lost to mistakes added up.", games=log_games(games))


def dice_described(counts: Sequence[int]) -> str:
    """The chart of the faces, for those who do not see it."""
    said = [_("{face}: {number}", face=face, number=log_number(count)) for face, count in enumerate(counts, 1)]
    return _("{counts}.", counts=i18n.joined(said, "; "))


def dice_verdict(verdict: Verdict) -> tuple[str, str]:
    """Whether dice are fair: the verdict in a few words, and how sure it is."""
    thrown = i18n.ngettext(
        "{number} die rolled", "{number} dice rolled", verdict.thrown, number=log_number(verdict.thrown)
    )
    face = verdict.strangest
    came, even = verdict.counts[face - 1], verdict.thrown / 6
    strange = _(
        "The {face} came up {came} times; {even} would be even.",
        face=face,
        came=log_number(came),
        even=log_number(even),
    )
    match verdict.word:
        case "too_few":
            return (
                _("Too early to tell."),
                _("{thrown}. Even badly loaded dice might not show yet.", thrown=thrown)
                if verdict.thrown
                else _("No dice counted yet."),
            )
        case "nothing":
            assert verdict.mildest is not None
            sure = i18n.percent(verdict.found_out[verdict.mildest])
            return (
                _("These dice look fair."),
                _(
                    "{thrown}. By now there’s a chance of {sure} to catch dice that show one face every {mildest}.",
                    thrown=thrown,
                    sure=sure,
                    mildest=LOADINGS[verdict.mildest],
                ),
            )
        case "doubtful":
            return (
                _("These dice look suspicious."),
                _(
                    "{thrown}. {strange} One in ten tables with fair dice gets this far at some point. Check again "
                    "later.",
                    thrown=thrown,
                    strange=strange,
                ),
            )
    return (
        _("These dice are not fair."),
        _(
            "{thrown}. {strange} At most one in a hundred tables with fair dice ever gets this far.",
            thrown=thrown,
            strange=strange,
        ),
    )


def dice_as_uneven(chance: float) -> str:
    """How often fair dice are as uneven, for one look."""
    return _("A single sample of fair dice is at least this uneven {chance} of the time.", chance=i18n.percent(chance))


def faces_listed(dice: Sequence[int]) -> str:
    """Dice by their faces."""
    return " ".join(map(str, dice)) if dice else _("nothing")
