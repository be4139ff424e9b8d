"""``link``: the link of this table to a venue."""

from pathlib import Path

import click

from device.cli.command import argument, command, option
from device.cli.context import OWNED
from device.config import schema as configuration
from device.config.mqtt import MqttConfig
from device.errors import BadConfig, BadEnrolment
from device.os_errors import reason_of
from device.table_identity import read_identity
from device.terminal import said, say
from device.update.boot_guard import as_owner_of
from engine.i18n import gettext as _


@command(
    help=_(
        "FILE is what the venue’s owner made with quarterdeck venue enrol. Certificates and password are placed beside "
        "the configuration, and its section [mqtt] is written. Delete FILE afterwards: it has this table’s key."
    )
)
@OWNED
@argument("enrolment", metavar=_("FILE"), type=click.Path(path_type=Path), required=False)
@option("--off", is_flag=True, help=_("Remove the link; games stay here and at the venue."))
def link(file: Path, enrolment: Path | None, off: bool) -> None:
    """Set up the link with that file, or remove it."""
    if off is (enrolment is not None):
        raise click.UsageError(said(_("Name the venue’s file, or --off.")))
    now = configuration.load(file).mqtt
    identity = read_identity(file.absolute().parent)
    table = identity.id if identity else None
    try:
        if enrolment is None:
            _remove(file.absolute(), now, table)
        else:
            _set_up(file.absolute(), enrolment, now, table)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("paho"):
            raise
        from device.link.troubles import NO_PAHO

        raise BadEnrolment(NO_PAHO) from None


def _set_up(file: Path, enrolment: Path, now: MqttConfig, table: str | None) -> None:
    from device.link.enrolment import check_enrolment, read_enrolment, set_up, try_link
    from device.link.troubles import LinkLost

    with as_owner_of(enrolment):
        found = read_enrolment(enrolment)
    away: str | None = None
    try:
        check_enrolment(found, table, now)
        try_link(found, table or "")
    except LinkLost as lost:
        if lost.is_grave or not lost.is_away:
            raise BadEnrolment(lost.sentence) from None
        away = lost.sentence
    try:
        set_up(file, found)
    except OSError as error:
        raise BadConfig(_("{folder} can’t be written: {why}.", folder=file.parent, why=reason_of(error))) from None
    venue, broker = found.config.venue, f"{found.config.host}:{found.config.broker_port}"
    if away is None:
        say(_("Linked to the venue {venue} at {broker}: restart the table.", venue=venue, broker=broker))
    else:
        say(_("Set up for the venue {venue}, not tried yet: {why}", venue=venue, why=away))


def _remove(file: Path, now: MqttConfig, table: str | None) -> None:
    from device.link.enrolment import take_down

    if not now.is_on:
        say(_("This table has no link."))
        return
    take_down(file, now, table)
    say(_("The link is removed: restart the table."))
