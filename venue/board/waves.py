"""Updates of all tables in waves: one table first, then a few, then the rest. A wave stops by itself when one fails."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine.i18n import gettext as _
from engine.i18n import packed, unpacked
from engine.link_protocol import LinkedUpdate
from engine.update_offer import UpdateOffer
from venue.board.model import TableTile

FEW = 3
"""Tables that are next, after the first one."""
BACK = 15 * 60.0
"""Seconds in which a table that installs has to come back."""


@dataclass(frozen=True, slots=True)
class Wave:
    """A package, the tables that have been ``given`` it, and since when (Unix) some of them are ``installing`` it.

    ``failed`` is the table at which it stopped, ``stopped`` why, as :func:`engine.i18n.packed`.
    """

    offer: UpdateOffer
    is_on: bool = False
    given: tuple[str, ...] = ()
    installing: Mapping[str, float] = field(default_factory=dict)
    failed: str = ""
    stopped: Any = None

    @property
    def why(self) -> str:
        return _("No further table is updated: {why}", why=unpacked(self.stopped)) if self.failed else ""

    def has(self, table: TableTile) -> bool:
        """Return whether that table runs the version, or a later one, which it would not leave."""
        here, there = table.state.software if table.state else "", self.offer.software
        return here == there or _numbers(here) > _numbers(there)

    def offered(self, table: TableTile) -> UpdateOffer | None:
        return self.offer if self.is_on and table.id in self.given and not self.has(table) else None

    def told(self, table: TableTile) -> LinkedUpdate:
        """Return how far the table is with this package."""
        update = table.state and table.state.update
        return update if update and update.package == self.offer.digest else LinkedUpdate()

    def line(self, table: TableTile) -> str:
        """Return what there is to say of a table; empty if nothing."""
        told, version = self.told(table), self.offer.software
        if not self.is_on or not takes(table) or self.has(table):
            return ""
        if not table.online and told.stage != "installing":
            return _("Offline: it gets version {version} when it is back.", version=version)
        match told.stage:
            case "installing":
                return _("Installs version {version}.", version=version)
            case "waiting":
                return told.why or _("Version {version} waits until nobody plays.", version=version)
            case "refused" | "fetching" if told.why:
                return told.why
            case "fetching":
                return _("Fetches version {version}.", version=version)
        return ""


def _numbers(version: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])]


def takes(table: TableTile) -> bool:
    """Return whether the table's owner lets the venue update it. One that was never heard of says nothing."""
    return table.state is not None and table.state.update is not None


def following(wave: Wave, tables: Iterable[TableTile], now: float) -> Wave:
    """Return the wave as it goes on with what these tables say."""
    if not wave.is_on:
        return wave
    left = [one for one in tables if takes(one)]
    done = [one for one in left if wave.has(one)]
    left = [one for one in left if not wave.has(one)]
    given, waiting = ([one for one in left if (one.id in wave.given) is known] for known in (True, False))
    proven = sum(one.id in wave.given for one in done)
    installing = {}
    for table in given:
        told = wave.told(table)
        if told.stage == "left" or (told.stage == "refused" and not proven):
            return replace(wave, is_on=False, failed=table.id, stopped=told.why)
        if told.stage == "installing":
            installing[table.id] = wave.installing.get(table.id, now)
            if now - installing[table.id] > BACK:
                why = _("It has not come back since it began to install.")
                return replace(wave, is_on=False, failed=table.id, stopped=packed(why))
    busy = [one for one in given if one.id in installing or (one.online and wave.told(one).stage != "refused")]
    next_ = [one.id for one in waiting if one.online]
    size = 1 if not proven else FEW if proven <= FEW else len(next_)
    if not busy or proven > FEW:
        wave = replace(wave, given=(*wave.given, *next_[:size]))
    return replace(wave, installing=installing)


def kept(wave: Wave) -> str:
    return json.dumps(asdict(wave), ensure_ascii=False)


def read(text: str) -> Wave | None:
    """Return the wave; None if the text is damaged, or of a later version."""
    try:
        found = json.loads(text)
        return Wave(**found | {"offer": UpdateOffer(**found["offer"]), "given": tuple(found["given"])})
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
