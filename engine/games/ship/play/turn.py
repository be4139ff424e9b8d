"""One player's turn: ship, captain and crew, the other dice, and the score."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far.

    ``held`` are the held dice of ship, captain and crew, in that order (of both sequences, one after the other, where
    both may be begun). ``loose`` are the other dice as they lie, those kept from earlier rolls first; ``kept`` are
    those of them that were set aside as cargo. ``bonus`` is the value of the unused rolls, ``passes`` counts the rolls
    passed. ``over`` is set once no decision is left.
    """

    player: str
    rolls: tuple[tuple[int, ...], ...] = ()
    held: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    qualified: bool = False
    bonus: int = 0
    passes: int = 0
    over: bool = False

    @property
    def taken(self) -> int:
        """The number of rolls used: thrown or passed."""
        return len(self.rolls) + self.passes

    @property
    def cargo(self) -> tuple[int, ...]:
        """The dice that score: all but ship, captain and crew, once these are complete."""
        return self.loose if self.qualified else ()

    @property
    def score(self) -> int | None:
        """The score of the turn as it lies; None without ship, captain and crew."""
        return sum(self.loose) + self.bonus if self.qualified else None
