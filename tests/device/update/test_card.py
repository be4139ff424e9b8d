"""The files of a card: what cloud-init reads from them, and what is refused."""

import io
import json
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from device.cli.main import main
from device.config.schema import load
from device.errors import BadCard
from device.link.pem_files import credentials
from device.notices import Notices
from device.table_identity import HardwareMarks, TableIdentity, table_identity
from device.update.card import CardPlan, write_card
from tests.device.update.machine import package

TABLE = "0123456789abcdef" * 2


def user_data(boot: Path) -> dict[str, Any]:
    text = (boot / "user-data").read_text("utf-8")
    assert text.startswith("#cloud-config\n")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def network(boot: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((boot / "network-config").read_text("utf-8"))["network"]
    return found


def written(boot: Path, path: str) -> str:
    [content] = [str(file["content"]) for file in user_data(boot)["write_files"] if file["path"] == path]
    return content


def test_a_card_has_the_package_and_installs_it_at_its_first_start(deb: Path, boot: Path) -> None:
    card = write_card(boot, CardPlan(deb))
    assert [file.name for file in card.files] == ["quarterdeck_1.0_arm64.deb", "user-data", "meta-data"]
    assert (boot / deb.name).read_bytes() == deb.read_bytes()
    assert user_data(boot)["hostname"] == "quarterdeck"
    assert user_data(boot)["runcmd"][-1] == ["/usr/local/sbin/quarterdeck-first-start"]
    assert f"package=$boot/{deb.name}" in written(boot, "/usr/local/sbin/quarterdeck-first-start")
    assert "Storage=volatile" in written(boot, "/etc/systemd/journald.conf.d/quarterdeck.conf")
    assert "instance-id: quarterdeck-" in (boot / "meta-data").read_text()


def test_a_network_is_joined_and_shown_on_the_tv(deb: Path, boot: Path) -> None:
    write_card(boot, CardPlan(deb, wifi="Käpt’n: #1", wifi_password='rum "and" cola', country="DE"))
    wifi = network(boot)["wifis"]["wlan0"]
    assert wifi["access-points"] == {"Käpt’n: #1": {"password": 'rum "and" cola'}}
    assert wifi["regulatory-domain"] == "DE"
    web = tomllib.loads(written(boot, "/var/lib/quarterdeck/quarterdeck.toml"))["web"]
    assert (web["wifi"], web["wifi_password"]) == ("Käpt’n: #1", 'rum "and" cola')


IMAGER = """\
#cloud-config
manage_resolv_conf: false

hostname: tavern-window
manage_etc_hosts: true
packages:
- avahi-daemon

apt:
  preserve_sources_list: true
  conf: |
    Acquire {
      Check-Date "false";
    };

timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
users:
- name: mia
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: "$y$j9T$wXHx1Cs0ZkXSkpqSG5pNI/$9y2Rl4RaIJDhAnUy1gnzzyM6Mo0xtwc2pnhcVyoFIL6"
  expiredate: 2032-09-01
  ssh_authorized_keys:
    - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB mia@laptop
  sudo: ALL=(ALL) NOPASSWD:ALL

enable_ssh: true
ssh_pwauth: false
runcmd:
  - [ rfkill, unblock, wifi ]
  - [ sh, -c, "for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > \\"$f\\"; done" ]
"""
"""Of the form in which Raspberry Pi Imager 2 writes user-data."""

IMAGERS_NETWORK = """\
network:
  version: 2
  ethernets:
    eth0:
      dhcp4: true
      dhcp6: true
      optional: true
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "GB"
      access-points:
        "Home \\\\ away":
          hidden: true
          password: "5d5a6b6ad7b1b2c8e7cd9c2b3c8b7a0e4ef9d0b1a2c3d4e5f60718293a4b5c6d"
      optional: true
"""
STOCK = "#cloud-config\n\n# Raspberry Pi OS comes with remarks alone.\n#hostname: raspberrypi\n#users:\n#- name: pi\n"


@pytest.fixture
def imagers(boot: Path) -> Path:
    (boot / "user-data").write_text(IMAGER)
    (boot / "network-config").write_text(IMAGERS_NETWORK)
    (boot / "meta-data").write_text("instance-id: rpi-imager-1770411050503\n")
    return boot


def test_what_imager_wrote_is_kept(deb: Path, imagers: Path) -> None:
    card = write_card(imagers, CardPlan(deb))
    theirs, found = yaml.safe_load(IMAGER), user_data(imagers)
    assert found["users"][0].pop("expiredate") == theirs["users"][0].pop("expiredate")
    assert {key: found[key] for key in theirs if key != "runcmd"} == {
        key: value for key, value in theirs.items() if key != "runcmd"
    }
    assert found["runcmd"][:2] == theirs["runcmd"]
    assert found["runcmd"][-1] == ["/usr/local/sbin/quarterdeck-first-start"]
    assert (card.name, card.has_user) == ("tavern-window", True)
    assert (imagers / "network-config").read_text() == IMAGERS_NETWORK
    assert write_card(imagers, CardPlan(deb, name="bar")).name == "bar"
    assert user_data(imagers)["hostname"] == "bar"


def test_a_network_is_added_to_imagers(deb: Path, imagers: Path) -> None:
    write_card(imagers, CardPlan(deb, wifi="Galley", wifi_password="rum and cola"))
    theirs = yaml.safe_load(IMAGERS_NETWORK)["network"]
    points = theirs["wifis"]["wlan0"]["access-points"]
    points["Galley"] = {"password": "rum and cola"}
    assert network(imagers) == theirs


def test_a_card_that_is_written_twice_has_everything_once_and_is_new_to_the_machine(deb: Path, imagers: Path) -> None:
    plan = CardPlan(deb, wifi="Galley", wifi_password="rum and cola", config="[web]\nport = 81\n")
    write_card(imagers, plan)
    once = user_data(imagers), network(imagers)
    instance = (imagers / "meta-data").read_text()
    write_card(imagers, plan)
    assert (user_data(imagers), network(imagers)) == once
    assert written(imagers, "/var/lib/quarterdeck/quarterdeck.toml") == "[web]\nport = 81\n"
    assert (imagers / "meta-data").read_text() != instance


def test_what_else_the_machines_file_says_is_kept(deb: Path, boot: Path) -> None:
    (boot / "meta-data").write_text("dsmode: local\ninstance_id: rpios-image\n")
    write_card(boot, CardPlan(deb))
    found = yaml.safe_load((boot / "meta-data").read_text())
    assert (found.pop("instance-id").startswith("quarterdeck-"), found) == (True, {"dsmode": "local"})


def test_the_users_dialog_never_holds_up_the_installation(deb: Path, boot: Path) -> None:
    (boot / "user-data").write_text(STOCK)
    card = write_card(boot, CardPlan(deb))
    [(*once, script)] = user_data(boot)["bootcmd"]
    assert once[:2] == ["cloud-init-per", "once"]
    assert "systemctl disable --now --no-block userconfig.service" in script
    assert not card.has_user


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("user-data", "#!/bin/sh\necho aye\n"),
        ("user-data", "hostname: tavern-window\n"),
        ("user-data", "#cloud-config\nusers: [\n"),
        ("user-data", "#cloud-config\n- users\n"),
        ("user-data", "#cloud-config\nruncmd: reboot\n"),
        ("user-data", "#cloud-config\nhostname: \xff\n"),
        ("user-data", "#cloud-config\nhostname: [a]\n"),
        ("user-data", "#cloud-config\nx: " + "[" * 600),
        ("network-config", "network:\n  version: 1\n  config: []\n"),
        ("network-config", "network:\n  version: 2\n  wifis: [wlan0]\n"),
    ],
)
def test_a_file_that_cannot_be_added_to_is_kept_and_said(deb: Path, boot: Path, file: str, text: str) -> None:
    (boot / file).write_bytes(text.encode("latin-1"))
    with pytest.raises(BadCard, match=f"{file} can’t be added to, it has another format"):
        write_card(boot, CardPlan(deb, wifi="Galley"))
    assert (boot / file).read_bytes() == text.encode("latin-1")
    assert sorted(one.name for one in boot.iterdir()) == sorted(["config.txt", file])


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        (IMAGER, False),
        (STOCK, True),
        ("#cloud-config\nusers: default\nhostname: quarterdeck\n", True),
        ("#cloud-config\nusers: 5\nhostname: tavern-window\n", False),
        ("#cloud-config\nhostname: tavern-window\npassword: x\n", False),
    ],
)
def test_the_command_says_who_can_log_in(deb: Path, boot: Path, text: str, is_said: bool) -> None:
    (boot / "user-data").write_text(text)
    done = CliRunner().invoke(main, ["card", str(boot), "--package", str(deb)])
    assert done.exit_code == 0, done.output
    assert ("nobody can log in" in done.output) == is_said
    assert f"http://{'quarterdeck' if is_said else 'tavern-window'}.local:8000/" in done.output


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ({"name": "Bar Table"}, "Bar Table can’t be a machine’s name: use a to z, digits and hyphens."),
        ({"name": "-"}, "- can’t be a machine’s name"),
        ({"wifi": "n" * 33}, "at most 32 bytes"),
        ({"wifi": "Galley", "wifi_password": "short"}, "8 to 63 characters"),
        ({"wifi": "Galley", "wifi_password": "rum and\ncola"}, "a line of 8 to 63 characters"),
        ({"country": "Germany"}, "Germany isn’t a country: use two capital letters, such as DE."),
    ],
)
def test_senseless_values_are_refused(deb: Path, boot: Path, plan: dict[str, Any], why: str) -> None:
    with pytest.raises(BadCard) as refusal:
        write_card(boot, CardPlan(deb, **plan))
    assert why in str(refusal.value)
    assert [file.name for file in boot.iterdir()] == ["config.txt"]


def test_a_raspberry_pi_gets_no_package_for_another_machine(tmp_path: Path, boot: Path) -> None:
    other = package(tmp_path, "1.0", None, architecture="amd64")
    with pytest.raises(BadCard, match="isn’t for a Raspberry Pi"):
        write_card(boot, CardPlan(other))


def test_a_folder_that_is_not_there_is_refused(deb: Path, tmp_path: Path) -> None:
    with pytest.raises(BadCard, match="name the boot partition"):
        write_card(tmp_path / "none", CardPlan(deb))


def test_the_command_finds_the_newest_package(deb: Path, boot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(deb.parent)
    done = CliRunner().invoke(main, ["card", str(boot), "--wifi", "Galley", "--wifi-password", "rum and cola"])
    assert done.exit_code == 0, done.output
    assert "the table is on http://quarterdeck.local:8000/" in done.output
    assert (boot / deb.name).exists()


def venue_file(folder: Path, **files: str) -> Path:
    file = folder / "window.tar"
    section = '[mqtt]\nvenue = "galley"\nhost = "venue.local"\nport = 1883\npassword_file = "mqtt-password"\n'
    with tarfile.open(file, "w") as archive:
        for name, text in {"mqtt.toml": section, "mqtt-password": f"{TABLE}:rum and cola\n", **files}.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return file


def test_a_new_table_is_linked_to_its_venue_from_the_start(deb: Path, boot: Path, tmp_path: Path) -> None:
    given = ["--package", str(deb), "--venue", str(venue_file(tmp_path))]
    done = CliRunner().invoke(main, ["card", str(boot), *given])
    assert done.exit_code == 0, done.output
    place = tmp_path / "var"
    place.mkdir()
    for file in user_data(boot)["write_files"]:
        if file["path"].startswith("/var/lib/quarterdeck/"):
            (place / Path(file["path"]).name).write_text(file["content"])
            assert file["permissions"] in ("0600", "0640")
    here = HardwareMarks("a machine", "a card")
    assert table_identity(place, here, Notices()) == TableIdentity(TABLE, here)
    config = load(place / "quarterdeck.toml").mqtt
    assert (config.venue, config.host, config.port) == ("galley", "venue.local", 1883)
    assert credentials(str(place / config.password_file)) == (TABLE, "rum and cola")


@pytest.mark.parametrize("change", [{"mqtt-password": "somebody:rum and cola\n"}, {"mqtt.toml": "[mqtt]\n"}])
def test_a_venues_file_that_is_for_no_table_is_refused(
    deb: Path, boot: Path, tmp_path: Path, change: dict[str, str]
) -> None:
    given = ["--package", str(deb), "--venue", str(venue_file(tmp_path, **change))]
    done = CliRunner().invoke(main, ["card", str(boot), *given])
    assert done.exit_code == 1
    assert "have the venue’s owner make another" in done.output
    assert [file.name for file in boot.iterdir()] == ["config.txt"]


def test_a_table_that_finds_no_network_makes_the_one_that_the_command_names(deb: Path, boot: Path) -> None:
    said = CliRunner().invoke(main, ["card", str(boot), "--package", str(deb), "--name", "galley", "--country", "DE"])
    assert said.exit_code == 0
    own = json.loads(written(boot, "/var/lib/quarterdeck/own-network.json"))
    assert own["name"] == "galley"
    assert f"Its own Wi-Fi: galley, password {own['password']}\n" in said.output
    assert tomllib.loads(written(boot, "/var/lib/quarterdeck/quarterdeck.toml"))["network"] == {"mode": "house"}
    assert ["raspi-config", "nonint", "do_wifi_country", "DE"] in user_data(boot)["runcmd"]


@pytest.mark.parametrize("plan", [{"wifi": "Galley", "wifi_password": "rum and cola"}, {"config": "[web]\n"}])
def test_a_table_with_a_network_or_a_configuration_gets_no_password_of_its_own(
    deb: Path, boot: Path, plan: dict[str, Any]
) -> None:
    assert write_card(boot, CardPlan(deb, **plan)).own is None
    assert "own-network.json" not in (boot / "user-data").read_text()
