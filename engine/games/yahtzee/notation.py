"""The notation of a state as one line of text, for tests and bug reports.

A turn is its player's seat, the rolls used, the dice as they lie, and those that are kept. A card is its boxes
and the sum of its further Yahtzees; cards stand in the order of the seats::

    yahtzee-handout options:{} seats:Nora,Emil starter:0 gone:- turn:1/2/66345/66 cards:sixes=18.yahtzee=50+100,-+0
    winner:- tied:-
"""

from collections.abc import Sequence

from engine.games.yahtzee.card import Card
from engine.games.yahtzee.options import rules_of
from engine.games.yahtzee.state import State, Turn
from engine.notation import NOTHING, Seats, parts, read_dice, read_line, split_line, written_dice, written_line


def text(state: State) -> str:
    """Return the state as one line."""
    seats = Seats(state.players)
    fields = {
        "starter": seats.written(state.starter),
        "gone": seats.all_written([name for name in state.players if name in state.gone]),
        "turn": _turn(seats, state.turn) if state.turn else NOTHING,
        "cards": ",".join(_card(state.cards[name]) for name in state.players),
        "winner": seats.written(state.winner),
        "tied": seats.all_written(state.tied),
    }
    return written_line(state.rules.name, state.options, seats, fields, state.handicap)


def parse(line: str) -> State:
    """Return the state that :func:`text` wrote. Raises :class:`BadLog` for any other line."""
    return read_line(line, _read, text)


def _turn(seats: Seats, turn: Turn) -> str:
    return f"{seats.written(turn.player)}/{turn.rolls}/{written_dice(turn.dice)}/{written_dice(turn.kept)}"


def _card(card: Card) -> str:
    boxes = ".".join(f"{box}={points}" for box, points in card.boxes.items()) or NOTHING
    return f"{boxes}+{card.yahtzee_bonus}"


def _read(line: str) -> State:
    written = split_line(line)
    field, players, rules = written.fields, written.players, rules_of(written.preset, written.options)
    seats = Seats(players)
    cards = [_read_card(card, rules.boxes) for card in field["cards"].split(",")]
    return State(
        rules=rules,
        options=written.options,
        players=players,
        starter=players[int(field["starter"])],
        cards=dict(zip(players, cards, strict=True)),
        turn=None if field["turn"] == NOTHING else _read_turn(seats, field["turn"]),
        gone=frozenset(seats.all_read(field["gone"])),
        winner=seats.read(field["winner"]),
        tied=seats.all_read(field["tied"]),
        handicap=written.handicap,
    )


def _read_turn(seats: Seats, written: str) -> Turn:
    seat, rolls, dice, kept = written.split("/")
    return Turn(seats.players[int(seat)], int(rolls), read_dice(dice), read_dice(kept))


def _read_card(written: str, known: Sequence[str]) -> Card:
    boxes, further = written.split("+")
    filled = dict(box.split("=") for box in parts(boxes, "."))
    if not filled.keys() <= set(known):
        raise ValueError(boxes)
    return Card({box: int(points) for box, points in filled.items()}, int(further))
