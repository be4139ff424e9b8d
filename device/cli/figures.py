"""The odds of rules as text in the language of the terminal: a table of figures, and lines below it."""

from device.terminal import said
from engine.i18n import number
from engine.reports.odds_report import OddsReport, OddsRow

WIDTH = 24
"""The least width of the names, in characters."""


def figures_in_words(report: OddsReport) -> str:
    """Return the rows as a small table, and the lines."""
    wide = max([WIDTH, *(2 + len(said(row.name)) for row in report.rows)])
    rows = [f"{said(row.name):<{wide}}{_value(row)}" for row in report.rows]
    return "\n".join([*rows, *map(said, report.lines)])


def _value(row: OddsRow) -> str:
    if isinstance(row.value, int):
        return f"{row.value:8}"
    shown = said(number((100 if row.is_chance else 1) * float(row.value), 4))
    return f"{shown:>8} %" if row.is_chance else f"{shown:>8}"
