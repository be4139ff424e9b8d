"""Observer interface: frames with their readings, presses, and confirmed events of a running table."""

from typing import TYPE_CHECKING

from device.cameras.camera import Frame
from table.panel import Press
from table.session import ConfirmedEvent
from table.table import Table
from vision import Reading

if TYPE_CHECKING:
    from vision import LampPictures


class Observer:
    """Base class of what observes a table. Its methods do nothing; override what is needed.

    All are called on the thread that runs the table.
    """

    def begin(self, table: Table) -> None:
        """Receive the table, before its first frame or press."""

    def observed(self, frame: Frame, reading: Reading) -> None:
        """Receive a frame and its reading, before the table takes them in."""

    def lamps_taken(self, pictures: "LampPictures", time: float) -> None:
        """Receive the lamp pictures of dice at rest, taken from ``time`` on. Their frames are not observed."""

    def pressed(self, press: Press) -> None:
        """Receive a press, before the table takes it in."""

    def confirmed(self, event: ConfirmedEvent) -> None:
        """Receive an event that the table has just confirmed."""
