"""The wire between a table and its venue: topics, batches of journal rows, cursors, states, and their bounds.

Topics are ``quarterdeck/1/<venue>/<table id>/<leaf>``; payloads are JSON in UTF-8 (``availability`` is one word):

- ``events``: ``{"version": 1, "journal": ID, "parent": ID | null, "rows": [ROW, …]}``, where a ROW is
  ``["e", place, game, number, moment, event]`` or ``["o", number, game, clock]``. ``place`` is the journal's own order
  of events, ``number`` of an opening that of openings; both count from 1 without gaps. ``event`` is the canonical text
  that the table stored. ``"erased": [[SALT, HASH], …]`` beside, with the row at the cursor, has the names erased there:
  the venue calls these players otherwise in that table's rows, as the table has done,
- ``cursor``: ``{"version": 1, "journal": ID, "events": P, "openings": N, "alarm": TEXT | null}``: the record holds all
  rows up to that place and that number. A table sends from the row *at* the cursor on: the row that is already
  recorded proves that both hold the same journal. ``"strange": MARK`` beside is the mark of a row that is not the
  recorded one: the table that has sent it begins a journal of its own, with this one as parent. ``"apart": true``: the
  venue's owner has given the table's id to another journal,
- ``state``: what a board shows of the table, at most 2 kB,
- ``availability``: ``online`` or ``offline``,
- ``match``: what the venue calls to the table (:mod:`engine.match_call`),
- ``update``: the package that it offers (:mod:`engine.update_offer`).

The same batch may go by HTTP, with ``"venue"`` and ``"table"`` beside; the answer is a cursor. Ids are UUIDs as 32
hexadecimal digits in lower case. Functions are pure. :class:`BadMessage` says why a message is refused.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NoReturn

from engine.errors import EngineError
from engine.i18n import gettext as _

VERSION = 1
MOST_ROWS = 500
"""Rows of one batch."""
MOST_BYTES = 64 * 1024
"""Bytes of a batch as a table builds it, unless a single row is longer."""
LARGEST = 256 * 1024
"""Bytes of the largest message that is read."""
LARGEST_STATE = 2048
"""Bytes of the largest state."""

ONLINE, OFFLINE = "online", "offline"
LEAVES = ("events", "cursor", "state", "availability", "match", "update")

_ID = re.compile(r"[0-9a-f]{32}")
_VENUE = re.compile(r"[a-z0-9-]{1,40}")
_MOST = 2**63 - 1
_LATEST = 253_402_300_800
"""Seconds, Unix, at the end of the year 9999: the dates that Python and a database both have."""
_LONGEST = LARGEST - 1024
"""Bytes of an event's text: a batch of it alone can still be read."""
MOST_ERASED = 1000
"""Erased names of one batch; of more, the latest."""
_NAME, _SENTENCE, _ALARM, _TROUBLES = 24, 200, 500, 3
"""Characters of a name, of the sentence in a state, and of an alarm; longer ones are shortened. Troubles in a state."""


class BadMessage(EngineError, ValueError):
    """A message that is not one of this wire. The text is one sentence."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a journal. ``moment`` is seconds (Unix), ``event`` the canonical text as stored."""

    place: int
    game: int
    number: int
    moment: float
    event: str


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One opening of a journal: the game opened, and the table's clock then (seconds, Unix)."""

    number: int
    game: int
    clock: float


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of one journal, the journal that it was made from, if any, and the names that were erased at the table."""

    journal: str
    parent: str | None = None
    events: tuple[EventRow, ...] = ()
    openings: tuple[OpeningRow, ...] = ()
    erased: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cursor:
    """How much of a journal is in the record without a gap, and the sentence of an alarm, if one is open.

    ``software`` is the version of Quarterdeck that the venue runs, if it says so. ``strange`` is the :func:`mark_of` a
    row that differs from the recorded one; ``apart``: the table's id belongs to another journal.
    """

    journal: str
    events: int = 0
    openings: int = 0
    alarm: str | None = None
    software: str | None = None
    strange: str | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """The game that a table plays: number in its journal, title, and the name of its rules."""

    number: int
    title: str
    preset: str


@dataclass(frozen=True, slots=True)
class LinkedPlayer:
    """A player as a board shows them."""

    name: str
    score: str
    on_turn: bool = False


@dataclass(frozen=True, slots=True)
class LinkedUpdate:
    """How far a table that may be updated is with the package of that digest, and why it does not go on."""

    package: str = ""
    stage: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class LinkState:
    """What a table shows of itself. ``sentence`` is its headline, ``dice`` are the upper faces on the tray.

    ``process`` names the running program: two that take turns are two cards. ``journal`` has so many ``events``.
    ``idle``: no game is on that has begun, so that a match may be called. ``software`` is the table's version,
    ``troubles`` are sentences on what is wrong with its machine, the worst first. ``update`` is None for one that the
    venue may not update.
    """

    name: str
    sentence: str = ""
    phase: str = ""
    game: LinkedGame | None = None
    dice: tuple[int, ...] = ()
    players: tuple[LinkedPlayer, ...] = ()
    process: str = ""
    journal: str = ""
    events: int = 0
    idle: bool = False
    software: str = ""
    troubles: tuple[str, ...] = ()
    update: LinkedUpdate | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """An address on the wire."""

    venue: str
    table: str
    leaf: str

    def __str__(self) -> str:
        return f"quarterdeck/{VERSION}/{self.venue}/{self.table}/{self.leaf}"


def is_id(text: object) -> bool:
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def is_venue(text: object) -> bool:
    return isinstance(text, str) and _VENUE.fullmatch(text) is not None


def parse_topic(text: str) -> Topic:
    match text.split("/"):
        case ["quarterdeck", version, venue, table, leaf] if version == str(VERSION) and leaf in LEAVES:
            if is_venue(venue) and is_id(table):
                return Topic(venue, table, leaf)
    raise BadMessage(_("“{topic}” is not a topic of a table.", topic=text[:80]))


def batches(
    journal: str, parent: str | None, rows: Iterable[EventRow | OpeningRow], erased: Sequence[tuple[str, str]] = ()
) -> Iterator[bytes]:
    """Yield the rows as encoded batches, each within :data:`MOST_ROWS` and :data:`MOST_BYTES` unless names follow."""
    head = _head(journal, parent, erased)
    taken: list[str] = []
    size = len(head.encode())
    for row in rows:
        text = _json(_row_of(row))
        length = len(text.encode()) + 1
        if taken and (len(taken) == MOST_ROWS or size + length > MOST_BYTES):
            yield _with_rows(head, taken)
            taken, size = [], len(head.encode())
        taken.append(text)
        size += length
    if taken:
        yield _with_rows(head, taken)


def decode_batch(data: bytes) -> Batch:
    return batch_of(decode_object(data))


def batch_of(given: dict[str, Any]) -> Batch:
    """Return the batch in an object of parsed JSON. Raises :class:`BadMessage`."""
    check_wire(given)
    parent, rows = given.get("parent"), given.get("rows")
    if not is_id(given.get("journal")) or (parent is not None and not is_id(parent)):
        raise BadMessage(_("The batch has no valid id of a journal."))
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ROWS:
        raise BadMessage(_("The batch must have 1 to {most} rows.", most=MOST_ROWS))
    events, openings = [], []
    for position, row in enumerate(rows, 1):
        match row:
            case ["e", place, game, number, moment, event] if can_be_sent(EventRow(place, game, number, moment, event)):
                events.append(EventRow(place, game, number, float(moment), event))
            case ["o", number, game, clock] if can_be_sent(OpeningRow(number, game, clock)):
                openings.append(OpeningRow(number, game, float(clock)))
            case _:
                raise BadMessage(
                    _("Row {position} of the batch is neither an event nor an opening.", position=position)
                )
    erased = given.get("erased", [])
    if not isinstance(erased, list) or len(erased) > MOST_ERASED or not all(map(_is_erased, erased)):
        raise BadMessage(_("The batch has something else than hashes of erased names."))
    return Batch(given["journal"], parent, tuple(events), tuple(openings), tuple(map(tuple, erased)))


def can_be_sent(row: EventRow | OpeningRow) -> bool:
    """Return whether all values of the row are of their types, and within the bounds of the wire."""
    if not _is_count(row.game):
        return False
    if isinstance(row, OpeningRow):
        return _is_count(row.number) and _is_time(row.clock)
    is_placed = _is_count(row.place) and _is_count(row.number, 0) and _is_time(row.moment)
    return is_placed and _is_text(row.event) and len(row.event.encode()) <= _LONGEST


def encode_cursor(cursor: Cursor) -> bytes:
    said = {key: one for key, one in asdict(cursor).items() if (one is not None and one is not False) or key == "alarm"}
    return _json({"version": VERSION} | said).encode()


def decode_cursor(data: bytes) -> Cursor:
    given = decode_object(data)
    check_wire(given)
    match given:
        case {"journal": str(journal), "events": int(events), "openings": int(openings), "alarm": alarm} if (
            is_id(journal) and _is_count(events, 0) and _is_count(openings, 0) and (alarm is None or _is_text(alarm))
        ):
            software, strange = given.get("software"), given.get("strange")
            software = _shortened(software, _NAME) if isinstance(software, str) else None
            strange = strange if is_id(strange) else None
            alarm = alarm and _shortened(alarm, _ALARM)
            return Cursor(journal, events, openings, alarm, software, strange, given.get("apart") is True)
    raise BadMessage(_("The message is not a cursor."))


def encode_state(state: LinkState) -> bytes:
    """Return the state as a message of at most :data:`LARGEST_STATE` bytes.

    Long texts are shortened. Troubles and players who do not fit are left out, last first, but not the player on turn.
    """
    game = state.game
    short = replace(
        state,
        name=_shortened(state.name, _NAME),
        sentence=_shortened(state.sentence, _SENTENCE),
        phase=_shortened(state.phase, _NAME),
        game=game and replace(game, title=_shortened(game.title, 60), preset=_shortened(game.preset, 60)),
        dice=state.dice[:20],
        troubles=tuple(_shortened(one, _SENTENCE) for one in state.troubles[:_TROUBLES]),
        update=state.update and replace(state.update, why=_shortened(state.update.why, _SENTENCE)),
        players=tuple(
            replace(one, name=_shortened(one.name, _NAME), score=_shortened(one.score, _NAME)) for one in state.players
        ),
    )
    while len(data := _json({"version": VERSION} | asdict(short)).encode()) > LARGEST_STATE:
        if short.troubles and (len(short.troubles) > 1 or len(short.players) < 2):
            short = replace(short, troubles=short.troubles[:-1])
            continue
        rest = list(short.players)
        rest.remove(next((one for one in reversed(rest) if not one.on_turn), rest[-1]))
        short = replace(short, players=tuple(rest))
    return data


def decode_state(data: bytes) -> LinkState:
    given = decode_object(data, LARGEST_STATE)
    check_wire(given)
    match given:
        case {
            "name": str(name),
            "sentence": str(sentence),
            "phase": str(phase),
            "game": game,
            "dice": list(dice),
            "players": list(players),
        } if all(_is_count(one) and one <= 6 for one in dice):
            texts = (name, sentence, phase)
            if all(map(_is_text, texts)):
                process, journal = (str(one) if is_id(one := given.get(key)) else "" for key in ("process", "journal"))
                events, software, troubles = (given.get(key) for key in ("events", "software", "troubles"))
                return LinkState(
                    *texts,
                    game=_game_of(game),
                    dice=tuple(dice),
                    players=tuple(map(_player_of, players)),
                    process=process,
                    journal=journal,
                    events=events if type(events) is int and _is_count(events) else 0,
                    idle=given.get("idle") is True,
                    software=_shortened(str(software), _NAME) if _is_text(software) else "",
                    troubles=tuple(filter(_is_text, troubles)) if isinstance(troubles, list) else (),
                    update=_update_of(given.get("update")),
                )
    raise BadMessage(_("The message is not the state of a table."))


def mark_of(row: EventRow | OpeningRow) -> str:
    """Return the mark of a row, by which a table knows whether it has sent that one."""
    return hashlib.sha256(_json(_row_of(row)).encode()).hexdigest()[:32]


def journal_hash(events: Iterable[EventRow], openings: Iterable[OpeningRow]) -> str:
    """Return SHA-256 over the rows of a whole journal: all events in order of place, then all openings of number."""
    made = hashlib.sha256()
    for row in events:
        made.update(f"{row.place}\t{row.game}\t{row.number}\t{row.moment!r}\t{row.event}\n".encode())
    for opening in openings:
        made.update(f"{opening.number}\t{opening.game}\t{opening.clock!r}\n".encode())
    return made.hexdigest()


def _row_of(row: EventRow | OpeningRow) -> list[object]:
    if isinstance(row, EventRow):
        return ["e", row.place, row.game, row.number, row.moment, row.event]
    return ["o", row.number, row.game, row.clock]


def _head(journal: str, parent: str | None, erased: Sequence[tuple[str, str]]) -> str:
    names = {"erased": erased[-MOST_ERASED:]} if erased else {}
    return _json({"version": VERSION, "journal": journal, "parent": parent} | names | {"rows": []})


def _with_rows(head: str, rows: list[str]) -> bytes:
    return f"{head[:-2]}{','.join(rows)}]}}".encode()


def _game_of(given: object) -> LinkedGame | None:
    match given:
        case None:
            return None
        case {"number": int(number), "title": str(title), "preset": str(preset)} if _is_count(number):
            if _is_text(title) and _is_text(preset):
                return LinkedGame(number, title, preset)
    raise BadMessage(_("The message is not the state of a table."))


def _player_of(given: object) -> LinkedPlayer:
    match given:
        case {"name": str(name), "score": str(score), "on_turn": bool(on_turn)} if _is_text(name) and _is_text(score):
            return LinkedPlayer(name, score, on_turn)
    raise BadMessage(_("The message is not the state of a table."))


def _update_of(given: object) -> LinkedUpdate | None:
    match given:
        case {"package": str(package), "stage": str(stage), "why": str(why)} if _is_text(package + stage + why):
            return LinkedUpdate(package, stage, why)
    return None


def decode_object(data: bytes, largest: int = LARGEST) -> dict[str, Any]:
    """Return the JSON object in a message of at most that many bytes. Raises :class:`BadMessage`."""
    if len(data) > largest:
        raise BadMessage(_("The message has {size} bytes: up to {largest} are read.", size=len(data), largest=largest))
    try:
        given = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadMessage(_("The message is not JSON.")) from None
    if not isinstance(given, dict):
        raise BadMessage(_("The message is not a JSON object."))
    return given


def check_wire(given: dict[str, Any]) -> None:
    version = given.get("version")
    if not _is_count(version):
        raise BadMessage(_("The message has no version."))
    if version != VERSION:
        raise BadMessage(
            _(
                "The message has version {version}, this program reads {known}: update the older one.",
                version=str(version)[:20],
                known=VERSION,
            )
        )


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _shortened(text: str, most: int) -> str:
    text = text.replace("\x00", "").encode("utf-8", "replace").decode()
    return text if len(text) <= most else text[: most - 1] + "…"


def _is_count(value: object, least: int = 1) -> bool:
    return type(value) is int and least <= value <= _MOST


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LATEST


def _is_erased(value: object) -> bool:
    """Return whether the value is the salt and the hash of a name."""
    match value:
        case [str(salt), str(hashed)]:
            return is_id(salt * 2) and is_id(hashed)
    return False


def _is_text(value: object) -> bool:
    """Return whether the value is a text that a database can hold: no NUL, no half of a surrogate pair."""
    if not isinstance(value, str) or "\x00" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
