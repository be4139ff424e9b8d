"""What a table keeps: backups, the corners of its tray, and its light strips."""

from collections.abc import Callable

from web.services.device import Corners, Outline


class Cupboard:
    """Records the backups and corners that it was given, and when strips were measured; each needs a permission."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.brought: list[bytes] = []
        self.corners: list[Corners | None] = []
        self.measurements = 0

    def backup(self, *, wifi_password: bool) -> bytes:
        return b"PK, and the password" if wifi_password else b"PK"

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        allow()
        self.brought.append(backup)

    def outline(self) -> Outline | None:
        return Outline((320, 180), ((20.0, 20.0), (300.0, 20.0), (300.0, 160.0), (20.0, 160.0)), "markers")

    def view(self) -> bytes | None:
        return None

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        allow()
        self.corners.append(corners)

    def measured(self) -> int | None:
        return 3

    def measure(self, allow: Callable[[], None]) -> str:
        allow()
        self.measurements += 1
        return "All four light strips answer, and are measured."
