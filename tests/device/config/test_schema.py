"""The configuration: what is wrong is reported with its line and the nearest right name."""

from pathlib import Path

import pytest

from device.config.schema import Config, load
from device.errors import BadConfig
from vision import Lens


def write(folder: Path, text: str) -> Path:
    file = folder / "quarterdeck.toml"
    file.write_text(text)
    return file


def test_what_is_written_is_taken(tmp_path: Path) -> None:
    config = load(
        write(tmp_path, '[game]\nplayers = ["Mia", "Jonas"]\nstarter = "Jonas"\n[web]\nport = 80\n[tray]\nrail = 0\n')
    )
    assert config.game.start.starter == "Jonas"
    assert (config.web.port, config.tray.rail, config.tray.width) == (80, 0.0, 300.0)


def test_a_tray_without_markers_has_its_corners_in_the_configuration(tmp_path: Path) -> None:
    corners = ((300.0, 140.0), (970.0, 150.0), (960.0, 590.0), (297.0, 580.0))
    text = f"[camera]\nbend = -0.05\n[tray]\nrail = 40\ncorners = {[list(corner) for corner in corners]}\n"
    reader = load(write(tmp_path, text)).reader
    assert reader.tray is not None
    assert (reader.tray.corners_px, reader.tray.frame) == (corners, (1280, 720))
    assert (reader.tray.size.rail, reader.tray.lens, reader.lens) == (40, Lens(66, -0.05), Lens(66, -0.05))
    assert Config().reader.tray is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[web]\nprot = 80\n", "line 2: [web] has no “prot”; did you mean “port”?"),
        ("[web]\n\n[camra]\n", "line 3: there is no “camra”; did you mean “camera”?"),
        ("port = 80\n", "line 1: “port” belongs under [web]."),
        (
            "[weather]\n",
            "there is no “weather”; choose from backup, camera, game, journal, lamps, mqtt, network, panel, replay, "
            "sound, table, tray, tv, web.",
        ),
        ("[web]\nport = 'high'\n", "line 2: web.port can only be a whole number from 0 to 65535."),
        ("[web]\nport = 99999\n", "line 2: web.port can only be a whole number from 0 to 65535."),
        ("[camera]\nkind = 'polaroid'\n", "line 2: camera.kind can only be auto, pi, usb, recording, stills or none."),
        ("[camera]\nspeed = 20\n", "line 2: camera.speed can only be a number from 0.1 to 10."),
        ("[panel]\nsounds = 1\n", "line 2: panel.sounds can only be true or false."),
        (
            "[web]\nhost = 'a'\n\n[panel]\nlamp = [1, 2]\n",
            "line 5: panel.lamp can only be a list of 3 items, each a whole number from 0 to 27.",
        ),
        ("[panel]\nroll = 5\nstand = 5\n", "line 1: pin 5 is used twice, by roll and stand: give"),
        ("[lamps]\npins = [16, 20, 21, 17]\n", "line 2: pin 17 is used twice, by roll and lamps (near): give"),
        ("[panel]\nkind='none'\n[lamps]\npins = [5, 5, 6, 7]\n", "line 4: pin 5 is used twice, by lamps (left) and"),
        ("[lamps]\npins = [16, 20]\n", "line 2: lamps.pins can only be a list of 4 items, each a whole number from 0"),
        ("[lamps]\nseconds = 5\n", "line 2: lamps.seconds can only be a number from 0.1 to 2."),
        ("[tray]\ncorners = [[0, 0], [1, 0]]\n", "line 2: tray.corners can only be a list of 4 items, each a list"),
        ("[tray]\ncorners = [[0, 0], [0, 9], [9, 9], [9, 0]]\n", "line 2: These corners don’t outline a tray."),
        ("[camera]\nbend = 2\n", "line 1: A lens bends its picture by"),
        ("[tray]\nwidth = 100\nrail = 100\n", "line 3: the rail is wider than the tray."),
        ("[game]\nplayers = ['Mia']\n", "line 1: 1 player: the game is for 2 to 20."),
        ("[game]\nplayers = []\n", "line 1: 0 players: the game is for 2 to 20."),
        ("[game]\npreset = 'dice-game-depo'\n", "line 1: there are no rules called “dice-game-depo”; did you mean"),
        ("[web\n", "is not TOML: Expected ']' at the end of a table declaration (at line 1, column 5)."),
        ("a = " + "[" * 99_999, "is not TOML: maximum recursion depth exceeded"),
        ("web = 3\n", "line 1: web is a section: write [web] on a line above its keys."),
        ('[mqtt]\nhost = "a"\nvenue = "The Galley"', "line 3: the venue’s name must have"),
        ('[mqtt]\nvenue = "a"\nhttp = "http://b"\nhost = "c"', "line 3: set either host or http"),
        ('[mqtt]\nhttp = "http://b"', "line 2: http needs the name of the venue."),
        ('[mqtt]\nhttp = "b:80"\nvenue = "a"', "line 2: the address must begin with http:// or https://."),
        ('[mqtt]\nhttp = "http://b:port"\nvenue = "a"', "line 2: the address must begin with"),
        ('[mqtt]\nhost = "a"\ncertificate = "t.pem"', "line 3: certificates need tls = true."),
        ('[mqtt]\nhost = "a"\nca = "t.pem"', "line 3: certificates need tls = true."),
        ("[mqtt]\nhome_assistant = true", "line 2: Home Assistant needs the host"),
        ('[mqtt]\nhost = "a"\ncontrols = true', "line 3: controls need home_assistant = true."),
        ('[mqtt]\nhost = "a"\nupdates = true', "line 3: updates need a venue and the host of its broker."),
        ("[mqtt]\nport = -1", "line 2: mqtt.port can only be a whole number from 0 to 65535."),
    ],
)
def test_a_mistake_is_reported_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadConfig) as error:
        load(write(tmp_path, text))
    assert said in str(error.value)
    assert str(tmp_path) in str(error.value)
    assert "\n" not in str(error.value)
    assert "?." not in str(error.value)


@pytest.mark.usefixtures("no_yahtzee")
def test_a_game_that_the_table_cannot_play_is_reported_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"line 1: the table can’t play Yahtzee yet\.$"):
        load(write(tmp_path, "[game]\npreset = 'yahtzee-handout'\n"))


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="is missing: write one with quarterdeck init"):
        load(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfig, match="not a text file"):
        load(tmp_path / "binary.toml")


def test_a_player_of_a_former_configuration_with_a_long_name_plays_under_a_shortened_one(tmp_path: Path) -> None:
    name = "Maximiliane-Charlotte Ohm"
    game = load(write(tmp_path, f'[game]\nplayers = ["Mia", "{name}"]\nstarter = "{name}"\n')).game
    assert game.long_names == (name,)
    assert (game.start.players, game.start.starter) == (("Mia", "Maximiliane-Charlotte O…"), "Maximiliane-Charlotte O…")


def test_long_names_that_would_become_the_same_stay_as_they_are(tmp_path: Path) -> None:
    names = ("Maximiliane-Charlotte Ohm", "Maximiliane-Charlotte Orff")
    game = load(write(tmp_path, f"[game]\nplayers = {list(names)!r}\n")).game
    assert game.start.players == names


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("", None),
        ("[lamps]\npins = [16, 20, 21, 26]\n", 40.0),
        ("[lamps]\npins = [16, 20, 21, 26]\n[camera]\nrate = 60\n", 60.0),
    ],
)
def test_a_camera_is_faster_on_a_table_with_lamps(tmp_path: Path, text: str, rate: float | None) -> None:
    config = load(write(tmp_path, text))
    assert config.camera.rate == rate
    assert config.camera.period == 1 / (rate or 30)


@pytest.mark.parametrize(("text", "port"), [("", 1883), ("tls = true", 8883), ("tls = true\nport = 1884", 1884)])
def test_the_port_of_a_broker_follows_the_encryption(tmp_path: Path, text: str, port: int) -> None:
    config = load(write(tmp_path, f'[mqtt]\nhost = "venue.local"\n{text}')).mqtt
    assert (config.is_on, config.broker_port) == (True, port)
    assert not load(write(tmp_path, "[mqtt]\n")).mqtt.is_on


def test_files_of_the_link_are_beside_the_configuration(tmp_path: Path) -> None:
    text = '[mqtt]\nhost = "a"\ntls = true\nca = "ca.pem"\ncertificate = "/etc/table.pem"'
    config = load(write(tmp_path, text)).mqtt
    assert (config.ca, config.certificate, config.password_file) == (str(tmp_path / "ca.pem"), "/etc/table.pem", "")
