"""The program of a table without its threads: journal, table, archive and pages, and the power switch."""

import json
import sqlite3
import uuid
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import IO, Any

import numpy as np
from markupsafe import escape

from device.adapters.backups import TableChest, TableStickBackups
from device.adapters.files import JsonFiles, TableStateFile
from device.adapters.pictures import DieCrops, Preview
from device.adapters.services import ConfiguredSettings
from device.adapters.setup import TableSetup
from device.archive import builder
from device.archive.updater import ArchiveUpdater
from device.backup import erasure, restore
from device.backup.backup import Backup, take_backup
from device.cameras.camera import Frame
from device.config import schema as configuration
from device.errors import BadBackup, BadConfig, BadJournal, DeviceError
from device.journal.journal import Journal
from device.notices import Notices
from device.panels.alarm import Alarm
from device.panels.factory import RecordedPanel
from device.runtime.assemble import Housekeeping
from device.runtime.boot_count import BootCount
from device.runtime.replay import game_to_play, open_game
from device.runtime.start import TO_DO, Running, start
from device.storage.database import Damaged
from engine import Started
from table import Snapshot, TrayView
from table.commands import Command, CommandResult, Permit, SeenRevision
from table.dice import HoldMode
from table.games import playable_presets
from table.panel import Button, Press
from table.table import Table, TableSettings
from tests.simulation.clock import Clock
from tests.simulation.disk.simulated import PowerCut, SimulatedDisk
from tests.simulation.machine import Games, Machine, games_of
from tests.simulation.wire import Broker, Link
from tests.table.desk import NOTHING
from tests.web import conftest  # noqa: F401  # templates and rules are compiled once for all apps
from tests.web.api.contract import Held
from vision import Reading, Rest
from web.app import create_app
from web.appliance import Appliance
from web.errors import Denied
from web.guests.codes import Codes
from web.guests.joining import regulars
from web.live.safe_mode import create_safe_app

SECRET = b"a secret that everybody knows..."

DARK = np.zeros((200, 300, 3), np.uint8)
"""What the camera sees."""


START = Started(playable_presets()[0], ("Ann", "Bob"), "Ann")
"""The game of the configuration that a table has at first."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the table has beside dice."""

    camera: bool = False
    buttons: bool = False
    off_tray: bool = False
    """Whether dice that are kept lie beside the tray, not on its rail."""

    @property
    def config(self) -> str:
        """The configuration as it is at first."""
        players = f"players = {json.dumps(START.players)}"
        hold = '[table]\nhold = "off_tray"\n' if self.off_tray else ""
        camera = f'[camera]\nkind = "{"auto" if self.camera else "none"}"\n'
        return f'{hold}{camera}[game]\npreset = "{START.preset}"\n{players}\n'


class Rim(RecordedPanel):
    """The buttons of a table, if it has any."""

    def __init__(self, *, has_buttons: bool) -> None:
        super().__init__(NOTHING)
        self.has_buttons = has_buttons


class Archivist(ArchiveUpdater):
    """The archive's updater, whose builder runs at once."""

    def _start(self, lines: int | IO[bytes], *how: str) -> None:
        status = 0
        try:
            if how == ("-",):
                assert not isinstance(lines, int)
                builder.take_in((line.decode() for line in lines), self.archive._file)
            else:
                builder.compare(self._journal, self.archive._file, rebuild="rebuild" in how)
        except Exception:
            status = builder.SPOILT if how != ("-",) or self.archive.is_spoilt else 1
        self._process = Ended(status)  # type: ignore[assignment]

    def look(self, now: float) -> None:
        """Compare, take in, and note that this is done, as far as there is anything to do."""
        for _ in range(3):
            self._look(now)
            if self._process is None:
                break


MISSING = "the panel is missing"


class NoPanel(DeviceError):
    """A part of the machine is missing."""


@dataclass
class Ended:
    """A process that has ended."""

    returncode: int

    def poll(self) -> int:
        return self.returncode


class House:
    """A table of that kind on that machine. Its clock is turned on by the simulation only."""

    def __init__(
        self, disk: SimulatedDisk, machine: Machine, broker: Broker, clock: Clock, kind: Kind, chance: Random
    ) -> None:
        self.disk, self.machine, self.broker, self.clock, self.kind, self.chance = (
            disk, machine, broker, clock, kind, chance,
        )  # fmt: skip
        self.folder = Path(disk.folder)
        self.starts = 0
        self.fails = 0
        """So many starts fail once the table is put together: as with a panel that is missing."""
        self.repairs: list[str] = []
        """A configuration with which a start fails."""
        self.begin()

    def begin(self) -> None:
        """Have the machine start the program. It starts, with the backup that waits if there is a good one."""
        self.notices = Notices()
        while True:
            self.machine.boot()
            starts = BootCount(self.machine.config, self.notices, Path("/nonexistent"))
            try:
                start(self.machine.config, starts, self.notices, self._run, self._fail, (DeviceError,))
                break
            except NoPanel:
                pass  # systemd starts it again
            except BadConfig:
                if not self.repairs:
                    raise

    def _fail(self, why: str, _asked: bool) -> None:
        """Serve safe mode until the cause is corrected, or for the 15 seconds until the next start."""
        if not self.repairs and why != MISSING:
            raise AssertionError(f"safe mode: {why}")
        page = create_safe_app(why, TO_DO).test_client().get("/any")
        if page.status_code != 200 or escape(why) not in page.text:
            raise AssertionError(f"safe mode does not say {why}: {page.text}")
        if self.repairs:
            self.machine.config.write_text(self.repairs.pop())

    def _run(self, running: Running) -> None:
        """Put the table together, as :func:`device.runtime.assemble.run_table` does."""
        file = self.machine.config
        try:
            restore.put_back(file)
            for said in erasure.carry_out(file):
                self.notices.add(said)
            can_be_put_back = True
        except (BadBackup, BadJournal, Damaged, sqlite3.Error, OSError) as error:
            self.notices.add(str(error))
            can_be_put_back = False
        self.starts += 1
        config = configuration.load(file)
        self.start, self.has_camera = config.game.start, config.camera.kind != "none"
        self.journal = Journal(self.folder / "journal.db", self.clock.date, in_memory=True)
        drawer = JsonFiles(self.folder, self.notices)
        alarm = Alarm(Rim(has_buttons=self.kind.buttons))
        self.table = Table(
            game_to_play(self.journal, self.start),
            self.journal,
            alarm,
            TrayView(300, 200, 50),
            uuid.UUID(int=self.starts).hex,
            TableSettings(HoldMode(config.table.hold), camera=self.has_camera),
            clock=self.clock,
            store=TableStateFile(drawer, self.journal),
        )
        board = self.table.board
        board.submit = self._submit  # type: ignore[method-assign]
        board.wait = self._wait  # type: ignore[method-assign]

        self.crops, self.preview = DieCrops(), Preview(self.clock)
        self.crops.begin(self.table)
        setup = TableSetup(
            file, self.preview, board, lambda: open_game(self.journal)[0] in (None, 1), sleep=self._sleep
        )

        def check_restart() -> None:
            waits = restore.waits(file) or (erasure.waits(file) and not self.journal.trouble)
            if (can_be_put_back and waits) or setup.restarts:
                self.machine.is_restarting = True

        self.housekeeping = Housekeeping(self.journal, board, alarm, self.notices, running, check_restart)
        self.updater = Archivist(self.journal.file, self.journal)
        self.link = Link(self, self.broker, self.clock)
        self.codes = Codes()
        self.sticks = TableStickBackups(
            "table",
            lambda: take_backup(file, self.journal.held),
            config.backup,
            drawer,
            self.machine.plugged,
            self.clock.date,
        )
        self.appliance = Appliance(
            helm=board,
            pairing=self.table.pairing if self.kind.buttons else None,
            join_requests=self.table.join_requests,
            bulletin=self.table.bulletin,
            codes=self.codes,
            drawer=drawer,
            archive=self.updater.archive,
            guests=partial(regulars, self.updater.archive),
            secret=SECRET,
            dice=self.crops if self.has_camera else None,
            settings=ConfiguredSettings(file, config, board),
            setup=setup,
            stick_backups=self.sticks,
            erase=self._erase,
            chest=TableChest(file, lambda: self.journal.held),
            care=self.machine.care(lambda: self.journal.held),
        )
        self.app = self.pages()
        if self.fails:
            self.fails -= 1
            self.close(has_power=True)
            raise NoPanel(MISSING)

    def pages(self) -> Any:
        """Return the pages of this table with no memory of what they have shown."""
        app = create_app(self.table.board, self.appliance)
        app.test_client_class = Held
        return app

    @property
    def now(self) -> Snapshot:
        return self.table.board.latest

    @property
    def streams(self) -> int:
        return len(self.app.extensions["quarterdeck_streams"])

    def _submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:  # noqa: ARG002
        answer: Future[CommandResult] = Future()
        self.table.commands._waiting.put((command, seen, answer))
        self.table.attend()
        if isinstance(command, Permit) and answer.result(0).done:
            self._answer_at_the_table(command)
        return answer.result(0)

    def _answer_at_the_table(self, permit: Permit) -> None:
        """Have somebody press ROLL, rarely STAND or nothing."""
        self.clock.now += 1
        how = self.chance.choices((Button.ROLL, Button.STAND, None), (8, 1, 1))[0]
        if how:
            self.press(how)
        self.clock.now += 0 if how else 11
        self.table.attend()
        assert permit.verdict.done()

    def _is_first(self) -> bool:
        return open_game(self.journal)[0] in (None, 1)

    def _taken(self, config: Path) -> Backup:
        return take_backup(config, self.journal.held)

    def _sleep(self, seconds: float) -> None:
        self.clock.now += seconds
        if self.preview.image is not None:
            self.show(Frame(self.preview.image, self.clock.now, 0), Reading(Rest.EMPTY, ()))

    def show(self, frame: Frame, reading: Reading) -> None:
        """Have the pages show that picture and what was read from it."""
        self.preview.observed(frame, reading)

    def _erase(self, player: str) -> None:
        try:
            erasure.have_erased(self.machine.config, player)
        except DeviceError as error:
            raise Denied(422, "not_erased", str(error)) from None

    def see(self, reading: Reading) -> None:
        """Have the camera's process read that from a picture."""
        self.crops.observed(Frame(DARK, self.clock.now, 0), reading)
        for event in self.table.see(reading, self.clock.now):
            self.crops.confirmed(event)

    def press(self, button: Button) -> None:
        self.table.press(Press(button, self.clock.now, began=self.clock.now))

    def _wait(self, revision: int, timeout: float) -> Snapshot:  # noqa: ARG002
        """Wait for a change as a stream does: there is none while it waits."""
        self.clock.now += timeout
        return self.now

    def rest(self) -> None:
        """Do what the program does between two frames."""
        self.table.attend()
        self.housekeeping()
        self.machine.attend()
        self.updater.look(self.clock.now)
        self.sticks.look()
        self.link.step()

    def close(self, *, has_power: bool = False) -> None:
        """Let go of the files; without power nothing more is written."""
        self.disk.is_off = not has_power
        for part in (self.updater.archive, self.journal):
            with suppress(PowerCut):
                part.close()

    def kept(self) -> Games:
        """Return the events of each game as the journal's file has them; none while it can't be written."""
        return {} if self.journal.trouble else games_of(self.journal.ledger)

    def phone(self, address: str = "127.0.0.1", language: str = "en") -> Held:
        phone = self.app.test_client()
        assert isinstance(phone, Held)
        phone.environ_base |= {"REMOTE_ADDR": address, "HTTP_ACCEPT_LANGUAGE": language}
        return phone
