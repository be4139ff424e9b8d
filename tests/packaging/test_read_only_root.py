"""A card of ``quarterdeck card --read-only``: its power goes in play, nothing is lost, and its root is as it was.

The power goes in a container, Debian 12 or 13 with cloud-init; an emulated machine, Debian 12 with a kernel and a first
root of its own, goes as far as the page of the sealed card.
What Raspberry Pi OS has beyond that is imitated: the partitions of its card, the words of its ``cmdline.txt``, and the
firmware, which reads that file at each start. Its program that grows the root (raspberrypi-sys-mods) is not there: the
word that calls it must be gone.

Run alone with ``pytest -m package -s tests/packaging/test_read_only_root.py``; ``CUTS=5`` for fewer power cuts, and
``PACKAGE=FILE`` for a package that is there.
"""

import os
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.error import HTTPError

import pytest

from device.doctor.hardware import storage
from device.doctor.machine import Machine
from device.update.card import CardPlan, write_card
from device.update.read_only_root import GROWS, ROOT_MEBIBYTES
from release.build import DEVELOPMENT_KEY, build
from tests.device.update.test_card import STOCK
from tests.end_to_end.phone import Client
from tests.packaging import system, virtual_machine
from tests.packaging.divided_card import CARD, DISK, ROOT_BEGINS, BootedCard, EmulatedCard, hash_of
from tests.packaging.system import call
from tests.packaging.test_system import EXPORT, OLD
from tests.packaging.walk import walk

pytestmark = pytest.mark.package

LINE = f"console=ttyS0 root=PARTUUID={DISK}-02 rootfstype=ext4 fsck.repair=yes rootwait quiet panic=-1"
DATA = Path("/var/lib/quarterdeck")
KEPT = "/var/lib/quarterdeck /opt/quarterdeck"
DEBIANS = {"12": "bookworm", "13": "trixie"}
"""What the versions of Raspberry Pi OS are made of."""

PAIR = "quarterdeck pair --config /var/lib/quarterdeck/quarterdeck.toml > /run/pair 2>&1"
ROLLED = r'"dice":\[([\d,]+)\][^}]*"type":"rolled"'
CUTS = int(os.environ.get("CUTS", "20"))
LONGEST = 20.0
"""Seconds here that a game goes on at most until the power goes."""

PATIENCE = 7200.0
"""Seconds here that a step may take: the emulated machine waits while this one has other things to do."""

Card = BootedCard | EmulatedCard


class Player:
    """A phone that plays one game after another, and knows which throws the table has confirmed."""

    def __init__(self, table: BootedCard) -> None:
        self._table = table
        self._client = Client("")
        self._chance = random.Random(20261129)
        self._told: list[list[int]] = []
        self.confirmed: list[list[int]] = []

    def take_the_helm(self) -> None:
        with self._table.begin(PAIR):
            self._table.wait_for("grep -c code /run/pair", "1", PATIENCE)
            [code] = re.findall(r"code (\d{3}) (\d{3})", self._table.said("cat /run/pair"))
            with self._table.reached() as self._client.url:
                self._client.ask("/api/helm", code="".join(code))

    def play(self, power_gone: Event) -> None:
        """Play until the power goes, at whatever moment that is. What is answered then is not confirmed.

        A container's disk is gone for a moment before the table is.
        """
        try:
            with self._table.reached() as self._client.url:
                self._client.url += "/"
                while not power_gone.is_set():
                    self._play(power_gone)
        except (OSError, HTTPException, RuntimeError, AssertionError):
            if not power_gone.is_set():
                raise

    def _play(self, power_gone: Event) -> None:
        state = self._client.state
        if state["standing"]["phase"] == "over":
            self._client.change("api/games", preset="dice-game-depot", players=["Mia", "Jonas"], starter="Mia")
            return
        may_stop = "stop" in state["standing"]["legal"]
        dice = [6, 5, 4, self._chance.randint(1, 6), self._chance.randint(1, 6)]
        self._told = [] if may_stop else [dice]
        said = {"do": "stop"} if may_stop else {"do": "roll", "dice": dice}
        status, answer = self._client.decide("api/moves", state, **said)
        assert status == 200, answer
        if not power_gone.is_set():
            self.confirmed += self._told
            self._told = []

    def return_to(self) -> None:
        """Look at the journal after a power cut: it has all that was confirmed, and at most what was being told."""
        text = self._table.said(EXPORT)
        found = [[int(die) for die in dice.split(",")] for dice in re.findall(ROLLED, text)]
        assert found in (self.confirmed, self.confirmed + self._told)
        self.confirmed, self._told = found, []


def written_card(folder: Path, version: str) -> Path:
    """Return the folder of a boot partition of that Raspberry Pi OS that the command has written."""
    boot = folder / "bootfs"
    boot.mkdir()
    (boot / "cmdline.txt").write_text(f"{LINE} {GROWS[version]}\n")
    if version == "13":
        (boot / "user-data").write_text(STOCK)
    ready = os.environ.get("PACKAGE")
    package = Path(ready) if ready else build("amd64", OLD, DEVELOPMENT_KEY, folder, is_release=False)
    write_card(boot, CardPlan(package, name="tavern", read_only=True))
    assert GROWS[version] not in (boot / "cmdline.txt").read_text()
    for file in boot.iterdir():
        file.chmod(0o755)  # as every file on FAT
    return boot


def told(table: Card, folder: Path) -> str:
    """Return the light of the doctor's check of the storage, by the mounts of the machine."""
    (folder / "proc" / "self").mkdir(parents=True, exist_ok=True)
    (folder / "proc" / "self" / "mountinfo").write_text(table.said("cat /proc/self/mountinfo"))
    return storage(Machine(folder), DATA).light


def cut_in_play(table: BootedCard, player: Player, seconds: float) -> None:
    power_gone = Event()
    with ThreadPoolExecutor() as pool:
        playing = pool.submit(player.play, power_gone)
        time.sleep(seconds)
        power_gone.set()
        table.cut()
        playing.result()


def check_sealed(table: Card, folder: Path) -> None:
    kinds = table.said(f"findmnt -no FSTYPE / && for one in {KEPT}; do findmnt -no FSTYPE $one; done")
    assert kinds.split() == ["overlay", "ext4", "ext4"]
    assert "Read-only" in table.answer("touch /run/quarterdeck-root/below/x")[1]
    assert told(table, folder) == "green"
    table.said("touch /root/forgotten")


def cut_often(table: BootedCard, folder: Path) -> None:
    """Start the sealed card, set the table up, and cut its power in play: all that was confirmed is there."""
    player, chance = Player(table), random.Random(20261129)
    root = ""
    for cut in range(CUTS + 1):
        with table.on():
            seconds = table.wait_for_page(PATIENCE)
            if cut:
                player.return_to()
                assert table.answer("ls /root/forgotten")[0] != 0
            else:
                root = hash_of(table.card, ROOT_BEGINS, ROOT_MEBIBYTES)
                check_sealed(table, folder)
                with table.reached() as address:
                    walk(address, PATIENCE)
                table.said("systemctl restart quarterdeck")  # as it does itself after a set-up, but at its own time
                table.wait_for_page(PATIENCE)
                player.take_the_helm()
            print(f"start {cut}: page after {seconds:.0f} s; {len(player.confirmed)} throws confirmed", flush=True)
            if cut < CUTS:
                cut_in_play(table, player, chance.uniform(0.5, LONGEST))
            else:
                assert told(table, folder) == "green"
    assert hash_of(table.card, ROOT_BEGINS, ROOT_MEBIBYTES) == root


def lose_the_partition(table: BootedCard, folder: Path) -> None:
    """Start with a partition that can't be used any more: the table is there, and says where its games lie."""
    begins = ROOT_MEBIBYTES << 20
    call("fallocate", "--punch-hole", "-o", str(begins), "-l", str(CARD - begins), str(table.card))
    with table.on():
        print(f"without its partition: page after {table.wait_for_page(PATIENCE):.0f} s", flush=True)
        assert told(table, folder) == "red"
        assert "games are lost" in table.said("curl -s http://127.0.0.1:8000/")
        with table.reached() as address, pytest.raises(HTTPError, match="403"):
            walk(address, PATIENCE)  # who comes first is no owner
        doctor = table.answer("quarterdeck doctor --json", PATIENCE)[1]
        assert "the partition for games can’t be used" in doctor, doctor
        assert table.said("stat -c %U /var/lib/quarterdeck/quarterdeck.toml") == "quarterdeck"


def seal(table: Card) -> None:
    """Have the first starts of a card, up to the one from which its root is read-only."""
    began = time.monotonic()
    while "quarterdeck.root=" in table.command_line:
        with table.on():
            table.wait_until_off(PATIENCE)
        print(f"\nThe machine restarts by itself after {time.monotonic() - began:.0f} s", flush=True)
    sealed = " panic=-1 init=/usr/local/sbin/quarterdeck-root"
    assert table.command_line.endswith(sealed), table.console.read_text()[-3000:]


@pytest.mark.parametrize("version", GROWS)
def test_a_card_loses_nothing(tmp_path: Path, version: str) -> None:
    if os.geteuid():
        pytest.skip("containers need root")
    disk = system.prepared(DEBIANS[version])
    table = BootedCard(tmp_path, disk, written_card(tmp_path, version), ROOT_MEBIBYTES)
    seal(table)
    cut_often(table, tmp_path)
    lose_the_partition(table, tmp_path)


def test_a_machine_divides_its_card_and_starts_on_a_read_only_root(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("the disk of the machine is made by root")
    table = EmulatedCard(tmp_path, virtual_machine.prepared(), written_card(tmp_path, "13").iterdir())
    seal(table)
    with table.on():
        print(f"page after {table.wait_for_page(PATIENCE):.0f} s", flush=True)
        check_sealed(table, tmp_path)
