"""Rules by name and ``key=value`` settings, as the command line has them."""

import json
from collections.abc import Iterable
from typing import Any

from device.errors import BadRulesNamed
from engine import BadRules, rules_of
from engine.i18n import full_sentence
from engine.i18n import gettext as _


def rules_named(preset: str, settings: Iterable[str]) -> Any:
    """Return the rules of that name with ``key=value`` settings. Raises :class:`BadRulesNamed` if they are invalid."""
    options: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadRulesNamed(_("“{setting}” sets nothing: write KEY=VALUE, as in dice=6.", setting=setting))
        options[key.strip()] = _value(value.strip())
    try:
        return rules_of(preset, options)
    except BadRules as error:
        raise BadRulesNamed(full_sentence(_("these rules can’t be played: {error}", error=error))) from None


def _value(written: str) -> object:
    """Return a value given as text. Lists and objects are parsed as JSON."""
    if written[:1] in ("[", "{"):
        try:
            return json.loads(written)
        except ValueError:
            pass
    return written
