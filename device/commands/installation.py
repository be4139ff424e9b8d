"""What sets a table up: ``init``, ``service``, ``link``, ``update``, ``rollback``, ``attend``, and ``card``."""

from pathlib import Path

import click

from device.cli.command import FILE, PATH, TextGroup, argument, command, option
from device.cli.context import OWNED
from device.config import schema as configuration
from device.config.editor import template
from device.config.location import HERE
from device.config.mqtt import MqttConfig
from device.errors import BadCard, BadConfig, BadEnrolment, DeviceError
from device.files.durable_write import write_durably
from device.files.os_errors import not_written
from device.systemd.install import Service, run
from device.systemd.unit import NAME, text_of
from device.table_identity import TABLE_ID, HardwareMarks, TableIdentity, identity_text, read_identity, renew_identity
from device.terminal import said, say
from device.update.boot_guard import as_owner_of
from device.update.card import CardLink, CardPlan, write_card
from device.update.installation import Installation
from device.update.requests import StatusFile, do, take_request
from engine.i18n import gettext as _


@command(
    help=_(
        "FILE is a signed package, quarterdeck_….deb. It is installed beside the present version, after a backup and "
        "never during a game. If it doesn’t start or shows no page, the present version comes back automatically."
    )
)
@argument("file", metavar=_("FILE"), type=FILE)
@option("--downgrade", is_flag=True, help=_("Install an older version, too."))
def update(file: Path, downgrade: bool) -> None:
    for sentence in Installation().update(file, downgrade=downgrade):
        say(sentence)


@command(
    help=_(
        "Games stay. If the newer version changed the journal, the games from before its update come back, and what "
        "was played since is kept beside them."
    )
)
def rollback() -> None:
    for sentence in Installation().rollback():
        say(sentence)


@command(
    help=_(
        "Started by systemd, as root, when the owner’s page asks for an update, for the version before, for a restart, "
        "or to switch off."
    )
)
def attend() -> None:
    request = take_request()
    if request is None:
        return
    status = StatusFile()
    if not do(request, Installation(), status, run):
        found = status.read()
        raise DeviceError(found.reason if found else "")


@click.group(cls=TextGroup)
def service() -> None:
    """Group of the commands for the systemd service."""


@service.command(
    short_help=_("Install and start the service (as root)."),
    help=_(
        "Creates the user, the configuration and the unit. Without --config the service keeps its configuration; "
        "its first one is quarterdeck.toml of this folder, if there is one."
    ),
)
@option("--config", "file", type=FILE, metavar=_("FILE"), help=_("Configuration to copy for the service."))
@option("--hardware-watchdog", is_flag=True, help=_("Restart the machine if systemd hangs."))
@option("--print", "only_print", is_flag=True, help=_("Print the unit and change nothing."))
def install(file: Path | None, hardware_watchdog: bool, only_print: bool) -> None:
    if only_print:
        click.echo(text_of(NAME, Service().plan(file)), nl=False)
        return
    for sentence in Service().install(file, hardware_watchdog=hardware_watchdog):
        say(sentence)


@service.command(short_help=_("Show the state and the last messages."))
def status() -> None:
    for sentence in Service().status():
        say(sentence)


@service.command(short_help=_("Stop and remove the service (as root)."), help=_("Games and configuration stay."))
def uninstall() -> None:
    for sentence in Service().uninstall():
        say(sentence)


@command(
    help=_(
        "FILE is quarterdeck.toml by default. It has every key with its default and a comment. "
        "An existing file is not overwritten."
    )
)
@argument("file", metavar=_("FILE"), type=FILE, default=HERE)
def init(file: Path) -> None:
    if file.exists():
        raise BadConfig(_("{file} already exists: edit it, or name another file.", file=file))
    try:
        write_durably(file, template().encode())
    except OSError as error:
        raise BadConfig(not_written(file, error)) from None
    doctor = "quarterdeck doctor" if file == HERE else f"quarterdeck doctor --config {file}"
    say(_("{file} is written: edit it, then run {doctor}.", file=file, doctor=doctor))


@command(
    help=_(
        "FILE is what the venue’s owner made with quarterdeck venue enrol. Certificates and password are placed beside "
        "the configuration, and its section [mqtt] is written. Delete FILE afterwards: it has this table’s key."
    )
)
@OWNED
@argument("enrolment", metavar=_("FILE"), type=FILE, required=False)
@option("--off", is_flag=True, help=_("Remove the link; games stay here and at the venue."))
@option("--new-id", is_flag=True, help=_("Give this table, a copy of another, a new id."))
def link(file: Path, enrolment: Path | None, off: bool, new_id: bool) -> None:
    if off + new_id + (enrolment is not None) != 1:
        raise click.UsageError(said(_("Name the venue’s file, or --off.")))
    if new_id:
        renew_identity(file.absolute().parent)
        say(_("This table has a new id: restart it, and have it enrolled again."))
        return
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
        raise BadConfig(not_written(file.parent, error)) from None
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


PACKAGES = ("dist/quarterdeck_*_arm64.deb", "quarterdeck_*_arm64.deb")
"""Where the package is looked for, from the present folder."""


@command(
    help=_(
        "FOLDER is the boot partition of a card with Raspberry Pi OS 12 or 13, 64 bit. At its first start the Pi "
        "installs the package and runs the table. What Raspberry Pi Imager wrote to the card is kept."
    )
)
@argument("folder", metavar=_("FOLDER"), type=PATH)
@option(
    "--name",
    default="",
    metavar=_("NAME"),
    help=_("Name of the machine; by default the one that the card has, else {name}.", name="quarterdeck"),
)
@option("--wifi", default="", metavar=_("NETWORK"), help=_("Wi-Fi to join; asks for its password."))
@option(
    "--wifi-password",
    default=None,
    metavar=_("PASSWORD"),
    envvar="QUARTERDECK_WIFI_PASSWORD",
    help=_("Its password, instead of being asked; empty for an open network."),
)
@option("--country", default="", metavar=_("CODE"), help=_("Country of the Wi-Fi’s radio channels, such as DE."))
@option(
    "--venue",
    type=FILE,
    metavar=_("FILE"),
    help=_("The venue’s file for this table, made with quarterdeck venue enrol new: links the table from the start."),
)
@option("--config", "config", type=FILE, metavar=_("FILE"), help=_("Configuration of the table; by default a new one."))
@option(
    "--read-only",
    is_flag=True,
    help=_("Root that is never written, so that the power may go at any time; games have a partition of their own."),
)
@option(
    "--package",
    type=FILE,
    metavar=_("FILE"),
    help=_(
        "Package to install; by default the newest quarterdeck_…_arm64.deb here or in its folder {folder}.",
        folder="dist/",
    ),
)
def card(
    folder: Path,
    name: str,
    wifi: str,
    wifi_password: str | None,
    country: str,
    venue: Path | None,
    config: Path | None,
    read_only: bool,
    package: Path | None,
) -> None:
    found = package or _newest_package()
    if wifi and wifi_password is None:
        wifi_password = click.prompt(said(_("Password of {network}", network=wifi)), hide_input=True, default="")
    if config:
        configuration.load(config)
    text, link = configuration.text_of(config) if config else "", _link_of(venue) if venue else None
    plan = CardPlan(found, name, wifi, wifi_password or "", country, text, link, read_only)
    written = write_card(folder, plan)
    for file in written.files:
        say(_("{file} is written.", file=file))
    if not written.has_user:
        say(_("The card has no user, so nobody can log in: to have one, set it in Raspberry Pi Imager first."))
    if written.own:
        say(_("Its own Wi-Fi: {name}, password {password}", name=written.own.name, password=written.own.password))
    say(
        _(
            "Put the card into the Raspberry Pi and switch it on. After some minutes the table is on {address}.",
            address=f"http://{written.name}.local:8000/",
        )
    )


def _newest_package() -> Path:
    found = [file for pattern in PACKAGES for file in Path().glob(pattern)]
    if not found:
        raise BadCard(_("There is no quarterdeck_…_arm64.deb here: build it with make deb, or name it with --package."))
    return max(found, key=lambda file: file.stat().st_mtime)


def _link_of(file: Path) -> CardLink:
    """Return the link of the venue's file. The table's id is the one that was enrolled."""
    try:
        from device.link.enrolment import enrolled_table, read_enrolment
    except ModuleNotFoundError:
        from device.link.troubles import NO_PAHO

        raise BadCard(NO_PAHO) from None
    found = read_enrolment(file)
    identity = TableIdentity(enrolled_table(found), HardwareMarks())
    texts = {name: data.decode("ascii") for name, data in found.files.items()}
    return CardLink(found.values, {TABLE_ID: identity_text(identity), **texts})
