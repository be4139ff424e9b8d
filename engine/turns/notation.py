"""The notation of a state as one line of text, for tests and bug reports.

A turn is its player's seat, the number of throws, the dice set aside before, those set aside of the latest throw,
those that lie, the points of earlier throws, and marks: ``b`` bust, ``o`` over. The numbers of a result have points
between them::

    farkle options:{} seats:Rosa,Tom starter:0 totals:0=450,1=0 order:0,1 round:2 leg:0 up:1 turn:1/1/-/5/23466/0/-
    scores:0=450 results:0=450 last:- gone:- out:- limit:- busts:0=1 opened:0 closer:- winner:- tied:-
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.notation import NOTHING, Seats, parts, read_dice, read_line, split_line, written_dice, written_line
from engine.turns.state import Result, Turn, TurnState

RulesOf = Callable[[str, Mapping[str, object]], Any]


def text(state: TurnState[Any]) -> str:
    """Return the state as one line."""
    seats = Seats(state.players)

    def all_of(names: frozenset[str]) -> str:
        return seats.all_written([name for name in state.players if name in names])

    fields = {
        "starter": seats.written(state.starter),
        "totals": _numbers(seats, state.totals),
        "order": seats.all_written(state.order),
        "round": str(state.round),
        "leg": str(state.leg),
        "up": str(state.up),
        "turn": _turn(seats, state.turn) if state.turn else NOTHING,
        "scores": _results(seats, state.scores),
        "results": _results(seats, state.results),
        "last": _turn(seats, state.last) if state.last else NOTHING,
        "gone": all_of(state.gone),
        "out": all_of(state.out),
        "limit": NOTHING if state.limit is None else str(state.limit),
        "busts": _numbers(seats, state.busts),
        "opened": all_of(state.opened),
        "closer": seats.written(state.closer),
        "winner": seats.written(state.winner),
        "tied": seats.all_written(state.tied),
    }
    return written_line(state.rules.name, state.options, seats, fields, state.handicap)


def parse(line: str, rules_of: RulesOf) -> TurnState[Any]:
    """Return the state that :func:`text` wrote. Raises :class:`~engine.BadLog` for any other line."""
    return read_line(line, lambda written: _read(written, rules_of), text)


def _turn(seats: Seats, turn: Turn) -> str:
    marks = "b" * turn.bust + "o" * turn.over
    dice = map(written_dice, (turn.aside, turn.fresh, turn.loose))
    return "/".join((seats.written(turn.player), str(turn.throws), *dice, str(turn.points), marks or NOTHING))


def _numbers(seats: Seats, numbers: Mapping[str, int]) -> str:
    return ",".join(f"{seats.written(name)}={number}" for name, number in numbers.items()) or NOTHING


def _results(seats: Seats, results: Mapping[str, Result]) -> str:
    written = (f"{seats.written(name)}={'.'.join(map(str, result))}" for name, result in results.items())
    return ",".join(written) or NOTHING


def _read(line: str, rules_of: RulesOf) -> TurnState[Any]:
    written = split_line(line)
    field, players = written.fields, written.players
    seats = Seats(players)

    def name_of(key: str) -> str:
        return players[int(field[key])]

    def pairs(key: str) -> list[tuple[str, str]]:
        split = (pair.split("=") for pair in parts(field[key]))
        return [(players[int(seat)], value) for seat, value in split]

    def turn(key: str) -> Turn | None:
        return None if field[key] == NOTHING else _read_turn(seats, field[key])

    return TurnState(
        rules=rules_of(written.preset, written.options),
        options=written.options,
        players=players,
        starter=name_of("starter"),
        totals={name: int(number) for name, number in pairs("totals")},
        order=seats.all_read(field["order"]),
        round=int(field["round"]),
        leg=int(field["leg"]),
        up=int(field["up"]),
        turn=turn("turn"),
        scores={name: _result(result) for name, result in pairs("scores")},
        results={name: _result(result) for name, result in pairs("results")},
        last=turn("last"),
        gone=frozenset(seats.all_read(field["gone"])),
        out=frozenset(seats.all_read(field["out"])),
        limit=None if field["limit"] == NOTHING else int(field["limit"]),
        busts={name: int(number) for name, number in pairs("busts")},
        opened=frozenset(seats.all_read(field["opened"])),
        closer=seats.read(field["closer"]),
        winner=seats.read(field["winner"]),
        tied=seats.all_read(field["tied"]),
        handicap=written.handicap,
    )


def _result(written: str) -> Result:
    return tuple(map(int, written.split(".")))


def _read_turn(seats: Seats, written: str) -> Turn:
    seat, throws, aside, fresh, loose, points, marks = written.split("/")
    return Turn(
        seats.players[int(seat)],
        int(throws),
        read_dice(aside),
        read_dice(fresh),
        read_dice(loose),
        int(points),
        "b" in marks,
        "o" in marks,
    )
