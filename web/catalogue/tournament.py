"""Tournaments: their page, the board on the TV, and the line on the table."""

from collections.abc import Sequence

from engine import i18n
from engine.i18n import gettext as _

CUP_NONE = _("No tournament is on.")
CUP_FORMATS = {
    "round_robin": _("Round robin"),
    "single": _("Knockout"),
    "double": _("Double knockout"),
    "swiss": _("Swiss system"),
}
CUP_FORMAT_LINES = {
    "round_robin": _("Everyone plays everyone."),
    "single": _("Lose once and you’re out."),
    "double": _("Lose twice and you’re out."),
    "swiss": _("A few rounds against equals; no one is out."),
}
CUP_TIE_RULES = {"half": _("Half a win each"), "replay": _("Play again")}
CUP_ORDERS = {"drawn": _("Draw lots"), "seeded": _("In this order")}
CUP_MATCHES = _("Matches")
CUP_BRACKET = _("Bracket")
CUP_LOSERS = _("Losers’ bracket")
CUP_POINTS, CUP_PLAYED, CUP_WON = _("Points"), _("Played"), _("Won")
CUP_BUCHHOLZ, CUP_BERGER = _("Buchholz"), _("Sonneborn-Berger")
CUP_WALKOVER, CUP_BYE, CUP_TIE = _("walkover"), _("bye"), _("tie")
CUP_LEAVE, CUP_BACK = _("Leaves"), _("Is back")
CUP_LEFT, CUP_OUT = _("left"), _("out")
CUP_CANCEL, CUP_RESUME = _("End the tournament"), _("Resume the tournament")
CUP_FIRST_ROUNDS = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
CUP_FINAL_AGAIN = _("Final, second match")
CUP_OPEN = _("to be decided")


def cup_round(number: int) -> str:
    """The title of a round."""
    return _("Round {number}", number=number)


def cup_losers_round(number: int) -> str:
    """The title of a round of the losers' bracket."""
    return _("Losers’ round {number}", number=number)


def cup_versus(one: str, other: str) -> str:
    """Two players who meet."""
    return _("{one} – {other}", one=one, other=other)


def cup_wins(names: Sequence[str]) -> str:
    """Who won the tournament."""
    if len(names) == 1:
        return _("{name} wins the tournament", name=names[0])
    return _("{names} share the win", names=i18n.listed(list(names)))


def cup_start_of(versus: str) -> str:
    """The key that starts the next match."""
    return _("Start {versus}", versus=versus)


def cup_series(best_of: int, won: int, lost: int) -> str:
    """How a match of several games stands."""
    return _("Best of {best_of}: {won}–{lost}", best_of=best_of, won=won, lost=lost)


def cup_progress(done: int, whole: int) -> str:
    """How many matches are played."""
    return _("{done} of {whole} matches played", done=done, whole=whole)


def cup_points(halves: int) -> str:
    """Points, which are counted in halves."""
    whole = "" if halves == 1 else str(halves // 2)
    return f"{whole}½" if halves % 2 else whole or "0"


def cup_quarters(quarters: int) -> str:
    """A tie-break that is counted in quarters."""
    whole, part = divmod(quarters, 4)
    return f"{whole or '' if part else whole}{('', '¼', '½', '¾')[part]}"


def cup_dispute(was: str | None, now: str | None, other: str) -> str:
    """A corrected game has another result."""
    if was is None:
        return _("The tie with {other} is now {now}’s win.", now=now, other=other)
    if now is None:
        return _("{was}’s win over {other} is now a tie.", was=was, other=other)
    return _("{was}’s win over {now} is now {now}’s.", was=was, now=now)
