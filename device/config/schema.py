"""The configuration: one TOML file. Every key is checked; an error names its line and the closest valid name."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from device.cameras.config import CameraConfig
from device.errors import BadConfig
from engine import BadRules, Started, fold
from vision import BadTray, Lens, Reader, Tray, TraySize
from web.ports.services import IDLE, Wifi

Pin = Annotated[int, Meta(ge=0, le=27)]
Millimetres = Annotated[float, Meta(gt=0, le=2000)]
Corner = tuple[float, float]


class GameConfig(msgspec.Struct, frozen=True):
    """The game to start if the journal holds none: rules, players in seat order, the player who begins (the first)."""

    preset: str = "dice-game-depot"
    options: dict[str, Any] = {}
    players: tuple[str, ...] = ("Player 1", "Player 2")
    starter: str | None = None

    @property
    def start(self) -> Started:
        """Return the start of that game. Raises :class:`~engine.BadRules` if it cannot be played."""
        start = Started(self.preset, self.players, self.starter or next(iter(self.players), ""), self.options)
        fold([start])
        return start


class TrayConfig(msgspec.Struct, frozen=True):
    """The tray's inner measures in mm.

    A tray without markers has ``corners``: those of its floor in the camera's pictures, in pixels, top left, top right,
    bottom right, bottom left.
    """

    width: Millimetres = 300.0
    height: Millimetres = 200.0
    rail: Annotated[float, Meta(ge=0)] = 50.0
    marker: Millimetres = 20.0
    corners: tuple[Corner, Corner, Corner, Corner] | None = None

    @property
    def size(self) -> TraySize:
        """Return the measures only."""
        return TraySize(self.width, self.height, self.rail, self.marker)


class PanelConfig(msgspec.Struct, frozen=True):
    """The pins (BCM numbers) of the two buttons, the lamp's red, green and blue, and the optional parts.

    ``encoder`` are the two contacts of a rotary encoder, ``encoder_push`` is its button, ``buzzer`` an active buzzer.
    ``brightness`` of the lamp is 0–1; ``sounds = false`` mutes the buzzer. The kind ``keyboard`` is the terminal's.
    """

    kind: Literal["gpio", "keyboard", "none"] = "gpio"
    roll: Pin = 17
    stand: Pin = 27
    lamp: tuple[Pin, Pin, Pin] | None = (22, 23, 24)
    encoder: tuple[Pin, Pin] | None = None
    encoder_push: Pin | None = None
    buzzer: Pin | None = None
    brightness: Annotated[float, Meta(ge=0, le=1)] = 1.0
    sounds: bool = True

    @property
    def parts(self) -> dict[str, Pin]:
        """Return each part that has a pin, by its name in the configuration, with the pin."""
        lamp = zip(("lamp (red)", "lamp (green)", "lamp (blue)"), self.lamp or (), strict=False)
        encoder = zip(("encoder (a)", "encoder (b)"), self.encoder or (), strict=False)
        single = {"encoder_push": self.encoder_push, "buzzer": self.buzzer}
        named = {"roll": self.roll, "stand": self.stand, **dict(lamp), **dict(encoder)}
        return named | {name: pin for name, pin in single.items() if pin is not None}


class TableConfig(msgspec.Struct, frozen=True):
    """How the table is used.

    Dice are held by laying them on the ``rail``, by leaving them ``in_place``, or ``off_tray``. A throw is confirmed
    automatically after ``confirm_after`` seconds at rest; 0 waits for ROLL.
    """

    hold: Literal["rail", "in_place", "off_tray"] = "rail"
    confirm_after: Annotated[float, Meta(ge=0, le=60)] = 0.0


class WebConfig(msgspec.Struct, frozen=True):
    """Where the page is served, and its access rules.

    It answers to the machine's addresses, its own name, and the additional ``names`` (as set in a router). A device
    leaves the helm after ``helm_minutes`` without an action. ``pictures`` sets whether the camera's pictures are for
    all devices or for the helm only. ``help`` limits the help with the odds for viewers. The TV shows a code for the
    network ``wifi``, which is an open one without ``wifi_password``.
    """

    host: str = "0.0.0.0"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    names: tuple[str, ...] = ()
    helm_minutes: Annotated[float, Meta(ge=1, le=7 * 24 * 60)] = IDLE / 60
    pictures: Literal["everybody", "helm"] = "everybody"
    help: Literal["off", "odds", "advice"] = "advice"
    wifi: str = ""
    wifi_password: str = ""

    @property
    def network(self) -> Wifi | None:
        """Return the network for phones; None if unknown."""
        return Wifi(self.wifi, self.wifi_password) if self.wifi else None


class JournalConfig(msgspec.Struct, frozen=True):
    """Where the journal is stored; a relative path starts at the configuration file's folder."""

    path: str = "journal.db"


class Config(msgspec.Struct, frozen=True):
    """The whole configuration file; every table and key is optional."""

    game: GameConfig = GameConfig()
    camera: CameraConfig = CameraConfig()
    tray: TrayConfig = TrayConfig()
    panel: PanelConfig = PanelConfig()
    table: TableConfig = TableConfig()
    web: WebConfig = WebConfig()
    journal: JournalConfig = JournalConfig()

    @property
    def reader(self) -> Reader:
        """Return the reader for this tray and camera. Raises :class:`~vision.BadTray` if tray or lens is impossible."""
        camera, tray, size = self.camera, self.tray, self.tray.size
        lens = Lens(camera.field_of_view, camera.bend)
        if tray.corners is None:
            return Reader(size=size, lens=lens)
        return Reader(Tray.from_corners(tray.corners, (camera.width, camera.height), size, lens), size, lens)


def load(file: Path) -> Config:
    """Return the configuration in that file. Raises :class:`BadConfig`, which names the line and a correction."""
    try:
        text = file.read_text("utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise BadConfig(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not a text file in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{file} is not TOML: {error}.") from None
    _refuse_unknown(table, file, text)
    try:
        config = msgspec.convert(table, Config)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        path = re.sub(r"\[.*", "", where.rstrip("`")).split(".")
        raise BadConfig(f"{_place(file, text, path)} {'.'.join(path)} is wrong: {what}.") from None
    _refuse_senseless(config, file, text)
    if config.camera.path:
        place = str(file.parent / Path(config.camera.path).expanduser())
        config = msgspec.structs.replace(config, camera=msgspec.structs.replace(config.camera, path=place))
    return config


def _refuse_unknown(table: dict[str, Any], file: Path, text: str) -> None:
    sections = {field.name: field.type for field in msgspec.structs.fields(Config)}
    for section, keys in table.items():
        if section not in sections:
            raise BadConfig(f"{_place(file, text, [section])} there is no “{section}”{_nearest(section, sections)}.")
        known = {field.name for field in msgspec.structs.fields(sections[section])}
        for key in keys if isinstance(keys, dict) else ():
            if key not in known:
                place = _place(file, text, [section, key])
                raise BadConfig(f"{place} [{section}] has no “{key}”{_nearest(key, known)}.")


def _refuse_senseless(config: Config, file: Path, text: str) -> None:
    try:
        _ = config.game.start
    except BadRules as error:
        raise BadConfig(f"{_place(file, text, ['game'])} {error}.") from None
    if config.camera.kind in ("recording", "stills") and not config.camera.path:
        raise BadConfig(f"{_place(file, text, ['camera'])} a camera of kind “{config.camera.kind}” needs a path.")
    parts = config.panel.parts
    if config.panel.kind == "gpio" and len(set(parts.values())) < len(parts):
        twice = next(pin for pin in parts.values() if list(parts.values()).count(pin) > 1)
        who = " and ".join(name for name, pin in parts.items() if pin == twice)
        place = _place(file, text, ["panel"])
        raise BadConfig(f"{place} pin {twice} is used twice, by {who}: give each part a pin of its own.")
    try:
        _ = config.reader
    except BadTray as error:
        path = ["camera"] if "lens" in str(error) else ["tray", "corners"]
        raise BadConfig(f"{_place(file, text, path)} {error}") from None
    if config.tray.rail >= config.tray.width:
        raise BadConfig(f"{_place(file, text, ['tray', 'rail'])} the rail is wider than the tray.")


def _nearest(name: str, known: Any) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean “{near[0]}”?" if near else f"; known are {', '.join(sorted(known))}"


def _place(file: Path, text: str, path: list[str]) -> str:
    """Return “FILE, line 7:” for a key in a table, or for the table; without the line if it is unknown."""
    section = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*[\"']?([\w-]+)", line):
            section = header[1]
            if path == [section]:
                return f"{file}, line {number}:"
            continue
        key = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[.=]", line)
        if key and section in (None, path[0]) and key[1] == (path[-1] if section else path[0]):
            return f"{file}, line {number}:"
    return f"{file}:"
