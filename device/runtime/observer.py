"""Observer interface for frames, presses, readings and confirmed events."""

from collections.abc import Callable
from typing import Protocol

from device.cameras.camera import Camera
from table.panel.panel import Panel
from table.session import ConfirmedEvent
from table.table import Table


class Tap(Protocol):
    """Observer of one table. Methods that take an object return it, or a wrapper with the same interface."""

    def camera(self, camera: Camera) -> Camera:
        """Return the camera to use. Called each time the camera is opened."""
        ...

    def panel(self, panel: Panel) -> Panel:
        """Return the panel to use, with its buttons and lamp."""
        ...

    def table(self, table: Table) -> None:
        """Receive the table, before the first frame or press."""
        ...

    def told(self, counted: ConfirmedEvent) -> None:
        """Receive a confirmed event."""
        ...


class NobodyListens:
    """Observer that changes nothing and only passes on confirmed events."""

    def __init__(self, told: Callable[[ConfirmedEvent], None]) -> None:
        self.told = told

    def camera(self, camera: Camera) -> Camera:
        """Return the camera unchanged."""
        return camera

    def panel(self, panel: Panel) -> Panel:
        """Return the panel unchanged."""
        return panel

    def table(self, table: Table) -> None:
        """Do nothing."""
