"""What the application is given beside the table: the ports, each with its default."""

import secrets
from dataclasses import dataclass, field

from table.commands import CommandSink
from table.pairing.requests import RequestQueue
from web.pairing.codes import Codes
from web.ports.archive import Archive, NoArchive
from web.ports.key_value import KeyValueStore, Memory
from web.ports.maintenance import Calibration, Chest, DicePictures, Doctor
from web.ports.preferences import HelpLevel
from web.ports.services import IDLE, Guests, PictureStream, Settings, Wifi


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
    most_help: HelpLevel = "advice"
    idle: float = IDLE
