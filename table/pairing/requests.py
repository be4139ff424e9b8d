"""Requests for the helm: their states, the protocol of the queue, the refusals, and the networks that limits count."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Literal, Protocol

from engine.i18n import gettext as _
from table.errors import NotAccepted
from table.panel.panel import Signal

Stage = Literal["asking", "waiting", "shown", "accepted", "refused", "closed"]

SILENT = 5.0
"""Seconds without a poll after which a request is dropped."""

PER_NETWORK = 2
"""Open requests from one address (IPv6: from one /64)."""

MOST = 12
"""Open requests in all: fewer than there are signals, so that a freed signal is not reused at once."""

REST = 10.0
"""Seconds for which a freed signal is not reused: twice the time for which a phone may still show it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of one phone's request.

    ``asking``: it is shown next; ``waiting``: ``before`` others come first; ``shown``: the lamp, or a screen of the
    table, shows its ``signal``; ``accepted``: the phone may claim the helm; ``refused``; ``closed``: there is no such
    request.
    """

    stage: Stage
    signal: Signal | None = None
    before: int = 0


class RequestQueue(Protocol):
    """The requests for the helm. Safe from any thread."""

    def ask(self, phone: str, address: str) -> None:
        """Enter the request of that phone, or keep the one it has. Raises :class:`~table.errors.NotAccepted`."""
        ...

    def asked(self, phone: str) -> Asked:
        """Return where its request stands. A request whose phone does not call this for 5 s is dropped."""
        ...

    def claim(self, phone: str) -> bool:
        """Return whether its request was accepted. True at the first call only, so that one press gives one helm."""
        ...


def not_open() -> NotAccepted:
    """Return the refusal of a request while pairing is closed."""
    return NotAccepted("no_window", _("Pairing is closed: hold both tray buttons for 3 seconds."))


def no_way() -> NotAccepted:
    """Return the refusal of a request at a table that has neither buttons nor a screen of its own."""
    return NotAccepted(
        "no_way", _("This table has no buttons: get a code from a phone at the helm, or on its machine.")
    )


def too_many() -> NotAccepted:
    """Return the refusal of one more request from an address, or in all."""
    return NotAccepted("too_many_asks", _("Too many phones are asking for the helm: try again in a moment."), 5)


def turned_away(seconds: float) -> NotAccepted:
    """Return the refusal of a request from an address whose last one was refused just now."""
    later = max(1, round(seconds))
    return NotAccepted("turned_away", _("Refused at the table with STAND. Ask again in a moment."), later)


def network_of(address: str) -> str:
    """Return the address as limits count it: an IPv6 address by its /64, which one client may have all of."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))
    return str(known)
