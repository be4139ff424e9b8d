"""A state as one line of text, for tests and bug reports, and back.

Fields are ``name:value`` with a space between them; players are named once, in ``seats``, and go by their number in it
from then on. ``-`` is nothing, ``x`` a score without ship, captain and crew. A turn is its player, what was thrown,
what is held, what lies loose, what of it is kept, and marks: ``q`` qualified, ``b1`` bonus, ``p1`` passes, ``o`` over::

    bar-pot options:{"ante":2} seats:Rosa,Tom,Lin phase:round round:1 starter:0 scores:0=8,1=x,2=x gone:- chips:-2,-2,-2
    pot:6 ante:2 bets:- drinks:- start:- leg:0;0|1|2;1;1;t;- turns:0/46253.35/654/35/-/qo,1/-/-/-/-/-,2/-/-/-/-/-
    rounds:- last:0/46253.35/654/35/-/qo winner:- tied:-
"""

import json
import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

from engine.errors import BadLog, EngineError
from engine.ship.leg import Leg
from engine.ship.money import Money, Wager
from engine.ship.options import rules_of
from engine.ship.state import Phase, Round, Start, State
from engine.ship.turn import Turn

NOTHING = "-"


def text(state: State) -> str:
    """The state as one line."""
    write = _Writer(state.players)
    leg, money, start = state.leg, state.money, state.start
    options = json.dumps(state.options, sort_keys=True, separators=(",", ":"))
    fields = {
        "options": quote(options, safe='{}[]",:().-_='),
        "seats": ",".join(quote(name, safe="") for name in state.players),
        "phase": state.phase.value,
        "round": str(state.round),
        "starter": write.seat(state.starter),
        "scores": write.scores(state.scores),
        "gone": write.seats([name for name in state.players if name in state.gone]),
        "chips": ",".join(str(money.chips[name]) for name in state.players),
        "pot": str(money.pot),
        "ante": NOTHING if money.ante is None else str(money.ante),
        "bets": ",".join(map(write.bet, money.bets)) or NOTHING,
        "drinks": ",".join(f"{write.seat(name)}={drinks}" for name, drinks in money.drinks.items()) or NOTHING,
        "start": write.start(start) if start else NOTHING,
        "leg": write.leg(leg) if leg else NOTHING,
        "turns": ",".join(map(write.turn, leg.turns)) if leg else NOTHING,
        "rounds": "~".join(map(write.round, state.rounds)) or NOTHING,
        "last": write.turn(state.last) if state.last else NOTHING,
        "winner": write.seat(state.winner),
        "tied": write.seats(state.tied),
    }
    return " ".join([state.rules.name, *(f"{name}:{value}" for name, value in fields.items())])


def parse(line: str) -> State:
    """The state that :func:`text` wrote; :class:`BadLog` for any other line."""
    try:
        state = _read(line)
        if text(state) == line:
            return state
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, EngineError):
        pass
    raise BadLog(f"not a state in one line: {line[:80]!r}") from None


class _Writer:
    """Writes what names players by their seats."""

    def __init__(self, players: Sequence[str]) -> None:
        self._seats = {name: str(seat) for seat, name in enumerate(players)}

    def seat(self, name: str | None) -> str:
        return NOTHING if name is None else self._seats[name]

    def seats(self, names: Sequence[str]) -> str:
        return ",".join(map(self.seat, names)) or NOTHING

    def scores(self, scores: Mapping[str, int | None]) -> str:
        return ",".join(f"{self.seat(name)}={'x' if score is None else score}" for name, score in scores.items())

    def turn(self, turn: Turn) -> str:
        thrown = ".".join(map(_dice, turn.rolls)) or NOTHING
        marks = "q" * turn.qualified
        marks += f"b{turn.bonus}" if turn.bonus else ""
        marks += f"p{turn.passes}" if turn.passes else ""
        marks += "o" * turn.over
        parts = (
            self.seat(turn.player),
            thrown,
            _dice(turn.held),
            _dice(turn.loose),
            _dice(turn.kept),
            marks or NOTHING,
        )
        return "/".join(parts)

    def leg(self, leg: Leg) -> str:
        order = "|".join("+".join(map(str, group)) for group in leg.order)
        up = NOTHING if leg.up is None else str(leg.up)
        return f"{leg.number};{order};{up};{leg.roll};{'t' * leg.thrown or NOTHING};{'f' * leg.final or NOTHING}"

    def start(self, start: Start) -> str:
        thrown = ",".join(f"{self.seat(name)}={_dice(dice or ())}" for name, dice in start.thrown.items())
        return f"{start.attempt};{thrown}"

    def round(self, played: Round) -> str:
        winner, tied = self.seat(played.winner), self.seats(played.tied)
        return f"{self.scores(played.scores)};{played.ending};{winner};{tied};{played.pot}"

    def bet(self, bet: Wager) -> str:
        return f"{self.seat(bet.shooter)}/{self.seat(bet.by)}/{bet.on}/{bet.chips}/{self.seat(bet.against)}"


def _read(line: str) -> State:
    preset, *parts = line.split(" ")
    field = dict(part.split(":", 1) for part in parts)
    options = json.loads(unquote(field["options"]))
    players = tuple(map(unquote, field["seats"].split(",")))
    read = _Reader(players)
    chips = dict(zip(players, map(int, field["chips"].split(",")), strict=True))
    drinks = dict(pair.split("=") for pair in _list(field["drinks"]))
    money = Money(
        chips,
        int(field["pot"]),
        None if field["ante"] == NOTHING else int(field["ante"]),
        tuple(map(read.bet, _list(field["bets"]))),
        {players[int(seat)]: int(number) for seat, number in drinks.items()},
    )
    turns = tuple(map(read.turn, _list(field["turns"])))
    return State(
        rules=rules_of(preset, options),
        options=options,
        players=players,
        phase=Phase(field["phase"]),
        starter=read.seat(field["starter"]),
        scores=read.scores(field["scores"]),
        money=money,
        round=int(field["round"]),
        start=None if field["start"] == NOTHING else read.start(field["start"]),
        leg=None if field["leg"] == NOTHING else read.leg(field["leg"], turns),
        rounds=tuple(map(read.round, _list(field["rounds"], "~"))),
        last=None if field["last"] == NOTHING else read.turn(field["last"]),
        winner=read.seat(field["winner"]),
        tied=read.seats(field["tied"]),
        gone=frozenset(read.seats(field["gone"])),
    )


class _Reader:
    """Reads what names players by their seats."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players

    def seat(self, written: str) -> str | None:
        return None if written == NOTHING else self._players[int(written)]

    def seats(self, written: str) -> tuple[str, ...]:
        return tuple(self._players[int(seat)] for seat in _list(written))

    def scores(self, written: str) -> dict[str, int | None]:
        pairs = (pair.split("=") for pair in written.split(","))
        return {self._players[int(seat)]: None if score == "x" else int(score) for seat, score in pairs}

    def turn(self, written: str) -> Turn:
        seat, thrown, held, loose, kept, marks = written.split("/")
        rolls = () if thrown == NOTHING else tuple(map(_faces, thrown.split(".")))
        bonus, passes = (re.search(rf"{mark}(\d+)", marks) for mark in "bp")
        return Turn(
            self._players[int(seat)],
            rolls,
            _faces(held),
            _faces(loose),
            _faces(kept),
            "q" in marks,
            int(bonus[1]) if bonus else 0,
            int(passes[1]) if passes else 0,
            "o" in marks,
        )

    def leg(self, written: str, turns: tuple[Turn, ...]) -> Leg:
        number, order, up, roll, thrown, final = written.split(";")
        groups = tuple(tuple(map(int, group.split("+"))) for group in order.split("|"))
        now = None if up == NOTHING else int(up)
        return Leg(int(number), turns, groups, now, int(roll), thrown == "t", final == "f")

    def start(self, written: str) -> Start:
        attempt, thrown = written.split(";")
        pairs = (pair.split("=") for pair in thrown.split(","))
        return Start({self._players[int(seat)]: _faces(dice) or None for seat, dice in pairs}, int(attempt))

    def round(self, written: str) -> Round:
        scores, ending, winner, tied, pot = written.split(";")
        return Round(self.scores(scores), ending, self.seat(winner), self.seats(tied), int(pot))  # type: ignore[arg-type]

    def bet(self, written: str) -> Wager:
        shooter, by, on, chips, against = written.split("/")
        names = self.seats(f"{shooter},{by},{against}")
        return Wager(names[0], names[1], on, int(chips), names[2])  # type: ignore[arg-type]


def _dice(dice: Sequence[int]) -> str:
    return "".join(map(str, dice)) or NOTHING


def _faces(written: str) -> tuple[int, ...]:
    return () if written == NOTHING else tuple(map(int, written))


def _list(written: str, separator: str = ",") -> list[str]:
    return [] if written == NOTHING else written.split(separator)
