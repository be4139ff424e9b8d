"""What many games come to: each player's account, and who leads. Only games that were played to their end count.

Names are the players: there are no accounts, and the rules tell “Mia” from “mia”.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from web.archive import Hindsight, Kind, Part, Record
from web.statistics_days import evening_of

Played = tuple[Record, Part]
"""A player's part in a game, and that game."""


@dataclass(frozen=True, slots=True)
class Account:
    """One player's games of one kind, in the order in which they were played."""

    name: str
    kind: Kind
    played: tuple[Played, ...]

    @property
    def games(self) -> int:
        """How many games that are over."""
        return len(self.played)

    @property
    def wins(self) -> int:
        """How many of them were won alone."""
        return sum(part.won for _, part in self.played)

    @property
    def shared(self) -> int:
        """How many of them were shared with others."""
        return sum(part.shared for _, part in self.played)

    @property
    def cargoes(self) -> tuple[int, ...]:
        """The cargo of each turn played to its end; 0 without ship, captain and crew."""
        return tuple(cargo for _, part in self.played for cargo in part.cargoes)

    @property
    def qualified(self) -> float | None:
        """The share of turns with ship, captain and crew; None before the first."""
        return _mean([float(cargo > 0) for cargo in self.cargoes])

    @property
    def mean_cargo(self) -> float | None:
        """The mean cargo of the turns with ship, captain and crew."""
        return _mean([cargo for cargo in self.cargoes if cargo])

    @property
    def best_turn(self) -> tuple[int, int] | None:
        """The highest cargo, and the number of the first game in which it came."""
        turns = [(cargo, -record.number) for record, part in self.played for cargo in part.cargoes if cargo]
        return _first_best(turns)

    @property
    def cards(self) -> tuple[Played, ...]:
        """The games of Yahtzee in which every box was filled."""
        return tuple((record, part) for record, part in self.played if part.filled)

    @property
    def mean_total(self) -> float | None:
        """The mean total of full cards."""
        return _mean([part.total for _, part in self.cards])

    @property
    def best_total(self) -> tuple[int, int] | None:
        """The highest total of a full card, and the number of the first game in which it came."""
        return _first_best([(part.total, -record.number) for record, part in self.cards])

    @property
    def bonuses(self) -> float | None:
        """The share of full cards with the upper bonus."""
        return _mean([float(part.bonus) for _, part in self.cards])

    @property
    def yahtzees(self) -> int:
        """How many were scored as fifty, or earned a hundred."""
        return sum(part.yahtzees for _, part in self.played)

    @property
    def hindsight(self) -> "InAll":
        """What the coach says of all of it."""
        return InAll(tuple(part.hindsight for _, part in self.played if part.hindsight))


@dataclass(frozen=True, slots=True)
class InAll:
    """What the coach says of several games of one player."""

    games: tuple[Hindsight, ...]

    @property
    def luck(self) -> float | None:
        """Points beyond the mean that the dice brought in a game, on average."""
        return _mean([one.luck for one in self.games])

    @property
    def cost(self) -> float | None:
        """Points that a decision gave away, on average."""
        many = sum(one.decisions for one in self.games)
        return sum(one.cost for one in self.games) / many if many else None

    @property
    def to_win(self) -> float | None:
        """The chance to win that a decision gave away, on average."""
        known = [one for one in self.games if one.to_win is not None]
        many = sum(one.decisions for one in known)
        return sum(one.to_win or 0.0 for one in known) / many if many else None


def tonight(records: Iterable[Record], now: float, zone: tzinfo | None = None) -> tuple[tuple[str, int], ...]:
    """Who has won how many games this evening, the most first; a game that was shared is nobody's."""
    evening = evening_of(now, now, zone)
    won: Counter[str] = Counter()
    for record in records:
        if record.over and evening and evening_of(record.clock, now, zone) == evening:
            won.update(part.name for part in record.parts if part.won)
    return tuple(sorted(won.items(), key=lambda line: (-line[1], line[0])))


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the board; who has won as often, and shared as often, stands in the same place."""

    place: int
    account: Account


def accounts(records: Iterable[Record]) -> dict[str, dict[Kind, Account]]:
    """The account of each player of each game that was played, by name."""
    played: dict[tuple[str, Kind], list[Played]] = {}
    for record in records:
        if record.over:
            for part in record.parts:
                played.setdefault((part.name, record.kind), []).append((record, part))
    found: dict[str, dict[Kind, Account]] = {}
    for (name, kind), games in played.items():
        found.setdefault(name, {})[kind] = Account(name, kind, tuple(games))
    return found


def board(records: Iterable[Record], kind: Kind) -> tuple[Standing, ...]:
    """Who has won most games of that kind; of as many wins who has shared more, then who needed fewer games."""
    lines = [of[kind] for of in accounts(records).values() if kind in of]
    lines.sort(key=lambda one: (-one.wins, -one.shared, one.games, one.name))
    marks = [(one.wins, one.shared) for one in lines]
    return tuple(Standing(marks.index(mark) + 1, one) for mark, one in zip(marks, lines, strict=True))


def faces_in(records: Iterable[Record]) -> tuple[int, ...]:
    """How often each face fell in these games, from one to six."""
    counts = [record.faces for record in records]
    return tuple(map(sum, zip(*counts, strict=True))) if counts else (0,) * 6


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _first_best(found: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    if not found:
        return None
    best, number = max(found)
    return best, -number
