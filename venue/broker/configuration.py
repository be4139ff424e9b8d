"""Mosquitto's configuration and access rules. They start on Mosquitto 2.0 and 2.1.

``per_listener_settings`` is avoided (deprecated in 2.1); bounds are written out, as their defaults differ.
"""

import base64
import hashlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from engine.link_protocol import VERSION

INGEST_USER = "quarterdeck-ingest"
ROUNDS = 1000
"""Iterations of a password's hash (PBKDF2); passwords are random, so that few are enough."""
LARGEST_PACKET = 1 << 20
"""Bytes of the largest message that the broker takes. One of more than LARGEST is refused with an alarm; an even larger
one ends the connection."""
QUEUED = 256 << 20
"""Bytes that wait in the broker for an ingester. More is dropped, and sent again by the tables."""


class BrokerFiles:
    """The files of the broker, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.configuration = folder / "mosquitto.conf"
        """What is included in Mosquitto's own configuration."""
        self.rules = folder / "acl"
        """Who may write and read which topics."""
        self.passwords = folder / "passwords"
        """Hashes of passwords by user."""
        self.authority = folder / "ca.pem"
        """The certificate of the venue's own authority."""
        self.certificate = folder / "broker.pem"
        self.key = folder / "broker.key"
        self.revoked = folder / "crl.pem"


def configuration(files: BrokerFiles, *, local_port: int, tls_port: int | None, open_port: int | None) -> str:
    """Return what is included in Mosquitto's own configuration.

    The server's programs connect to ``local_port`` on this machine, tables to ``tls_port`` with certificates, or to
    ``open_port`` with passwords and without encryption.
    """
    lines = [
        "# Quarterdeck's venue: written by quarterdeck venue init",
        "allow_anonymous false",
        f"password_file {files.passwords}",
        f"acl_file {files.rules}",
        f"max_packet_size {LARGEST_PACKET}",
        f"max_queued_bytes {QUEUED}",
        "max_queued_messages 0",
        "max_inflight_messages 200",
        "persistent_client_expiration 2d",
        "set_tcp_nodelay true",
        "",
    ]
    if open_port is not None:
        lines += [f"listener {open_port}", ""]
    if local_port != open_port:
        lines += [f"listener {local_port} 127.0.0.1", ""]
    if tls_port is not None:
        lines += [
            f"listener {tls_port}",
            f"cafile {files.authority}",
            f"certfile {files.certificate}",
            f"keyfile {files.key}",
            f"crlfile {files.revoked}",
            "require_certificate true",
            "use_identity_as_username true",
            "tls_version tlsv1.2",
            "",
        ]
    return "\n".join(lines)


def whole_configuration(part: str, data: Path) -> str:
    """Return a configuration for a broker that runs for the venue alone, with its data in that folder."""
    own = ["persistence true", f"persistence_location {data}/", "autosave_interval 5", "log_dest stderr"]
    return "\n".join([*own, "log_type error", "log_type warning", "log_type notice", "", part])


def access_rules(venue: str) -> str:
    """Return the access rules: a table writes and reads its own topics only, and the venue's troubles."""
    own = f"quarterdeck/{VERSION}/{venue}/%u"
    every, troubles = f"quarterdeck/{VERSION}/{venue}/+", f"quarterdeck/{VERSION}/{venue}/troubles"
    return "\n".join(
        [
            "# Quarterdeck's venue: written by quarterdeck venue init",
            f"user {INGEST_USER}",
            *(f"topic read {every}/{leaf}" for leaf in ("events", "state", "availability")),
            *(f"topic readwrite {every}/{leaf}" for leaf in ("cursor", "match", "update")),
            f"topic write {troubles}",
            "",
            *(f"pattern write {own}/{leaf}" for leaf in ("events", "state", "availability")),
            *(f"pattern read {own}/{leaf}" for leaf in ("cursor", "match", "update")),
            f"pattern read {troubles}",
            "",
        ]
    )


def password_line(user: str, password: str, salt: bytes | None = None) -> str:
    """Return a line of Mosquitto's password file (format 7: PBKDF2 with SHA-512)."""
    salt = secrets.token_bytes(12) if salt is None else salt
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    encoded = (base64.b64encode(part).decode() for part in (salt, made))
    return f"{user}:$7${ROUNDS}${'$'.join(encoded)}"


def with_password(text: str, user: str, password: str) -> str:
    """Return the text of a password file with that user added or changed."""
    others = [line for line in text.splitlines() if line and line.partition(":")[0] != user]
    return "\n".join([*others, password_line(user, password), ""])


def write_broker_files(files: BrokerFiles, texts: Mapping[Path, str]) -> None:
    """Write these files, readable by this account and its group only."""
    files.folder.mkdir(parents=True, exist_ok=True, mode=0o750)
    for path, text in texts.items():
        fresh = path.with_name(f"{path.name}.new")
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
        with os.fdopen(handle, "w", encoding="utf-8") as target:
            target.write(text)
        fresh.replace(path)
