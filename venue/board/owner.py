"""Owner and host: their passwords, kept as hashes, their logins, and what only the owner may change."""

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import time
from pathlib import Path
from typing import Literal

import psycopg
from itsdangerous import BadSignature, TimestampSigner

from engine.i18n import gettext as _
from engine.link_protocol import is_id
from venue.errors import Rejected
from venue.record.live import ALL, RESULTS, notify, send
from venue.settings import RecordSection

Role = Literal["owner", "host"]
"""The host runs Game Nights; the owner may do everything."""
ROLES: tuple[Role, ...] = ("owner", "host")
FILE = "owner.json"
HOST_SETTING = "host"
"""The setting of the record with the hash of the host's password: the board may not write to its folder."""
ENDED = "ended"
"""The setting with the logins that a logout has ended, and when (Unix)."""
SET = "INSERT INTO setting VALUES (%s, %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
COOKIE = "quarterdeck_venue_owner"
GOOD_FOR = 12 * 3600
"""Seconds for which a login lasts."""
LONGEST_NAME = 24
SHORTEST_PASSWORD = 8
ATTEMPTS_PER_SECOND, ATTEMPTS = 5 / 60, 5.0
"""Attempts to log in, of one address."""


def keep_password(folder: Path, password: str) -> None:
    file = folder / FILE
    file.touch(mode=0o600)
    file.write_text(_kept(password), "ascii")


def set_host(connection: psycopg.Connection, password: str) -> None:
    """Set the host's password. Raises :class:`Rejected`."""
    if len(password) < SHORTEST_PASSWORD:
        raise Rejected(_("A password has {least} characters at least.", least=SHORTEST_PASSWORD))
    connection.execute(SET, [HOST_SETTING, _kept(password)])


def _password_of(role: Role, folder: Path, record: str) -> str:
    """Return what is kept of a password, nothing where none is set."""
    if role == "owner":
        with contextlib.suppress(OSError, ValueError):
            return (folder / FILE).read_text("ascii")
        return ""
    return setting(record, HOST_SETTING)


def setting(record: str, key: str) -> str:
    with psycopg.connect(record, connect_timeout=5) as connection:
        row = connection.execute("SELECT value FROM setting WHERE key = %s", [key]).fetchone()
    return row[0] if row else ""


def _kept(password: str) -> str:
    salt = secrets.token_bytes(16)
    parts = {"salt": salt, "hash": _hash(password, salt)}
    return json.dumps({name: base64.b64encode(part).decode() for name, part in parts.items()})


def _is(password: str, kept: str) -> bool:
    salt, made = _parts(kept)
    return hmac.compare_digest(_hash(password, salt), made)


def _parts(kept: str) -> tuple[bytes, bytes]:
    """Return salt and hash. Raises :class:`Rejected` for none."""
    try:
        parts = json.loads(kept)
        return base64.b64decode(parts["salt"]), base64.b64decode(parts["hash"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Rejected(_("No password is set: run quarterdeck venue owner.")) from None


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class Logins:
    """Logins as signed cookies: they outlive the board, and end with the password and after their time.

    What a logout ended is kept in the record, for a time in which no login lasts.
    """

    def __init__(self, folder: Path, record: RecordSection) -> None:
        self._kept = folder, record.board
        self._record = record

    def begin(self, password: str) -> tuple[Role, str]:
        """Return whose password that is, and a token. Raises :class:`Rejected`."""
        for role in ROLES:
            kept = _password_of(role, *self._kept)
            if (kept or role == "owner") and _is(password, kept):
                return role, self._signer(role).sign(f"{role}.{secrets.token_hex(8)}").decode()
        raise Rejected(_("Wrong password."))

    def role(self, token: str) -> Role | None:
        """Raises psycopg.Error where the host's password cannot be looked up."""
        role = next((one for one in ROLES if self._claim(one, token)), None)
        with contextlib.suppress(psycopg.OperationalError):  # without a record the owner sees what is wrong
            if role and self._claim(role, token) in json.loads(setting(self._record.board, ENDED) or "{}"):
                return None
        return role

    def end(self, token: str) -> None:
        now = time.time()
        new = {claim: now for role in ROLES if (claim := self._claim(role, token))}
        with psycopg.connect(self._record.owner, connect_timeout=5) as connection:
            row = connection.execute("SELECT value FROM setting WHERE key = %s FOR UPDATE", [ENDED]).fetchone()
            kept = {one: at for one, at in json.loads(row[0] if row else "{}").items() if at > now - GOOD_FOR}
            connection.execute(SET, [ENDED, json.dumps(kept | new)])

    def _claim(self, role: Role, token: str) -> str:
        """Return what is signed; nothing where it is not, or too old, or there is no password.

        What was signed later than now is good: the clock was set back.
        """
        with contextlib.suppress(BadSignature, Rejected):
            if token.startswith(f"{role}."):
                claim, at = self._signer(role).unsign(token, return_timestamp=True)
                return claim.decode() if time.time() - at.timestamp() <= GOOD_FOR else ""
        return ""

    def _signer(self, role: Role) -> TimestampSigner:
        return TimestampSigner(_parts(_password_of(role, *self._kept))[1], digest_method=hashlib.sha256)


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
