"""Cards with a read-only root: what is written, what is refused, and the script that divides the card."""

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.errors import BadCard
from device.update import read_only_root
from device.update.card import CardPlan, write_card
from device.update.first_run import RUN
from tests.device.update.test_card import IMAGER, STOCK, user_data, written
from tests.device.update.test_first_run import made_by

START = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait"
LINE_12 = f"{START} quiet init=/usr/lib/raspberrypi-sys-mods/firstboot cfg80211.ieee80211_regdom=DE"
LINE_13 = f"{START} resize cfg80211.ieee80211_regdom=DE ds=nocloud;i=rpi-imager-1783445063965"
SCRIPT = "/usr/local/sbin/quarterdeck-root"
NO_ROOM = "has no room for a partition beside the root"
MIB = 2048
"""Sectors."""


@pytest.fixture
def card_13(boot: Path) -> Path:
    (boot / "user-data").write_text(IMAGER)
    (boot / "cmdline.txt").write_text(f"{LINE_13}\n")
    return boot


@pytest.fixture
def card_12(boot: Path) -> Path:
    (boot / "cmdline.txt").write_text(f"{LINE_12}\n")
    return boot


def test_a_card_with_cloud_init_is_divided_before_and_sealed_after_the_package(deb: Path, card_13: Path) -> None:
    done = CliRunner().invoke(main, ["card", str(card_13), "--package", str(deb), "--read-only"])
    assert done.exit_code == 0, done.output
    assert f"{card_13 / 'cmdline.txt'} is written." in done.output
    line = (card_13 / "cmdline.txt").read_text()
    assert line == f"{LINE_13.replace(' resize', ' quarterdeck.root=13')}\n"
    data = user_data(card_13)
    assert data["runcmd"][-3:] == [[SCRIPT, "prepare"], ["/usr/local/sbin/quarterdeck-first-start"], [SCRIPT, "on"]]
    assert (data["growpart"], data["resize_rootfs"]) == ({"mode": "off"}, False)
    assert data["hostname"] == "tavern-window"
    assert written(card_13, SCRIPT) == read_only_root.script()
    assert "@" not in written(card_13, SCRIPT).replace("$@", "")


def test_a_card_without_cloud_init_does_the_same_in_its_unit(deb: Path, card_12: Path, tmp_path: Path) -> None:
    write_card(card_12, CardPlan(deb, read_only=True))
    line = (card_12 / "cmdline.txt").read_text()
    assert "firstboot" not in line, "the word alone has Raspberry Pi OS grow the root"
    assert line.endswith(f" quarterdeck.root=12 cfg80211.ieee80211_regdom=DE {RUN}\n")
    _called, files = made_by((card_12 / "firstrun.sh").read_text(), tmp_path, card_12)
    unit = files["/etc/systemd/system/quarterdeck-first-start.service"].replace(f"{tmp_path}/root", "")
    assert (
        unit.split("[Service]")[1].split("[Install]")[0].split()
        == (
            f"Type=oneshot ExecStartPre=-{SCRIPT} prepare ExecStart=/usr/local/sbin/quarterdeck-first-start "
            f"ExecStartPost=systemctl disable quarterdeck-first-start.service ExecStartPost={SCRIPT} on"
        ).split()
    )
    assert files[SCRIPT].startswith("#!/bin/sh\n")


@pytest.mark.parametrize(("line", "text"), [(LINE_13, STOCK), (LINE_12, "")])
def test_a_card_that_is_written_anew_grows_its_root_again(deb: Path, boot: Path, line: str, text: str) -> None:
    (boot / "cmdline.txt").write_text(f"{line}\n")
    if text:
        (boot / "user-data").write_text(text)
    for _time in range(2):
        write_card(boot, CardPlan(deb, read_only=True))
    write_card(boot, CardPlan(deb))
    assert (boot / "cmdline.txt").read_text() == (f"{line}\n" if text else f"{line} {RUN}\n")
    there = "".join(file.read_text() for file in boot.glob("*") if file.name in ("user-data", "firstrun.sh"))
    assert not [word for word in ("quarterdeck-root", "growpart", "resize_rootfs") if word in there]


def refusal(deb: Path, boot: Path) -> str:
    before = {file.name: file.read_bytes() for file in boot.iterdir()}
    with pytest.raises(BadCard) as refused:
        write_card(boot, CardPlan(deb, read_only=True))
    assert {file.name: file.read_bytes() for file in boot.iterdir()} == before
    return str(refused.value)


def test_another_system_and_one_that_was_started_are_refused(deb: Path, boot: Path) -> None:
    assert refusal(deb, boot) == f"{boot} isn’t the boot partition of Raspberry Pi OS 12 or 13."
    (boot / "cmdline.txt").write_text(f"{START}\n")
    assert refusal(deb, boot) == (
        "The card was started before, and its root fills it: write it again for a read-only root."
    )


@pytest.mark.parametrize("read_only", [True, False])
def test_a_sealed_card_is_not_changed(deb: Path, card_12: Path, read_only: bool) -> None:
    """Its boot partition is mounted without leave to write: what is to be done once there would be done for ever."""
    (card_12 / "cmdline.txt").write_text(f"{START} init=/usr/local/sbin/quarterdeck-root\n")
    before = {file.name: file.read_bytes() for file in card_12.iterdir()}
    with pytest.raises(
        BadCard, match="root is read-only: run sudo quarterdeck-root off on it first, or write it again"
    ):
        write_card(card_12, CardPlan(deb, read_only=read_only))
    assert {file.name: file.read_bytes() for file in card_12.iterdir()} == before


def test_a_file_that_the_growing_program_reads_is_not_passed_over(deb: Path, card_12: Path) -> None:
    (card_12 / "custom.toml").write_text("config_version = 1\n")
    assert "custom.toml can’t be added to" in refusal(deb, card_12)


@pytest.mark.parametrize(
    ("gigabytes", "parts", "why"),
    [
        (8, 2, "The card has no room for a partition beside the root: use one of 16 GB or more."),
        (16, 3, "The card has more partitions than Raspberry Pi OS: write it again for a read-only root."),
        (16, 2, ""),
    ],
)
def test_a_card_without_room_is_refused(
    deb: Path, card_13: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gigabytes: int, parts: int, why: str
) -> None:
    disk, device = tmp_path / "disk", card_13.stat().st_dev
    for number in range(1, parts + 1):
        (disk / f"p{number}").mkdir(parents=True)
        (disk / f"p{number}" / "partition").write_text(str(number))
    (disk / "size").write_text(f"{gigabytes * 1_000_000_000 // 512}\n")
    (tmp_path / "block").mkdir()
    (tmp_path / "block" / f"{os.major(device)}:{os.minor(device)}").symlink_to(disk / "p1")
    monkeypatch.setattr(read_only_root, "DISKS", tmp_path / "block")
    if why:
        assert refusal(deb, card_13) == why
    else:
        write_card(card_13, CardPlan(deb, read_only=True))


class Card:
    """A card in a machine with programs that only say what they were asked; ``ends`` of its partitions in MiB."""

    def __init__(self, folder: Path, mebibytes: int, *parts: tuple[int, int], label: bool = False) -> None:
        self.folder, self._called = folder, folder / "called"
        self._called.touch()
        for number, (begin, end) in enumerate(parts, 1):
            block = folder / "block" / f"mmcblk0p{number}"
            block.mkdir(parents=True)
            for name, value in (("partition", number), ("start", begin * MIB), ("size", (end - begin) * MIB)):
                (block / name).write_text(f"{value}\n")
        new = f"mkdir -p {folder}/block/mmcblk0p3 && echo {8192 * MIB} > {folder}/block/mmcblk0p3/start"
        self._programs = {
            "findmnt": "echo /dev/mmcblk0p2",
            "lsblk": f"case $* in *PKNAME*) echo mmcblk0 ;; *) ls {folder}/block | sed s,^,/dev/, ;; esac",
            "blockdev": f"case $2 in *p2) cat {folder}/block/mmcblk0p2/size ;; *) echo {mebibytes * MIB} ;; esac",
            "blkid": "exit 0" if label else "exit 2",
            "sfdisk": 'echo "sfdisk $(cat) $*" >> "$CALLED"',
            "partx": f'echo "partx $*" >> "$CALLED"; {new}',
            "mountpoint": "exit 1",
        }
        for name in ("resize2fs", "mkfs.ext4", "udevadm", "mount", "systemctl", "sync", "touch", "chown", "chmod"):
            self._programs[name] = f'echo "{name} $*" >> "$CALLED"'

    def run(self, what: str, **programs: str) -> tuple[int, str, list[str]]:
        """Run the script; return its status, what it says, and which programs it called."""
        tools = self.folder / "bin"
        tools.mkdir(exist_ok=True)
        for name, text in (self._programs | programs).items():
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        script = read_only_root.script().replace("PATH=/usr/sbin:/usr/bin:/sbin:/bin\n", "")
        script = script.replace("/sys/class/block", str(self.folder / "block"))
        for place in ("/var/lib/quarterdeck", "/opt/quarterdeck", "/srv/quarterdeck", "/etc/", "/boot/"):
            script = script.replace(place, f"{self.folder}{place}")
        (self.folder / "etc").mkdir(exist_ok=True)
        (self.folder / "script").write_text(script)
        done = subprocess.run(
            ["sh", str(self.folder / "script"), what],
            env={"PATH": f"{tools}:{os.environ['PATH']}", "CALLED": str(self._called)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr, self._called.read_text().splitlines()

    @property
    def mounts(self) -> str:
        return (self.folder / "etc" / "fstab").read_text().replace(str(self.folder), "")


BOOT, STOCK_ROOT, WHOLE_ROOT = (4, 516), (516, 2660), (516, 8192)


def test_the_root_grows_to_its_end_and_the_rest_is_for_what_is_kept(tmp_path: Path) -> None:
    card = Card(tmp_path, 15_193, BOOT, STOCK_ROOT)
    status, said, called = card.run("prepare")
    assert status == 0, said
    assert [one for one in called if one.split()[0] in ("sfdisk", "partx", "resize2fs", "mkfs.ext4")] == [
        f"sfdisk , {(8192 - 516) * MIB} -q --no-reread --no-tell-kernel --force -N 2 /dev/mmcblk0",
        f"sfdisk {8192 * MIB}, +, L -q --no-reread --no-tell-kernel --force --append /dev/mmcblk0",
        "partx --update /dev/mmcblk0",
        "resize2fs /dev/mmcblk0p2",
        "mkfs.ext4 -q -F -L quarterdeck /dev/mmcblk0p3",
    ]
    assert card.mounts.splitlines()[:2] == [
        "LABEL=quarterdeck /srv/quarterdeck ext4 defaults,noatime,errors=remount-ro 0 2",
        "/srv/quarterdeck/var/lib/quarterdeck /var/lib/quarterdeck none "
        "bind,x-systemd.requires-mounts-for=/srv/quarterdeck 0 0",
    ]


@pytest.mark.parametrize(("label", "is_made"), [(False, True), (True, False)])
def test_a_power_cut_while_the_card_is_divided_is_made_good(tmp_path: Path, label: bool, is_made: bool) -> None:
    status, said, called = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label=label).run("prepare")
    assert status == 0, said
    assert not [one for one in called if one.startswith("sfdisk")]
    assert "resize2fs /dev/mmcblk0p2" in called
    assert ("mkfs.ext4 -q -F -L quarterdeck /dev/mmcblk0p3" in called) == is_made


@pytest.mark.parametrize(
    ("mebibytes", "parts", "why"),
    [
        (7_600, [BOOT, STOCK_ROOT], NO_ROOM),
        (15_193, [BOOT, (516, 15_193)], "the root fills /dev/mmcblk0: write the card again"),
        (15_193, [BOOT, STOCK_ROOT, (2660, 4096)], "/dev/mmcblk0 is divided already: write the card again"),
    ],
)
def test_a_card_that_cannot_be_divided_is_left_as_it_is(
    tmp_path: Path, mebibytes: int, parts: list[tuple[int, int]], why: str
) -> None:
    card = Card(tmp_path, mebibytes, *parts)
    status, said, called = card.run("prepare")
    assert (status, called) == (1, [])
    assert why in said
    assert not (tmp_path / "etc" / "fstab").exists()


def test_the_root_is_sealed_only_with_a_partition_and_a_package(tmp_path: Path) -> None:
    card = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label=True)
    line = tmp_path / "boot" / "firmware" / "cmdline.txt"
    line.parent.mkdir(parents=True)
    line.write_text(f"{START} quarterdeck.root=13\n")
    assert card.run("on", mountpoint="exit 0")[:2] == (
        1,
        "quarterdeck: no partition for what is kept, or no package: the root stays writable\n",
    )
    (tmp_path / "opt" / "quarterdeck" / "current").mkdir(parents=True)
    assert card.run("on")[0] == 1
    (tmp_path / "etc" / "rpi").mkdir()
    for _time in range(2):
        status, said, called = card.run("on", mountpoint="exit 0")
        assert status == 0, said
        assert line.read_text() == f"{START} init={SCRIPT}\n"
        assert called[-2:] == ["sync ", "systemctl reboot"]
    swap = (tmp_path / "etc" / "rpi" / "swap.conf.d" / "quarterdeck.conf").read_text()
    assert swap == "[Main]\nMechanism=zram\n", "a file to swap into would lie in memory"
    assert "systemctl disable dphys-swapfile.service" in called
    status, said, called = card.run("off")
    assert status == 0, said
    assert "sudo quarterdeck-root on" in said
    assert line.read_text() == f"{START}\n"
