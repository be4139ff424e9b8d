"""A venue as one file: the dump of its record, and its folder of settings with all keys. Made while the venue runs."""

import os
import pwd
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from engine.i18n import gettext as _
from venue.errors import BadSettings, MissingProgram, Rejected, ServerFailed
from venue.record.live import BACKUP, beat
from venue.record.schema import make_roles
from venue.services.installation import Wishes, admin_of, known_settings, passwords_of, set_up
from venue.settings import VenueSettings, load_settings

DUMP, FOLDER = "record.dump", "settings"
"""Names in a backup."""


def back_up(settings: VenueSettings, file: Path, admin: str | None = None) -> int:
    """Write a backup that has been read back, readable by this account only, and return the number of its events.

    Nothing stands at ``file`` until it is whole. Raises :class:`~venue.errors.VenueError`, and OSError.
    """
    database = _database(settings)
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    try:
        with tempfile.TemporaryFile(dir=file.parent) as dump, fresh.open("wb") as out:
            _run("pg_dump", ["-Fc", *_address(admin, database)], admin, stdout=dump)
            dump.seek(0)
            _run("pg_restore", ["-f", os.devnull], None, stdin=dump)
            with tarfile.open(fileobj=out, mode="w") as archive:
                archive.add(settings.folder, FOLDER, filter=lambda one: one if one.isfile() or one.isdir() else None)
                info = tarfile.TarInfo(DUMP)
                info.size, info.mode = dump.seek(0, os.SEEK_END), 0o600
                dump.seek(0)
                archive.addfile(info, dump)
            os.fsync(out.fileno())
        fresh.replace(file)
    except OSError as error:
        error.filename = error.filename or str(file)  # a full disk has no name
        raise
    finally:
        fresh.unlink(missing_ok=True)
    with admin_of(admin, database) as connection:
        beat(connection, BACKUP)
        [events] = connection.execute("SELECT coalesce(sum(events), 0) FROM journal").fetchone() or [0]
        return int(events)


def put_back(file: Path, folder: Path, admin: str | None = None) -> VenueSettings:
    """Put a backup in the place of a venue, or on a new machine. What is there stays until the record is whole.

    Raises :class:`~venue.errors.VenueError`, and OSError.
    """
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        found, dump = Path(scratch) / FOLDER, Path(scratch) / DUMP
        try:
            with tarfile.open(file) as archive:
                archive.extractall(scratch, filter="data")
        except OSError as error:
            error.filename = error.filename or scratch
            raise
        except tarfile.TarError:
            raise BadSettings(_("{file} is not a backup of a venue, or is broken.", file=file)) from None
        if not dump.is_file():
            raise BadSettings(_("{file} is not a backup of a venue, or is broken.", file=file))
        settings, known = load_settings(found), known_settings(folder)
        if known and known.venue.name != settings.venue.name:
            raise Rejected(
                _("{folder} has the venue {name}: name another folder.", folder=folder, name=known.venue.name)
            )
        with dump.open("rb") as rows:
            _restore(settings, rows, admin)
        folder.mkdir(exist_ok=True, mode=0o755)
        shutil.copytree(found, folder, dirs_exist_ok=True)
    return set_up(folder, Wishes(admin=admin))


def _restore(settings: VenueSettings, dump: IO[bytes], admin: str | None) -> None:
    database = _database(settings)
    fresh = f"{database}_restored"
    with admin_of(admin) as connection:
        users = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", [database]).fetchone()
        if users and users[0]:
            raise Rejected(_("The venue’s server runs: stop it first, sudo systemctl stop quarterdeck-venue."))
        make_roles(connection, *passwords_of(settings.record))
        new, old = sql.Identifier(fresh), sql.Identifier(database)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(new))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(new))
        try:
            _run("pg_restore", ["--exit-on-error", "--no-owner", "-d", *_address(admin, fresh)], admin, stdin=dump)
        except ServerFailed:
            connection.execute(sql.SQL("DROP DATABASE {}").format(new))
            raise
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(old))
        connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(new, old))


def _database(settings: VenueSettings) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(settings.record.owner)["dbname"])


def _address(admin: str | None, database: str) -> list[str]:
    return [psycopg.conninfo.make_conninfo(admin or "", dbname=database)]


def _run(
    program: str,
    arguments: Sequence[str],
    admin: str | None,
    *,
    stdin: IO[bytes] | None = None,
    stdout: IO[bytes] | None = None,
) -> None:
    """Run one of PostgreSQL's programs: as the account ``postgres``, if this is root and no address is given."""
    try:
        user = pwd.getpwnam("postgres").pw_uid if admin is None and os.geteuid() == 0 else None
    except KeyError:
        user = None
    command = [str(postgres_programs() / program), *arguments]
    done = subprocess.run(
        command,
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        user=user,
        check=False,
    )
    if done.returncode:
        reason = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["?"])[-1]
        raise ServerFailed(_("The record can’t be copied ({program}: {reason}).", program=program, reason=reason))


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs, those of the newest version. Raises :class:`MissingProgram`."""
    if found := sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3])):
        return found[-1].parent
    if found_on_path := shutil.which("postgres"):
        return Path(found_on_path).resolve().parent
    raise MissingProgram(_("PostgreSQL is not installed: sudo apt install postgresql."))
