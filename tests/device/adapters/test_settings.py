"""Settings from the page: in the file, and in force."""

from pathlib import Path

import pytest

from device.adapters.services import ConfiguredSettings
from device.config import schema as configuration
from table.commands import Command, CommandResult, SeenRevision, Tune
from web.errors import NotKept

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
