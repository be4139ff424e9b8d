"""What a page shows of a snapshot, decided once and ready for the template."""

from dataclasses import dataclass
from typing import Literal

from engine import Phase, State, Turn
from web import words
from web.drawing import Tray, draw
from web.table import Mode, Part, Snapshot

Mark = Literal["done", "now", "left"]
SlotState = Literal["held", "seen", "open"]

SEQUENCE: tuple[Part, Part, Part] = ("ship", "captain", "crew")
DIMMED = (Mode.OBSTRUCTED, Mode.LOST, Mode.PAUSED)
"""While the tray cannot be seen, the dice are those last known and drawn as such."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One of ship, captain, crew and cargo: its faces, and whether they are held, lie there, or are missing.

    ``blanks`` is the number of dice of which the faces are still to come.
    """

    part: Part
    faces: tuple[int, ...]
    state: SlotState
    points: int | None = None
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line. ``rolloff`` is what the player threw in the roll-off, None outside of it."""

    name: str
    on: bool
    score: str
    score_is: Literal["scored", "failed", "open"]
    point: bool
    hammer: bool
    won: bool
    out: bool
    rolloff: str | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the page, in the order in which it is read."""

    id: str
    event: int
    mode: str
    lamp: str
    lamp_word: str
    prompt: str
    length: Literal["short", "medium", "long"]
    said: str
    note: str | None
    doubts: tuple[str, ...]
    trouble: tuple[str, ...]
    cheer: str
    dimmed: bool
    tray: Tray
    tray_spoken: str
    who: str
    roll: str
    marks: tuple[Mark, ...]
    slots: tuple[Slot, ...]
    lines: tuple[Line, ...]
    crowd: Literal["few", "some", "many"]


def view_of(snapshot: Snapshot) -> TableView:
    """The page of a snapshot."""
    state = snapshot.state
    roll = len(state.turn.rolls) + 1 if state.turn else 0
    return TableView(
        id=f"{snapshot.boot}:{snapshot.revision}",
        event=snapshot.event,
        mode=snapshot.mode.value,
        lamp=snapshot.mode.lamp,
        lamp_word=words.LAMPS[snapshot.mode],
        prompt=snapshot.prompt,
        length=_length(snapshot.prompt),
        said=words.said(snapshot.said),
        note=snapshot.note,
        doubts=_doubts(snapshot),
        trouble=snapshot.trouble,
        cheer=next((one.word for one in reversed(snapshot.said) if one.word in words.CHEERS), ""),
        dimmed=snapshot.mode in DIMMED,
        tray=draw(snapshot),
        tray_spoken=words.on_tray(snapshot.dice),
        who=state.player or state.winner or "",
        roll=words.roll_of(roll, state.rules.rolls) if state.turn else words.HAS_WON if state.winner else "",
        marks=tuple(_mark(n, roll) for n in range(1, state.rules.rolls + 1)) if state.turn else (),
        slots=_slots(snapshot),
        lines=tuple(_line(state, player) for player in state.players),
        crowd=_crowd(len(state.players)),
    )


def _length(prompt: str) -> Literal["short", "medium", "long"]:
    if len(prompt) <= 30:
        return "short"
    return "medium" if len(prompt) <= 60 else "long"


def _crowd(players: int) -> Literal["few", "some", "many"]:
    if players <= 5:
        return "few"
    return "some" if players <= 10 else "many"


def _doubts(snapshot: Snapshot) -> tuple[str, ...]:
    """The reasons why dice cannot be read, but for those that the note gives already."""
    note = (snapshot.note or "").lower()
    return tuple(dict.fromkeys(die.doubt for die in snapshot.dice if die.doubt and die.doubt.lower() not in note))


def _mark(n: int, roll: int) -> Mark:
    if n == roll:
        return "now"
    return "done" if n < roll else "left"


def _slots(snapshot: Snapshot) -> tuple[Slot, ...]:
    state = snapshot.state
    turn = state.turn or _winning(state)
    sequence = tuple(
        Slot(part, (face,), _slot_state(snapshot, turn, place))
        for place, (part, face) in enumerate(zip(SEQUENCE, _sequence_of(state, turn), strict=True))
    )
    lying = tuple(die.value for die in snapshot.dice if die.part == "cargo" and die.value is not None)
    if lying and snapshot.mode is Mode.SHOWN:  # a cargo thrown anew takes the place of the one before
        return (*sequence, Slot("cargo", lying, "seen", sum(lying)))
    if turn.qualified and turn.cargo:
        return (*sequence, Slot("cargo", turn.cargo, "held", turn.score))
    return (*sequence, Slot("cargo", (), "open", blanks=state.rules.dice - len(sequence)))


def _sequence_of(state: State, turn: Turn) -> tuple[int, ...]:
    """The faces of ship, captain and crew, as they were begun where there are two ways."""
    sequences = state.rules.sequences
    return next((one for one in sequences if turn.held and turn.held[0] in one), state.rules.sequence)


def _slot_state(snapshot: Snapshot, turn: Turn, place: int) -> SlotState:
    if place < len(turn.held):
        return "held"
    lies = any(die.part == SEQUENCE[place] and die.value is not None for die in snapshot.dice)
    return "seen" if lies and snapshot.mode is Mode.SHOWN else "open"


def _winning(state: State) -> Turn:
    """The turn that won, once the game is over."""
    return next((turn for turn in state.finished if turn.player == state.winner), Turn(state.winner or ""))


def _line(state: State, player: str) -> Line:
    in_rolloff = state.rolloffs > 0
    taken = {turn.player: turn for turn in state.finished}
    score, over = state.scores[player], in_rolloff or player in taken
    return Line(
        name=player,
        on=state.turn is not None and state.turn.player == player,
        score=_score(score, over),
        score_is="scored" if score is not None else "failed" if over else "open",
        point=state.phase is not Phase.OVER and player in state.leaders,
        hammer=state.phase is not Phase.OVER and player == state.hammer,
        won=player == state.winner,
        out=in_rolloff and player not in state.shooters,
        rolloff=_in_rolloff(taken.get(player)) if in_rolloff and player in state.shooters else None,
    )


def _score(score: int | None, over: bool) -> str:
    """A score of a turn that is over or not: points, “no score”, or nothing yet."""
    if score is not None:
        return str(score)
    return words.NO_SCORE if over else words.NOT_YET


def _in_rolloff(turn: Turn | None) -> str:
    return _score(turn.score, True) if turn else words.NOT_YET
