"""``run``: the table itself."""

import threading
import uuid
from pathlib import Path

import click

from device import config as configuration
from device.cameras.opening import open_camera
from device.commands.around import CONFIGURED, page_of, panel_of, tell, warn
from device.holding import Hold
from device.journal import Journal
from device.loop import attend
from device.play import game_to_play, tray_view
from device.reference_file import FILE as EMPTY_TRAY
from device.reference_file import ReferenceKeeper, load_reference
from device.table import Habits, Table
from vision import Watcher


@click.command()
@CONFIGURED
def run(file: Path) -> None:
    """Run the table: camera, buttons, journal and page as the configuration says."""
    config = configuration.load(file)
    reader = config.reader
    size = reader.size
    with Journal(file.parent / Path(config.journal.path).expanduser()) as journal, panel_of(config.panel) as panel:
        events = game_to_play(journal, config.game.start)
        habits = Habits(Hold(config.table.hold), config.table.confirm_after)
        table = Table(events, journal, panel, tray_view(size), uuid.uuid4().hex, habits)
        with page_of(table.board, config.web.host, config.web.port):
            empty = file.parent / EMPTY_TRAY
            watcher = Watcher(reader, reference=load_reference(empty, size), learned=ReferenceKeeper(empty))
            attend(lambda: open_camera(config.camera), panel, watcher, table, tell, warn, threading.Event())
