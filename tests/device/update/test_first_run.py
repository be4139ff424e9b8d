"""The files of a card without cloud-init: the script of the first start, run with a folder in place of the system."""

import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from device.errors import BadCard
from device.update.card import CardLink, CardPlan, write_card
from tests.device.update.test_card import STOCK, user_data

LINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootwait quiet init=/usr/lib/x/firstboot"
RUN = " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
IMAGER_1 = """\
#!/bin/bash

set +e

if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname tavern-window
else
   echo tavern-window >/etc/hostname
fi
if [ -f /usr/lib/userconf-pi/userconf ]; then
   /usr/lib/userconf-pi/userconf 'mia' '$5$abc$def'
fi
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
"""Of the form in which Raspberry Pi Imager 1.8 writes firstrun.sh for Raspberry Pi OS 12."""


@pytest.fixture
def old(boot: Path) -> Path:
    (boot / "cmdline.txt").write_text(LINE)
    return boot


def made_by(script: str, folder: Path, boot: Path) -> tuple[list[str], dict[str, str]]:
    """Run a script, with these folders in place of the system's; return the commands it called and its files."""
    tools, called = folder / "bin", folder / "called"
    tools.mkdir()
    for name in ("raspi-config", "systemctl", "rfkill"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {called}\n')
        (tools / name).chmod(0o755)
    root = folder / "root"
    for here, there in (
        ("/boot/firmware", str(boot)),
        *((one, f"{root}{one}") for one in ("/etc", "/var", "/usr/local")),
    ):
        script = script.replace(f"{here}/", f"{there}/")
    path = f"{tools}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", script], env={"PATH": path}, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    files = {f"/{file.relative_to(root)}": file for file in root.rglob("*") if file.is_file()}
    assert all(file.stat().st_mode & 0o777 in (0o600, 0o640, 0o644, 0o755) for file in files.values())
    return called.read_text().splitlines(), {name: file.read_text() for name, file in files.items()}


def test_a_card_without_cloud_init_installs_the_package_after_a_script(deb: Path, old: Path, tmp_path: Path) -> None:
    card = write_card(old, CardPlan(deb, wifi="Käpt’n; #1", wifi_password=" r\\um rum  ", country="DE"))
    assert [file.name for file in card.files] == [deb.name, "firstrun.sh", "cmdline.txt"]
    assert (card.name, card.has_user, card.own) == ("quarterdeck", False, None)
    assert (old / "cmdline.txt").read_text() == f"{LINE}{RUN.replace('/boot/', '/boot/firmware/')}\n"
    called, files = made_by((old / "firstrun.sh").read_text(), tmp_path, old)
    assert called[-4:] == [
        "systemctl enable quarterdeck-first-start.service",
        "raspi-config nonint do_hostname quarterdeck",
        "raspi-config nonint do_wifi_country DE",
        "rfkill unblock wifi",
    ]
    assert "systemctl disable --now --no-block userconfig.service" in called
    assert f"package=$boot/{deb.name}" in files["/usr/local/sbin/quarterdeck-first-start"]
    unit = files["/etc/systemd/system/quarterdeck-first-start.service"]
    assert f"ExecStart={tmp_path}/root/usr/local/sbin/quarterdeck-first-start\n" in unit
    network = files["/etc/NetworkManager/system-connections/quarterdeck-card.nmconnection"]
    assert "psk=\\sr\\\\um rum\\s\\s\n" in network
    [name] = [line.removeprefix("ssid=") for line in network.splitlines() if line.startswith("ssid=")]
    assert bytes(map(int, name.split(";")[:-1])).decode() == "Käpt’n; #1"
    assert tomllib.loads(files["/var/lib/quarterdeck/quarterdeck.toml"])["web"]["wifi"] == "Käpt’n; #1"
    assert (old / "cmdline.txt").read_text() == f"{LINE}\n", "the script is run once"
    assert not (old / "firstrun.sh").exists()


def test_what_imager_1_wrote_is_kept_and_ours_is_there_once(deb: Path, old: Path, tmp_path: Path) -> None:
    (old / "cmdline.txt").write_text(f"{LINE}{RUN}\n")
    (old / "firstrun.sh").write_text(IMAGER_1)
    for _time in range(2):
        card = write_card(old, CardPlan(deb))
    assert (card.name, card.has_user) == ("tavern-window", True)
    assert card.own
    script = (old / "firstrun.sh").read_text()
    head, tail = IMAGER_1.split("rm -f", 1)
    assert script.startswith(head)
    assert script.endswith(f"rm -f{tail}")
    assert script.count("quarterdeck-first-start.service") == 3
    assert (old / "cmdline.txt").read_text() == f"{LINE}{RUN}\n"
    called, files = made_by(script.removeprefix(head).removesuffix(f"rm -f{tail}"), tmp_path, old)
    assert not any("hostname" in one for one in called)
    assert json.loads(files["/var/lib/quarterdeck/own-network.json"])["password"] == card.own.password
    write_card(old, CardPlan(deb, name="bar"))
    assert "raspi-config nonint do_hostname bar" in (old / "firstrun.sh").read_text()


def test_a_card_that_is_written_anew_keeps_nothing_of_the_plan_before(deb: Path, boot: Path, old: Path) -> None:
    for _time in range(2):
        assert not write_card(old, CardPlan(deb)).has_user
    (boot / "user-data").write_text(STOCK)
    link = CardLink({"venue": "galley", "host": "bilge.example"}, {"mqtt-password": "secret"})
    write_card(boot, CardPlan(deb, country="DE", link=link))
    write_card(boot, CardPlan(deb, wifi="Galley", wifi_password="rum and cola", country="FR"))
    text = (boot / "user-data").read_text()
    assert not [one for one in ("secret", "bilge.example", "do_wifi_country") if one in text]


@pytest.mark.parametrize("name", ["it's", "'tavern"])
def test_a_name_with_one_quote_is_no_fault(deb: Path, old: Path, name: str) -> None:
    (old / "firstrun.sh").write_text(IMAGER_1.replace("tavern-window", name))
    write_card(old, CardPlan(deb, name="bar"))


def test_another_script_that_the_card_runs_is_kept_beside_ours(deb: Path, old: Path) -> None:
    (old / "cmdline.txt").write_text(f"{LINE} systemd.run=/boot/firmware/other.sh\n")
    write_card(old, CardPlan(deb))
    assert (old / "cmdline.txt").read_text().count("systemd.run=") == 2


def test_imagers_name_and_user_count_where_it_left_a_script_on_a_card_with_cloud_init(deb: Path, old: Path) -> None:
    (old / "user-data").write_text(STOCK)
    (old / "firstrun.sh").write_text(IMAGER_1)
    card = write_card(old, CardPlan(deb))
    assert (card.name, card.has_user) == ("tavern-window", True)
    assert user_data(old)["hostname"] == "tavern-window"
    assert (old / "firstrun.sh").read_text() == IMAGER_1


@pytest.mark.parametrize(("file", "text"), [("firstrun.sh", b"#!/bin/sh\necho aye\n"), ("cmdline.txt", b"\xff")])
def test_a_script_that_cannot_be_added_to_is_kept_and_said(deb: Path, old: Path, file: str, text: bytes) -> None:
    (old / file).write_bytes(text)
    with pytest.raises(BadCard, match=f"{file} can’t be added to, it has another format"):
        write_card(old, CardPlan(deb))
    assert (old / file).read_bytes() == text
    assert not (old / deb.name).exists()
