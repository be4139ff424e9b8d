"""Messages of click that this command line shows, for ``make messages`` to find. click itself asks for them.

:func:`device.terminal.in_its_language` points click at the message files. Those of another release of click that
are worded differently stay in English.
"""


def _(message: str) -> str:
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark singular and plural."""
    return one, many


SHOWN = (
    _("Usage:"),
    _("Options"),
    _("Commands"),
    _("[OPTIONS]"),
    _("COMMAND [ARGS]..."),
    _("Show this message and exit."),
    _("Show the version and exit."),
    _("default: {default}"),
    _("Try '{command} {option}' for help."),
    _("Error: {message}"),
    _("Aborted!"),
    _("Missing command."),
    _("Missing argument"),
    _("Invalid value: {message}"),
    _("Invalid value for {param_hint}: {message}"),
    _("No such option {name!r}."),
    _("Option {name!r} does not take a value."),
)

OWN = (_("NUMBER"), _("TEXT"))
"""Placeholders that click makes of the names of types."""

COUNTED = (
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
