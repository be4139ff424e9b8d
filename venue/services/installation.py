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
from dataclasses import asdict, dataclass, replace
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
from venue.record.live import notify
from venue.record.schema import make_roles, make_schema, names_of
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

LOCAL_PORT, TLS_PORT, OPEN_PORT = 1884, 8883, 1883
DROP_INS = Path("/etc/mosquitto/conf.d")
DROP_IN = "quarterdeck.conf"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What ``init`` was asked for; None for what stays as it is, or as is usual. ``hosts`` are this machine's names
    and addresses as tables use them, the first one first.

    ``admin`` is the address of a database for a superuser; without it that of this machine's PostgreSQL.
    """

    name: str | None = None
    title: str | None = None
    hosts: Sequence[str] = ()
    admin: str | None = None
    tls: bool | None = None
    open: bool | None = None
    board_port: int | None = None
    local_port: int | None = None
    tls_port: int | None = None
    open_port: int | None = None


def broker_files(folder: Path) -> BrokerFiles:
    return BrokerFiles(folder / "broker")


def known_settings(folder: Path) -> VenueSettings | None:
    return load_settings(folder) if (folder / FILE).exists() else None


def set_up(folder: Path, wishes: Wishes) -> VenueSettings:
    """Set up a venue, or bring one up to date: what is there is kept, but for what is wished otherwise.

    Raises :class:`~venue.errors.VenueError`.
    """
    known = known_settings(folder)
    name = wishes.name or (known.venue.name if known else "")
    if not is_venue(name):
        raise BadSettings(_("The venue’s name must have 1 to 40 characters of a-z, 0-9 and -."))
    if known and known.venue.name != name:
        raise BadSettings(
            _("{folder} has the venue {name}: name another folder.", folder=folder, name=known.venue.name)
        )
    hosts = tuple(dict.fromkeys([*wishes.hosts, *(known.board.hosts if known else ())]))
    if not hosts:
        raise BadSettings(_("Name this machine as tables reach it, with --host."))
    folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    new_broker = BrokerSection(password=secrets.token_urlsafe(18))
    before = known or VenueSettings(
        folder, VenueSection(name), _new_record(wishes.admin, name), new_broker, BoardSection()
    )
    _make_record(wishes.admin, before.record, is_new=known is None)
    settings = replace(
        before,
        venue=VenueSection(name, before.venue.title if wishes.title is None else wishes.title),
        broker=replace(
            _broker(wishes, before.broker, known),
            tables_host=wishes.hosts[0] if wishes.hosts else before.broker.tables_host or hosts[0],
        ),
        board=replace(before.board, port=wishes.board_port or before.board.port, hosts=hosts),
    )
    write_settings(settings)
    _write_broker(settings, hosts)
    return settings


def _broker(wishes: Wishes, now: BrokerSection, known: VenueSettings | None) -> BrokerSection:
    has_tls = (bool(now.tls_port) if known else True) if wishes.tls is None else wishes.tls
    is_open = (bool(now.open_port) if known else False) if wishes.open is None else wishes.open
    is_open = is_open or not has_tls
    open_port = wishes.open_port or now.open_port or OPEN_PORT
    local_port = wishes.local_port or (now.port if known and now.port != now.open_port else LOCAL_PORT)
    return replace(
        now,
        port=local_port if has_tls else open_port,
        user=INGEST_USER,
        tls_port=(wishes.tls_port or now.tls_port or TLS_PORT) if has_tls else 0,
        open_port=open_port if is_open else 0,
    )


def changes(before: VenueSettings | None, after: VenueSettings) -> list[str]:
    """Return what differs between these settings, a line each; secrets are not shown."""
    found: list[str] = []
    for section in ("venue", "broker", "board") if before else ():
        old, new = (asdict(getattr(one, section)) for one in (before, after))
        found += [
            f"[{section}] {key}: {_shown(old[key])} → {_shown(new[key])}"
            for key in old
            if old[key] != new[key] and key != "password"
        ]
    return found


def _shown(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


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
    """Put the configuration where Mosquitto reads it, if this process may, and no other venue's is there.

    Return the file.
    """
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return None
    file, files = folder / DROP_IN, broker_files(settings.folder)
    if file.exists() and f" {files.rules}\n" not in file.read_text("utf-8", "replace"):
        return None
    file.write_text(files.configuration.read_text("utf-8"), "utf-8")
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
        authority.revoke(table)
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
            " revoked_at = NULL, name = coalesce(excluded.name, tray.name)",
            [table, name or None, secret_hash(password)],
        )
    texts = {files.passwords: with_password(_passwords(files), table, password)}
    if broker.tls_port:
        texts[files.revoked] = Authority(settings.folder / "authority").revoked
    write_broker_files(files, texts)
    _give_to_broker(files.folder)
    return _archive(parts)


def revoke(settings: VenueSettings, table: str) -> None:
    """Take a table's rights away, and its tile from the board. Its recorded games stay.

    Raises :class:`~venue.errors.VenueError`.
    """
    _check_id(table)
    files = broker_files(settings.folder)
    with connected(settings.record.owner) as connection:
        ended = connection.execute(
            "UPDATE tray SET secret = NULL, enrolled_at = NULL, revoked_at = now()"
            " WHERE table_id = %s AND secret IS NOT NULL",
            [table],
        )
        notify(connection, {table})
    if not ended.rowcount:
        raise Rejected(_("No table with that id is enrolled: the owner’s page of the board shows the ids."))
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


def _new_record(admin: str | None, venue: str) -> RecordSection:
    database, roles = names_of(venue)
    with admin_of(admin) as connection:
        info = connection.info
        host = "127.0.0.1" if not info.host or info.host.startswith("/") else info.host
        place = f"{host}:{info.port}/{database}"
    return RecordSection(*(f"postgresql://{role}:{secrets.token_urlsafe(18)}@{place}" for role in roles))


def _make_record(admin: str | None, record: RecordSection, *, is_new: bool) -> None:
    """Make database, roles and tables, or bring them up to date. The roles get the passwords of the settings."""
    database = str(psycopg.conninfo.conninfo_to_dict(record.owner)["dbname"])
    roles, passwords = passwords_of(record)
    with admin_of(admin) as connection:
        exists = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
        if exists and is_new:
            raise BadSettings(
                _(
                    "PostgreSQL has the record {database} of a venue with this name: name the folder of its settings, "
                    "restore them, or choose another name.",
                    database=database,
                )
            )
        make_roles(connection, roles, passwords)
        if not exists:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    with admin_of(admin, database) as connection, connection.transaction():
        make_schema(connection, roles)


def passwords_of(record: RecordSection) -> tuple[list[str], dict[str, str] | None]:
    """Return the record's roles, and their passwords if the settings have them all."""
    known = [psycopg.conninfo.conninfo_to_dict(url) for url in (record.ingest, record.board, record.owner)]
    roles = [str(one["user"]) for one in known]
    passwords = {str(one["user"]): str(one["password"]) for one in known if "password" in one}
    return roles, passwords if passwords.keys() == set(roles) else None


@contextmanager
def admin_of(admin: str | None, database: str | None = None) -> Iterator[psycopg.Connection]:
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
