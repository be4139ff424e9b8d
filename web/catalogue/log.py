"""The ship’s log as the page tells it: past games, the players’ figures, the board, and the dice."""

from collections.abc import Sequence
from datetime import date

from engine import i18n
from engine.i18n import gettext as _
from engine.i18n import pgettext
from engine.statistics.fairness import Verdict

LOG_NAVIGATION = {
    "log.games": _("Games"),
    "log.players": _("Players"),
    "log.board": _("Leaderboard"),
    "log.dice": _("Dice"),
}

LOG_MISSING = {
    "no_such_game": _("Game not found."),
    "no_such_step": _("That game has fewer steps."),
    "no_such_player": _("No player of that name has finished a game here."),
    "no_such_time": _("No games in this period."),
    "no_such_page": _("No such page."),
}
UNDATED = _("Undated")

COURSE_DESCRIBED = _("A line for each player: the total so far.")
COURSE_STEP = _("Step")
FIRST, BACKWARD, FORWARD, LAST = _("First"), _("Back"), _("Next"), _("Last")
READ_AS, SHOWED = _("detected as"), _("was")
NOBODY = "—"

LEDGER_CHIPS, LEDGER_DRINKS = _("Chips"), _("Drinks")

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
TURNS = _("Turns")
SCORE, GAME = pgettext("column", "Score"), _("Game")

TIMES_OF = {"evening": _("Evening"), "month": _("Month"), "all": _("All time")}
BEFORE, AFTER = _("Before"), _("After")
LATER, EARLIER = _("Later games"), _("Earlier games")

FACE, CAME, EXPECTED, MORE_OR_LESS = _("Face"), _("Count"), _("Expected"), _("Difference")
DICE_BAND = _("Fair dice stay inside this band at least {share} of the time.", share=i18n.percent(0.9))
SCORES_DESCRIBED = _("A line through the scores of all games, in order of play.")
LOADINGS = {"half": _("2 rolls"), "third": _("3 rolls"), "quarter": _("4 rolls"), "fifth": _("5 rolls")}
"""Dice that show one face once in so many throws."""


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


def log_games(games: int) -> str:
    """So many games."""
    return i18n.ngettext("{number} game", "{number} games", games, number=log_number(games))


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
