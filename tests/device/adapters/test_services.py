"""The services behind the page: the PIN that was lost, the secret that signs cookies, and settings from the page."""

import stat
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from device.adapters.pictures import DieCrops, Preview
from device.adapters.service_log import TableLog
from device.adapters.services import BYTES, FILE, PIN_LOST, ConfiguredSettings, aboard, secret_in
from device.adapters.setup import TableCalibration
from device.config import schema as configuration
from device.config.schema import Config
from device.notices import Notices
from table.commands import Command, CommandQueue, CommandResult, SeenRevision, Tune
from table.join_requests import JoinRequests
from table.publisher import SnapshotPublisher
from tests.web.moments import WAITING
from web.access.pin import keep_pin
from web.errors import NotKept


def notices_of(folder: Path) -> tuple[str, ...]:
    """What a table in that folder says at its start."""
    notices, preview, file = Notices(), Preview(), folder / "quarterdeck.toml"
    calibration = TableCalibration(file, Config(), preview)
    board = SnapshotPublisher(WAITING, CommandQueue())
    aboard(file, Config(), board, preview, DieCrops(), calibration, notices, None, JoinRequests(), TableLog(folder))
    return notices.all


@pytest.mark.parametrize("data", [b"{}", b'{"scrypt": {}}', b"7"])
def test_a_pin_that_cannot_be_read_is_said_at_the_start(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "owner.json").write_bytes(data)
    assert notices_of(tmp_path) == (PIN_LOST,)


def test_a_damaged_file_of_the_pin_is_said_to_be_set_aside_too(tmp_path: Path) -> None:
    (tmp_path / "owner.json").write_bytes(b"{")
    said = notices_of(tmp_path)
    assert "owner.json can’t be read: it was renamed to owner.json.unreadable-1" in said[0]
    assert said[1:] == (PIN_LOST,)


def test_a_sound_pin_and_none_are_not_worth_a_word(tmp_path: Path) -> None:
    assert notices_of(tmp_path) == ()
    keep_pin(JsonFiles(tmp_path), "4711")
    assert notices_of(tmp_path) == ()


def test_the_cameras_picture_is_for_the_helm_unless_the_configuration_says_otherwise() -> None:
    assert Config().web.pictures == "helm"


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_it_is_made_once_and_for_the_owners_eyes_alone(tmp_path: Path) -> None:
    first = secret_in(tmp_path)
    assert len(first) >= BYTES
    assert secret_in(tmp_path) == first
    assert mode_of(tmp_path / FILE) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_two_tables_have_two_secrets(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert secret_in(tmp_path / "a") != secret_in(tmp_path / "b")


def test_one_that_others_could_read_is_the_owners_again(tmp_path: Path) -> None:
    first = secret_in(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    assert secret_in(tmp_path) == first
    assert mode_of(tmp_path / FILE) == 0o600


def test_one_that_is_cut_short_is_made_again(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"short")
    made = secret_in(tmp_path)
    assert len(made) >= BYTES
    assert secret_in(tmp_path) == made


def test_a_folder_that_is_not_there_gives_one_for_this_run(tmp_path: Path) -> None:
    assert len(secret_in(tmp_path / "nowhere")) >= BYTES


GPIO = "[panel] # the rim\nbrightness = 0.5  # dim\nbuzzer = 12\n\n[web]\nport = 80\n"


class Helmsman:
    """Remembers what was ordered."""

    def __init__(self) -> None:
        self.orders: list[Command] = []

    def submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        del timeout, seen
        self.orders.append(command)
        return CommandResult(True)


def settings_in(folder: Path, text: str) -> tuple[Path, ConfiguredSettings, Helmsman]:
    file = folder / "quarterdeck.toml"
    file.write_text(text)
    helm = Helmsman()
    return file, ConfiguredSettings(file, configuration.load(file), helm), helm


def test_they_are_written_into_the_configuration_and_turn_the_lamp(tmp_path: Path) -> None:
    file, settings, helm = settings_in(tmp_path, GPIO)
    settings.change({"brightness": 0.2, "sounds": False, "pictures": "helm"})
    asked = {"brightness": 0.2, "sounds": False, "pictures": "helm"}
    assert {name: settings.settings()[name] for name in asked} == asked
    assert helm.orders == [Tune(0.2, False)]
    config = configuration.load(file)
    assert (config.panel.brightness, config.panel.sounds, config.web.pictures) == (0.2, False, "helm")
    assert "brightness = 0.2  # dim" in file.read_text()


def test_what_the_tv_shows_is_written_under_its_own_keys(tmp_path: Path) -> None:
    file, settings, _ = settings_in(tmp_path, GPIO)
    shown = {"replays": False, "replays_on_tv": True, "figures": False, "reactions": False, "attract": False}
    settings.change(shown)
    config = configuration.load(file)
    assert (config.replay.enabled, config.replay.tv) == (False, True)
    assert (config.tv.figures, config.tv.reactions, config.tv.attract) == (False, False, False)


OF_EVERY_TABLE = {"pictures", "replays", "replays_on_tv", "figures", "reactions", "attract"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (GPIO, {"brightness", "sounds"}),
        ("[panel]\nlamp = [22, 23, 24]\n", {"brightness"}),
        ('[panel]\nkind = "keyboard"\n', {"sounds"}),
        ('[panel]\nkind = "none"\n', set()),
    ],
)
def test_only_what_the_panel_has_can_be_set(tmp_path: Path, text: str, names: set[str]) -> None:
    assert set(settings_in(tmp_path, text)[1].settings()) == names | OF_EVERY_TABLE


def test_what_cannot_be_written_is_reported_and_not_in_force(tmp_path: Path) -> None:
    file, settings, helm = settings_in(tmp_path, GPIO)
    file.unlink()
    with pytest.raises(NotKept, match="cannot be written"):
        settings.change({"brightness": 0.2})
    assert settings.settings()["brightness"] == 0.5
    assert helm.orders == []
