"""The section ``[mqtt]`` of the configuration: the link to a venue and to Home Assistant."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from engine.i18n import DEFAULT, chosen_from, languages
from engine.i18n import gettext as _
from engine.link_protocol import is_venue

PLAIN, ENCRYPTED = 1883, 8883
"""Usual ports of a broker, without and with TLS."""


class MqttConfig(msgspec.Struct, frozen=True):
    """Link to a venue's board and to Home Assistant; without host and http it is off."""

    host: Annotated[str, Meta(description="the MQTT broker", examples=["venue.local"])] = ""
    port: Annotated[
        int, Meta(ge=0, le=65535, description="of the broker; 0 is 8883 with tls, 1883 without", examples=[8883])
    ] = 0
    tls: Annotated[bool, Meta(description="encrypt the connection", examples=[True])] = False
    ca: Annotated[
        str, Meta(description="certificates that the broker's may be signed by; else the system's", examples=["ca.pem"])
    ] = ""
    certificate: Annotated[
        str, Meta(description="this table's certificate and key, in one file", examples=["table.pem"])
    ] = ""
    password_file: Annotated[
        str, Meta(description="a file with one line, user:password", examples=["mqtt-password"])
    ] = ""
    venue: Annotated[
        str, Meta(description="venue that gets the games: a-z, 0-9, -; without it none", examples=["galley"])
    ] = ""
    http: Annotated[
        str, Meta(description="instead of a broker: address of the venue's board, as http://venue.local:8100")
    ] = ""
    name: Annotated[
        str, Meta(description="of this table, for boards and Home Assistant; else the host's", examples=["Window"])
    ] = ""
    language: Annotated[str, Meta(description="of what boards and Home Assistant show", examples=["de"])] = DEFAULT
    home_assistant: Annotated[bool, Meta(description="announce this table to Home Assistant", examples=[True])] = False
    controls: Annotated[bool, Meta(description="give Home Assistant buttons, the lamp, and a picture of each roll")] = (
        False
    )

    updates: Annotated[
        bool, Meta(description="the venue may update this table while nobody plays", examples=[True])
    ] = False

    @property
    def is_on(self) -> bool:
        return bool(self.host or self.http)

    @property
    def broker_port(self) -> int:
        return self.port or (ENCRYPTED if self.tls else PLAIN)

    @property
    def wrong(self) -> tuple[str, str] | None:
        """Return a key whose value does not fit the others, and why, in one sentence; None if all fit."""
        if self.venue and not is_venue(self.venue):
            return "venue", _("the venue’s name must have 1 to 40 characters of a-z, 0-9 and -.")
        if self.http and self.host:
            return "http", _("set either host or http: a table sends by one of them.")
        if self.http and not self.venue:
            return "http", _("http needs the name of the venue.")
        if self.http and not _is_address(self.http):
            return "http", _("the address must begin with http:// or https://.")
        if self.language != DEFAULT and self.language not in languages():
            return "language", _("the language can only be {known}.", known=chosen_from(sorted(languages())))
        if self.certificate and self.http and not self.http.startswith("https://"):
            return "certificate", _("certificates need https.")
        if (self.ca or self.certificate) and self.host and not self.tls:
            return "certificate" if self.certificate else "ca", _("certificates need tls = true.")
        if self.home_assistant and not self.host:
            return "home_assistant", _("Home Assistant needs the host of an MQTT broker.")
        if self.controls and not self.home_assistant:
            return "controls", _("controls need home_assistant = true.")
        if self.updates and not (self.host and self.venue):
            return "updates", _("updates need a venue and the host of its broker.")
        return None

    def beside(self, folder: Path) -> "MqttConfig":
        """Return the configuration with its files as full paths; relative ones begin at that folder."""
        files = {name: getattr(self, name) for name in ("ca", "certificate", "password_file")}
        return msgspec.structs.replace(
            self, **{name: str(folder / Path(file).expanduser()) for name, file in files.items() if file}
        )


def _is_address(text: str) -> bool:
    try:
        address = urlsplit(text)
        return address.scheme in ("http", "https") and bool(address.hostname) and (address.port or 1) > 0
    except ValueError:
        return False
