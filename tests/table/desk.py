"""A table worked by hand: readings and presses in, what is shown out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from device.journal.journal import Journal
from device.panels.factory import RecordedPanel
from device.recording.format import LabelledFrame, RecordedTray, Recording
from engine import Event, Started
from table import Snapshot, TrayView
from table.commands import Command, CommandResult, SeenRevision
from table.dice import HoldMode
from table.panel import Button, Press
from table.session import StateStore
from table.table import ConfirmedEvent, Table, TableSettings
from tests.table.lying import MOVING, settled
from vision import Reading

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
NOTHING = Recording(
    schema=1,
    name="desk",
    rendered=True,
    video="none",
    size=(1, 1),
    tray=RecordedTray(300, 200, 50, 20),
    frames=(LabelledFrame(0, "empty"),),
)


class Rim(RecordedPanel):
    """A panel with buttons that a test presses."""

    has_buttons = True


class Desk:
    """A table with its journal, lamp and sounds; each reading comes a second after the one before."""

    def __init__(
        self,
        journal: Journal,
        *events: Event,
        hold: HoldMode = HoldMode.RAIL,
        confirm_after: float = 0.0,
        camera: bool = True,
        store: StateStore | None = None,
    ) -> None:
        self.journal = journal
        self.panel = Rim(NOTHING)
        self.moment = 0.0
        events = events or (START,)
        if journal.last_game() is None:
            journal.append(events, 0.0)
        habits, tray = TableSettings(hold, confirm_after, camera), TrayView(300, 200, 50)
        self.table = Table(events, journal, self.panel, tray, "boot", habits, lambda: self.moment, store)

    def see(self, *readings: Reading) -> Snapshot:
        self.counted: tuple[ConfirmedEvent, ...] = ()
        for reading in readings:
            self.moment += 1
            self.counted += self.table.see(reading, self.moment)
        return self.now

    def throw(self, *thrown: int | None, rail: tuple[int, ...] = ()) -> Snapshot:
        return self.see(settled([], rail), MOVING, settled(thrown, rail))

    def press(self, button: Button, choice: str | None = None) -> Snapshot:
        self.moment += 1
        self.table.press(Press(button, self.moment, choice))
        return self.now

    def order(self, order: Command, seen: SeenRevision | None = None) -> CommandResult:
        """What a page is answered; the table looks after its pages as soon as somebody asks."""
        answers: list[CommandResult] = []
        asking = Thread(target=lambda: answers.append(self.table.board.submit(order, 60.0, seen)))
        asking.start()
        while asking.is_alive():
            self.table.attend()
            asking.join(0.001)
        return answers[0]

    def journal_events(self) -> tuple[Event, ...]:
        kept = self.journal.last_game()
        return kept.events if kept else ()

    @property
    def now(self) -> Snapshot:
        return self.table.board.snapshot()


@contextmanager
def desk_with(
    folder: Path,
    *events: Event,
    hold: HoldMode = HoldMode.RAIL,
    confirm_after: float = 0.0,
    camera: bool = True,
) -> Iterator[Desk]:
    with Journal(folder / "journal.db") as journal:
        yield Desk(journal, *events, hold=hold, confirm_after=confirm_after, camera=camera)
