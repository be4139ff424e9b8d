"""Who has played here: the names of the journal, for those who begin a new game."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from device.errors import BadJournal
from device.history import reading
from device.ledger import Damaged, Ledger
from engine import BadLog, Event, Joined, Renamed, Started, decode

GAMES = 200
"""So many games are looked back."""

MOST = 200
"""Names that are enough to choose from."""


class JournalGuests:
    """The players of the games in that journal, while somebody else writes it."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal

    def names(self) -> Sequence[str]:
        """The names of all who played, the latest first."""
        found: dict[str, None] = {}
        try:
            with reading(self._journal) as ledger:
                for number in sorted(ledger.games(), reverse=True)[:GAMES]:
                    found |= dict.fromkeys(_names(_events(ledger, number)))
        except (BadJournal, Damaged):
            pass  # whoever runs the table is told of it there
        return list(found)[:MOST]


def _names(events: Iterator[Event]) -> list[str]:
    """Who played that game, by the names they had at its end."""
    names: list[str] = []
    for event in events:
        match event:
            case Started(players=players):
                names += players
            case Joined(player):
                names.append(player)
            case Renamed(player, name):
                names = [name if one == player else one for one in names]
    return names


def _events(ledger: Ledger, number: int) -> Iterator[Event]:
    for *_, line in ledger.rows(number):
        try:
            yield decode(line)
        except BadLog:
            return
