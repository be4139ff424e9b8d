"""Who sits at the table, as far as no game differs in it."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from engine.announcements import Announcement
from engine.errors import Refused
from engine.events import MAX_PLAYERS
from engine.names import sentence, why_no_name


class Company(Protocol):
    """A state, as far as it says who plays."""

    @property
    def players(self) -> tuple[str, ...]:
        """All who ever sat down, in the order of the seats."""

    @property
    def present(self) -> tuple[str, ...]:
        """Those of them who sit there."""


def check_joins(present: Sequence[str], name: str) -> None:
    """Refuse a player for whom there is no chair."""
    if name in present:
        raise Refused("name_taken", f"{name} sits at the table already.")
    if len(present) == MAX_PLAYERS:
        raise Refused("table_full", f"{MAX_PLAYERS} players are enough.")
    if why := why_no_name(name):
        raise Refused("bad_name", sentence(why))


def check_leaves(present: Sequence[str], name: str) -> None:
    """Refuse to see off who is not there."""
    if name not in present:
        raise Refused("no_such_player", f"{name} is not at the table.")


def check_renames(players: Sequence[str], old: str, new: str) -> None:
    """Refuse a name that is taken or is none."""
    if old not in players:
        raise Refused("no_such_player", f"{old} is not at the table.")
    if new in players:
        raise Refused("name_taken", f"Somebody is called {new} already.")
    if why := why_no_name(new):
        raise Refused("bad_name", sentence(why))


def comings_and_goings(before: Company, after: Company) -> Iterator[Announcement]:
    """Who joined, left, or is called otherwise."""
    if before.present == after.present:
        return
    if len(before.players) == len(after.players) and before.players != after.players:
        names = zip(before.players, after.players, strict=True)
        yield from (Announcement("renamed", new) for old, new in names if old != new)
        return
    yield from (Announcement("joined", name) for name in after.present if name not in before.present)
    yield from (Announcement("left", name) for name in before.present if name not in after.present)


def clockwise(players: Sequence[str], starter: str) -> tuple[str, ...]:
    """The players in the order of play from that one on."""
    place = players.index(starter)
    return (*players[place:], *players[:place])
