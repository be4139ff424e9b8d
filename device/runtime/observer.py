"""The tap: where somebody may listen to everything that passes between the table and the world."""

from collections.abc import Callable
from typing import Protocol

from device.cameras.camera import Camera
from table.panel.panel import Panel
from table.session import ConfirmedEvent
from table.table import Table


class Tap(Protocol):
    """Listens to one table. What it is given it gives back, itself or something that behaves like it."""

    def camera(self, camera: Camera) -> Camera:
        """The camera, each time it is opened."""
        ...

    def panel(self, panel: Panel) -> Panel:
        """The buttons and the lamp."""
        ...

    def table(self, table: Table) -> None:
        """The table, before anything happens at it."""
        ...

    def told(self, counted: ConfirmedEvent) -> None:
        """An event was confirmed."""
        ...


class NobodyListens:
    """A tap that is closed: what is confirmed is only told."""

    def __init__(self, told: Callable[[ConfirmedEvent], None]) -> None:
        self.told = told

    def camera(self, camera: Camera) -> Camera:
        """The camera itself."""
        return camera

    def panel(self, panel: Panel) -> Panel:
        """The panel itself."""
        return panel

    def table(self, table: Table) -> None:
        """Nothing to do."""
