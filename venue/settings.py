"""The settings of a venue, ``venue.toml``: its name, how to reach record and broker, and where the board listens."""

import json
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.i18n import gettext as _
from engine.link_protocol import is_venue
from venue.errors import BadSettings

FILE = "venue.toml"
USUAL = Path("/etc/quarterdeck-venue")
BOARD_PORT = 8100


@dataclass(frozen=True, slots=True)
class VenueSection:
    """``name`` is that in topics; ``title`` is shown."""

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class RecordSection:
    """Addresses of the database, one for each role, as libpq reads them."""

    ingest: str
    board: str
    owner: str


@dataclass(frozen=True, slots=True)
class BrokerSection:
    """How this machine reaches the broker, and how tables do: ``tables_host``, and a port for either way."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str = ""
    password: str = ""
    tables_host: str = ""
    tls_port: int = 0
    open_port: int = 0


@dataclass(frozen=True, slots=True)
class BoardSection:
    """Where the board listens. ``hosts`` are further names under which it is opened."""

    host: str = "0.0.0.0"
    port: int = BOARD_PORT
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AlertsSection:
    """Where troubles are told: ``post`` is an address that takes texts, as those of ntfy; ``mqtt``: at the broker."""

    post: str = ""
    mqtt: bool = False


@dataclass(frozen=True, slots=True)
class RetentionSection:
    """``days`` after which names are taken out of games and nights; 0: never."""

    days: int = 0


@dataclass(frozen=True, slots=True)
class VenueSettings:
    """The settings of a venue, and the folder in which they are."""

    folder: Path
    venue: VenueSection
    record: RecordSection
    broker: BrokerSection
    board: BoardSection
    alerts: AlertsSection = AlertsSection()
    retention: RetentionSection = RetentionSection()


SECTIONS: dict[str, Any] = {one.name: one.type for one in fields(VenueSettings) if one.name != "folder"}


def load_settings(folder: Path) -> VenueSettings:
    """Read the settings in that folder. Raises :class:`BadSettings`."""
    file = folder / FILE
    try:
        given = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise BadSettings(_("There is no {file}: run quarterdeck venue init, or name a folder.", file=file)) from None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error).rstrip(".")
        raise BadSettings(_("{file} can’t be read ({why}).", file=file, why=reason)) from None
    if strange := next((name for name in given if name not in SECTIONS), None):
        raise BadSettings(_("{file} has an unknown section [{name}]: remove it.", file=file, name=strange[:40]))
    made = {name: _section(file, name, kind, given.get(name, {})) for name, kind in SECTIONS.items()}
    if not is_venue(made["venue"].name):
        raise BadSettings(_("{file}: the venue’s name must have 1 to 40 characters of a-z, 0-9 and -.", file=file))
    return VenueSettings(folder, **made)


def _section(file: Path, name: str, kind: Any, given: Any) -> Any:
    known = {field.name: field for field in fields(kind)}
    if not isinstance(given, dict):
        raise BadSettings(_("{file}: [{name}] must be a section.", file=file, name=name))
    for key, value in given.items():
        if key not in known:
            raise BadSettings(
                _("{file} has an unknown setting {key} in [{name}]: remove it.", file=file, key=key[:40], name=name)
            )
        wants = {"str": str, "int": int, "bool": bool}.get(
            str(getattr(known[key].type, "__name__", known[key].type)), list
        )
        if type(value) is not wants or (isinstance(value, list) and not all(isinstance(one, str) for one in value)):
            raise BadSettings(_("{file}: {key} in [{name}] has a wrong value.", file=file, key=key, name=name))
    try:
        return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})
    except TypeError:
        raise BadSettings(_("{file}: [{name}] is missing or lacks a setting.", file=file, name=name)) from None


def write_settings(settings: VenueSettings) -> Path:
    """Write the settings, readable by this account only, and return the file."""
    lines: list[str] = []
    for name, kind in SECTIONS.items():
        section = getattr(settings, name)
        lines += [f"[{name}]"]
        for field in fields(kind):
            value = getattr(section, field.name)
            lines += [f"{field.name} = {json.dumps(value, ensure_ascii=False)}"]  # JSON's strings are valid in TOML
        lines += [""]
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    file = settings.folder / FILE
    fresh = file.with_name(f"{FILE}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text("\n".join(lines), "utf-8")
    fresh.replace(file)
    return file
