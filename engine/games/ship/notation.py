"""The notation of a state as one line of text, for tests and bug reports.

Fields are ``name:value`` with a space between them; players are named once, in ``seats``, and go by their number in it
from then on. ``-`` is empty, ``x`` a score without ship, captain and crew. A turn is its player, what was thrown,
what is held, what lies loose, what of it is kept, and marks: ``q`` qualified, ``b1`` bonus, ``p1`` passes, ``o`` over::

    bar-pot options:{"ante":2} seats:Rosa,Tom,Lin phase:round round:1 starter:0 scores:0=8,1=x,2=x gone:- chips:-2,-2,-2
    pot:6 ante:2 bets:- drinks:- start:- leg:0;0|1|2;1;1;t;- turns:0/46253.35/654/35/-/qo,1/-/-/-/-/-,2/-/-/-/-/-
    rounds:- last:0/46253.35/654/35/-/qo winner:- tied:-

Bystanders who bet follow as ``bystanders:Zoe=-2``; their numbers follow those of the players.
"""

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

from engine.game import game_of
from engine.games.ship.play.leg import Leg
from engine.games.ship.play.money import Money, Wager
from engine.games.ship.play.turn import Turn
from engine.games.ship.state import Phase, Round, Start, State
from engine.notation import NOTHING, Seats, parts, read_dice, read_line, split_line, written_dice, written_line


def text(state: State) -> str:
    """Return the state as one line."""
    write = _Writer((*state.players, *state.money.bystanders))
    seats = Seats(state.players)
    leg, money, start = state.leg, state.money, state.start
    fields = {
        "phase": state.phase.value,
        "round": str(state.round),
        "starter": write.written(state.starter),
        "scores": write.scores(state.scores),
        "gone": write.all_written([name for name in state.players if name in state.gone]),
        "chips": ",".join(str(money.chips[name]) for name in state.players),
        "pot": str(money.pot),
        "ante": NOTHING if money.ante is None else str(money.ante),
        "bets": ",".join(map(write.bet, money.bets)) or NOTHING,
        "drinks": ",".join(f"{write.written(name)}={drinks}" for name, drinks in money.drinks.items()) or NOTHING,
        "start": write.start(start) if start else NOTHING,
        "leg": write.leg(leg) if leg else NOTHING,
        "turns": ",".join(map(write.turn, leg.turns)) if leg else NOTHING,
        "rounds": "~".join(map(write.round, state.rounds)) or NOTHING,
        "last": write.turn(state.last) if state.last else NOTHING,
        "winner": write.written(state.winner),
        "tied": write.all_written(state.tied),
    }
    if money.bystanders:
        fields["bystanders"] = ",".join(f"{quote(name, safe='')}={won}" for name, won in money.bystanders.items())
    return written_line(state.rules.name, state.options, seats, fields, state.handicap)


def parse(line: str) -> State:
    """Return the state that :func:`text` wrote. Raises :class:`BadLog` for any other line."""
    return read_line(line, _read, text)


class _Writer(Seats):
    """Writer for values that refer to players by seat number."""

    def scores(self, scores: Mapping[str, int | None]) -> str:
        return ",".join(f"{self.written(name)}={'x' if score is None else score}" for name, score in scores.items())

    def turn(self, turn: Turn) -> str:
        thrown = ".".join(map(written_dice, turn.rolls)) or NOTHING
        marks = "q" * turn.qualified
        marks += f"b{turn.bonus}" if turn.bonus else ""
        marks += f"p{turn.passes}" if turn.passes else ""
        marks += "o" * turn.over
        parts = (
            self.written(turn.player),
            thrown,
            written_dice(turn.held),
            written_dice(turn.loose),
            written_dice(turn.kept),
            marks or NOTHING,
        )
        return "/".join(parts)

    def leg(self, leg: Leg) -> str:
        order = "|".join("+".join(map(str, group)) for group in leg.order)
        up = NOTHING if leg.up is None else str(leg.up)
        return f"{leg.number};{order};{up};{leg.roll};{'t' * leg.thrown or NOTHING};{'f' * leg.final or NOTHING}"

    def start(self, start: Start) -> str:
        thrown = ",".join(f"{self.written(name)}={written_dice(dice or ())}" for name, dice in start.thrown.items())
        return f"{start.attempt};{thrown}"

    def round(self, played: Round) -> str:
        winner, tied = self.written(played.winner), self.all_written(played.tied)
        return f"{self.scores(played.scores)};{played.ending};{winner};{tied};{played.pot}"

    def bet(self, bet: Wager) -> str:
        return f"{self.written(bet.shooter)}/{self.written(bet.by)}/{bet.on}/{bet.chips}/{self.written(bet.against)}"


def _read(line: str) -> State:
    written = split_line(line)
    field, players = written.fields, written.players
    pairs = (pair.split("=") for pair in parts(field.get("bystanders", NOTHING)))
    bystanders = {unquote(name): int(won) for name, won in pairs}
    read = _Reader((*players, *bystanders))
    chips = dict(zip(players, map(int, field["chips"].split(",")), strict=True))
    drinks = dict(pair.split("=") for pair in parts(field["drinks"]))
    money = Money(
        chips,
        int(field["pot"]),
        None if field["ante"] == NOTHING else int(field["ante"]),
        tuple(map(read.bet, parts(field["bets"]))),
        {players[int(seat)]: int(number) for seat, number in drinks.items()},
        bystanders,
    )
    turns = tuple(map(read.turn, parts(field["turns"])))
    return State(
        rules=game_of(written.preset).rules(written.preset, written.options),
        options=written.options,
        players=players,
        phase=Phase(field["phase"]),
        starter=read.read(field["starter"]),
        scores=read.scores(field["scores"]),
        money=money,
        round=int(field["round"]),
        start=None if field["start"] == NOTHING else read.start(field["start"]),
        leg=None if field["leg"] == NOTHING else read.leg(field["leg"], turns),
        rounds=tuple(map(read.round, parts(field["rounds"], "~"))),
        last=None if field["last"] == NOTHING else read.turn(field["last"]),
        winner=read.read(field["winner"]),
        tied=read.all_read(field["tied"]),
        gone=frozenset(read.all_read(field["gone"])),
        handicap=written.handicap,
    )


class _Reader(Seats):
    """Reader for values that refer to players by seat number."""

    def scores(self, written: str) -> dict[str, int | None]:
        pairs = (pair.split("=") for pair in written.split(","))
        return {self.players[int(seat)]: None if score == "x" else int(score) for seat, score in pairs}

    def turn(self, written: str) -> Turn:
        seat, thrown, held, loose, kept, marks = written.split("/")
        rolls = () if thrown == NOTHING else tuple(map(read_dice, thrown.split(".")))
        bonus, passes = (re.search(rf"{mark}(\d+)", marks) for mark in "bp")
        return Turn(
            self.players[int(seat)],
            rolls,
            read_dice(held),
            read_dice(loose),
            read_dice(kept),
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
        return Start({self.players[int(seat)]: read_dice(dice) or None for seat, dice in pairs}, int(attempt))

    def round(self, written: str) -> Round:
        scores, ending, winner, tied, pot = written.split(";")
        return Round(self.scores(scores), ending, self.read(winner), self.all_read(tied), int(pot))  # type: ignore[arg-type]

    def bet(self, written: str) -> Wager:
        shooter, by, on, chips, against = written.split("/")
        names = self.all_read(f"{shooter},{by},{against}")
        return Wager(names[0], names[1], on, int(chips), names[2])  # type: ignore[arg-type]
