"""The type of an announcement. Each game defines its own announcements."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement: the game's term, the player it is about, and its number (points, a face, chips)."""

    word: str
    player: str | None
    number: int | None = None
