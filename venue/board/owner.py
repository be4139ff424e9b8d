"""The owner: a password kept as a hash, sessions in memory, and what only the owner may change."""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import is_id
from venue.errors import Rejected
from venue.record.live import ALL, RESULTS, notify, send

FILE = "owner.json"
COOKIE = "quarterdeck_venue_owner"
GOOD_FOR = 12 * 3600.0
"""Seconds for which a login lasts."""
LONGEST_NAME = 24
SHORTEST_PASSWORD = 8
ATTEMPTS_PER_SECOND, ATTEMPTS = 5 / 60, 5.0
"""Attempts to log in, of one address."""


def keep_password(folder: Path, password: str) -> None:
    salt = secrets.token_bytes(16)
    text = json.dumps(
        {"salt": base64.b64encode(salt).decode(), "hash": base64.b64encode(_hash(password, salt)).decode()}
    )
    file = folder / FILE
    file.touch(mode=0o600)
    file.write_text(text, "ascii")


def is_password(folder: Path, password: str) -> bool | None:
    """Return whether that is the owner's password; None if none is set."""
    try:
        kept = json.loads((folder / FILE).read_text("ascii"))
        salt, made = base64.b64decode(kept["salt"]), base64.b64decode(kept["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return hmac.compare_digest(_hash(password, salt), made)


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class OwnerLogins:
    """Logins that last, by the token in their cookies."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends: dict[str, float] = {}

    def begin(self) -> str:
        now = self._clock()
        self._ends = {token: end for token, end in self._ends.items() if end > now}
        token = secrets.token_urlsafe(32)
        self._ends[token] = now + GOOD_FOR
        return token

    def has(self, token: str | None) -> bool:
        return token is not None and self._ends.get(token, 0.0) > self._clock()

    def end(self, token: str | None) -> None:
        self._ends.pop(token or "", None)


def name_table(connection: psycopg.Connection, table: str, name: str) -> None:
    """Name a table; without a name that of the table itself is shown. Raises :class:`Rejected`."""
    if not is_id(table):
        raise Rejected(_("There is no such table."))
    with connection.transaction():
        connection.execute("UPDATE tray SET name = %s WHERE table_id = %s", [_name(name) or None, table])
        notify(connection, {table})


def merge_player(connection: psycopg.Connection, stored: str, shown: str) -> None:
    """Show a player under another name; under none the player is hidden. Raises :class:`Rejected`."""
    with connection.transaction():
        target = _name(shown)
        row = connection.execute("SELECT shown FROM alias WHERE stored = %s", [target]).fetchone()
        target = row[0] if row and row[0] != stored else target
        connection.execute(
            "INSERT INTO alias VALUES (%s, %s) ON CONFLICT (stored) DO UPDATE SET shown = excluded.shown",
            [stored, target],
        )
        connection.execute("UPDATE alias SET shown = %s WHERE shown = %s", [target, stored])
        connection.execute("DELETE FROM alias WHERE stored = shown")
        send(connection, RESULTS)


def separate_player(connection: psycopg.Connection, stored: str) -> None:
    with connection.transaction():
        connection.execute("DELETE FROM alias WHERE stored = %s", [stored])
        send(connection, f"{RESULTS} {ALL}")


def _name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Rejected(_("A name has up to 24 characters."))
    return name
