"""The owner's pages, and those about the machine. What they offer depends on who looks; the API makes the changes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from flask import Blueprint, Response, render_template, request, send_file

from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.names import EMBLEMS
from engine.turns.kit.file.reading import LONGEST_OF_OWNERS, read
from engine.turns.kit.files import game_of_file
from table.commands import Deed
from table.snapshot import SnapshotSource
from web.access.guard import AccessWay, OwnerRights
from web.access.sessions import ControlSessions, hand
from web.api.machine import NO_CARE, is_game_open
from web.appliance import Appliance
from web.errors import Denied, part_or
from web.games.house_rules import HouseBook, row_of
from web.games.own_games import LONGEST_NAME, QUESTIONS, OwnGames, choices_of, next_question, text_of
from web.guests.profiles import COLOUR_NAMES, ProfileBook
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.history.addresses import missing, name_of
from web.history.books import LedgerBook, PlayerBook
from web.services.device import OVER, Care, Finding

ENTRIES = 200
"""Sentences of the log on its page."""


@dataclass(frozen=True, slots=True)
class HealthSummary:
    """How the table is: what is wrong, with advice, and everything that was checked."""

    wrong: Sequence[Finding]
    checked: Sequence[Finding]


def summary_of(appliance: Appliance, troubles: Sequence[str]) -> HealthSummary | None:
    if appliance.care is None:
        return None
    checked = tuple(appliance.care.health())
    stick = appliance.stick_backups.status().trouble if appliance.stick_backups else None
    said = [Finding("", "amber", trouble) for trouble in (*troubles, *filter(None, (stick,)))]
    order = {"red": 0, "amber": 1}
    wrong = sorted((one for one in (*checked, *said) if one.light in order), key=lambda one: order[one.light])
    return HealthSummary(tuple(wrong), checked)


def machine_pages(table: SnapshotSource, appliance: Appliance, rights: OwnerRights) -> Blueprint:
    part = Blueprint("machine", __name__, url_prefix="/owner")

    @part.before_request
    def look() -> None:
        rights.check_owner()

    def care() -> Care:
        if appliance.care is None:
            raise Denied(404, "no_package", NO_CARE)
        return appliance.care

    @part.get("/system")
    def system() -> str:
        state = care().system.state()
        now = table.snapshot()
        return render_template(
            "owner/system.html",
            state=state,
            found=[(one, datetime.fromtimestamp(one.built).date()) for one in care().system.found()],
            game=is_game_open(now),
            boot=now.boot,
            running=state.task if state.task and state.task.outcome not in OVER else None,
        )

    @part.get("/backups")
    def backups() -> str:
        stick = appliance.stick_backups.status() if appliance.stick_backups else None
        return render_template(
            "owner/backups.html",
            kept=[(one, datetime.fromtimestamp(one.at)) for one in care().backups.all()],
            stick=stick,
            times={name: _moment(getattr(stick, name)) for name in ("last", "next")} if stick else {},
            can_restore=appliance.chest is not None,
        )

    @part.get("/backups/<name>")
    def backup(name: str) -> Response:
        return send_file(care().backups.file(name), "application/zip", as_attachment=True, download_name=name)

    @part.get("/log")
    def log() -> str:
        only = request.args.get("only") == "problems"
        found = [one for one in care().log.entries() if one.problem or not only]
        told = [(one, datetime.fromtimestamp(one.at)) for one in found[:ENTRIES]]
        return render_template("owner/log.html", entries=told, only=only)

    @part.get("/log.txt")
    def technical() -> Response:
        name = time.strftime("quarterdeck-log-%Y-%m-%d.txt")
        head = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(care().log.technical(), mimetype="text/plain", headers=head)

    return part


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds)


LATEST = 8
"""Players on the owner's page, those who played last."""

MOST = 1000
"""Players in the whole list."""


def owner_pages(
    table: SnapshotSource,
    appliance: Appliance,
    hands: ControlSessions,
    room: Room,
    rights: OwnerRights,
    book: PlayerBook,
    ledger: LedgerBook,
    profiles: ProfileBook,
    sound: SoundSwitch,
    own: OwnGames,
) -> Blueprint:
    part = Blueprint("owner", __name__, url_prefix="/owner")

    @part.app_context_processor
    def rights_here() -> dict[str, object]:
        return {"owner_way": rights.way, "venue": appliance.venue}

    @part.get("")
    def index() -> str:
        is_owner = rights.is_owner()
        known = part_or("the players", lambda: appliance.archive.names(LATEST + 1), ())
        link = part_or("the link", appliance.link, None) if appliance.link else None
        house = part_or("the house rules", lambda: [row_of(rules) for rules in HouseBook(appliance.drawer).all()], [])
        return render_template(
            "owner/index.html",
            is_owner=is_owner,
            summary=part_or("the machine", lambda: summary_of(appliance, table.snapshot().trouble), None)
            if is_owner
            else None,
            version=appliance.care.system.state().version if is_owner and appliance.care else "",
            inside=is_owner or hands.is_there(hand()),
            pin=rights.pin.state,
            ways=ways_of(rights),
            players=known[:LATEST],
            has_more=len(known) > LATEST or bool(book.names),
            purses=part_or("the ledger", ledger.lines, ()),
            house=[(rules, rules | {"locked": not rules["locked"]}) for rules in house],
            pictures=dict(appliance.settings.settings()).get("pictures") if appliance.settings else None,
            settings=appliance.known_settings(),
            has_camera=appliance.pictures is not None,
            sound=sound.allowed,
            hands=len(hands),
            screens=None if room.has_buttons else room.screens.all(),
            link=link,
            link_sent=_sent(link.last_sent and time.time() - link.last_sent) if link else "",
            link_waits=_waiting(link.behind) if link else "",
        )

    @part.get("/players")
    def players() -> str:
        rights.check()
        names = book.names
        return render_template(
            "owner/players.html",
            players=appliance.archive.names(MOST),
            corrected=sorted(names.aliases.items()),
            hidden=sorted(names.hidden),
            way=rights.way("players"),
        )

    @part.get("/games")
    def games() -> str:
        rights.check()
        return render_template(
            "owner/games.html", games=own.all(), longest=LONGEST_OF_OWNERS, way=rights.way("house_rules")
        )

    @part.get("/games/make")
    def make_game() -> str:
        rights.check()
        answers = {name: value[:LONGEST_NAME] for name in QUESTIONS if (value := request.args.get(name))}
        question, text = next_question(answers), text_of(answers)
        game = game_of_file(read(text))
        return render_template(
            "owner/make_game.html",
            answers=answers,
            question=question,
            asks=QUESTIONS.get(question or ""),
            choices={one: (says, answers | {question: one}) for one, says in choices_of(question or "").items()},
            how=tuple(game.face.how(game.named[game.presets[0]])),
            text=text,
        )

    def known(key: str) -> str:
        name = name_of(key)
        if name is None or not appliance.archive.has_player(name):
            missing("no_such_player")
        return name

    @part.get("/players/<path:key>")
    def player(key: str) -> str:
        rights.check()
        name = known(key)
        return render_template(
            "owner/player.html",
            name=name,
            can_erase=appliance.erase is not None,
            profile=profiles.of(name),
            colours=COLOUR_NAMES,
            emblem_names=EMBLEMS,
            others=[other for other in appliance.archive.names(MOST) if other != name],
            way=rights.way("players"),
        )

    @part.get("/erase/<path:key>")
    def erase(key: str) -> str:
        rights.check()
        return render_template("owner/erase.html", name=known(key), way=rights.way("players"))

    return part


def _sent(seconds: float | None) -> Text:
    if seconds is None:
        return _("Nothing was sent since the start.")
    minutes = int(max(0.0, seconds) // 60)
    if minutes == 0:
        return _("Last sent less than a minute ago.")
    if minutes < 120:
        return ngettext("Last sent {count} minute ago.", "Last sent {count} minutes ago.", minutes)
    return ngettext("Last sent {count} hour ago.", "Last sent {count} hours ago.", minutes // 60)


def _waiting(behind: int | None) -> Text:
    if behind is None:
        return _("How many events wait isn’t known yet.")
    if behind == 0:
        return _("All events are sent.")
    return ngettext("{count} event waits to be sent.", "{count} events wait to be sent.", behind)


def ways_of(rights: OwnerRights) -> dict[Deed, AccessWay]:
    return {deed: rights.way(deed) for deed in get_args(Deed)}
