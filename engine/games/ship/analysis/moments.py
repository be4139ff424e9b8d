"""The moments of Ship, Captain, Crew."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games.ship.play.rounds import totals
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, from_behind, said

BEHIND = 10

TEXTS: Mapping[str, MomentText] = {
    "ship.midnight": MomentText(_("Midnight"), _("Score 12 with two cargo dice."), "midnight"),
    "ship.dream_spider": MomentText(_("Dream spider"), _("Match a midnight with your own."), "spider"),
    "ship.at_once": MomentText(_("All aboard"), _("Roll 6, 5 and 4 in the first roll."), "aboard"),
    "ship.five_rounds": MomentText(_("Steady crew"), _("Find a full crew five rounds in a row."), "oars"),
    "ship.comeback": MomentText(_("Against the wind"), _("Win from 10 points behind."), "wind"),
}
_SAID = {"midnight": "ship.midnight", "dream_spider": "ship.dream_spider"}
_ROUNDS = 5


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    yield from said(step, _SAID)
    for one in step.said:
        turn = step.after.last
        if one.word == "qualified" and one.player and turn and turn.player == one.player and len(turn.rolls) == 1:
            yield one.player, "ship.at_once"
    latest = step.after.rounds[-_ROUNDS:]
    if len(step.after.rounds) > len(step.before.rounds) and len(latest) == _ROUNDS:
        for name in latest[-1].scores:
            if all(one.scores.get(name) is not None for one in latest):
                yield name, "ship.five_rounds"
    if step.after.rules.match.kind in ("rounds", "total") and from_behind(step, past, totals, BEHIND):
        yield step.after.winner, "ship.comeback"
