"""``demo`` and ``replay``: a recording through the whole pipeline, with a page and without."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
import msgspec

from device.adapters.pictures import TableClips
from device.adapters.services import aboard_a_demo
from device.cli import output
from device.cli.command import FILE, PATH, NumberInRange, WholeNumberInRange, argument, command, option
from device.cli.context import PAIR, EventPrinter, journal_in, warn
from device.observer import Observer
from device.recording import format as recordings
from device.recording.format import Recording, result_of
from device.runtime.page import page_of, print_code
from device.runtime.replay import Replay
from device.terminal import safe, said, say
from engine import Started
from engine.i18n import gettext as _
from engine.i18n import number
from table.commands import CommandSink, Play
from table.table import ConfirmedEvent
from web.errors import NotServed

DEMO = Path(recordings.__file__).with_name("demo")
"""The demo's recording: packaged, or in a clone that of the fixtures."""

if not DEMO.is_dir():
    DEMO = Path(__file__).parents[2] / "fixtures" / "recordings" / "first-evening"

PATIENCE = 5.0
"""Seconds within which the table begins the game again."""

FIRST_GUEST = 10.0
"""Seconds that the demo waits for a first page to be opened before it begins."""


@command(help=_("Its pictures go through the whole pipeline, as a camera’s do. The page stays until Ctrl-C."))
@argument("recording", metavar=_("RECORDING"), type=PATH, default=DEMO, required=False)
@option("--host", default="0.0.0.0", show_default=True, help=_("Address to serve the page on."))
@option(
    "--port",
    type=WholeNumberInRange(0, 65535),
    default=8000,
    show_default=True,
    help=_("Port of the page; 0 takes a free one."),
)
@option("--speed", default=1.0, type=NumberInRange(0.1, 10), show_default=True, help=_("Playback speed."))
@PAIR
def demo(recording: Path, host: str, port: int, speed: float, pair: bool) -> None:
    truth = recordings.load(recording)
    with journal_in(None) as journal, _errors_naming_options():
        replay = Replay(recording, truth, journal, (EventPrinter(),), speed=speed, keeps_clips=True)
        board = replay.table.board
        end_of_demo = DemoEnd(board, replay.start)
        clips = TableClips(replay.clips, replay.kept, dict)
        joins = replay.table.join_requests
        appliance = aboard_a_demo(board, replay.preview, replay.crops, clips, joins, end_of_demo)
        appliance = replace(appliance, bulletin=replay.table.bulletin)
        with replay.clips, page_of(board, appliance, journal, host, port):
            if pair:
                print_code(appliance.codes)
            end = time.monotonic() + FIRST_GUEST
            replay.stay(lambda: board.watched.is_set() or time.monotonic() > end)
            say(_("Playing {name}, {seconds} seconds long.", name=truth.name, seconds=number(truth.frames[-1].t)))
            replay.run()
            say(output.result_in_words(replay.table.state))
            if not replay.table.commands.used:
                compare(replay, truth)
            say(_("The demo is finished. The page stays until Ctrl-C."))
            while True:
                end_of_demo.wait(replay)
                replay.begin_again()
                replay.run()


class DemoEnd:
    """The end of a demo's recording, and the way back to its beginning. Implements :class:`~web.services.device.Demo`.

    ``board`` takes the ``start`` of the recorded game as a command.
    """

    def __init__(self, board: CommandSink, start: Started) -> None:
        self._board = board
        self._start = start
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self.is_over = False

    def wait(self, replay: Replay) -> None:
        self._asked.clear()
        self.is_over = True
        replay.table.camera_lost(_("The demo is finished: play it again, or play by hand."))
        replay.stay(self._asked.is_set)

    def again(self) -> None:
        with self._lock:
            if not self.is_over:
                return
            self.is_over = False
            if self._board.submit(Play(self._start), PATIENCE).done:
                self._asked.set()
            else:
                self.is_over = True


@command(
    help=_("Prints each event and the result, without a page. Exit status 1 if the result is not the recorded one.")
)
@argument("recording", metavar=_("RECORDING"), type=PATH)
@option("--json", "as_json", is_flag=True, help=_("Print one JSON object per event, then the result."))
@option("--fast", is_flag=True, help=_("Replay as fast as possible."))
@option("--journal", "file", type=FILE, metavar=_("FILE"), help=_("Save or continue the game in this file."))
def replay(recording: Path, as_json: bool, fast: bool, file: Path | None) -> None:
    truth = recordings.load(recording)
    with journal_in(file) as journal:
        printed = JsonEventPrinter() if as_json else EventPrinter()
        played = Replay(recording, truth, journal, (printed,), speed=None if fast else 1.0)
        played.run()
        state = played.table.state
        if as_json:
            click.echo(json.dumps({"result": msgspec.to_builtins(result_of(state))}, ensure_ascii=False))
        else:
            say(output.result_in_words(state))
        compare(played, truth)


class JsonEventPrinter(Observer):
    """Prints each confirmed event as a line of JSON."""

    def confirmed(self, event: ConfirmedEvent) -> None:
        click.echo(output.counted_as_json(event))


@contextmanager
def _errors_naming_options() -> Iterator[None]:
    """Have the errors of the page's address name the options instead of the configuration."""
    try:
        yield
    except NotServed as error:
        raise click.ClickException(safe(said(error.as_option))) from None


def compare(replay: Replay, truth: Recording) -> None:
    """Report whether the game ended differently from the recorded result, or if no result is recorded."""
    if truth.result is None:
        warn(_("{name} has no recorded result: there is nothing to compare with.", name=truth.name))
    elif not replay.as_recorded:
        true = json.dumps(msgspec.to_builtins(truth.result), ensure_ascii=False)
        raise click.ClickException(
            safe(said(_("The recorded result of {name} is another: {result}.", name=truth.name, result=true)))
        )
