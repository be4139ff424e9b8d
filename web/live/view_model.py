"""The view model of the table page, for the template."""

import re
from dataclasses import dataclass
from typing import Any, Literal
from zlib import crc32

from engine import Joined, Left, Renamed, game_of
from engine.games.shake import money
from engine.i18n import Text, joined, listed, ngettext, number, translated
from engine.i18n import gettext as _
from table.feedback import shown_colour
from table.games.messages import pairing
from table.panel import SIGNALS, Signal
from table.snapshot import LyingThing, Mode, Snapshot
from table.voice import aloud, lying
from web.display_names import shown, with_short_names
from web.games import game_on_the_page
from web.games.page import EnteredDice
from web.live.tray_svg import DrawnTray, draw

Mark = Literal["done", "now", "left"]

PAIRING = {pairing(signal) for signal in (None, *SIGNALS)}
"""The sentences that the panel of pairing shows already."""

PICTURES = 3
"""Things on the tray of which the helm sees pictures; the plan shows all."""

MEDIUM = 46
"""Letters of a headline that has two lines at most."""

DIMMED = (Mode.OBSTRUCTED, Mode.COVERED, Mode.LOST, Mode.PAUSED)
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
    said: tuple[str, ...]
    note: str | None
    called: bool
    doubts: tuple[str, ...]
    things: tuple[str, ...]
    thing_pictures: tuple[str, ...]
    trouble: tuple[str, ...]
    cheer: str
    comes: str
    dimmed: bool
    camera: str
    joining: tuple[str, ...]
    entered: bool
    places: EnteredDice
    typing: str
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
    voice: int = 0
    words: str = ""


LAMPS = {
    Mode.WAITING: _("Waiting"),
    Mode.MOVING: _("Rolling"),
    Mode.SHOWN: _("Ready"),
    Mode.UNSURE: _("Can’t read"),
    Mode.ILLEGAL: _("Check dice"),
    Mode.WRONG_NUMBER: _("Wrong count"),
    Mode.ASTRAY: _("Roll again"),
    Mode.OBSTRUCTED: _("Hand in the way"),
    Mode.COVERED: _("Lift the cup"),
    Mode.LOST: _("No camera"),
    Mode.PAUSED: _("Paused"),
    Mode.OVER: _("Game over"),
}

ROLLS = (
    _("First roll"),
    _("Second roll"),
    _("Third roll"),
    _("Fourth roll"),
    _("Fifth roll"),
    _("Sixth roll"),
    _("Seventh roll"),
    _("Eighth roll"),
    _("Ninth roll"),
    _("Tenth roll"),
)

_COLOURS = {"white": _("White"), "blue": _("Blue"), "green": _("Green"), "amber": _("Amber"), "violet": _("Violet")}


def signal_in_words(signal: Signal) -> str:
    """Return what the lamp shows while a phone asks for the helm: a colour and a number of blinks."""
    return ngettext(
        "{colour}, {count} blink", "{colour}, {count} blinks", signal.blinks, colour=_COLOURS[signal.colour]
    )


def view_of(snapshot: Snapshot, language: str) -> TableView:
    """Return the view of a snapshot; prompt and note are in that language, with names that fit the page."""
    state, game = snapshot.state, game_on_the_page(snapshot.state)
    asking = snapshot.asking is not None and not snapshot.pairing
    turn, names = game.on_turn(state), state.players
    prompt = with_short_names(translated(snapshot.note if asking else snapshot.prompt, language), names)
    signal = snapshot.signal if snapshot.pairing else None
    note = None if snapshot.pairing and snapshot.note in PAIRING else snapshot.note
    if asking:
        note = _("Press STAND to refuse. It expires after ten seconds.")
    elif note is not None:
        note = with_short_names(translated(note, language), names) or None
    things = tuple(dict.fromkeys(translated(thing.problem, language) for thing in snapshot.things))
    thrown = "".join(str(die.value) for die in snapshot.dice) if snapshot.after is not None else ""
    ahead = [joined((shown(name), number(points))) for name, points in state.handicap.items()]
    news, whose, cheer = _news(snapshot)
    comes = ""
    if news and not asking and snapshot.mode is Mode.WAITING:
        if turn.who and cheer != "joined" and whose not in ("", shown(turn.who)) and prompt.startswith(shown(turn.who)):
            news = _("{player}: {news}", player=whose, news=news)
        both = joined((news, _without_name(whose, prompt, MEDIUM - len(news) - 5)))
        prompt = both if cheer or len(both) <= MEDIUM else prompt
        comes = whose if cheer == "joined" else ""
    players = len(names)
    return TableView(
        id=f"{snapshot.boot}:{snapshot.revision}",
        event=snapshot.event,
        company=f"{crc32(repr((state.present, snapshot.joining, snapshot.requests)).encode()):x}",
        turn=":".join(map(str, (*snapshot.counted, thrown))),
        mode=snapshot.mode.value,
        lamp="blue" if snapshot.pairing or asking else shown_colour(snapshot.mode),
        lamp_word=_("Pairing") if snapshot.pairing else _("Request") if asking else LAMPS[snapshot.mode],
        pairing=snapshot.pairing,
        signal=signal,
        signal_words=signal_in_words(signal) if signal else "",
        prompt=re.sub(r"(?<=\b[1-6]) (?=[1-6]\b)", "\N{NO-BREAK SPACE}", translated(prompt, language)),
        length="short" if len(prompt) <= 30 else "medium" if len(prompt) <= MEDIUM else "long",
        said=tuple(game.said(snapshot.said)),
        note=None if note in things else note,
        called=bool(snapshot.called),
        doubts=_doubts(snapshot),
        things=tuple(problem for problem in things if problem != prompt),
        thing_pictures=tuple(_picture_of(place, thing) for place, thing in enumerate(snapshot.things[:PICTURES])),
        trouble=snapshot.trouble,
        cheer=cheer,
        comes=comes,
        dimmed=snapshot.mode in DIMMED,
        camera=snapshot.camera,
        joining=tuple(_("{name} joins next.", name=shown(name)) for name in snapshot.joining),
        entered=any(die.entered for die in snapshot.dice),
        places=game.entered(state) if snapshot.camera == "off" else EnteredDice(),
        typing=typing_of(snapshot),
        tray=draw(snapshot, game.held(snapshot)),
        tray_spoken=lying(snapshot),
        who=shown(turn.who),
        player=shown(state.player or ""),
        roll=_roll(turn.roll, turn.rolls) if turn.roll else _("wins") if turn.won else "",
        marks=tuple(_mark(n, turn.roll) for n in range(1, turn.rolls + 1)) if turn.roll and turn.rolls > 1 else (),
        crowd="few" if players <= 5 else "some" if players <= 10 else "many",
        layout=game.layout,
        template=f"games/{game.template}",
        board=game.board(snapshot),
        head_start=_("Head start: {players}", players=listed(ahead)) if ahead else "",
        call=f"{snapshot.call.number}:{snapshot.call.effect}" if snapshot.call else "",
        says=snapshot.call.says if snapshot.call else "",
        voice=snapshot.voice.number if snapshot.voice else 0,
        words=aloud(translated(snapshot.voice.says, language)) if snapshot.voice else "",
    )


def pot_of(snapshot: Snapshot) -> Text | None:
    """Return the posted pot of the Shake of the Day, during a shake with its price; None without one."""
    state, posted = snapshot.state, snapshot.shake
    if game_of(state.rules.name).is_beside and state.turn:
        return money(state.rules.pot + state.rules.price, state.rules.currency)
    return money(posted.pot, posted.rules.currency) if posted else None


def typing_of(snapshot: Snapshot) -> str:
    """Name the roll that is to be entered by hand. It stays the same while players come, leave and are renamed."""
    state = snapshot.state
    played = sum(not isinstance(one, Joined | Left | Renamed) for one in snapshot.log)
    seat = state.players.index(state.player) if state.player else ""
    return f"{snapshot.boot}:{snapshot.game}:{played}:{seat}"


def _news(snapshot: Snapshot) -> tuple[str, str, str]:
    """Return the news of the latest event, whose it is, and the word of what is celebrated."""
    game, said = game_on_the_page(snapshot.state), snapshot.said
    if any(one.word in ("won", "shared") for one in said):
        return "", "", "won"
    told = [(one, news) for one in said if (news := game.news(snapshot.state, one))]
    if not told:
        return "", "", ""
    one, news = told[-1]
    return news.text, shown(one.player or ""), one.word if news.rare else ""


def _without_name(name: str, prompt: str, room: int) -> str:
    """Return a prompt without the name at its start; without what that player has too where it is too long."""
    before, _colon, what = prompt.partition(":")
    is_said = before.strip() == name or (len(prompt) > room and before.startswith(f"{name} "))
    return what.strip()[:1].upper() + what.strip()[1:] if is_said and what else prompt


def _roll(roll: int, rolls: int) -> str:
    """Return which roll of the turn is on, unless it is the only one; ``rolls`` is 0 where there may be any number."""
    if rolls:
        return _("Roll {roll} of {rolls}", roll=roll, rolls=rolls) if rolls > 1 else ""
    return ROLLS[roll - 1] if roll <= len(ROLLS) else _("Roll {roll}", roll=roll)


def _doubts(snapshot: Snapshot) -> tuple[str, ...]:
    note = (snapshot.note or "").lower()
    doubts = (die.doubt for die in snapshot.dice if die.doubt and die.doubt.lower() not in note)
    return tuple(dict.fromkeys(doubts))


def _mark(n: int, roll: int) -> Mark:
    if n == roll:
        return "now"
    return "done" if n < roll else "left"


def _picture_of(place: int, thing: LyingThing) -> str:
    return f"/helm/pictures/things/{place}?of={crc32(repr(thing.corners).encode()):x}"
