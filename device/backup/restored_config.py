"""Edits to the configuration of a backup: removing the Wi-Fi password, keeping this machine's settings."""

import tomllib
from typing import Any

from device.config.editor import changed
from device.errors import BadBackup, BadConfig
from engine.i18n import gettext as _

SHORTEST = 8
"""Minimum length of a Wi-Fi password (WPA), in characters."""

_UNDER = _("under [web] of the configuration")

BY_HAND = _("restore it on the machine, with quarterdeck restore.")


def without_wifi_password(text: str) -> str:
    """Return the configuration with an empty ``wifi_password``, otherwise unchanged.

    Raises :class:`BadConfig` if it is not certain that the password is removed.
    """
    web = _table(text, "web")
    password = str(web.get("wifi_password", ""))
    if not password:
        return text
    try:
        left = changed(text, "web", {"wifi_password": ""})
    except ValueError:
        raise BadConfig(
            _("The Wi-Fi password can’t be left out: write wifi_password in one line, {under}.", under=_UNDER)
        ) from None
    if len(password) >= SHORTEST and password in left.replace(str(web.get("wifi")), ""):
        raise BadConfig(_("The Wi-Fi password can’t be left out: it’s also in a comment. Delete it there."))
    return left


def with_own_password(text: str, present: str) -> str:
    """Return the restored configuration; a missing password for the same Wi-Fi is taken from the present one."""
    restored, own = _table(text, "web"), _table(present, "web")
    if restored.get("wifi_password") or not own.get("wifi_password") or restored.get("wifi") != own.get("wifi"):
        return text
    try:
        return changed(text, "web", {"wifi_password": own["wifi_password"]})
    except ValueError:
        raise BadBackup(_("Its [web] can’t be changed automatically: {by_hand}", by_hand=BY_HAND)) from None


def with_own_panel(text: str, present: str) -> str:
    """Return the restored configuration with the present panel settings: the page must not disable the buttons."""
    restored, own = _table(text, "panel"), _table(present, "panel")
    if restored == own:
        return text
    try:
        return changed(text, "panel", own, without=restored.keys() - own.keys())
    except ValueError:
        raise BadBackup(_("Its [panel] can’t be changed automatically: {by_hand}", by_hand=BY_HAND)) from None


def _table(text: str, name: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(text).get(name, {})
    return table
