"""The configuration: one TOML file. Every key is checked; an error names its line and the closest valid name."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from device.cameras.config import CameraConfig
from device.config.keys import keys_of, sections_of
from device.config.mqtt import MqttConfig
from device.errors import BadConfig
from device.files.kept_file import read_file
from device.files.os_errors import reason_of
from engine import BadRules, Started
from engine.i18n import gettext as _
from engine.i18n import joined, listed
from engine.names import is_long, shortened, tidied, why_no_name
from table.games import check_start
from vision import BadTray, LampSide
from web.services.device import IDLE, NetworkMode, Wifi

if TYPE_CHECKING:
    from vision import Reader, TraySize


Pin = Annotated[int, Meta(ge=0, le=27)]
Millimetres = Annotated[float, Meta(gt=0, le=2000)]
Corner = tuple[float, float]


class GameConfig(msgspec.Struct, frozen=True):
    """The game to start if none is open."""

    preset: Annotated[str, Meta(description="the rules by their name, see docs/rules.md")] = "dice-game-depot"
    options: Annotated[
        dict[str, Any],
        Meta(description="variants of the rules", examples=[{"cargo_reroll": "each", "stakes": "pot(2)"}]),
    ] = {}
    players: Annotated[tuple[str, ...], Meta(description="in seat order")] = ("Player 1", "Player 2")
    starter: Annotated[
        str | None, Meta(description="throws first; otherwise the first player", examples=["Player 2"])
    ] = None

    @property
    def start(self) -> Started:
        """Return the start of that game. Raises :class:`~engine.BadRules` if it cannot be played.

        Names of former configurations that are too long are shortened.
        """
        alike = Counter(map(shortened, self.players))

        def called(name: str) -> str:
            """Return the name tidied, and shortened unless it is refused anyway or would be that of two players."""
            name = tidied(name) or name
            kept = not is_long(name) or alike[shortened(name)] > 1 or why_no_name(name) is not None
            return name if kept else shortened(name)

        starter = self.starter or next(iter(self.players), None)
        start = Started(self.preset, tuple(map(called, self.players)), starter and called(starter), self.options)
        check_start(start)
        return start

    @property
    def long_names(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if is_long(name))


class TrayConfig(msgspec.Struct, frozen=True):
    """The tray's inner measures in mm."""

    width: Annotated[Millimetres, Meta(description="from left to right")] = 300.0
    height: Millimetres = 200.0
    rail: Annotated[float, Meta(ge=0, description="width of the hold rail at the left")] = 50.0
    marker: Annotated[Millimetres, Meta(description="side of a printed marker")] = 20.0
    corners: Annotated[
        tuple[Corner, Corner, Corner, Corner] | None,
        Meta(
            description="without markers: the floor's corners in the pictures, in pixels, clockwise from top left",
            examples=[((304.6, 137.0), (968.9, 149.9), (959.1, 592.1), (297.2, 578.9))],
        ),
    ] = None

    @property
    def size(self) -> "TraySize":
        from vision import TraySize  # loads OpenCV

        return TraySize(self.width, self.height, self.rail, self.marker)


class PanelConfig(msgspec.Struct, frozen=True):
    """Buttons, lamp and more, by their pins (BCM numbers); buttons connect to ground."""

    kind: Annotated[Literal["gpio", "keyboard", "none"], Meta(description="buttons (keyboard is the terminal's)")] = (
        "gpio"
    )
    roll: Pin = 17
    stand: Pin = 27
    lamp: Annotated[tuple[Pin, Pin, Pin] | None, Meta(description="red, green and blue")] = (22, 23, 24)
    encoder: Annotated[
        tuple[Pin, Pin] | None, Meta(description="rotary encoder, which picks a box", examples=[(5, 6)])
    ] = None
    encoder_push: Annotated[Pin | None, Meta(description="push button of the encoder", examples=[13])] = None
    buzzer: Annotated[Pin | None, Meta(description="active buzzer", examples=[12])] = None
    brightness: Annotated[float, Meta(ge=0, le=1, description="of the lamp, from 0 to 1")] = 1.0
    sounds: Annotated[bool, Meta(description="of the buzzer")] = True

    @property
    def parts(self) -> dict[str, Pin]:
        """Return each part that has a pin, by its name in the configuration, with the pin."""
        lamp = zip(("lamp (red)", "lamp (green)", "lamp (blue)"), self.lamp or (), strict=False)
        encoder = zip(("encoder (a)", "encoder (b)"), self.encoder or (), strict=False)
        single = {"encoder_push": self.encoder_push, "buzzer": self.buzzer}
        named = {"roll": self.roll, "stand": self.stand, **dict(lamp), **dict(encoder)}
        return named | {name: pin for name, pin in single.items() if pin is not None}


class TableConfig(msgspec.Struct, frozen=True):
    """How the table is used."""

    hold: Annotated[Literal["rail", "in_place", "off_tray"], Meta(description="where held dice lie")] = "rail"
    confirm_after: Annotated[
        float, Meta(ge=0, le=60, description="seconds at rest after which a throw counts by itself; 0 waits for ROLL")
    ] = 0.0


class WebConfig(msgspec.Struct, frozen=True):
    """Where the page is served, and its access rules."""

    host: Annotated[str, Meta(description="0.0.0.0 for the whole network, 127.0.0.1 for this machine only")] = "0.0.0.0"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    names: Annotated[
        tuple[str, ...],
        Meta(description="more names of this machine, set in the router", examples=[("tray.bar.lan",)]),
    ] = ()
    helm_minutes: Annotated[
        float, Meta(ge=1, le=7 * 24 * 60, description="without an action, after which a phone leaves the helm")
    ] = IDLE / 60
    pictures: Annotated[Literal["everybody", "helm"], Meta(description="who sees the camera's pictures")] = "helm"
    help: Annotated[Literal["off", "odds", "advice"], Meta(description="how much help viewers get")] = "advice"
    metrics: Annotated[bool, Meta(description="figures for Prometheus at /metrics, for the local network")] = False
    wifi: Annotated[str, Meta(description="network for phones; the TV shows a code for it", examples=["Galley"])] = ""
    wifi_password: Annotated[str, Meta(description="without it the network is open", examples=["rum and cola"])] = ""

    @property
    def known_wifi(self) -> Wifi | None:
        return Wifi(self.wifi, self.wifi_password) if self.wifi else None


class NetworkConfig(msgspec.Struct, frozen=True):
    """The table's networks, by NetworkManager; see docs/network.md."""

    mode: Annotated[
        NetworkMode,
        Meta(description="make its own Wi-Fi, join the house's and fall back to its own, or both; off changes nothing"),
    ] = "off"


class ReplayConfig(msgspec.Struct, frozen=True):
    """The last two seconds of a throw, from the camera's picture; `[web] pictures` says who sees them."""

    enabled: Annotated[bool, Meta(description="the latest throw can be seen again")] = True
    tv: Annotated[
        bool, Meta(description="the table's own screens show throws, also if only the helm sees pictures")
    ] = False
    keep_mb: Annotated[
        float, Meta(ge=0, le=100_000, description="kept throws in megabytes, 0 for none; won shakes are kept 90 days")
    ] = 100.0
    keep_days: Annotated[float, Meta(gt=0, le=36500, description="days after which a kept throw is removed")] = 90.0


class TvConfig(msgspec.Struct, frozen=True):
    """What the TV view shows beside the table."""

    attract: Annotated[bool, Meta(description="show name, last result and how to join between games")] = True
    attract_minutes: Annotated[float, Meta(gt=0, le=1440, description="after a game, until then")] = 3.0
    figures: Annotated[bool, Meta(description="show the chances to win and the moments of a game, on all screens")] = (
        True
    )
    reactions: Annotated[bool, Meta(description="phones can send reactions to the TV, and report misread dice")] = True
    console: Annotated[
        bool, Meta(description="the machine's own screen shows above its login what to do next, and the page's address")
    ] = True


class JournalConfig(msgspec.Struct, frozen=True):
    """Where the games are stored; a relative path starts at this file's folder."""

    path: str = "journal.db"


RATE_WITH_LAMPS = 40.0
"""Pictures a second of the Pi's camera: two of them for each lamp, exposures of 20 ms, take 0.2 s."""

SHARE_WITH_LAMPS = 0.7
"""Share of the automatic exposure: under a bright lamp white dice must not be overexposed."""


class LampsConfig(msgspec.Struct, frozen=True):
    """Four light strips round the camera, by their pins (BCM numbers); see docs/lamps.md."""

    pins: Annotated[
        tuple[Pin, Pin, Pin, Pin] | None,
        Meta(
            description="left, right, far and near strip; without pins there are no lamps", examples=[(16, 20, 21, 26)]
        ),
    ] = None
    active_high: Annotated[bool, Meta(description="false: a low pin makes its strip brighter")] = True
    films: Annotated[bool, Meta(description="polarizing films on strips and lens, crossed, keep glare away")] = False
    seconds: Annotated[
        float, Meta(ge=0.1, le=2, description="that the pictures of a throw may take; then the table goes on without")
    ] = 0.25

    @property
    def sides(self) -> Mapping[LampSide, int]:
        """Return the pin of each lamp; empty without lamps."""
        return dict(zip(LampSide, self.pins or (), strict=False))


class SoundConfig(msgspec.Struct, frozen=True):
    """The caller on the device, by espeak-ng through its speaker; screens choose their sound for themselves."""

    caller: Annotated[
        bool | Literal["voice"],
        Meta(description='says the roll and what is needed; "voice" says all that a blind player needs'),
    ] = False
    language: Annotated[Literal["en", "en-US", "de", "es", "fr"], Meta(description="of the caller")] = "en"
    volume: Annotated[float, Meta(ge=0, le=1, description="from 0 to 1")] = 0.8
    device: Annotated[str, Meta(description="ALSA device; otherwise the usual one", examples=["plughw:1,0"])] = ""


class BackupConfig(msgspec.Struct, frozen=True):
    """Daily backups to a USB stick that was chosen for them."""

    usb: Annotated[bool, Meta(description="a chosen stick has a folder quarterdeck-backups; others get nothing")] = True
    time: Annotated[
        str,
        Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", description="of the day; what was missed is made up for"),
    ] = "05:00"
    keep: Annotated[int, Meta(ge=1, le=365, description="so many backups of this table stay on the stick")] = 7
    sticks: Annotated[
        str, Meta(description="folder in which sticks are mounted; the Debian package mounts them there")
    ] = "/media/quarterdeck"

    @property
    def minute(self) -> int:
        hour, _colon, minute = self.time.partition(":")
        return 60 * int(hour) + int(minute)


class Config(msgspec.Struct, frozen=True):
    """The whole configuration file; every table and key is optional."""

    game: GameConfig = GameConfig()
    camera: CameraConfig = CameraConfig()
    tray: TrayConfig = TrayConfig()
    panel: PanelConfig = PanelConfig()
    table: TableConfig = TableConfig()
    web: WebConfig = WebConfig()
    network: NetworkConfig = NetworkConfig()
    replay: ReplayConfig = ReplayConfig()
    tv: TvConfig = TvConfig()
    journal: JournalConfig = JournalConfig()
    backup: BackupConfig = BackupConfig()
    mqtt: MqttConfig = MqttConfig()
    sound: SoundConfig = SoundConfig()
    lamps: LampsConfig = LampsConfig()

    @property
    def parts(self) -> dict[str, Pin]:
        """Return each part that has a pin, by its name in the configuration, with the pin."""
        panel = self.panel.parts if self.panel.kind == "gpio" else {}
        return panel | {f"lamps ({side})": pin for side, pin in self.lamps.sides.items()}

    @property
    def reader(self) -> "Reader":
        """Return the reader for this tray and camera. Raises :class:`~vision.BadTray` if tray or lens is impossible."""
        from vision import Lens, Reader, Tray  # loads OpenCV

        camera, tray, size = self.camera, self.tray, self.tray.size
        lens = Lens(camera.field_of_view, camera.bend)
        if tray.corners is None:
            return Reader(size=size, lens=lens)
        return Reader(Tray.from_corners(tray.corners, (camera.width, camera.height), size, lens), size, lens)


def text_of(file: Path) -> str:
    """Return the text of a configuration. Raises :class:`BadConfig` if it cannot be read or is not TOML."""
    try:
        text = read_file(file).decode("utf-8")
        tomllib.loads(text)
    except FileNotFoundError:
        raise BadConfig(_("{file} is missing: write one with quarterdeck init {file}.", file=file)) from None
    except PermissionError:
        raise BadConfig(_("{file} cannot be read by this user: run the command with sudo.", file=file)) from None
    except OSError as error:
        raise BadConfig(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
    except UnicodeDecodeError:
        raise BadConfig(_("{file} is not a text file in UTF-8.", file=file)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadConfig(_("{file} is not TOML: {error}.", file=file, error=error)) from None
    return text


def load(file: Path) -> Config:
    """Return the configuration in that file. Raises :class:`BadConfig`, which names the line and a correction."""
    text = text_of(file)
    table = tomllib.loads(text)
    _refuse_unknown(table, file, text)
    try:
        config = msgspec.convert(table, Config)
    except msgspec.ValidationError as error:
        path = re.sub(r"\[.*", "", str(error).partition(" - at `$.")[2].rstrip("`")).split(".")
        raise BadConfig(joined([_place(file, text, path), _of_another_type(*path)])) from None
    _refuse_senseless(config, file, text)
    camera = config.camera
    if camera.path:
        camera = replace(camera, path=str(file.parent / Path(camera.path).expanduser()))
    if config.lamps.pins:
        camera = replace(camera, rate=camera.rate or RATE_WITH_LAMPS, share=camera.share or SHARE_WITH_LAMPS)
    return replace(config, camera=camera, mqtt=config.mqtt.beside(file.parent))


def _refuse_unknown(table: dict[str, Any], file: Path, text: str) -> None:
    sections = {name: section.__struct_fields__ for name, section in sections_of(Config).items()}
    for section, keys in table.items():
        if section not in sections:
            place = _place(file, text, [section])
            for name, known in sections.items():
                if section in known and not isinstance(keys, dict):
                    raise BadConfig(
                        _("{place} “{section}” belongs under [{name}].", place=place, section=section, name=name)
                    )
            raise BadConfig(
                _(
                    "{place} there is no “{section}”{nearest}",
                    place=place,
                    section=section,
                    nearest=_nearest(section, sections),
                )
            )
        known = sections[section]
        for key in keys if isinstance(keys, dict) else ():
            if key not in known:
                place = _place(file, text, [section, key])
                raise BadConfig(
                    _(
                        "{place} [{section}] has no “{key}”{nearest}",
                        place=place,
                        section=section,
                        key=key,
                        nearest=_nearest(key, known),
                    )
                )


def _of_another_type(section: str, key: str = "", *_rest: str) -> str:
    if not key:
        return _("{section} is a section: write [{section}] on a line above its keys.", section=section)
    return _(
        "{section}.{key} can only be {allowed}.",
        section=section,
        key=key,
        allowed=keys_of(sections_of(Config)[section])[key].allowed,
    )


def _refuse_senseless(config: Config, file: Path, text: str) -> None:
    try:
        _start = config.game.start
    except BadRules as error:
        end = "" if str(error).endswith(("?", ".")) else "."
        raise BadConfig(joined([_place(file, text, ["game"]), joined([str(error), end], "")])) from None
    if config.camera.kind in ("recording", "stills") and not config.camera.path:
        raise BadConfig(
            _(
                "{place} a camera of kind “{kind}” needs a path.",
                place=_place(file, text, ["camera"]),
                kind=config.camera.kind,
            )
        )
    parts = config.parts
    if len(set(parts.values())) < len(parts):
        twice = next(pin for pin in parts.values() if list(parts.values()).count(pin) > 1)
        who = listed([name for name, pin in parts.items() if pin == twice])
        of_lamps = twice in config.lamps.sides.values()
        place = _place(file, text, ["lamps", "pins"] if of_lamps else ["panel"])
        raise BadConfig(
            _(
                "{place} pin {twice} is used twice, by {who}: give each part a pin of its own.",
                place=place,
                twice=twice,
                who=who,
            )
        )
    try:
        _reader = config.reader
    except BadTray as error:
        path = ["camera"] if "lens" in str(error) else ["tray", "corners"]
        raise BadConfig(joined([_place(file, text, path), str(error)])) from None
    if config.tray.rail >= config.tray.width:
        raise BadConfig(_("{place} the rail is wider than the tray.", place=_place(file, text, ["tray", "rail"])))
    if wrong := config.mqtt.wrong:
        key, why = wrong
        raise BadConfig(joined([_place(file, text, ["mqtt", key]), why]))


def _nearest(name: str, known: Any) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return (
        _("; did you mean “{near}”?", near=near[0])
        if near
        else _("; choose from {known}.", known=", ".join(sorted(known)))
    )


def _place(file: Path, text: str, path: list[str]) -> str:
    """Return “FILE, line 7:” for a key in a table, or for the table; without the line if it is unknown."""
    section = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*[\"']?([\w-]+)", line):
            section = header[1]
            if path == [section]:
                return _("{file}, line {number}:", file=file, number=number)
            continue
        key = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[.=]", line)
        if key and section in (None, path[0]) and key[1] == (path[-1] if section else path[0]):
            return _("{file}, line {number}:", file=file, number=number)
    return f"{file}:"
