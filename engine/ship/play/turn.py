"""One player's turn: what stands of ship, captain and crew, what else lies there, and what it scores."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far.

    ``held`` is what stands of ship, captain and crew, in that order (of both sequences, one after the other, where
    both may be begun). ``loose`` are the other dice as they lie, those kept from earlier rolls first; ``kept`` are
    those of them that were set aside as cargo. ``bonus`` is what the rolls not used are worth, ``passes`` counts the
    rolls that were let go by. ``over`` says that nothing is left to decide.
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
        """How many of its rolls are gone: thrown, or let go by."""
        return len(self.rolls) + self.passes

    @property
    def cargo(self) -> tuple[int, ...]:
        """The dice that score: all but ship, captain and crew, once these are complete."""
        return self.loose if self.qualified else ()

    @property
    def score(self) -> int | None:
        """What the turn is worth as it lies; None without ship, captain and crew (told apart from any sum)."""
        return sum(self.loose) + self.bonus if self.qualified else None
