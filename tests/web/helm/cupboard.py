"""What a table keeps: backups, and the corners of its tray."""

from collections.abc import Callable

from web.ports.maintenance import Corners, Outline


class Cupboard:
    """Records the backups and the corners that it was given; both need a permission."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.brought: list[bytes] = []
        self.corners: list[Corners | None] = []

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
