"""The shape of an announcement; which there are is each game's own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing worth saying: the game's word for it, of whom, and the number with it (points, a face, chips)."""

    word: str
    player: str | None
    number: int | None = None
