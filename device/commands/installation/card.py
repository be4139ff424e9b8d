"""``card``: the files that make a table of a Raspberry Pi OS card."""

from pathlib import Path

import click

from device.cli.command import argument, command, option
from device.config import schema as configuration
from device.errors import BadCard, BadConfig
from device.os_errors import reason_of
from device.table_identity import FILE, HardwareMarks, TableIdentity, identity_text
from device.terminal import said, say
from device.update.card import CardLink, CardPlan, write_card
from engine.i18n import gettext as _

PACKAGES = ("dist/quarterdeck_*_arm64.deb", "quarterdeck_*_arm64.deb")
"""Where the package is looked for, from the present folder."""


@command(
    help=_(
        "FOLDER is the boot partition of a card with Raspberry Pi OS (Trixie, October 2025 or newer). At its first "
        "start the Pi installs the package and runs the table. What Raspberry Pi Imager wrote to the card is kept."
    )
)
@argument("folder", metavar=_("FOLDER"), type=click.Path(path_type=Path))
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
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("The venue’s file for this table, made with quarterdeck venue enrol new: links the table from the start."),
)
@option(
    "--config",
    "config",
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("Configuration of the table; by default a new one."),
)
@option(
    "--package",
    type=click.Path(path_type=Path),
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
    package: Path | None,
) -> None:
    """Write the files of a card."""
    found = package or _newest_package()
    if wifi and wifi_password is None:
        wifi_password = click.prompt(said(_("Password of {network}", network=wifi)), hide_input=True, default="")
    text, link = _text_of(config) if config else "", _link_of(venue) if venue else None
    plan = CardPlan(found, name, wifi, wifi_password or "", country, text, link)
    written = write_card(folder, plan)
    for file in written.files:
        say(_("{file} is written.", file=file))
    if not written.has_user:
        say(_("The card has no user, so nobody can log in: to have one, set it in Raspberry Pi Imager first."))
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
    return CardLink(found.values, {FILE: identity_text(identity), **texts})


def _text_of(config: Path) -> str:
    configuration.load(config)
    try:
        return config.read_text("utf-8")
    except OSError as error:
        raise BadConfig(_("{file} can’t be read ({why}).", file=config, why=reason_of(error))) from None
