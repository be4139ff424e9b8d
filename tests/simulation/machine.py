"""The machine below the program: the versions installed on it, root who updates them, and the backups beside them."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from device.adapters.machine import care_of
from device.adapters.service_log import TableLog
from device.backup.stick import FOLDER, Stick
from device.config import schema as configuration
from device.errors import DeviceError
from device.files.scratch import scratch_folder
from device.storage.database import SCHEMA, Damaged, JournalDatabase
from device.storage.rebuild import open_up_to_date, snapshot
from device.storage.salvage import InMemory
from device.update.boot_guard import Versions, before_start
from device.update.installation import Installation, ProgressCallback
from device.update.requests import StatusFile, do, take_request
from device.update.signed_package import PackageFacts
from web.services.device import Care

CONFIG = "quarterdeck.toml"
GOOD, NO_PAGE, NO_START = "good", "no-page", "no-start"
"""Ends of the name of a version: what becomes of it."""

Games = dict[int, list[str]]
"""The events of each game, by its number."""


class Card(Installation):
    """The versions on a card. A package is its name: unpacked, it is a folder that says which journals it writes."""

    def _copied(self, file: Path) -> Path:
        return file

    def examine(self, package: Path, *, downgrade: bool = False) -> PackageFacts:  # noqa: ARG002
        return PackageFacts(package.name, "arm64", 0)

    def _unpack(self, package: Path, facts: PackageFacts, progress: ProgressCallback) -> None:  # noqa: ARG002
        unpack(self._root, facts.version, SCHEMA)


def unpack(root: Path, version: str, schema: int) -> None:
    (root / version).mkdir(exist_ok=True)
    (root / version / "build.json").write_text(json.dumps({"journal_schema": schema}))


class Machine:
    """A machine with the table's files in that folder. The versions lie beside it, where no power cut is simulated."""

    def __init__(self, folder: Path, config: str) -> None:
        self.config = folder / CONFIG
        self.config.write_text(config)
        self.root = folder.with_name("opt")
        self.runtime = folder.with_name("run")
        for place in (self.root, self.runtime):
            place.mkdir()
        self.versions = Versions(self.root, folder, self.runtime)
        unpack(self.root, f"1-{GOOD}", SCHEMA - 1)
        self.versions.switch(f"1-{GOOD}")
        self.installation = Card(self.root, self.config, self._run, is_root=True)
        self.is_restarting, self.built = False, 1
        self.sticks: list[Path] = []
        """The USB sticks that are plugged in."""

    def _run(self, command: Sequence[str]) -> tuple[int, str]:
        self.is_restarting = self.is_restarting or command[1] == "restart"
        return 0, ""

    def boot(self) -> None:
        """Have systemd start the program until one of its versions does."""
        before_start(self.versions)
        while self.is_(NO_START):
            before_start(self.versions)
        self.is_restarting = False

    def is_(self, kind: str) -> bool:
        """Return whether the version that runs is of that kind."""
        return str(self.versions.current).endswith(kind)

    def update(self, kind: str) -> str | None:
        """Have root install a version of that kind. Return why it was refused, None if it starts."""
        self.built += 1
        version = f"{self.built}-{kind}"
        try:
            for _sentence in self.installation.update(Path(version)):
                pass
        except DeviceError as error:
            return str(error)
        return None

    def attend(self) -> None:
        """Have root do what the page asks for."""
        if request := take_request(self.runtime):
            do(request, self.installation, StatusFile(self.root), self._run)

    def plugged(self, _folder: Path) -> Sequence[Stick]:
        return [Stick(path, (path / FOLDER).is_dir()) for path in self.sticks]

    def care(self, held: Callable[[], InMemory | None] = lambda: None) -> Care:
        log = TableLog(self.config.parent, on_disk=False)
        config = configuration.load(self.config)
        return care_of(self.config, config, log, held, root=self.root, runtime=self.runtime, trouble="")

    @property
    def asides(self) -> set[Path]:
        """The folders into which restored or failed backups have moved the files before them."""
        return {file.parent for file in self.config.parent.glob("*-restore-*/journal.db")}


def games_in(journal: Path) -> Games:
    """Return the games of a journal in a file that no program has open. Raises OSError and :class:`Damaged`."""
    with scratch_folder() as folder:
        ledger = open_up_to_date(snapshot(journal, folder))
        try:
            return games_of(ledger)
        finally:
            ledger.close()


def games_of(ledger: JournalDatabase) -> Games:
    return {game: [row[3] for row in ledger.rows(game)] for game in ledger.games()}


def is_part(backup: Games, kept: Games) -> bool:
    """Return whether a journal has all of a backup; the program may have begun another game since."""
    return len(kept) <= len(backup) + 1 and all(
        kept.get(game, [])[: len(events)] == events for game, events in backup.items()
    )


def journals_in(folders: set[Path]) -> Iterator[Games]:
    for folder in sorted(folders):
        with suppress(OSError, Damaged):
            yield games_in(folder / "journal.db")
