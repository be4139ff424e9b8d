"""Cards with a read-only root: what is written, what is refused, and the script that divides the card."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from device.adapters.files import JsonFiles
from device.cli.main import main
from device.errors import BadCard
from device.update import read_only_root
from device.update.card import CardPlan, write_card
from device.update.first_run import RUN
from device.update.read_only_root import NOT_GROWN
from tests.device.update.test_card import IMAGER, STOCK, user_data, written
from tests.device.update.test_first_run import made_by
from web.access.pin import OwnerPin, keep_pin

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


@pytest.mark.parametrize(
    "settings", [{"growpart": {"mode": "auto", "devices": ["/", "/data"]}, "resize_rootfs": "noblock"}, NOT_GROWN, {}]
)
def test_how_the_owner_had_the_root_grow_is_kept_for_a_card_that_is_written_anew(
    deb: Path, card_13: Path, settings: dict[str, object]
) -> None:
    (card_13 / "user-data").write_text(f"{IMAGER}{yaml.safe_dump(settings) if settings else ''}")
    for read_only in (True, True, False, True, False):
        write_card(card_13, CardPlan(deb, read_only=read_only))
        found = user_data(card_13)
        assert {key: found[key] for key in NOT_GROWN if key in found} == (NOT_GROWN if read_only else settings)
    write_card(card_13, CardPlan(deb, read_only=True))
    text = (card_13 / "user-data").read_text()
    (card_13 / "user-data").write_text(text.replace("resize_rootfs: false\n", "resize_rootfs: true\n"))
    write_card(card_13, CardPlan(deb))
    assert user_data(card_13)["resize_rootfs"] is True, "what was chosen since"


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


PLACES = re.compile(r"(?<![\w$])/(?=(?:var/lib/|opt/|srv/|etc/|boot/|run/|mnt\b))")
"""Where the script looks, by the first part of a path."""


class Card:
    """A card in a machine with programs that only say what they were asked; ``ends`` of its partitions in MiB.

    ``label`` is that of its last partition. A stick with the label of what is kept is plugged in.
    """

    def __init__(self, folder: Path, mebibytes: int, *parts: tuple[int, int], label: str = "") -> None:
        self.folder, self._called = folder, folder / "called"
        self._called.touch()
        disk = folder / "block" / "mmcblk0"
        for number, (begin, end) in enumerate(parts, 1):
            block = disk / f"mmcblk0p{number}"
            block.mkdir(parents=True)
            for name, value in (("partition", number), ("start", begin * MIB), ("size", (end - begin) * MIB)):
                (block / name).write_text(f"{value}\n")
            (folder / "block" / block.name).symlink_to(block)
        new = f"mkdir -p {disk}/mmcblk0p3 && echo 3 > {disk}/mmcblk0p3/partition && "
        new += f"echo {8192 * MIB} > {disk}/mmcblk0p3/start"
        told = f"*PARTUUID*p3) echo 4e639091-03 ;; *LABEL*p3) echo {label} ;; *-L*) echo /dev/sda1"
        self._programs = {
            "findmnt": "echo /dev/mmcblk0p2",
            "lsblk": f"case $* in *PKNAME*) echo mmcblk0 ;; *) ls -d {disk}/mmc* | sed s,.*/,/dev/, ;; esac",
            "blockdev": f"case $2 in *p2) cat {disk}/mmcblk0p2/size ;; *) echo {mebibytes * MIB} ;; esac",
            "blkid": f"case $* in {told} ;; esac",
            "sfdisk": 'echo "sfdisk $(cat) $*" >> "$CALLED"',
            "partx": f'echo "partx $*" >> "$CALLED"; {new}',
            "mountpoint": "exit 1",
            "ls": '/bin/ls "$@"',
        }
        for name in ("resize2fs", "mkfs.ext4", "fsck.ext4", "udevadm", "mount", "umount", "modprobe", "systemctl"):
            self._programs[name] = f'echo "{name} $*" >> "$CALLED"'
        for name in ("sync", "touch", "chown", "chmod", "pivot_root", "chroot"):
            self._programs[name] = f'echo "{name} $*" >> "$CALLED"'

    def run(self, what: str, **programs: str) -> tuple[int, str, list[str]]:
        """Run the script; return its status, what it says, and which programs it called."""
        tools = self.folder / "bin"
        shutil.rmtree(tools, ignore_errors=True)
        for folder in (tools, self.folder / "etc", self.folder / "run", self.folder / "mnt" / "etc"):
            folder.mkdir(parents=True, exist_ok=True)
        for name, text in (self._programs | programs).items():
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        script = read_only_root.script().replace("PATH=/usr/sbin:/usr/bin:/sbin:/bin\n", "")
        script = script.replace("1:*) begin", "*:begin) begin").replace("/sys/class/block", str(self.folder / "block"))
        (self.folder / "script").write_text(PLACES.sub(f"{self.folder}/", script))
        done = subprocess.run(
            ["sh", str(self.folder / "script"), what],
            env={"PATH": f"{tools}:{os.environ['PATH']}", "CALLED": str(self._called)},
            capture_output=True,
            text=True,
            check=False,
        )
        called = self._called.read_text().replace(str(self.folder), "").splitlines()
        return done.returncode, (done.stdout + done.stderr).replace(str(self.folder), ""), called

    def text(self, file: str) -> str:
        return (self.folder / file).read_text().replace(str(self.folder), "")


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
    assert card.text("etc/fstab").splitlines()[:2] == [
        "PARTUUID=4e639091-03 /srv/quarterdeck ext4 defaults,noatime,errors=remount-ro 0 2",
        "/srv/quarterdeck/var/lib/quarterdeck /var/lib/quarterdeck none "
        "bind,x-systemd.requires-mounts-for=/srv/quarterdeck 0 0",
    ]


@pytest.mark.parametrize(("label", "is_made"), [("", True), ("quarterdeck", False)])
def test_a_power_cut_while_the_card_is_divided_is_made_good(tmp_path: Path, label: str, is_made: bool) -> None:
    status, said, called = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label=label).run("prepare")
    assert status == 0, said
    assert not [one for one in called if one.startswith("sfdisk")]
    assert "resize2fs /dev/mmcblk0p2" in called
    assert ("mkfs.ext4 -q -F -L quarterdeck /dev/mmcblk0p3" in called) == is_made


@pytest.mark.parametrize(
    ("mebibytes", "parts", "programs", "why", "kept"),
    [
        (7_600, [BOOT, STOCK_ROOT], {}, NO_ROOM, "small"),
        (15_193, [BOOT, (516, 15_193)], {}, "the root fills /dev/mmcblk0: write the card again", "full"),
        (15_193, [BOOT, STOCK_ROOT, (2660, 4096)], {}, "/dev/mmcblk0 is divided already: write the card again", "full"),
        (15_193, [BOOT, STOCK_ROOT], {"sfdisk": "exit 1"}, "/dev/mmcblk0 can't be divided", "divide"),
    ],
)
def test_a_card_that_cannot_be_divided_is_left_as_it_is_and_the_doctor_knows_why(
    tmp_path: Path, mebibytes: int, parts: list[tuple[int, int]], programs: dict[str, str], why: str, kept: str
) -> None:
    card = Card(tmp_path, mebibytes, *parts)
    status, said, called = card.run("prepare", **programs)
    assert (status, called) == (1, [])
    assert why in said
    assert not (tmp_path / "etc" / "fstab").exists()
    assert card.text("etc/quarterdeck-root.failed") == f"{kept}\n"


@pytest.mark.parametrize("program", ["resize2fs", "mkfs.ext4", "mount"])
def test_a_partition_that_cannot_be_used_is_known_to_the_doctor(tmp_path: Path, program: str) -> None:
    card = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193))
    assert card.run("prepare", **{program: "exit 32"})[0] == 1
    assert card.text("etc/quarterdeck-root.failed") == "divide\n"


OF_THE_OWNER = [
    "LABEL=music /media/quarterdeck-music ext4 ro 0 0",
    "//nas/quarterdeck /mnt/nas cifs guest 0 0",
    "# /srv/quarterdeck is on the card",
]


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_start_mounts_the_cards_own_partition_and_leaves_the_owners_mounts(tmp_path: Path, is_whole: bool) -> None:
    card = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label="quarterdeck")
    (tmp_path / "etc").mkdir()
    own = ["PARTUUID=1-03 /srv/quarterdeck ext4 defaults 0 2", "/srv/quarterdeck/opt/quarterdeck /opt/quarterdeck none"]
    boot = ["PARTUUID=1-01 /boot/firmware vfat defaults 0 2", "/dev/sda1 /boot/other vfat"]
    given = "\n".join(["PARTUUID=1-02 / ext4 defaults 0 1", *own, *OF_THE_OWNER])
    (tmp_path / "etc" / "fstab").write_text("\n".join([PLACES.sub(f"{tmp_path}/", given), *boot]) + "\n")
    mounts, fails = 'echo "mount $*" >> "$CALLED"', "case $* in *ext4*) exit 32 ;; esac"
    is_mounted = "case $* in */var/lib/quarterdeck) exit 0 ;; esac; exit 1"
    program = mounts if is_whole else f"{mounts}; {fails}"
    status, said, called = card.run("begin", mountpoint=is_mounted, mount=program)
    assert status == 0, said
    mount = "mount -t ext4 -o noatime,errors=remount-ro /dev/mmcblk0p3 /mnt/srv/quarterdeck"
    assert mount in called, "whatever has the label"
    assert called[-1] == "chroot . /sbin/init begin"
    kept = card.text("mnt/etc/fstab").splitlines()
    assert kept == [
        *OF_THE_OWNER,
        "PARTUUID=1-01 /boot/firmware vfat defaults,ro 0 2",
        "/dev/sda1 /boot/other vfat defaults,ro",
    ]
    failed = tmp_path / "run" / "quarterdeck-root.failed"
    assert failed.exists() is not is_whole
    assert is_whole or failed.read_text() == "data\n"


@pytest.mark.parametrize(
    ("has_pin", "is_whole", "state"), [(0, 1, "none"), (0, 0, "lost"), (1, 1, "set"), (1, 0, "set")]
)
def test_a_table_on_the_root_has_its_pin_or_one_that_was_lost(
    tmp_path: Path, has_pin: bool, is_whole: bool, state: str
) -> None:
    """A table without games and PIN counts as new: the first visitor could set it up and become its owner."""
    card = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label="quarterdeck")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "fstab").touch()
    folder = tmp_path / "mnt" / "var" / "lib" / "quarterdeck"
    folder.mkdir(parents=True)
    if has_pin:
        keep_pin(JsonFiles(folder), "4711")
    mounted = f"case $* in */var/lib/quarterdeck) exit {0 if is_whole else 1} ;; esac; exit 1"
    assert card.run("begin", mountpoint=mounted)[0] == 0
    assert OwnerPin(JsonFiles(folder)).state == state


@pytest.fixture
def sealable(tmp_path: Path) -> Card:
    """A card whose package is installed, with the files of a table that has played."""
    card = Card(tmp_path, 15_193, BOOT, WHOLE_ROOT, (8192, 15_193), label="quarterdeck")
    data, below = tmp_path / "srv" / "quarterdeck", tmp_path / "run" / "quarterdeck-root.below"
    for folder in ("opt/quarterdeck/1.0", "var/lib/quarterdeck"):
        (data / folder).mkdir(parents=True)
        (below / folder).parent.mkdir(parents=True, exist_ok=True)
        (below / folder).parent.joinpath("quarterdeck").mkdir(exist_ok=True)
    (tmp_path / "opt" / "quarterdeck" / "current").mkdir(parents=True)
    (data / "opt" / "quarterdeck" / "current").symlink_to("1.0")
    for name in ("quarterdeck.toml", "owner.json", "own-network.json", "profiles.json", "journal.db"):
        (data / "var" / "lib" / "quarterdeck" / name).write_text("of today")
    (below / "var" / "lib" / "quarterdeck" / "own-network.json").write_text("of the card")
    line = tmp_path / "boot" / "firmware" / "cmdline.txt"
    line.parent.mkdir(parents=True)
    line.write_text(f"{START} quarterdeck.root=13\n")
    return card


def test_a_table_is_left_on_the_root_without_its_games_and_names(sealable: Card) -> None:
    below = sealable.folder / "run" / "quarterdeck-root.below"
    (below / "opt" / "quarterdeck" / "0.9").mkdir()
    status, said, called = sealable.run("on", mountpoint="exit 0")
    assert status == 0, said
    assert "mount --bind / /run/quarterdeck-root.below" in called
    assert {one.name for one in (below / "opt" / "quarterdeck").iterdir()} == {"1.0", "current"}
    files = {one.name: one.read_text() for one in (below / "var" / "lib" / "quarterdeck").iterdir()}
    assert files == dict.fromkeys(("quarterdeck.toml", "owner.json", "own-network.json"), "of today")


@pytest.mark.parametrize(("program", "kept"), [("sed", "boot"), ("cp", "divide")])
def test_a_root_that_cannot_be_sealed_says_one_sentence_and_the_doctor_knows_why(
    sealable: Card, program: str, kept: str
) -> None:
    before = sealable.text("boot/firmware/cmdline.txt")
    status, said, called = sealable.run("on", mountpoint="exit 0", **{program: "echo 'Read-only' >&2; exit 4"})
    assert status == 1
    assert said.splitlines()[-1].startswith("quarterdeck: ")
    assert len(said.splitlines()) == (1 if program == "sed" else 5), "cp names its files"
    assert sealable.text("etc/quarterdeck-root.failed") == f"{kept}\n"
    assert "systemctl reboot" not in called
    assert sealable.text("boot/firmware/cmdline.txt") == before
    assert sealable.run("on", mountpoint="exit 0")[0] == 0
    assert not (sealable.folder / "etc" / "quarterdeck-root.failed").exists()


def test_a_root_that_is_sealed_already_says_so_and_stays_it_after_off_and_on(sealable: Card) -> None:
    (sealable.folder / "run" / "quarterdeck-root" / "below").mkdir(parents=True)
    line = sealable.folder / "boot" / "firmware" / "cmdline.txt"
    line.write_text(f"{START} init={SCRIPT}\n")
    for off in (False, True):
        if off:
            assert sealable.run("off")[0] == 0
            assert line.read_text() == f"{START}\n"
        status, said, called = sealable.run("on", mountpoint="exit 0")
        assert (status, said) == (0, "quarterdeck: the root is read-only already\n")
        assert not [one for one in called if one.startswith(("mount --bind", "systemctl"))], "a copy would fill memory"
        assert line.read_text() == f"{START} init={SCRIPT}\n"


def test_the_root_is_sealed_only_with_a_partition_and_a_package(tmp_path: Path, sealable: Card) -> None:
    no = "quarterdeck: no partition for what is kept, or no package: the root stays writable\n"
    assert sealable.run("on")[:2] == (1, no)
    (tmp_path / "opt" / "quarterdeck" / "current").rmdir()
    assert sealable.run("on", mountpoint="exit 0")[:2] == (1, no)
    (tmp_path / "opt" / "quarterdeck" / "current").mkdir()
    (tmp_path / "etc" / "rpi").mkdir()
    line = tmp_path / "boot" / "firmware" / "cmdline.txt"
    for _time in range(2):
        status, said, called = sealable.run("on", mountpoint="exit 0")
        assert status == 0, said
        assert line.read_text() == f"{START} init={SCRIPT}\n"
        assert called[-2:] == ["sync ", "systemctl reboot"]
    swap = (tmp_path / "etc" / "rpi" / "swap.conf.d" / "quarterdeck.conf").read_text()
    assert swap == "[Main]\nMechanism=zram\n", "a file to swap into would lie in memory"
    assert "systemctl disable dphys-swapfile.service" in called
    status, said, called = sealable.run("off")
    assert status == 0, said
    assert "sudo quarterdeck-root on" in said
    assert line.read_text() == f"{START}\n"
