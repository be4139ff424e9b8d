"""Sets up a venue: database, roles, certificates, the broker's files, and what each table needs."""

import io
import json
import os
import pwd
import secrets
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
from psycopg import sql

from engine.i18n import gettext as _
from engine.link_protocol import is_id, is_venue
from venue.broker.certificates import Authority
from venue.broker.configuration import (
    INGEST_USER,
    BrokerFiles,
    access_rules,
    configuration,
    with_password,
    write_broker_files,
)
from venue.errors import BadSettings, Rejected, ServerFailed
from venue.record.ingest import connected, secret_hash
from venue.record.schema import BOARD, INGEST, OWNER, ROLES, make_roles, make_schema
from venue.settings import (
    FILE,
    BoardSection,
    BrokerSection,
    RecordSection,
    VenueSection,
    VenueSettings,
    load_settings,
    write_settings,
)

DATABASE = "quarterdeck_venue"
DROP_INS = Path("/etc/mosquitto/conf.d")
DROP_IN = "quarterdeck.conf"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What ``init`` was asked for. ``hosts`` are this machine's names and addresses as tables use them.

    ``admin`` is the address of a database for a superuser; without it that of this machine's PostgreSQL.
    """

    name: str
    title: str
    hosts: Sequence[str]
    admin: str | None = None
    tls: bool = True
    open: bool = False
    board_port: int = 8100
    local_port: int = 1884
    tls_port: int = 8883
    open_port: int = 1883


def broker_files(folder: Path) -> BrokerFiles:
    return BrokerFiles(folder / "broker")


def set_up(folder: Path, wishes: Wishes) -> VenueSettings:
    """Set up a venue, or bring one up to date: passwords and certificates that are there are kept.

    Raises :class:`~venue.errors.VenueError`.
    """
    if not is_venue(wishes.name):
        raise BadSettings(_("The venue’s name must have 1 to 40 characters of a-z, 0-9 and -."))
    if not wishes.hosts:
        raise BadSettings(_("Name this machine as tables reach it, with --host."))
    known = load_settings(folder) if (folder / FILE).exists() else None
    if known and known.venue.name != wishes.name:
        raise BadSettings(
            _("{folder} has the venue {name}: name another folder.", folder=folder, name=known.venue.name)
        )
    folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    record = known.record if known else _new_record(wishes.admin)
    _make_record(wishes.admin, record)
    settings = VenueSettings(
        folder,
        VenueSection(wishes.name, wishes.title or (known.venue.title if known else "")),
        record,
        BrokerSection(
            port=wishes.open_port if wishes.open and not wishes.tls else wishes.local_port,
            user=INGEST_USER,
            password=known.broker.password if known else secrets.token_urlsafe(18),
            tables_host=wishes.hosts[0],
            tls_port=wishes.tls_port if wishes.tls else 0,
            open_port=wishes.open_port if wishes.open else 0,
        ),
        replace(known.board if known else BoardSection(), port=wishes.board_port, hosts=tuple(wishes.hosts)),
    )
    write_settings(settings)
    _write_broker(settings, wishes.hosts)
    return settings


def _write_broker(settings: VenueSettings, hosts: Sequence[str]) -> None:
    files, broker = broker_files(settings.folder), settings.broker
    old = _passwords(files)
    texts = {
        files.configuration: configuration(
            files,
            local_port=broker.port,
            tls_port=broker.tls_port or None,
            open_port=broker.open_port or None,
        ),
        files.rules: access_rules(settings.venue.name),
        files.passwords: with_password(old, broker.user, broker.password),
    }
    if broker.tls_port:
        authority = Authority(settings.folder / "authority")
        authority.make(settings.venue.name)
        certificate, key = authority.server([*hosts, "localhost", "127.0.0.1"])
        texts |= {
            files.authority: authority.certificate,
            files.certificate: certificate,
            files.key: key,
            files.revoked: authority.revoked,
        }
    write_broker_files(files, texts)
    _give_to_broker(files.folder)


def _passwords(files: BrokerFiles) -> str:
    """Return the passwords so far. What the broker put in their place, when the folder was its own, is none of them."""
    return "" if files.passwords.is_symlink() or not files.passwords.exists() else files.passwords.read_text("utf-8")


def _give_to_broker(folder: Path) -> None:
    """Let the broker's account read its files, where there is one and this process may.

    The folder stays root's: in one of its own the broker could have links that root follows.
    """
    try:
        who = pwd.getpwnam("mosquitto")
    except KeyError:
        return
    if os.geteuid() == 0:
        os.chown(folder, 0, who.pw_gid)
        for path in folder.iterdir():
            os.chown(path, who.pw_uid, who.pw_gid, follow_symlinks=False)


def install_drop_in(settings: VenueSettings, folder: Path = DROP_INS) -> Path | None:
    """Put the configuration where Mosquitto reads it, if this process may. Return the file."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return None
    file = folder / DROP_IN
    file.write_text(broker_files(settings.folder).configuration.read_text("utf-8"), "utf-8")
    return file


def reload_broker(how: str = "reload") -> bool:
    """Have systemd reload or restart Mosquitto. Return whether it did."""
    if os.geteuid() != 0 or shutil.which("systemctl") is None:
        return False
    done = subprocess.run(["systemctl", how, "mosquitto"], capture_output=True, check=False)
    return done.returncode == 0


def enrol(settings: VenueSettings, table: str, name: str) -> bytes:
    """Return what a table needs to send to this venue, as a tar archive for its configuration folder.

    Raises :class:`Rejected` for an id that is none, and :class:`RecordUnavailable`.
    """
    _check_id(table)
    broker, files = settings.broker, broker_files(settings.folder)
    password = secrets.token_urlsafe(18)
    section = {"venue": settings.venue.name, "host": broker.tables_host, "password_file": "mqtt-password"}
    section |= {"name": name} if name else {}
    parts = {"mqtt-password": f"{table}:{password}\n"}
    if broker.tls_port:
        authority = Authority(settings.folder / "authority")
        certificate, key = authority.client(table)
        parts |= {"ca.pem": authority.certificate, "table.pem": certificate + key}
        section |= {"ca": "ca.pem", "certificate": "table.pem"}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in section.items()]
    lines += [f"port = {broker.tls_port or broker.open_port}", f"tls = {'true' if broker.tls_port else 'false'}"]
    door = f"http://{broker.tables_host}:{settings.board.port}"
    comment = f'# without a broker, instead of host, port, tls, ca and certificate: http = "{door}"'
    parts["mqtt.toml"] = "\n".join(["[mqtt]", *lines, comment, ""])
    with connected(settings.record.owner) as connection:
        connection.execute(
            "INSERT INTO tray (table_id, name, secret, enrolled_at) VALUES (%s, %s, %s, now())"
            " ON CONFLICT (table_id) DO UPDATE SET secret = excluded.secret, enrolled_at = now(),"
            " name = coalesce(excluded.name, tray.name)",
            [table, name or None, secret_hash(password)],
        )
    old = _passwords(files)
    write_broker_files(files, {files.passwords: with_password(old, table, password)})
    _give_to_broker(files.folder)
    return _archive(parts)


def revoke(settings: VenueSettings, table: str) -> None:
    """Take a table's rights away. Its recorded games stay. Raises :class:`~venue.errors.VenueError`."""
    _check_id(table)
    files = broker_files(settings.folder)
    with connected(settings.record.owner) as connection:
        connection.execute("UPDATE tray SET secret = NULL, enrolled_at = NULL WHERE table_id = %s", [table])
    lines = _passwords(files).splitlines()
    texts = {files.passwords: "".join(f"{line}\n" for line in lines if line.partition(":")[0] != table)}
    if settings.broker.tls_port:
        authority = Authority(settings.folder / "authority")
        authority.revoke(table)
        texts[files.revoked] = authority.revoked
    write_broker_files(files, texts)
    _give_to_broker(files.folder)


def _check_id(table: str) -> None:
    if not is_id(table):
        raise Rejected(
            _("“{table}” is not the id of a table: quarterdeck doctor shows it on the table.", table=table[:40])
        )


def _archive(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, text in sorted(parts.items()):
            data = text.encode()
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o600
            archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


def _new_record(admin: str | None) -> RecordSection:
    with _admin(admin) as connection:
        info = connection.info
        host = "127.0.0.1" if not info.host or info.host.startswith("/") else info.host
        place = f"{host}:{info.port}/{DATABASE}"
    return RecordSection(
        *(f"postgresql://{role}:{secrets.token_urlsafe(18)}@{place}" for role in (INGEST, BOARD, OWNER))
    )


def _make_record(admin: str | None, record: RecordSection) -> None:
    """Make database, roles and tables, or bring them up to date. The roles get the passwords of the settings."""
    known = [psycopg.conninfo.conninfo_to_dict(url) for url in (record.ingest, record.board, record.owner)]
    passwords = {str(one["user"]): str(one["password"]) for one in known if "password" in one}
    database = str(known[-1]["dbname"])
    with _admin(admin) as connection:
        make_roles(connection, passwords if passwords.keys() == set(ROLES) else None)
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    with _admin(admin, database) as connection, connection.transaction():
        make_schema(connection)


@contextmanager
def _admin(admin: str | None, database: str | None = None) -> Iterator[psycopg.Connection]:
    """Connect as a superuser: to the given address, or as the account ``postgres`` of this machine."""
    address = psycopg.conninfo.make_conninfo(admin or "", **({"dbname": database} if database else {}))
    try:
        with _as_postgres(admin is None):
            connection = psycopg.connect(address or "dbname=postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        reason = (str(error).strip().splitlines() or ["?"])[-1]
        raise ServerFailed(
            _(
                "The database can’t be reached ({reason}): start PostgreSQL, run as root, or name it with --database.",
                reason=reason,
            )
        ) from None
    with connection:
        yield connection


@contextmanager
def _as_postgres(wanted: bool) -> Iterator[None]:
    """Be the account ``postgres`` for a moment, if this process runs as root: PostgreSQL knows it by that."""
    before = os.geteuid()
    try:
        who = pwd.getpwnam("postgres") if wanted and before == 0 else None
    except KeyError:
        who = None
    if who is not None:
        os.seteuid(who.pw_uid)
    try:
        yield
    finally:
        if who is not None:
            os.seteuid(before)
