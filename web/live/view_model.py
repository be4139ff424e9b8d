"""The view model of the table page, for the template."""

from dataclasses import dataclass
from typing import Any, Literal
from zlib import crc32

from table.feedback import shown_colour
from table.games.messages import pairing
from table.panel import SIGNALS, Signal
from table.snapshot import LyingThing, Mode, Snapshot
from web.catalogue import Words
from web.display_names import shown, with_short_names
from web.games import game_on_the_page
from web.live.tray_svg import DrawnTray, draw

Mark = Literal["done", "now", "left"]

PAIRING = {pairing(signal) for signal in (None, *SIGNALS)}
"""The sentences that the panel of pairing shows already."""

PICTURES = 3
"""Things on the tray of which the helm sees pictures; the plan shows all."""

DIMMED = (Mode.OBSTRUCTED, Mode.LOST, Mode.PAUSED)
"""While the tray cannot be seen, the dice are those last known and drawn as such."""


@dataclass(frozen=True, slots=True)
class TableView:
    """The content of the page, in reading order. ``board`` is specific to the game."""

    id: str
    event: int
    company: str
    turn: str
    mode: str
    lamp: str
    lamp_word: str
    pairing: bool
    signal: Signal | None
    signal_words: str
    prompt: str
    length: Literal["short", "medium", "long"]
    said: str
    note: str | None
    doubts: tuple[str, ...]
    things: tuple[str, ...]
    thing_pictures: tuple[str, ...]
    trouble: tuple[str, ...]
    cheer: str
    cheered: str
    dimmed: bool
    camera: str
    joining: tuple[str, ...]
    entered: str
    tray: DrawnTray
    tray_spoken: str
    who: str
    player: str
    roll: str
    marks: tuple[Mark, ...]
    crowd: Literal["few", "some", "many"]
    layout: str
    template: str
    board: Any
    head_start: str = ""
    call: str = ""
    says: str = ""


def view_of(snapshot: Snapshot, words: Words) -> TableView:
    """Return the view of a snapshot, with those texts."""
    game = game_on_the_page(snapshot.state)
    asking = snapshot.asking is not None and not snapshot.pairing
    turn, prompt = game.on_turn(snapshot.state), words.told(snapshot.note if asking else snapshot.prompt)
    names = snapshot.state.players
    prompt = with_short_names(prompt, names)
    signal = snapshot.signal if snapshot.pairing else None
    note = None if snapshot.pairing and snapshot.note in PAIRING else words.told(snapshot.note)
    note = words.ASKING_NOTE if asking else with_short_names(note or "", names) or None
    things = tuple(dict.fromkeys(words.told(thing.problem) for thing in snapshot.things))
    cheers = game.cheers(words)
    cheer = next((word for word in cheers if any(one.word == word for one in snapshot.said)), "")
    spoken = [
        words.unread(words.told(die.doubt)) if die.value is None else game.spoken(die, words) for die in snapshot.dice
    ]
    if snapshot.things:
        spoken.append(words.things_on_tray(len(snapshot.things)))
    return TableView(
        id=f"{snapshot.boot}:{snapshot.revision}",
        event=snapshot.event,
        company=_company(snapshot),
        turn=_turn(snapshot),
        mode=snapshot.mode.value,
        lamp="blue" if snapshot.pairing or asking else shown_colour(snapshot.mode),
        lamp_word=words.PAIRING if snapshot.pairing else words.ASKING if asking else words.LAMPS[snapshot.mode],
        pairing=snapshot.pairing,
        signal=signal,
        signal_words=words.signal(signal.colour, signal.blinks) if signal else "",
        prompt=prompt,
        length=_length(prompt),
        said=game.said(snapshot.said, words),
        note=None if note in things else note,
        doubts=_doubts(snapshot, words),
        things=tuple(problem for problem in things if problem != prompt),
        thing_pictures=tuple(_picture_of(place, thing) for place, thing in enumerate(snapshot.things[:PICTURES])),
        trouble=tuple(words.told(snapshot.trouble)),
        cheer=cheer,
        cheered=cheers.get(cheer, ""),
        dimmed=snapshot.mode in DIMMED,
        camera=snapshot.camera,
        joining=tuple(words.joins_next(shown(name)) for name in snapshot.joining),
        entered=words.ENTERED if any(die.entered for die in snapshot.dice) else "",
        tray=draw(snapshot, game.held(snapshot)),
        tray_spoken=words.on_tray(spoken),
        who=shown(turn.who),
        player=shown(snapshot.state.player or ""),
        roll=words.roll_of(turn.roll, turn.rolls) if turn.roll else words.HAS_WON if turn.won else "",
        marks=tuple(_mark(n, turn.roll) for n in range(1, turn.rolls + 1)) if turn.roll else (),
        crowd=_crowd(len(snapshot.state.players)),
        layout=game.layout,
        template=f"games/{game.template}",
        board=game.board(snapshot, words),
        head_start=_head_start(snapshot, words),
        call=f"{snapshot.call.number}:{snapshot.call.effect}" if snapshot.call else "",
        says=words.told(snapshot.call.says) if snapshot.call else "",
    )


def _company(snapshot: Snapshot) -> str:
    """Return a key that changes with the players, those who wait to join, and the requests to play."""
    return f"{crc32(repr((snapshot.state.present, snapshot.joining, snapshot.requests)).encode()):x}"


def _turn(snapshot: Snapshot) -> str:
    """Return a key that changes with each counted event and with each uncounted throw."""
    lying = "".join(str(die.value) for die in snapshot.dice) if snapshot.after is not None else ""
    return ":".join(map(str, (*snapshot.counted, lying)))


def _head_start(snapshot: Snapshot, words: Words) -> str:
    ahead = [(shown(name), points) for name, points in snapshot.state.handicap.items()]
    return str(words.head_starts(ahead)) if ahead else ""


def _length(prompt: str) -> Literal["short", "medium", "long"]:
    if len(prompt) <= 30:
        return "short"
    return "medium" if len(prompt) <= 60 else "long"


def _crowd(players: int) -> Literal["few", "some", "many"]:
    if players <= 5:
        return "few"
    return "some" if players <= 10 else "many"


def _doubts(snapshot: Snapshot, words: Words) -> tuple[str, ...]:
    """Return the reasons why dice cannot be read, except those in the note."""
    note = (snapshot.note or "").lower()
    doubts = (die.doubt for die in snapshot.dice if die.doubt and die.doubt.lower() not in note)
    return tuple(dict.fromkeys(words.told(doubt) for doubt in doubts))


def _picture_of(place: int, thing: LyingThing) -> str:
    """Return the address of the picture of a thing, another one for each outline."""
    return f"/helm/pictures/things/{place}?of={crc32(repr(thing.corners).encode()):x}"


def _mark(n: int, roll: int) -> Mark:
    if n == roll:
        return "now"
    return "done" if n < roll else "left"
