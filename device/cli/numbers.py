"""Numbers as options: their ranges are shown in words."""

from typing import Any

import click

from device.terminal import said
from engine.i18n import gettext as _


def range_in_words(low: float | None, high: float | None, *, above: bool = False) -> str:
    """Return a range in words; ``above`` excludes its low end."""
    if low is None:
        return ""
    if high is None:
        return _("more than {low:g}", low=low) if above else _("{low:g} or more", low=low)
    return _("from {low:g} to {high:g}", low=low, high=high)


class NumberInRange(click.FloatRange):
    """A number within a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. A wrong one fails with what it must be."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            within = range_in_words(self.min, self.max, above=self.min_open)
            why = _("it must be a number, {range}, not {value}.", range=within, value=value)
            self.fail(said(why), param, ctx)

    def _describe_range(self) -> str:
        """Return the range for the help, in place of click's ``0.1<=x<=10``."""
        return said(range_in_words(self.min, self.max, above=self.min_open))


class WholeNumberInRange(click.IntRange):
    """A whole number within a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. A wrong one fails with what it must be."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            within = range_in_words(self.min, self.max)
            self.fail(
                said(_("it must be a whole number, {range}, not {value}.", range=within, value=value)), param, ctx
            )

    def _describe_range(self) -> str:
        """Return the range for the help, in place of click's ``1<=x<=200``."""
        return said(range_in_words(self.min, self.max))
