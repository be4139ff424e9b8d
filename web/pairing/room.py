"""How phones take the helm: by a press at the table, or with codes that its own screens show."""

from typing import Literal

from table.pairing.requests import RequestQueue
from web.pairing.claimed_screens import Claimed
from web.pairing.codes import Codes
from web.pairing.screen_requests import ScreenLine
from web.ports.key_value import KeyValueStore

PairingWay = Literal["buttons", "screen", "code"]
"""A press of ROLL accepts a phone; a screen of the table shows it a code; or it brings a code from elsewhere."""


class Room:
    """The queue of requests, the codes, and the claimed screens of one table."""

    def __init__(self, codes: Codes, drawer: KeyValueStore, pairing: RequestQueue | None = None) -> None:
        self.codes = codes
        self.screens = Claimed(drawer)
        self.on_screens = ScreenLine(self.screens.__len__)
        self.has_buttons = pairing is not None
        self.line: RequestQueue = pairing or self.on_screens

    @property
    def way(self) -> PairingWay:
        """Return how a phone takes the helm here."""
        if self.has_buttons:
            return "buttons"
        return "screen" if len(self.screens) else "code"

    def own_code(self, phone: str | None) -> str | None:
        """Return the code that a screen shows for that phone only."""
        return None if self.has_buttons else self.on_screens.code_of(phone)

    def done(self, phone: str | None) -> None:
        """Drop the request of a phone that has the helm."""
        if phone is not None:
            self.on_screens.done(phone)
