"""Passwords of tables, for the way in by HTTP. They are random, so that a plain hash is enough."""

import hashlib
import hmac

import psycopg


def secret_hash(password: str) -> bytes:
    """Return the hash under which a table's random password is kept."""
    return hashlib.sha256(password.encode()).digest()


def is_secret(connection: psycopg.Connection, table: str, password: str) -> bool:
    """Return whether that is the password of an enrolled table."""
    row = connection.execute("SELECT secret FROM tray WHERE table_id = %s", [table]).fetchone()
    kept = bytes(row[0]) if row and row[0] else b""
    return hmac.compare_digest(secret_hash(password), kept)
