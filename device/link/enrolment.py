"""Sets up the link from the one file that ``quarterdeck venue enrol`` makes for a table, and removes it."""

import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from device.config.editor import keep_values
from device.config.mqtt import MqttConfig
from device.errors import BadEnrolment
from device.files.durable_write import PRIVATE, write_durably
from device.files.os_errors import reason_of
from device.link.connection import BrokerConnection, BrokerMessage, RetainedTopics
from device.link.pem_files import check_table, credentials
from device.link.troubles import LinkLost, refused
from engine.i18n import gettext as _
from engine.link_protocol import OFFLINE, Topic, is_id

SECTION = "mqtt.toml"
LARGEST = 256 << 10
"""Bytes of a venue's file."""

MOST_FILES = 8
"""Files in it that are read: it has four at the most."""

_OF_ADDRESS = ("http", "ca", "certificate", "password_file", "port", "tls")
"""Keys that a venue's file replaces, or removes if it does not have them."""

OF_LINK = (*_OF_ADDRESS, "host", "venue", "home_assistant", "controls", "updates")
"""Keys of ``[mqtt]`` without which a table has no link."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A venue's file for a table: the keys of ``[mqtt]``, and certificates and password by the names of their files."""

    values: Mapping[str, object]
    files: Mapping[str, bytes]

    @property
    def config(self) -> MqttConfig:
        """The section of the configuration. Raises msgspec.ValidationError."""
        return msgspec.convert(dict(self.values), MqttConfig)


def read_enrolment(file: Path) -> Enrolment:
    """Read a venue's file. Raises :class:`BadEnrolment`."""
    try:
        if file.stat().st_size > LARGEST:
            raise ValueError("too large")
        with tarfile.open(file, "r:") as archive:
            members = ((one.name, archive.extractfile(one)) for one in islice(archive, MOST_FILES))
            # a hole in a file takes no room in the archive
            parts = {name: source.read(LARGEST) for name, source in members if source}
        found = Enrolment(tomllib.loads(parts.pop(SECTION).decode("utf-8"))["mqtt"], parts)
        config = found.config
        named = {getattr(config, key) for key in ("ca", "certificate", "password_file")} - {""}
        is_whole = config.venue and config.host and not config.wrong and named == parts.keys()
        if is_whole and all(name == Path(name).name for name in named):
            return found
    except OSError as error:
        raise BadEnrolment(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
    except (tarfile.TarError, KeyError, TypeError, ValueError, EOFError, msgspec.ValidationError):
        pass
    raise BadEnrolment(_("{file} is not a venue’s file for a table: have the venue’s owner make another.", file=file))


def enrolled_table(enrolment: Enrolment) -> str:
    user = enrolment.files.get(enrolment.config.password_file, b"").partition(b":")[0].decode("ascii", "replace")
    if not is_id(user):
        raise BadEnrolment(_("The file names no table: have the venue’s owner make another."))
    try:
        check_enrolment(enrolment, user, MqttConfig())
    except LinkLost as lost:
        raise BadEnrolment(lost.sentence) from None
    return user


def check_enrolment(enrolment: Enrolment, table: str | None, now: MqttConfig) -> None:
    """Raise :class:`BadEnrolment` unless the file is for the table of that id, and for its present venue, if any.

    ``table`` is None for a table that has no id yet, ``now`` is its present link. Raises
    :class:`LinkLost` for a certificate that cannot be used.
    """
    if table is None:
        raise BadEnrolment(_("This table has no id yet: start it once, then have it enrolled."))
    if now.venue and now.is_on and now.venue != enrolment.config.venue:
        raise BadEnrolment(
            _(
                "This table is linked to the venue {now}, and the file is that of {other}: "
                "run quarterdeck link --off first.",
                now=now.venue,
                other=enrolment.config.venue,
            )
        )
    with _unpacked(enrolment) as folder:
        config = enrolment.config.beside(Path(folder))
        user = credentials(config.password_file)[0] if config.password_file else table
        if user != table:
            raise BadEnrolment(
                _(
                    "The file is for table {other}, but this is table {table}: enrol this table.",
                    other=user,
                    table=table,
                )
            )
        if config.certificate:
            check_table(config.certificate, table)


def try_link(enrolment: Enrolment, table: str) -> None:
    """Connect once, and see that the broker takes a message of this table. Raises :class:`LinkLost`.

    The message says that the table is offline, as it is until it starts with the new link.
    """
    with _unpacked(enrolment) as folder:
        config = enrolment.config.beside(Path(folder))
        connection = BrokerConnection(config, table, None, (), client_id=f"{table}-trial")
        connection.close([BrokerMessage(str(Topic(config.venue, table, "availability")), OFFLINE.encode())])
        if connection.refused is not None:
            raise LinkLost(refused(connection.refused), is_grave=True)


def set_up(file: Path, enrolment: Enrolment) -> None:
    """Write certificates and password beside the configuration in that file, then its section ``[mqtt]``.

    Raises :class:`~device.errors.BadConfig`, or OSError; the files are then as they were.
    """
    before: dict[Path, bytes | None] = {}
    try:
        for name, data in enrolment.files.items():
            place = file.parent / name
            before[place] = place.read_bytes() if place.exists() else None
            write_durably(place, data, mode=PRIVATE)
        keep_values(file, "mqtt", enrolment.values, set(_OF_ADDRESS) - enrolment.values.keys())
    except BaseException:
        for place, old in before.items():
            with suppress(OSError):
                place.unlink(missing_ok=True) if old is None else write_durably(place, old, mode=PRIVATE)
        raise


def take_down(file: Path, now: MqttConfig, table: str | None) -> None:
    """Remove the link from the configuration in that file, and its files that are beside the configuration.

    ``now`` is the link so far, with full paths. Topics that the table retained at the broker are cleared first, if the
    broker can be reached. Raises :class:`~device.errors.BadConfig`.
    """
    retained, broker = RetainedTopics(file.parent), f"{now.host}:{now.broker_port}"
    if now.host and table is not None and (topics := retained.unused(broker, ())):
        with suppress(LinkLost):
            connection = BrokerConnection(now, table, None, (), client_id=f"{table}-trial")
            connection.close([BrokerMessage(topic, retain=True) for topic in topics])
            retained.keep(broker, ())
    keep_values(file, "mqtt", {}, OF_LINK)
    for name in (now.ca, now.certificate, now.password_file):
        place = file.parent / name
        if name and place.parent == file.parent:
            with suppress(OSError):
                place.unlink()


def _unpacked(enrolment: Enrolment) -> "tempfile.TemporaryDirectory[str]":
    folder = tempfile.TemporaryDirectory(prefix="quarterdeck-")
    for name, data in enrolment.files.items():
        Path(folder.name, name).write_bytes(data)
    return folder
