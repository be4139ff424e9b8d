"""Commands, options and numbers as click has them, in the terminal's language."""

import gettext
from functools import partial
from pathlib import Path
from typing import Any

import click

from device.terminal import said, shown
from engine.i18n import gettext as _


class TextOption(click.Option):
    """Option whose help is a text."""

    def __init__(self, *args: Any, help: str = "", **attributes: Any) -> None:  # noqa: A002
        super().__init__(*args, **attributes)
        self.text = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = shown(self.text)
        return super().get_help_record(ctx)

    def make_metavar(self, *args: Any, **named: Any) -> str:
        return gettext.gettext(super().make_metavar(*args, **named))


class TextArgument(click.Argument):
    """Argument whose placeholder is a text."""

    def make_metavar(self, *_args: Any, **_named: Any) -> str:
        name = shown(self.metavar)
        return name if self.required else f"[{name}]"

    def get_error_hint(self, *_args: Any, **_named: Any) -> str:
        return f"'{shown(self.metavar)}'"

    def value_is_missing(self, value: Any) -> bool:
        return super().value_is_missing(value) or not str(value).strip()


class TextCommand(click.Command):
    """Command with a ``summary`` of one line, and ``details``; both are texts. A docstring is not shown."""

    def __init__(self, *args: Any, help: str = "", short_help: str = "", **attributes: Any) -> None:  # noqa: A002
        super().__init__(*args, **attributes)
        self.summary = short_help
        self.details = help if hasattr(help, "given") else ""

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002
        return shown(self.summary)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for text in filter(None, (self.summary, self.details)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(shown(text))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [gettext.gettext(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help. click translates its help once only."""
        option = super().get_help_option(ctx)
        if option:
            option.help = gettext.gettext("Show this message and exit.")
        return option


class TextGroup(TextCommand, click.Group):
    """Group of commands whose help is made of texts."""

    command_class = TextCommand


command = partial(click.command, cls=TextCommand)
option = partial(click.option, cls=TextOption)
argument = partial(click.argument, cls=TextArgument)
PATH = click.Path(path_type=Path)


class FilePath(click.Path):
    """The path of a file, which may be missing or unreadable; a folder is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(said(_("{file} is a folder: name a file.", file=value)), param, ctx)


FILE = FilePath(dir_okay=False, readable=False, path_type=Path)


def range_in_words(low: float | None, high: float | None, *, above: bool = False) -> str:
    """Return a range in words; ``above`` excludes its low end."""
    if low is None:
        return ""
    if high is None:
        return _("more than {low:g}", low=low) if above else _("{low:g} or more", low=low)
    return _("from {low:g} to {high:g}", low=low, high=high)


class _InRange(click.ParamType[Any]):
    """A number within a range. ``no`` says what it must be."""

    name, no = "number", ""
    min: Any
    max: Any
    min_open: bool

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(said(_(self.no, range=self._in_words, value=value or "“”")), param, ctx)

    @property
    def _in_words(self) -> str:
        return range_in_words(self.min, self.max, above=self.min_open)

    def _describe_range(self) -> str:
        """Return the range for the help, in place of click's ``0.1<=x<=10``."""
        return said(self._in_words)


class NumberInRange(_InRange, click.FloatRange):
    no = _("it must be a number, {range}, not {value}.")


class WholeNumberInRange(_InRange, click.IntRange):
    no = _("it must be a whole number, {range}, not {value}.")
