"""Erases a person: takes a name, and what shows who that is, out of everything that the table keeps.

A request is a salted hash of each name, kept for good, and a mark. A running table finds the mark and restarts; the
start carries it out before anything else reads the files, again after a power cut, and after each restore.
"""

import json
import shutil
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from device.backup.backup import ERASED, journal_of
from device.config import schema as configuration
from device.config.editor import keep_values
from device.errors import BadErasure, BadGame
from device.files.durable_write import make_durable, write_durably
from device.files.kept_file import content_of, keep
from device.files.os_errors import not_written
from device.journal.opener import JournalOpener
from device.journal.reader import past_game, reading
from device.storage.acknowledged import Acknowledged
from device.storage.database import JournalDatabase, JournalLock, Row, refuse_unsound
from device.storage.rebuild import free_name, rebuild
from device.storage.salvage import InMemory
from engine import encode
from engine.codec import names_in, renamed_line
from engine.i18n import gettext as _
from engine.names import names_of, with_names
from engine.statistics.player_names import ErasedName, ErasedNames, PlayerNames, erased_name
from engine.tournament import course_of
from engine.tournament.facts import facts_from
from web.display_names import shown
from web.history.books import DOCUMENTS, without_erased

MARK = "erase.waiting"
"""Name of the file, beside the configuration, that says which names a start has to erase."""


def waits(config: Path) -> bool:
    return config.with_name(MARK).is_file()


def erased_in(config: Path) -> tuple[ErasedName, ...]:
    return _read(content_of(config.with_name(ERASED)))


def have_erased(config: Path, player: str) -> None:
    """Have the next start erase the player of that name, as shown, under all names that were merged.

    Raises :class:`BadErasure` for an unknown player, and for one in a game or tournament that goes on;
    :class:`BadJournal` if the journal can't be read.
    """
    journal = journal_of(config)
    if newer := next(journal.parent.glob(f"{journal.stem}.newer-*"), None):
        raise BadErasure(_("{file} comes from a newer version: update this table first.", file=newer))
    names = PlayerNames()
    with suppress(TypeError, LookupError):
        names = PlayerNames(_document(config, "players")["aliases"])
    who = names.aliases.get(player, player)
    wanted = [erased_name(one) for name in {player, who, *names.stored(who)} for one in {name, shown(name)}]
    erased = ErasedNames(wanted)
    with reading(journal) as ledger:
        with suppress(BadGame):
            past = past_game(ledger, None)
            if past.state and past.state.phase != "over" and erased.called_in(names_in(map(encode, past.events))):
                raise BadErasure(_("{player} is playing: finish the game first, or start another.", player=player))
        is_known = any(name in erased for row in ledger.all_rows() for name in names_in([row[3]]))
    if erased.called_in(_in_tournament(config)):
        raise BadErasure(_("{player} is in the tournament: finish or cancel it first.", player=player))
    if not is_known and not any(erased.called_in(names_of(_document(config, one))) for one in DOCUMENTS):
        raise BadErasure(_("Nobody called {player} has played here: quarterdeck games has all names.", player=player))
    try:
        _mark(config, wanted)
    except OSError as error:
        raise BadErasure(not_written(config.with_name(ERASED), error)) from None


def have_erased_again(config: Path, backup: bytes | None) -> None:
    """Have the next start erase from a backup who was erased here, or where it comes from. Raises OSError."""
    if names := (*erased_in(config), *_read(backup)):
        _mark(config, names)


def _mark(config: Path, names: Collection[ErasedName]) -> None:
    """Keep these names, and have the next start erase them: not who came later with a name that was erased before."""
    keep(config.with_name(ERASED), msgspec.json.encode(list(dict.fromkeys((*erased_in(config), *names)))))
    write_durably(config.with_name(MARK), msgspec.json.encode((*_read(content_of(config.with_name(MARK))), *names)))


def _read(data: bytes | None) -> tuple[ErasedName, ...]:
    with suppress(msgspec.MsgspecError, UnicodeError):
        return msgspec.json.decode((data or b"[]").strip(), type=tuple[ErasedName, ...])
    return ()


def carry_out(config: Path, patience: float = 0.0) -> tuple[str, ...]:
    """Erase who is to be erased. Returns what happened to the journal on opening, a sentence each.

    Raises a :class:`~device.errors.DeviceError`, sqlite3.Error or OSError; the next call goes on.
    """
    if not waits(config):
        return ()
    journal, erased = journal_of(config), ErasedNames(_read(content_of(config.with_name(MARK))) or erased_in(config))
    with JournalLock(journal, patience), closing(Acknowledged(journal)) as acknowledged:
        opener = JournalOpener(journal, acknowledged)
        with closing(opener.open(InMemory())) as ledger:
            refuse_unsound(ledger.unsound())
            games = _games(ledger, erased)
            _take_out_of_files(config, erased, games)
            if games:
                _take_out_of_journal(journal, ledger, games)
        for place in _copies(config, journal):
            shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
        config.with_name(MARK).unlink()
        make_durable(config.parent)
    return tuple(opener.notices)


def _games(ledger: JournalDatabase, erased: ErasedNames) -> dict[int, dict[str, str]]:
    """Return by number what the erased players of a game are called instead."""
    numbers = {row[0] for row in ledger.all_rows() if any(name in erased for name in names_in([row[3]]))}
    return {one: erased.called_in(names_in(row[3] for row in ledger.rows(one))) for one in numbers}


def _take_out_of_journal(file: Path, old: JournalDatabase, games: dict[int, dict[str, str]]) -> None:
    """Replace the journal by one with other names in these games, which says so and has the same id."""

    def rows() -> Iterator[Row]:
        for game, number, moment, line in old.in_order():
            yield game, number, moment, renamed_line(line, games[game]) if game in games else line

    def fill(new: JournalDatabase) -> None:
        new.write(rows(), old.openings())
        old.close()

    rebuild(file, free_name(file, "erased"), fill, (*old.identities(), (old.identity.id, old.head)))


def _take_out_of_files(config: Path, erased: ErasedNames, games: dict[int, dict[str, str]]) -> None:
    from device.recording.kept_clips import FOLDER, HEAD, NoClip, clip_in  # loads OpenCV

    for name in DOCUMENTS:
        file, value = config.with_name(f"{name}.json"), _document(config, name)
        if value is None:
            file.unlink(missing_ok=True)  # one that can't be read
        elif (without := without_erased(name, value, erased, games)) != value:
            keep(file, json.dumps(without, ensure_ascii=False, indent=1).encode() + b"\n")
    for file in (config.parent / FOLDER).glob("*.jpg*"):
        with file.open("rb") as source, suppress(NoClip):
            clip = clip_in(source.read(HEAD), whole=False)
            if clip.player not in erased and clip.game not in games:
                continue
        file.unlink()
    game = configuration.load(config).game
    said = {"players": list(game.players)} | ({"starter": game.starter} if game.starter else {})
    if called := erased.called_in(names_of(said)):
        keep_values(config, "game", with_names(said, called))


def _copies(config: Path, journal: Path) -> Iterator[Path]:
    """Yield what else may have the names: what is derived from the journal, and what repairs and restores left."""
    trial = content_of(config.with_name("restore.trial")) or b""
    for word in ("archive", "damaged-", "before-update-", "erased-"):
        yield from journal.parent.glob(f"{journal.stem}.{word}*")
    for pattern in ("*.unreadable-*", "restore.waiting.*", "before-restore-*", "failed-restore-*"):
        for place in config.parent.glob(pattern):
            if f'"{place}"'.encode() not in trial:  # it may have to be brought back, and has nothing to erase
                yield place


def _in_tournament(config: Path) -> Collection[str]:
    with suppress(ValueError, TypeError, LookupError):
        course = course_of(facts_from(_document(config, "tournament")["facts"]))
        return () if course.over or course.cancelled else course.opened.players
    return ()


def _document(config: Path, name: str) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(content_of(config.with_name(f"{name}.json")) or b"null")
    return None
