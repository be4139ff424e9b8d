"""The pages of tournaments: the board, a new tournament, earlier ones."""

from functools import partial

from flask import Blueprint, render_template

from engine import game_of, title_of
from engine.i18n import gettext as _
from engine.tournament import course_of
from engine.tournament.facts import FORMATS, MOST, most_rounds
from table.games import playable_presets
from table.snapshot import SnapshotSource
from web.access.sessions import ControlSessions, check_helm, hand
from web.appliance import Appliance
from web.display_names import cleaned, shown
from web.errors import Denied, part_or
from web.games.house_rules import HouseBook, setup_of
from web.tournament.desk import TournamentDesk
from web.tournament.store import Kept
from web.tournament.view import TournamentBoard, board_of, halves, is_begun, quarters


def tournament_pages(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, desk: TournamentDesk
) -> Blueprint:
    part = Blueprint("tournament", __name__, url_prefix="/tournament")
    part.add_app_template_filter(halves)
    part.add_app_template_filter(quarters)

    @part.context_processor
    def tools() -> dict[str, object]:
        return {"at_helm": hands.is_there(hand()), "shown": shown, "cleaned": cleaned}

    def _now() -> dict[str, object]:
        """Return what the templates need of the current tournament; ``board`` is False where it fails."""
        now = table.snapshot()
        return {
            "board": part_or("the tournament", lambda: _board(desk, table), False),
            "version": desk.version,
            "course": part_or("the tournament", desk.course, None),
            "moment": f"{now.boot}:{now.revision}",
            "begun": is_begun(now),
        }

    @part.get("")
    def index() -> str:
        return render_template("tournament.html", earlier=_earlier(desk), **_now())

    @part.get("/board")
    def board() -> str:
        return render_template("_tournament.html", **_now())

    @part.get("/wall")
    def wall() -> str:
        return render_template("_tournament_wall.html", board=_now()["board"])

    @part.get("/<int:number>")
    def earlier(number: int) -> str:
        kept = next((one for one in desk.earlier() if one.number == number), None)
        if kept is None:
            raise Denied(404, "not_found", _("No tournament right now."))
        return render_template("tournament_earlier.html", board=_board_of(kept))

    @part.get("/new")
    def new() -> str:
        check_helm(hands)
        state = table.snapshot().state
        known = appliance.guests()
        return render_template(
            "helm/new_tournament.html",
            players=state.present,
            known=[name for name in known if name not in state.present],
            rules=_rules(appliance),
            now=(state.rules.name, dict(state.options)),
            most_rounds=most_rounds(MOST),
            formats=FORMATS,
        )

    return part


def _board(desk: TournamentDesk, table: SnapshotSource) -> TournamentBoard | None:
    now = table.snapshot()
    course = desk.course(now)
    if course is None:
        return None
    return board_of(desk.number, course, desk.on_table(now), desk.disputes(), desk.trouble)


def _board_of(one: Kept) -> TournamentBoard:
    return board_of(one.number, course_of(one.facts))


def _earlier(desk: TournamentDesk) -> list[TournamentBoard]:
    found = (
        part_or("an earlier tournament", partial(_board_of, one), None)
        for one in part_or("the earlier tournaments", desk.earlier, ())[:20]
    )
    return [one for one in found if one]


def _rules(appliance: Appliance) -> list[tuple[str, list[tuple[str, str, dict[str, object]]]]]:
    """Return the rules by game, each with its title, preset and options; house rules stand with their game."""
    games: dict[str, list[tuple[str, str, dict[str, object]]]] = {}
    titles: dict[str, str] = {}
    for preset in playable_presets():
        titles.setdefault(game_of(preset).kind, setup_of(preset).title)
        games.setdefault(game_of(preset).kind, []).append((title_of(preset)[0], preset, {}))
    for one in HouseBook(appliance.drawer).all():
        if one.preset in playable_presets():
            games[game_of(one.preset).kind].append((cleaned(one.name), one.preset, dict(one.options)))
    return [(titles[kind], rules) for kind, rules in games.items()]
