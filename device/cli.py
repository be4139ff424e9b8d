"""The command line: ``quarterdeck COMMAND``."""

import json
import math
import signal
import socket
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import FrameType

import click
import msgspec

from device import config as configuration
from device import recording as recordings
from device import telling
from device.cameras.camera import Image
from device.cameras.opening import open_camera
from device.config import PanelConfig
from device.errors import DeviceError, NoPanel
from device.evaluation import Score, score, summaries
from device.journal import Journal
from device.labels import Split, tables_of
from device.loop import attend
from device.odds import odds_as_json, odds_in_words, rules_named
from device.panels.none import NoButtons
from device.panels.opening import open_panel
from device.panels.panel import Panel, Press
from device.play import Replay, game_to_play, tray_view
from device.progress import OneLine
from device.recorder import Recorder, keep_recording
from device.recording import Game, Recording
from device.reference_file import FILE as EMPTY_TRAY
from device.reference_file import ReferenceKeeper, load_reference
from device.sheet import MOST, contact_sheet, failure
from device.stills import load_picture, save_picture
from device.table import Counted, Table
from device.tray_file import KnownTray, load_tray, tray_of_corners
from device.truth import result_of
from vision import Reading, VisionError, Watcher, annotate, counted
from web import Table as WebTable
from web import WebError, create_app, create_server

DEMO = Path(__file__).parents[1] / "fixtures" / "recordings" / "first-evening"

FIRST_GUEST = 10.0
"""Seconds that the demo waits for somebody to open the page before it begins."""


class Sentences(click.Group):
    """Commands whose errors are told in their one sentence."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of ours becomes a message and exit status 1."""
        try:
            return super().invoke(ctx)
        except (DeviceError, VisionError, WebError) as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(130)


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quarterdeck")
def main() -> None:
    """Quarterdeck: a dice tray that keeps its own score."""
    signal.signal(signal.SIGTERM, _end)


@main.command()
@click.argument("recording", type=click.Path(path_type=Path), default=DEMO, required=False)
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to serve the page on.")
@click.option("--port", default=8000, show_default=True, help="The port to serve the page on; 0 takes a free one.")
@click.option("--speed", default=1.0, type=click.FloatRange(0.1, 10), help="Play so many times as fast.")
def demo(recording: Path, host: str, port: int, speed: float) -> None:
    """Play a recorded game through the whole pipeline, live on the page."""
    truth = recordings.load(recording)
    with _journal(None) as journal:
        replay = Replay(recording, truth, journal, speed=speed)
        with _page(replay.table.board, host, port):
            replay.table.board.watched.wait(FIRST_GUEST)
            click.echo(f"Playing {truth.name}, {truth.frames[-1].t:.0f} seconds long.")
            replay.run(_tell)
            click.echo(telling.result_in_words(replay.table.state))
            _compare(replay, truth)
            click.echo("The game is over. The page stays until Ctrl-C.")
            threading.Event().wait()


@main.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: each event, then the result.")
@click.option("--fast", is_flag=True, help="As fast as the frames can be read, not as fast as they were taken.")
@click.option("--journal", "file", type=click.Path(path_type=Path), help="Keep the game here, and go on from it.")
def replay(recording: Path, as_json: bool, fast: bool, file: Path | None) -> None:
    """Play a recording without a page: print each event and the result; exit status 1 if it is not the true one."""
    truth = recordings.load(recording)
    with _journal(file) as journal:
        played = Replay(recording, truth, journal, speed=None if fast else 1.0)
        played.run(_tell_json if as_json else _tell)
        state = played.table.state
        if as_json:
            click.echo(json.dumps({"result": msgspec.to_builtins(result_of(state))}, ensure_ascii=False))
        else:
            click.echo(telling.result_in_words(state))
        _compare(played, truth)


def _told_of_a_tray(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say where the tray lies."""
    corners = click.option(
        "--corners",
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="The floor's corners in pixels: top left, top right, bottom right, bottom left.",
    )
    tray = click.option(
        "--tray",
        type=click.Path(path_type=Path),
        help="A TOML or JSON file of the tray's measures, corners and lens (see the README).",
    )
    return tray(corners(command))


@main.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each image.")
@click.option("--annotate", "folder", type=click.Path(path_type=Path), help="Write each picture with its reading here.")
@_told_of_a_tray
@click.option(
    "--dice", "thrown", type=click.IntRange(1, 200), help="How many dice were thrown: another number is told."
)
def read(
    images: tuple[Path, ...],
    as_json: bool,
    folder: Path | None,
    tray: Path | None,
    corners: str | None,
    thrown: int | None,
) -> None:
    """Read the dice in pictures; exit status 1 if one of the files could not be read.

    Without --tray and --corners the tray is found by its markers where at least three are seen; without those the dice
    are read wherever they lie.
    """
    known = _known_tray(tray, corners)
    failed = False
    for file in images:
        try:
            reading, factor, ms = _read_one(known, file, folder, thrown)
        except (DeviceError, VisionError) as error:
            failed = True
            row, words = {"error": str(error)}, f"Error: {error}"
        else:
            row = telling.reading_as_json(reading, factor) | {"ms": round(ms, 1)}
            words = f"{file}: {telling.reading_in_words(reading)}"
        if as_json:
            click.echo(json.dumps({"file": str(file), **row}, ensure_ascii=False))
        else:
            click.echo(words, err=words.startswith("Error"))
    if failed:
        sys.exit(1)


@main.command()
@click.argument("sets", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SET…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each family.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Draw the tables not read exactly on this JPEG.")
@click.option("--split", type=click.Choice(["tune", "check"]), help="Only the pictures labelled for this.")
@click.option("--calibrated", is_flag=True, help="Tell the reader where the tray lies, as each picture's label has it.")
@_told_of_a_tray
def evaluate(
    sets: tuple[Path, ...],
    as_json: bool,
    sheet: Path | None,
    split: Split | None,
    calibrated: bool,
    tray: Path | None,
    corners: str | None,
) -> None:
    """Read labelled pictures or recordings and count the tables read exactly, caught, or silently misread."""
    known = _known_tray(tray, corners)
    scores: list[Score] = []
    silent: list[Image] = []
    caught: list[Image] = []
    for place in sets:
        count, tables = tables_of(place, split)
        with click.progressbar(tables, length=count, label=str(place), file=sys.stderr, show_pos=True) as bar:
            for table in bar:
                reader = known.reader(table.image, table.factor)
                one = score(reader.at(table.tray) if calibrated and table.tray else reader, table)
                scores.append(one)
                cells = silent if one.verdict == "silent" else caught
                if sheet and one.verdict != "exact" and len(cells) < MOST:
                    cells.append(failure(table, one))
    for summary in summaries(scores):
        click.echo(json.dumps(asdict(summary)) if as_json else telling.summary_in_words(summary))
    if sheet:
        save_picture(sheet, contact_sheet([*silent, *caught]))


@main.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path), required=True, help="The configuration, a TOML file."
)
def run(file: Path) -> None:
    """Run the table: camera, buttons, journal and page as the configuration says."""
    config = configuration.load(file)
    reader = config.reader
    size = reader.size
    with Journal(file.parent / Path(config.journal.path).expanduser()) as journal, _panel(config.panel) as panel:
        events = game_to_play(journal, config.game.start)
        table = Table(events, journal, panel, tray_view(size), uuid.uuid4().hex)
        with _page(table.board, config.web.host, config.web.port):
            empty = file.parent / EMPTY_TRAY
            watcher = Watcher(reader, reference=load_reference(empty, size), learned=ReferenceKeeper(empty))
            attend(lambda: open_camera(config.camera), panel, watcher, table, _tell, _warn, threading.Event())


@main.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path), required=True, help="The configuration, a TOML file."
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=math.inf, help="Stop after so many seconds."
)
@click.option("--every", type=click.FloatRange(0), default=0.1, show_default=True, help="Seconds from frame to frame.")
def record(file: Path, folder: Path, seconds: float, every: float) -> None:
    """Record camera and buttons as configured into a new FOLDER, until Ctrl-C; replay plays it."""
    config = configuration.load(file)
    start = config.game.start
    options = dict(start.options)
    game = Game(preset=start.preset, options=options, players=start.players, starter=start.starter or start.players[0])
    recorder = Recorder(folder, config.tray.size, game, every=every)
    line = OneLine()
    try:
        with _panel(config.panel) as panel, open_camera(config.camera) as camera, recorder:
            _warn(f"Recording into {folder} until Ctrl-C.")
            keep_recording(
                camera, panel, recorder, lambda: line.show(lambda: telling.recorded_in_words(recorder)), seconds
            )
    except KeyboardInterrupt:
        pass
    finally:
        line.end()
        if recorder.frames:
            click.echo(f"{folder}: {telling.recorded_in_words(recorder)}.")


@main.command()
@click.option("--preset", default="dice-game-depot", show_default=True, help="The rules by their name.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the rules; may be repeated.")
@click.option("--beat", type=click.IntRange(0), help="Also the chance to score more than this.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, chances as exact fractions.")
def odds(preset: str, settings: tuple[str, ...], beat: int | None, as_json: bool) -> None:
    """Tell the odds of one turn: qualifying, the mean score, every score, and when to stand."""
    rules = rules_named(preset, settings)
    click.echo(json.dumps(odds_as_json(rules, beat)) if as_json else odds_in_words(rules, beat))


@contextmanager
def _journal(file: Path | None) -> Iterator[Journal]:
    """The journal in that file, or one that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder,
        Journal(file or Path(folder, "journal.db")) as it,
    ):
        yield it


@contextmanager
def _page(table: WebTable, host: str, port: int) -> Iterator[None]:
    """Serve the page beside whatever else is done."""
    server = create_server(create_app(table), host, port)
    thread = threading.Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        click.echo(f"The table is on {server.url}, for phones on http://{_name()}:{server.port}/.")
        yield
    finally:
        server.close()
        thread.join(5.0)


def _name() -> str:
    """This machine's name as phones in the same network find it."""
    name = socket.gethostname()
    return name if "." in name else f"{name}.local"


def _panel(config: PanelConfig) -> Panel:
    try:
        return open_panel(config)
    except NoPanel as error:
        _warn(str(error))
        return NoButtons()


def _read_one(known: KnownTray, file: Path, folder: Path | None, thrown: int | None) -> tuple[Reading, int, float]:
    image, factor = load_picture(file)
    reader = known.reader(image, factor)
    began = time.perf_counter()
    reading = reader.read(image)
    ms = 1000 * (time.perf_counter() - began)
    if thrown:
        reading = counted(reading, thrown)
    if folder:
        save_picture(folder / f"{file.stem}.jpg", annotate(image, reading, reader.tray or reader.find_tray(image)))
    return reading, factor, ms


def _known_tray(file: Path | None, corners: str | None) -> KnownTray:
    if file and corners:
        raise click.UsageError("Say where the tray lies by --tray or by --corners, not by both.")
    return load_tray(file) if file else tray_of_corners(corners) if corners else KnownTray()


def _warn(sentence: str) -> None:
    click.echo(sentence, err=True)


def _tell(press: Press, counted: Counted) -> None:
    click.echo(telling.counted_in_words(press, counted))


def _tell_json(press: Press, counted: Counted) -> None:
    click.echo(telling.counted_as_json(press, counted))


def _compare(replay: Replay, truth: Recording) -> None:
    """Say so if the game ended otherwise than it really did, or if nobody knows how that was."""
    if truth.result is None:
        _warn(f"{truth.name} does not say how it really ended: there is nothing to compare with.")
    elif not replay.as_recorded:
        true = json.dumps(msgspec.to_builtins(truth.result), ensure_ascii=False)
        raise click.ClickException(f"This is not how {truth.name} really ended: {true}.")


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
