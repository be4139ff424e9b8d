"""One evening: a table, the phones around it, and what they have been told. A history of steps is all that happens.

A step is an act and a number that decides all of its chances, so that a step means the same after others are left out.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock, patch

from device.archive import updater
from device.archive.rows import zone_here
from device.backup import stick
from engine.game import games_of_all, offer, unregister
from tests.simulation.clock import Clock, simulated
from tests.simulation.disk.simulated import PowerCut, SimulatedDisk, simulating
from tests.simulation.house import House, Kind
from tests.simulation.machine import Games, Machine, is_part, journals_in
from tests.simulation.venue import InMemory, Record
from tests.simulation.wire import Broker
from tests.web.api.contract import Held
from web.access import pin
from web.errors import FAILURES
from web.live.result import result_of

NAMES = ("Ann", "Bob", "Chloé", "Dee", "Zoë", "Ömer", "Bartholomäus", "李", "שרה", "<b>", "Player 1")
LANGUAGES = ("en", "en-US", "de", "es", "fr")

SENTENCE = r"(?s)[^a-z\s].{5,}[.?!…]"
ORDERS = re.compile(r'<button[^>]*\bdata-orders="([^"]*)"')
OF_THE_GAME = re.compile(r"^/api/(moves|buttons|pause|camera|corrections|games(/reopen)?|tournament/start)$")
KEYLESS = re.compile(
    r"^/api/(misreads|me|profiles|owner(/pin)?|join-requests(/withdraw)?|helm(/.*)?|reactions|screens(/.*)?|system/.*)$"
)
"""Orders without a key of their own."""

NOT_HERE = ("only_watching", "no_chest")
"""Codes for what this table does not lack."""

Order = tuple[str, dict[str, Any]]


class Broken(AssertionError):
    """A law of the evening does not hold."""


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does, or what happens to the table; written as ``throw 8123``."""

    act: str
    number: int

    def __str__(self) -> str:
        return f"{self.act} {self.number}"


def history_of(text: str) -> tuple[Step, ...]:
    """Return the steps of a history, written with commas between them."""
    pairs = (one.split() for one in text.split(","))
    return tuple(Step(act, int(number)) for act, number in pairs)


@dataclass
class Stream:
    """The parts of a stream that a phone has open."""

    answer: Any
    parts: Iterator[bytes]

    def close(self) -> None:
        self.answer.close()


@dataclass
class Phone:
    """A phone and what its screen shows still: the orders of its keys, and the moment that they are of."""

    client: Held
    address: str
    language: str
    shown: list[list[Order]] = field(default_factory=list)
    moment: tuple[str, int] = ("", 0)
    stream: Stream | None = None
    at_the_helm: float = 0.0
    """Until when it need not ask whether it is at the helm."""


class Evening:
    """A table of that kind in an empty folder, with phones."""

    def __init__(self, folder: Path, kind: Kind, record: Record | None = None) -> None:
        self.clock, self._stack = Clock(), ExitStack()
        self.chance = Random(0)
        self._stack.enter_context(simulated(self.clock, self.chance))
        (folder / "card").mkdir()
        self.machine = Machine(folder / "card", kind.config)
        self.disk = SimulatedDisk(folder / "card")
        self._stack.enter_context(simulating(self.disk))
        self.failed: list[str] = []
        """The parts of pages that have failed, and why; the page shows the rest."""
        self._stack.enter_context(patch.object(FAILURES, "note", lambda *what: self.failed.append(repr(what))))
        self._stack.enter_context(patch.object(updater, "zone_here", cache(zone_here)))
        self._stack.enter_context(patch.multiple(pin, N=2**10, R=1))  # as cheap as a hash is read again
        self._stack.enter_context(patch.object(stick, "subprocess", Mock(SubprocessError=OSError)))
        self.broker = Broker(record or InMemory(), self.chance)
        self.house = House(self.disk, self.machine, self.broker, self.clock, kind, self.chance)
        self.done: list[str] = []
        self.told: dict[int, list[str]] = {}
        """The events of each game that were confirmed on a page, in their order."""
        self.safe: dict[int, int] = {}
        """How many of them are on the disk, as far as the page has said nothing else."""
        self.backups: list[tuple[Games, bytes]] = []
        """The backups that were taken, with the events in them."""
        self.results: dict[int, tuple[list[str], list[tuple[int, bool]]]] = {}
        """The points of each game that has ended, and who won alone, as the pages showed them; and its events then."""
        self.asides: set[Path] = set()
        self.phones = [Phone(self.house.phone(), "127.0.0.1", "en") for _ in range(5)]
        for number, phone in enumerate(self.phones):
            phone.address, phone.language = f"192.168.1.{10 + number}", LANGUAGES[number]
        self.plug_in()

    def plug_in(self) -> None:
        """Give each phone its connection to the program that runs now; it keeps its cookie."""
        for phone in self.phones:
            cookie = phone.client.get_cookie("quarterdeck_helm")
            phone.client, phone.stream = self.house.phone(phone.address, phone.language), None
            phone.at_the_helm = 0.0
            if cookie:
                phone.client.cookie = cookie.value

    def restart(self) -> None:
        """Cut the power, and start the program with what is on the disk: all that was told to be safe is there."""
        self.done.append("power cut")
        self.house.close()
        self.disk.cut(self.chance)
        self.begin_again(self.safe)

    def start_again(self) -> None:
        """Stop the program and start it, as after an update, or for a backup that waits."""
        self.done.append("restart")
        shown, asides = self._shown(), self.asides
        self.house.close(has_power=True)
        self.begin_again(self.safe)
        again = self._shown()
        is_same = shown[0] == again[0] and self.asides == asides  # no backup, and no earlier version's journal
        for one, other in zip(shown, again, strict=False) if is_same else ():
            if one != other:
                raise Broken(f"shown: {one}, and made again of the journal: {other}")

    def _shown(self) -> tuple[object, ...]:
        """Return the journal, and what is shown of it."""
        now, guest = self.now, self.phones[-1]
        pages = [] if self.in_trouble else [table_of(self.get(guest, path)) for path in ("/result", "/figures", "/log")]
        return self.house.kept(), now.state, now.former, now.shake, result_of(now), *pages

    def begin_again(self, safe: Mapping[int, int]) -> None:
        """Start the program; so many events of each game must be there, or aside and those of a backup instead."""
        self.house.begin()
        self.plug_in()
        self.house.rest()
        kept = self.house.kept()
        if self.house.journal.trouble is None:
            asides, self.asides = self.asides, self.machine.asides
            new = self.asides - asides
            if not self._holds(kept, safe) and not (
                new
                and any(self._holds(one, safe) for one in journals_in(new))
                and any(is_part(one, kept) for one, _packed in self.backups)
            ):
                told = {game: self.told[game][:many] for game, many in safe.items()}
                raise Broken(f"{told} were told, {kept} are kept; {self.now.trouble}")
            self.told, self.safe = kept, {game: len(events) for game, events in kept.items()}
        else:  # what was in memory only is gone, as the page has said
            self.told = {game: self.told[game][:many] for game, many in safe.items()}

    def _holds(self, found: Games, safe: Mapping[int, int]) -> bool:
        """Return whether so many events of what was told are there, and none that differs."""
        return all(
            self.told[game][:many] == found.get(game, [])[:many]
            and all(one == other for one, other in zip(found.get(game, []), self.told[game], strict=False))
            for game, many in safe.items()
        )

    def acknowledge(self) -> None:
        """Note what a page has shown as confirmed."""
        journal = self.house.journal
        if self.disk.is_off or not journal.rows:
            return
        game = journal.rows[0][0]
        self.told[game] = [row[3] for row in journal.rows]
        if journal.trouble is None:
            self.safe[game] = len(journal.rows)

    def close(self) -> None:
        self.house.close()
        self._stack.close()
        offer(())
        for game in games_of_all():
            if game.written:
                unregister(game)

    @property
    def now(self) -> Any:
        return self.house.now

    @property
    def helm(self) -> Phone:
        """A phone at the helm: one of the first two, which take it if they lost it."""
        phone = self.phones[self.chance.randrange(2)]
        if self.clock.now > phone.at_the_helm and not phone.client.get("/api/helm").json["mine"]:  # type: ignore[index]
            code = self.house.codes.new("terminal")
            answer = phone.client.post("/api/helm", json={"code": code})
            if answer.status_code != 200:
                raise Broken(f"the helm can't be taken: {answer.text}")
        phone.at_the_helm = self.clock.now + 200
        return phone

    @property
    def guest(self) -> Phone:
        return self.chance.choice(self.phones[2:])

    def pick(self, names: Sequence[str]) -> str:
        """Choose one of these; where there are others later, most numbers choose the same."""
        number = self.chance.random()
        return max(names, key=lambda one: Random(f"{number} {one}").random())

    def do(self, acts: "dict[str, Act]", step: Step) -> None:
        """Do one step: time passes, the act, and what the program does by itself after it."""
        self.chance.seed(step.number)
        passed = self.chance.choice((0.2, 1, 5, 60))
        self.clock.now += passed
        try:
            if passed > 1:
                self.house.rest()
            acts[step.act].do(self)
            self.house.rest()
            if self.machine.is_restarting:
                self.start_again()
        except PowerCut:
            self.disk.is_off = True
        if self.disk.is_off:
            self.restart()

    def send(self, phone: Phone, order: Order, *, offered: bool = True, moment: tuple[str, int] | None = None) -> Any:
        """Send an order from that phone. What the page ``offered`` must be done, and done once if it is sent again."""
        path, said = order
        body = dict(said) if KEYLESS.match(path) else {**said, "key": f"key-{len(self.done):06}"}
        if OF_THE_GAME.match(path):
            boot, revision = moment or (self.now.boot, self.now.revision)
            body |= {"boot": boot, "revision": revision}
        self.done.append(f"{path} {json.dumps(said, ensure_ascii=False)}")
        answer = phone.client.post(path, json=body)
        self.done[-1] += f" → {answer.status_code}"
        if self.disk.is_off:
            raise PowerCut
        if answer.status_code >= 500 and not (answer.status_code == 503 and self.in_trouble):
            raise Broken(f"{self.done[-1]}: {answer.text[:300]}")
        if offered and answer.status_code != 200 and not self._may_refuse(answer):
            raise Broken(f"offered, and refused: {self.done[-1]} {answer.text[:300]}")
        self.acknowledge()
        if answer.status_code == 200 and "key" in body:  # an impatient phone sends it twice
            again = phone.client.post(path, json=body)
            if not self.disk.is_off and (again.status_code, again.json) != (answer.status_code, answer.json):
                raise Broken(f"sent again: {self.done[-1]}, then {again.status_code} {again.text[:300]}")
        if answer.status_code != 200:
            self.check_refusal(answer)
        return answer

    def _may_refuse(self, answer: Any) -> bool:
        """Return whether that was refused by somebody at the table, for a hand over the tray, or for lack of a disk."""
        for_now = ("not_allowed", "not_answered", "busy", "not_kept", "not_at_rest", "shake_on")
        return answer.json["code"] in for_now or self.in_trouble

    @property
    def in_trouble(self) -> bool:
        """Whether the disk takes nothing, or has not since the program has tried again."""
        return bool(self.disk.trouble or self.house.journal.trouble)

    def check_refusal(self, answer: Any) -> None:
        if not answer.json["code"] or not re.fullmatch(SENTENCE, answer.json["why"]):
            raise Broken(f"no sentence: {answer.text}")
        if answer.json["code"] in NOT_HERE:
            raise Broken(f"this table does not lack that: {self.done[-1]} {answer.text[:300]}")

    def get(self, phone: Phone, path: str) -> str:
        """Return the page that this phone is shown; it is an answer, in full sentences."""
        answer = phone.client.get(path)
        text = answer.text if (answer.mimetype or "").startswith("text") else ""
        if self.disk.is_off:
            raise PowerCut
        if answer.status_code >= 500:
            raise Broken(f"{path}: {answer.status_code} {text[:2000]}")
        if self.failed:
            raise Broken(f"{path}: {self.failed}")
        if found := re.search(r"(?<![\w$`{])\{[a-z_]+\}|Traceback|>None<", text):
            raise Broken(f"{path} in {phone.language}: “{text[max(0, found.start() - 80) : found.end() + 40]}”")
        return text

    def open_stream(self, phone: Phone, path: str) -> None:
        answer = phone.client.get(path, buffered=False)
        if answer.status_code == 200:
            phone.stream = Stream(answer, answer.iter_encoded())
            next(phone.stream.parts)

    def look(self, phone: Phone, path: str) -> None:
        """Have the phone show the keys of that page or sheet."""
        found = [json.loads(unescape(one)) for one in ORDERS.findall(self.get(phone, path))]
        phone.moment = self.now.boot, self.now.revision
        phone.shown = [one for one in found if one[0][0] not in ("/api/helm/return", "/api/owner/pin/remove")]

    def tap(self, phone: Phone, keys: Sequence[Iterable[Order]]) -> None:
        """Tap one of these keys."""
        if keys:
            for to, said in self.chance.choice(keys):
                self.send(phone, (to, said))


def table_of(page: str) -> str:
    """Return what the page shows of the table."""
    found = re.search(r"(?s)<main.*</main>", page)
    return re.sub('data-look="[^"]*"', "", found[0] if found else page)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happens, about so often."""

    do: Callable[[Evening], None]
    weight: int
