"""Numbers as options: their ranges are shown in words."""

from typing import Any

import click


def in_words(low: float | None, high: float | None, *, above: bool = False) -> str:
    """Return a range in words; ``above`` excludes its low end."""
    if low is None or high is None:
        return "" if low is None else f"more than {low:g}" if above else f"{low:g} or more"
    return f"from {low:g} to {high:g}"


class NumberInRange(click.FloatRange):
    """A number within a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. A wrong one fails with what it must be."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"it must be a number, {self._describe_range()}, not {value}.", param, ctx)

    def _describe_range(self) -> str:
        """Return the range for the help, in place of click's ``0.1<=x<=10``."""
        return in_words(self.min, self.max, above=self.min_open)


class WholeNumberInRange(click.IntRange):
    """A whole number within a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. A wrong one fails with what it must be."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"it must be a whole number, {self._describe_range()}, not {value}.", param, ctx)

    def _describe_range(self) -> str:
        """Return the range for the help, in place of click's ``1<=x<=200``."""
        return in_words(self.min, self.max)
