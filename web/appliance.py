"""The services that the application uses beside the table, each with a default."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from table.commands import CommandSink
from table.join_requests import JoinRequests
from table.pairing import RequestQueue
from table.publisher import Bulletin
from web.guests.codes import Codes
from web.services.archive import Archive
from web.services.device import (
    IDLE,
    Calibration,
    Care,
    Chest,
    Clips,
    Demo,
    DicePictures,
    Finding,
    LampDesk,
    LinkStatus,
    NetworkDesk,
    Settings,
    SetupDesk,
    StickBackups,
    Wifi,
)
from web.services.store import KeyValueStore, Memory
from web.viewer import HelpLevel


@dataclass(frozen=True, slots=True)
class Appliance:
    """The services beside the table.

    ``pairing`` is the queue of phones that ask for the helm, at a table with buttons to accept them; ``codes`` work
    at any table; ``join_requests`` are those of guests who ask to play, ``bulletin`` makes every page hear of a
    change beside the game. ``pictures`` returns the camera's latest picture with the readings drawn in, a JPEG, or
    None while there is none; ``guests`` the names of those who played, the latest first; ``doctor`` checks
    hardware, software and camera, which takes seconds; ``metrics`` returns the figures in Prometheus' text format
    for that number of open streams; ``erase`` has the player shown under that name erased at the restart that
    follows, or raises :class:`~web.errors.Denied`, as where a ``venue`` keeps the games. All are safe from any thread.
    ``secret`` signs the session cookies; it is random unless given. ``hosts`` are host names of this machine beside
    its addresses, ``address`` returns the one that phones have now; ``wifi`` returns the Wi-Fi in which a host is
    reached, if that is known. ``own_address`` is the address in the ``network`` that the table makes itself: phones
    there that look for the internet find the page.
    ``most_help`` is the highest level of help with the odds. A place at the helm is free after ``idle`` seconds;
    ``attract_after`` seconds after a game the TV shows who won and how to join.
    """

    helm: CommandSink | None = None
    pairing: RequestQueue | None = None
    join_requests: JoinRequests | None = None
    bulletin: Bulletin = field(default_factory=Bulletin)
    codes: Codes = field(default_factory=Codes)
    drawer: KeyValueStore = field(default_factory=Memory)
    pictures: Callable[[], bytes | None] | None = None
    settings: Settings | None = None
    guests: Callable[[], Sequence[str]] = tuple
    doctor: Callable[[], Sequence[Finding]] | None = None
    calibration: Calibration | None = None
    lamps: LampDesk | None = None
    chest: Chest | None = None
    dice: DicePictures | None = None
    clips: Clips | None = None
    demo: Demo | None = None
    link: Callable[[], LinkStatus] | None = None
    setup: SetupDesk | None = None
    stick_backups: StickBackups | None = None
    metrics: Callable[[int], str] | None = None
    care: Care | None = None
    erase: Callable[[str], None] | None = None
    venue: str = ""
    archive: Archive = field(default_factory=Archive)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    hosts: tuple[str, ...] = ()
    address: Callable[[], str] = str
    wifi: Callable[[str], Wifi | None] = lambda _host: None
    network: NetworkDesk | None = None
    own_address: str = ""
    most_help: HelpLevel = "advice"
    idle: float = IDLE
    attract_after: float = 180.0

    @property
    def shows_pictures(self) -> bool:
        """Return whether everybody may see the camera's pictures; otherwise only the helm and the owner."""
        return self.known_settings().get("pictures", "everybody") == "everybody"

    def known_settings(self) -> Mapping[str, object]:
        """Return the settings that this table has; none where it cannot be set."""
        return self.settings.settings() if self.settings else {}
