"""``odds``: what a turn is worth by any rules."""

import json
from pathlib import Path

import click

from device.cli.command import FILE, WholeNumberInRange, command, option
from device.cli.context import game_in, rules_named
from device.cli.output import OneLine
from device.errors import DeviceError
from device.terminal import said, say
from engine import Refused, game_of, presets_of_all
from engine.i18n import gettext as _
from engine.i18n import number, percent
from engine.reports.odds_report import OddsAsked, OddsReport, OddsRow

WIDTH = 40
"""Characters of the progress bar."""


@command(
    help=_(
        "Exact figures of a turn or a whole card: the mean score, chances, and when to stand, where the game has them."
    )
)
@option("--preset", default=presets_of_all()[0], show_default=True, help=_("Rules by their name."))
@option("--game", type=FILE, metavar=_("FILE"), help=_("The game of this file, in place of --preset."))
@option("--set", "settings", multiple=True, metavar=_("KEY=VALUE"), help=_("Option of the rules; may be repeated."))
@option("--beat", type=WholeNumberInRange(0), help=_("Also show the chance to score more than this."))
@option("--json", "as_json", is_flag=True, help=_("Print one JSON object with exact fractions."))
@option("--solve", is_flag=True, help=_("Solve the rules instead of using a stored table."))
def odds(
    preset: str, game: Path | None, settings: tuple[str, ...], beat: int | None, as_json: bool, solve: bool
) -> None:
    if game is not None:
        preset = game_in(game).presets[0]
    rules = rules_named(preset, settings)
    line = OneLine()
    asked = OddsAsked(beat, solve, lambda share: line.show(lambda: said(bar(share))))
    try:
        report = game_of(preset).odds_report(rules, asked)
    except Refused as refused:
        raise DeviceError(refused.why) from None
    line.end()
    if as_json:
        click.echo(json.dumps(report.figures))
    else:
        say(figures_in_words(report))


def bar(share: float) -> str:
    done = round(WIDTH * share)
    return _("solving [{bar}] {share}", bar=f"{'#' * done}{' ' * (WIDTH - done)}", share=percent(share))


def figures_in_words(report: OddsReport) -> str:
    wide = max([24, *(2 + len(said(row.name)) for row in report.rows)])
    rows = [f"{said(row.name):<{wide}}{_value(row)}" for row in report.rows]
    return "\n".join([*rows, *map(said, report.lines)])


def _value(row: OddsRow) -> str:
    if isinstance(row.value, int):
        return f"{row.value:8}"
    shown = said(number((100 if row.is_chance else 1) * float(row.value), 4))
    return f"{shown:>8} %" if row.is_chance else f"{shown:>8}"
