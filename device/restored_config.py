"""The configuration inside a backup: without the Wi-Fi password, and fitted to the machine that it is restored on."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from device.config import Config
from device.config_file import changed
from device.errors import BadBackup, BadConfig

SHORTEST = 8
"""Characters of the shortest password of a Wi-Fi (WPA)."""

SECRETS = ("wifi_password",)
"""Keys whose values are not shown."""

BY_HAND = "restore it on the machine, with quarterdeck restore."


def without_wifi_password(text: str) -> str:
    """The configuration with an empty ``wifi_password``, and otherwise as it is.

    Raises :class:`BadConfig` where the password cannot be taken out for certain.
    """
    password = str(_table(text, "web").get("wifi_password", ""))
    if not password:
        return text
    try:
        left = changed(text, "web", {"wifi_password": ""})
    except ValueError:
        raise BadConfig(f"The Wi-Fi password cannot be left out: write wifi_password in one line, {_UNDER}.") from None
    if len(password) >= SHORTEST and password in left.replace(str(_table(text, "web").get("wifi", "")) or "\n", ""):
        raise BadConfig("The Wi-Fi password cannot be left out: it stands in a comment too. Delete it there.")
    return left


_UNDER = "under [web] of the configuration"


def with_own_password(text: str, present: str) -> str:
    """The restored configuration with the present password of the Wi-Fi, where it has none for the same network."""
    restored, own = _table(text, "web"), _table(present, "web")
    if restored.get("wifi_password") or not own.get("wifi_password") or restored.get("wifi") != own.get("wifi"):
        return text
    try:
        return changed(text, "web", {"wifi_password": own["wifi_password"]})
    except ValueError:
        raise BadBackup(f"Its [web] is written in a way that cannot be changed: {BY_HAND}") from None


def with_own_panel(text: str, present: str) -> str:
    """The restored configuration with the panel of the present one: no page may take the buttons from the table."""
    restored, own = _table(text, "panel"), _table(present, "panel")
    if restored == own:
        return text
    try:
        return changed(text, "panel", own, without=restored.keys() - own.keys())
    except ValueError:
        raise BadBackup(f"Its [panel] is written in a way that cannot be changed: {BY_HAND}") from None


def differences(now: Config, then: Config) -> Iterator[str]:
    """Each key that is another in the second configuration, in a line; secrets are not shown."""
    before, after = (msgspec.to_builtins(one) for one in (now, then))
    for table, values in after.items():
        for key, value in values.items():
            if value != before[table][key]:
                was, will_be = (_shown(key, one) for one in (before[table][key], value))
                yield f"[{table}] {key}: {was} becomes {will_be}"


def text_of(file: Path) -> str:
    """The text of a configuration; :class:`BadConfig` where it is none."""
    try:
        text = file.read_bytes().decode("utf-8")
        tomllib.loads(text)
    except OSError as error:
        raise BadConfig(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not a text file in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{file} is not TOML: {error}.") from None
    return text


def _table(text: str, name: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(text).get(name, {})
    return table


def _shown(key: str, value: object) -> str:
    if key in SECRETS:
        return "a hidden one" if value else "none"
    return "none" if value is None else str(value)
