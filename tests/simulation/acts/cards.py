"""Journals from elsewhere: of an earlier or newer version, and games that are brought in files."""

import sqlite3
from contextlib import closing

from device.errors import BadGame
from device.journal.importer import take_games
from device.journal.journal import Journal
from device.journal.reader import exported, past_games, reading
from device.storage.database import SCHEMA
from engine.games.shake import PRESET as SHAKE
from tests.simulation.disk.journals import OLD
from tests.simulation.evening import Broken, Evening
from tests.simulation.machine import games_of


def _off(evening: Evening) -> None:
    """Switch the table off, with all that was told on its card."""
    evening.disk.calls_left = None
    evening.house.close(has_power=True)


def _on(evening: Evening) -> None:
    evening.disk.begin()
    evening.begin_again(evening.safe)


def come_from_an_earlier_version(evening: Evening) -> None:
    """Start with a journal of the first schema: it has the same games, and all of them are there."""
    if evening.in_trouble:
        return
    kept = evening.house.kept()
    if any(f'"{SHAKE}"' in log[0] for log in kept.values() if log):
        return  # which no earlier version knew
    _off(evening)
    for file in evening.disk.files:
        if file.name.startswith("journal."):
            file.unlink()
    with closing(sqlite3.connect(evening.house.folder / "journal.db")) as base:
        base.executescript(OLD)
        for game, log in kept.items():
            rows = [(game, number, 0.5, text) for number, text in enumerate(log)]
            base.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        base.commit()
    _on(evening)


def come_from_a_newer_version(evening: Evening) -> None:
    """Start with a journal of a newer schema: it is kept as it is beside a new one, and the page says so."""
    if evening.in_trouble:
        return
    _off(evening)
    file = evening.house.folder / "journal.db"
    with closing(sqlite3.connect(file)) as base:
        base.execute("CREATE TABLE seats (name TEXT)")
        base.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = file.read_bytes()
    evening.disk.begin()
    evening.begin_again({})
    aside = [one for one in evening.disk.files if one.name.startswith("journal.newer-") and one.read_bytes() == content]
    if not aside or not any("newer" in said for said in evening.now.trouble):
        raise Broken(f"a newer journal is not kept, or nothing is said: {evening.now.trouble}")


def take_games_along(evening: Evening) -> None:
    """Export the games, and import them with others on the machine, damaged lines among them: each comes once."""
    if evening.in_trouble:
        return
    folder, before = evening.house.folder, evening.house.kept()
    _off(evening)
    with reading(folder / "journal.db") as ledger:
        own = [exported(past) for past in past_games(ledger) if past.state is not None]
    told = [line.replace('"Ann"', '"Zora"').replace('"Chloé"', '"Yves"') for line in own]
    spoilt = evening.chance.choice(("[", "{}", '["nothing"]', "\udcff", '[{"type":"started"}]'))
    brought = folder.with_name("games.jsonl")
    brought.write_text("\n".join((*told, spoilt, *own, *told)) + "\n", errors="surrogateescape")
    with Journal(folder / "journal.db") as journal:
        found = list(take_games(journal, [brought]))
        kept = games_of(journal.ledger)
    bad = [one for one in found if isinstance(one, BadGame)]
    new = {one.number for one in found if not isinstance(one, BadGame) and one.is_new}
    if not bad or {game: kept[game] for game in before} != before or {*kept} != {*before, *new}:
        raise Broken(f"{sorted(before)} were there, {sorted(new)} came, {sorted(kept)} are kept: {[*map(str, bad)]}")
    logs = [tuple(log) for log in kept.values()]
    if len(new) > len({*told} - {*own}) or any(logs.count(tuple(kept[one])) > 1 for one in new):
        raise Broken(f"games came twice: {sorted(new)} of {len(told)}")
    _on(evening)
