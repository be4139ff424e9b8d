"""The log: past games step by step under the names that are shown, figures, leaderboards, and the fairness of dice."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import tzinfo

from flask import Blueprint, render_template, request

from engine import EngineError, decode, encode, game_of, title_of
from engine.codec import names_in, renamed_line
from engine.i18n import gettext as _
from engine.i18n import joined, translated
from engine.statistics.player_names import PlayerNames
from engine.statistics.summaries import DiceSummary
from table.snapshot import Mode, Snapshot, TrayView
from web.display_names import shown
from web.errors import part_or
from web.games import KINDS, game_on_the_page, game_page, moment_texts
from web.guests.profiles import ProfileBook
from web.history.addresses import evening_of, key_of, latest_day, missing, name_of, number_asked, period_asked
from web.history.books import LedgerBook
from web.history.charts import course_of, dice_of, factor, luck_chart, score_bars, totals_chart, win_chart
from web.history.replay import ReplayStep, steps_of, told
from web.history.svg_charts import MOST_POINTS
from web.history.view_model import by_evenings, ending, named, page_of, player_figures, result_columns, rows
from web.services.archive import Archive, ArchivedGame, Record
from web.services.store import Memory
from web.viewer import viewer_of


def shown_game(game: ArchivedGame, names: PlayerNames, nameless: str) -> ArchivedGame:
    """Return the game with other names in its events, ``nameless`` for hidden players; the open game as it is.

    Names that would become the same in this game stay as they are: the rules would take them for one player.
    """
    if game.is_open or not names:
        return game
    stored = dict.fromkeys(names_in(map(encode, game.events)))
    if not names.touched.intersection(stored):
        return game
    called = {name: names.called(name) for name in stored}
    nobody = [name for name in stored if not called[name]]
    called |= {name: f"{nameless} {number}" for number, name in enumerate(nobody, 1)}
    doubled = {one for one, times in Counter(called.values()).items() if times > 1}
    kept = {name: name if called[name] in doubled else called[name] for name in stored}
    if len(set(kept.values())) < len(kept):
        return game
    return replace(game, events=tuple(decode(renamed_line(encode(event), kept)) for event in game.events))


LINES = 50
"""Lines of the board that are shown."""

NO_TRAY = TrayView(0, 0, 0)


def log_pages(
    archive: Archive,
    clock: Callable[[], float] = time.time,
    zone: tzinfo | None = None,
    ledger: LedgerBook | None = None,
    profiles: ProfileBook | None = None,
) -> Blueprint:
    """Return the blueprint for the log; ``clock`` and ``zone`` set the current evening."""
    part = Blueprint("log", __name__)
    profiles = profiles or ProfileBook(Memory(), archive)
    part.app_context_processor(
        lambda: {"key_of": key_of, "shown": shown, "game_page": game_page, "profile_of": profiles.of}
    )
    part.add_app_template_filter(factor)
    part.add_app_template_filter(after_start)
    part.context_processor(lambda: {"is_behind": archive.is_behind})

    @part.get("/log")
    def games() -> str:
        latest = latest_day(clock(), zone)
        page = page_of(lambda start, most: archive.listed(start, most, latest), number_asked("page", 1))
        page = page or missing("no_such_page")
        now = [record for record in page.items if record.is_open and not record.over]
        evenings = by_evenings(rows(archive, page.items[len(now) :], clock(), zone))
        return render_template(
            "log_games.html",
            page=page,
            now=rows(archive, now, clock(), zone),
            evenings=evenings,
            waits=archive.waiting(),
        )

    @part.get("/log/<int:number>")
    def game(number: int) -> str:
        kept, steps = _replayed(archive, number)
        record = archive.record(number) or Record(number, None)
        rules = steps[0].state.rules
        log = game_page(game_of(rules.name).kind)
        return render_template(
            "log_game.html",
            record=record,
            log=log,
            rules=title_of(rules.name)[0],
            players=named(record),
            badges=profiles.of_game([shown(part.name) for part in record.parts]),
            columns=result_columns(record, steps[-1].state),
            counts=log.counts(steps[-1].state),
            evening=evening_of(record.clock, clock(), zone),
            ending=ending(record, steps[-1].state),
            steps=[(step, told(step), _said(step)) for step in steps],
            course=part_or("the course", lambda: course_of(steps, log), None),
            win_course=part_or(
                "the chances",
                lambda: win_chart(
                    archive.win_course(number), [shown(part.name) or _("Hidden player") for part in record.parts]
                ),
                None,
            ),
            is_open=kept.is_open,
        )

    @part.get("/log/<int:number>/<int:place>")
    def step(number: int, place: int) -> str:
        _, steps = _replayed(archive, number)
        if place >= len(steps):
            missing("no_such_step")
        here = steps[place]
        game_shown = game_on_the_page(here.state)
        return render_template(
            "log_step.html",
            number=number,
            step=here,
            steps=len(steps) - 1,
            told=told(here, brief=True),
            said=_said(here),
            turn=game_shown.on_turn(here.state),
            layout=game_shown.layout,
            template=game_shown.template,
            board=game_shown.board(_snapshot(here)),
            badges=profiles.of_game(here.state.players),
            lies=game_shown.lying(here.state),
        )

    @part.get("/players")
    def players() -> str:
        page = page_of(archive.players, number_asked("page", 1)) or missing("no_such_page")
        purses = part_or("the ledger", ledger.lines, ()) if ledger and page.number == 1 else ()
        return render_template("log_players.html", page=page, waits=archive.waiting(), purses=purses)

    @part.get("/players/<path:key>")
    def player(key: str) -> str:
        name = name_of(key)
        found = archive.accounts(name, MOST_POINTS) if name else {}
        if name is None or not found:
            missing("no_such_player")
        cards = [
            {
                "account": account,
                "log": game_page(account.kind),
                "figures": player_figures(account),
                "scores": score_bars(account, game_page(account.kind)),
                "totals": totals_chart(account),
                "luck": luck_chart(account),
                "latest": rows(archive, account.latest, clock(), zone),
            }
            for account in found.values()
        ]
        name = next(iter(found.values())).name
        texts = moment_texts()
        found_moments = part_or("the moments", lambda: archive.moments(name), {})
        firsts = sorted(found_moments.items(), key=lambda one: (one[1], one[0]))
        return render_template(
            "log_player.html",
            name=shown(name),
            cards=cards,
            moments=[(texts[key], game) for key, game in firsts if key in texts],
            waits=archive.waiting(),
        )

    @part.get("/board", endpoint="board")
    def leaders() -> str:
        asked = period_asked(archive, clock(), zone)
        boards = [(kind, lines) for kind in KINDS if (lines := archive.board(kind, asked.days, LINES))]
        logs = [(game_page(kind), lines, game_page(kind).board_columns()) for kind, lines in boards]
        return render_template("log_board.html", asked=asked, boards=logs)

    @part.get("/dice")
    def dice() -> str:
        if "game" in request.args:
            number = number_asked("game", 0)
            record = archive.record(number) or missing("no_such_game")
            place = archive.judged(number) if any(record.faces) else None
            return render_template(
                "log_dice.html", asked=None, number=number, dice=dice_of(DiceSummary(record.faces), place)
            )
        asked = period_asked(archive, clock(), zone)
        # only evenings on which dice were thrown are judged, so only they raise the bar
        thrown_on = [day for day, counted in asked.choices.items() if counted]
        place = thrown_on.index(asked.chosen) + 1 if asked.chosen in thrown_on else None
        counts = archive.dice(asked.days, MOST_POINTS)
        return render_template("log_dice.html", asked=asked, number=None, dice=dice_of(counts, place))

    return part


def after_start(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def _replayed(archive: Archive, number: int) -> tuple[ArchivedGame, tuple[ReplayStep, ...]]:
    kept = archive.game(number) or missing("no_such_game")
    kept = shown_game(kept, archive.player_names, translated(_("Hidden player"), viewer_of(request).language))
    try:
        return kept, steps_of(kept)
    except EngineError:
        missing("no_such_game")


def _said(step: ReplayStep) -> str:
    return joined(game_on_the_page(step.state).said(step.said))


def _snapshot(step: ReplayStep) -> Snapshot:
    """Return a snapshot of that step, without the tray, which is not stored."""
    return Snapshot(
        boot="log",
        revision=step.number,
        mode=Mode.OVER if step.state.player is None else Mode.WAITING,
        prompt="",
        note=None,
        state=step.state,
        tray=NO_TRAY,
        dice=(),
        event=step.number,
        said=step.said,
    )
