"""What there is beside the table: each part a small protocol, and each may be missing."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from table.commands import CommandSink
from table.pairing.requests import RequestQueue
from web.pairing.codes import Codes
from web.pairing.join_info import Wifi
from web.ports.archive import Archive, NoArchive
from web.ports.key_value import KeyValueStore, Memory
from web.ports.maintenance import Calibration, Chest, DicePictures, Doctor
from web.ports.preferences import Help

IDLE = 2 * 3600.0
"""Seconds without a word after which a place at the helm is free again."""


class PictureStream(Protocol):
    """Whoever has the camera's pictures."""

    def picture(self) -> bytes | None:
        """The latest whole picture with the readings drawn in, a JPEG; None while there is none."""
        ...


class Settings(Protocol):
    """What may be set: brightness, sounds, pictures, as far as this table has them."""

    def settings(self) -> Mapping[str, object]:
        """Each setting and its value."""
        ...

    def change(self, values: Mapping[str, object]) -> None:
        """Set these, which are among the settings. Raises :class:`~web.errors.NotKept` where that cannot be kept."""
        ...


class Guests(Protocol):
    """Whoever remembers who played here."""

    def names(self) -> Sequence[str]:
        """The names of all who played, the latest first."""
        ...


@dataclass(frozen=True, slots=True)
class Appliance:
    """What the page can use beside the table.

    ``pairing`` is the line of phones that ask for the helm, at a table with buttons to accept them; ``codes`` are good
    at any table. ``secret`` signs the cookies of those at the ``helm``; it is made up where none is kept. ``hosts`` are
    names that this machine answers to beside its addresses, ``address`` is where phones find it, through the ``wifi``
    if that is known. Nobody is helped with the odds more than ``most_help``. A place at the helm is free after ``idle``
    seconds.
    """

    helm: CommandSink | None = None
    pairing: RequestQueue | None = None
    codes: Codes = field(default_factory=Codes)
    drawer: KeyValueStore = field(default_factory=Memory)
    pictures: PictureStream | None = None
    settings: Settings | None = None
    guests: Guests | None = None
    doctor: Doctor | None = None
    calibration: Calibration | None = None
    chest: Chest | None = None
    dice: DicePictures | None = None
    archive: Archive = field(default_factory=NoArchive)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    hosts: tuple[str, ...] = ()
    address: str = ""
    wifi: Wifi | None = None
    most_help: Help = "advice"
    idle: float = IDLE
