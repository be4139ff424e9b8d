"""The box, as its files and commands tell of it."""

import re
from pathlib import Path
from typing import Any

import pytest

from device.config.schema import Config, NetworkConfig, PanelConfig, WebConfig
from device.doctor.hardware import ROOT as ROOT_FAILED
from device.doctor.hardware import address, box, strains
from device.doctor.machine import CheckResult, Light, Machine, worst
from device.errors import NoNetworkManager
from device.network.network_manager import OWN, Network, Radio, Sight
from device.panels.factory import NullPanel
from device.update import read_only_root
from web.services.device import NetworkMode

HEAT = "sys/class/thermal/thermal_zone0/temp"
POWER = "sys/devices/platform/soc/soc:firmware/get_throttled"


class Pi(Machine):
    """A machine whose files lie in a folder, and whose commands and network are as a test has them."""

    def __init__(self, root: Path, *, free: int = 20_000_000_000, synchronised: str = "yes") -> None:
        super().__init__(root)
        self.bytes_free = free
        self.synchronised = synchronised
        self.found: tuple[str, ...] = ("10.0.0.7",)

    def told(self, *command: str) -> str | None:
        return self.synchronised if command[0] == "timedatectl" else None

    def free(self, folder: Path) -> int | None:  # noqa: ARG002
        return self.bytes_free

    def addresses(self) -> tuple[str, ...]:
        return self.found

    def sight(self) -> Sight:
        raise NoNetworkManager("NetworkManager isn’t here.", is_away=True)

    def name(self) -> str:
        return "tray.local"


def lines(
    pi: Pi,
    config: Config = Config(panel=PanelConfig(kind="none")),  # noqa: B008
    running: dict[str, Any] | None = None,
) -> dict[str, CheckResult]:
    return {one.name: one for one in box(pi, config, Path("/data"), running)}


def told(root: Path, file: str, text: str) -> Pi:
    (root / file).parent.mkdir(parents=True)
    (root / file).write_text(text)
    return Pi(root)


def test_a_box_that_is_well_is_green_all_over(tmp_path: Path) -> None:
    found = lines(told(tmp_path, HEAT, "51234\n"))
    assert worst(list(found.values())) == "green"
    assert found["temperature"].words == "51 °C"
    assert found["address"].words == "http://tray.local:8000/ or http://10.0.0.7:8000/"


@pytest.mark.parametrize(("millidegrees", "light"), [("60000", "green"), ("75000", "amber"), ("83900", "red")])
def test_heat_is_reported(tmp_path: Path, millidegrees: str, light: Light) -> None:
    assert lines(told(tmp_path, HEAT, millidegrees))["temperature"].light == light


@pytest.mark.parametrize(
    ("word", "light"), [("0", "green"), ("0x0", "green"), ("50000", "amber"), ("0x50005", "red"), ("?", "green")]
)
def test_a_weak_supply_is_reported_also_when_it_has_recovered(tmp_path: Path, word: str, light: Light) -> None:
    assert lines(told(tmp_path, POWER, word))["power"].light == light


@pytest.mark.parametrize(("megabytes", "light"), [(1000, "green"), (999, "amber"), (199, "red")])
def test_a_full_disk_is_reported(tmp_path: Path, megabytes: int, light: Light) -> None:
    assert lines(Pi(tmp_path, free=megabytes * 1_000_000))["free space"].light == light


@pytest.mark.parametrize(
    ("text", "light", "words"),
    [
        ("MemTotal: 2000000 kB\nMemFree: 9 kB\nMemAvailable: 240000 kB\n", "green", "246 of 2,048 MB free"),
        ("MemTotal: 2000000 kB\nMemAvailable: 239999 kB\n", "amber", "246 of 2,048 MB free"),
        ("MemTotal: 2000000 kB\nMemAvailable: 99999 kB\n", "red", "102 of 2,048 MB free"),
        ("MemTotal: 2000000 kB\n", "green", "not measured on this machine"),
    ],
)
def test_a_memory_that_runs_short_is_reported(tmp_path: Path, text: str, light: Light, words: str) -> None:
    found = lines(told(tmp_path, "proc/meminfo", text))["memory"]
    assert (found.light, found.words, bool(found.advice)) == (light, words, light != "green")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [("59.9", "0 minutes"), ("7200.5 99", "2 hours"), ("172800.1", "2 days"), ("90000", "25 hours")],
)
def test_how_long_the_machine_is_on_is_told(tmp_path: Path, seconds: str, words: str) -> None:
    assert lines(told(tmp_path, "proc/uptime", f"{seconds} 1.0\n"))["uptime"].words == words


def test_a_clock_that_no_network_set_is_reported(tmp_path: Path) -> None:
    assert lines(Pi(tmp_path, synchronised="no"))["clock"].light == "amber"


def test_a_machine_without_a_network_and_a_page_for_this_machine_alone_are_reported(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.found = ()
    assert lines(pi)["address"].light == "red"
    alone = Config(panel=PanelConfig(kind="none"), web=WebConfig("127.0.0.1"))
    assert lines(Pi(tmp_path), alone)["address"].light == "amber"


def test_missing_pins_are_reported_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    running: dict[str, Any] = {"mode": "waiting", "buttons": False}
    assert lines(Pi(tmp_path), Config(), running)["pins"] == lines(Pi(tmp_path), Config())["pins"]
    assert "in use" in lines(Pi(tmp_path), Config(), {**running, "buttons": True})["pins"].words
    found = lines(Pi(tmp_path), Config())["pins"]
    assert (found.light, found.words) == (
        "amber",
        "This machine has no pins: buttons and lamp are off.",
    )


def test_this_machine_can_be_looked_at(tmp_path: Path) -> None:
    machine = Machine()
    assert machine.text("/proc/self/comm") is not None
    assert machine.text(str(tmp_path / "nothing")) is None
    assert machine.told("no-such-command") is None
    assert machine.told("echo", "aye") == "aye"
    assert (machine.free(tmp_path / "not" / "yet") or 0) > 0
    assert machine.health(9) is None
    assert machine.name()


ROOT = "23 1 0:21 / / rw,relatime - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay\n"
UPPER = "22 23 0:20 / /media/root-rw rw,relatime - tmpfs tmpfs-root rw\n"
ON_CARD = "40 23 179:3 / /data rw,noatime - ext4 /dev/mmcblk0p3 rw,commit=5\n"


@pytest.mark.parametrize(
    ("mounts", "light", "words"),
    [
        ("23 1 179:2 / / rw,noatime - ext4 /dev/root rw\n", "green", "ext4"),
        (ROOT + UPPER + ON_CARD, "green", "ext4"),
        ("40 23 0:30 / /dat rw - tmpfs tmpfs rw\n" + ON_CARD, "green", "ext4"),
        (ROOT + UPPER, "red", "/data is on an overlay, so games are lost with its upper layer (tmpfs)"),
        (ON_CARD + "41 40 0:30 / /data rw - ramfs none rw\n", "red", "/data is in memory (ramfs)"),
        (
            ROOT + UPPER + "41 23 0:31 / /data rw - overlay /media/root-ro/data "
            "rw,lowerdir=/media/root-ro/data,upperdir=/media/root-rw/overlay/data\n",
            "red",
            "/data is on an overlay, so games are lost with its upper layer (tmpfs)",
        ),
        (  # a card with a read-only root whose other partition is broken
            "23 1 0:21 / / rw - overlay overlay rw,lowerdir=/,upperdir=/run/quarterdeck-root/upper\n"
            "24 23 0:20 / /run rw - tmpfs run rw\n25 24 0:22 / /run/quarterdeck-root rw - tmpfs quarterdeck rw\n",
            "red",
            "/data is on an overlay, so games are lost with its upper layer (tmpfs)",
        ),
        (
            "23 1 0:21 / / rw - overlay overlay rw,lowerdir=/l,upperdir=/var/lib/docker/diff\n",
            "amber",
            "/data is on an overlay, so games are lost with its upper layer (overlay)",
        ),
        ("23 1 0:21 / / rw - nfs4 10.0.0.2:/tray rw\n", "amber", "/data is on another machine (nfs4)"),
        ("23 1 179:2 / / ro,noatime - ext4 /dev/root rw\n", "red", "/data can’t be written: it is mounted read-only"),
        ("", "green", "not measured on this machine"),
        ("nonsense - \n23 1 179:2 /\n", "green", "not measured on this machine"),
    ],
)
def test_a_folder_that_loses_what_is_written_is_reported(tmp_path: Path, mounts: str, light: Light, words: str) -> None:
    found = lines(told(tmp_path, "proc/self/mountinfo", mounts))["storage"]
    assert found.light == light
    assert found.words.startswith(words)
    assert bool(found.advice) == (light != "green")


ASKED = "console=tty1 root=PARTUUID=1-02 rootwait quarterdeck.root=13\n"
SEALED = "console=tty1 root=PARTUUID=1-02 rootwait init=/usr/local/sbin/quarterdeck-root\n"


@pytest.mark.parametrize(
    ("line", "file", "word", "light", "words"),
    [
        ("console=tty1\n", "", "", None, ""),
        (SEALED, "", "", None, ""),
        (ASKED, "", "", "amber", "it stays writable: the first start was cut short"),
        (ASKED, "etc", "small", "amber", "it stays writable: the card is too small"),
        (ASKED, "etc", "full", "amber", "it stays writable: the card was used or divided before"),
        (ASKED, "etc", "divide", "amber", "it stays writable: the card couldn’t be divided"),
        (ASKED, "etc", "boot", "amber", "it stays writable: the boot partition is mounted read-only"),
        (SEALED, "run", "memory", "amber", "it stays writable: no memory can be laid over it"),
        (SEALED, "run", "data", "red", "the partition for games can’t be used"),
        (ASKED, "etc", "of a later version", None, ""),
    ],
)
def test_a_read_only_root_that_failed_is_told_with_the_reason(
    tmp_path: Path, line: str, file: str, word: str, light: Light | None, words: str
) -> None:
    pi = told(tmp_path, "proc/cmdline", line)
    if file:
        told(tmp_path, f"{file}/quarterdeck-root.failed", f"{word}\n")
    found = lines(pi).get("read-only root")
    assert (found.light, found.words) == (light, words) if found else light is None
    assert found is None or found.advice


def test_each_word_that_the_script_of_a_read_only_root_keeps_is_explained() -> None:
    kept = re.findall(r"fail (\w+) \"|echo (\w+) >\$failed_now", read_only_root.script())
    assert {"".join(one) for one in kept} == ROOT_FAILED.keys() - {"cut"}


OWN_UP = Network(OWN, "Galley", "own", "wlan0", "10.77.0.1")
IN_HOUSE = Network("1", "Bar", "wifi", "wlan1", "192.168.4.7")
UNPROVEN = "not known whether it is isolated"
RADIOS = (Radio("wlan0", "/1", can_serve=True), Radio("wlan1", "/2", can_serve=True))


@pytest.mark.parametrize(
    ("mode", "sight", "light", "words"),
    [
        (
            "own",
            Sight(RADIOS, (OWN_UP, IN_HOUSE)),
            "green",
            "Galley: 10.77.0.1 (wlan0), as on the printed card, not isolated, a device opened the page there; "
            "Bar: 192.168.4.7 (wlan1), not known whether it is isolated",
        ),
        ("house", Sight(RADIOS, (IN_HOUSE,)), "green", f"Bar: 192.168.4.7 (wlan1), {UNPROVEN}"),
        ("off", Sight(RADIOS, (IN_HOUSE,)), "green", f"Bar: 192.168.4.7 (wlan1), {UNPROVEN}"),
        ("own", Sight(RADIOS, (IN_HOUSE,)), "amber", f"Bar: 192.168.4.7 (wlan1), {UNPROVEN}"),
        ("off", None, "green", "not measured on this machine"),
        (
            "house",
            Sight((Radio("wlan0", "/1", True, OWN, frozenset({"Bar"})),), (OWN_UP,)),
            "amber",
            "Galley: 10.77.0.1 (wlan0), as on the printed card, not isolated, a device opened the page there; "
            "Bar can’t be joined",
        ),
        ("house", Sight(RADIOS), "amber", "not on a network"),
        ("own", Sight(), "red", "not on a network; no Wi-Fi that can make a network"),
        ("own", None, "red", "NetworkManager isn’t here."),
    ],
)
def test_networks_are_named_with_what_is_missing(
    tmp_path: Path, mode: NetworkMode, sight: Sight | None, light: Light, words: str
) -> None:
    class InNetworks(Pi):
        def sight(self) -> Sight:
            if sight is None:
                raise NoNetworkManager("NetworkManager isn’t here.", is_away=True)
            return sight

        def known_wifi(self) -> list[str]:
            return ["Bar"]

    config = Config(panel=PanelConfig(kind="none"), network=NetworkConfig(mode=mode))
    found = lines(InNetworks(tmp_path), config, {"reached": ["10.77.0.1"]})["networks"]
    assert (found.light, found.words, bool(found.advice)) == (light, words, light != "green")


def hearing(*names: str) -> tuple[Radio, ...]:
    return (Radio("wlan0", "/1", can_serve=True, heard=frozenset(names)),)


@pytest.mark.parametrize(
    ("sight", "known", "words", "advice"),
    [
        (Sight(hearing("Bar", "Next door")), ["Bar"], "not on a network (Bar can’t be joined)", "check the password"),
        (Sight(hearing("Next door")), ["Bar"], "not on a network (Bar can’t be heard)", "switch that Wi-Fi on"),
        (Sight(hearing(), is_off=True), ["Bar"], "not on a network (the Wi-Fi is off)", "set its country"),
        (Sight(hearing("Bar")), [], "not on a network", "connect a cable, or set up"),
        (Sight(), ["Bar"], "not on a network", "connect a cable, or set up"),
        (None, [], "not on a network", "connect a cable, or set up"),
    ],
)
def test_a_machine_in_no_network_says_what_it_looked_at(
    tmp_path: Path, sight: Sight | None, known: list[str], words: str, advice: str
) -> None:
    class Alone(Pi):
        def sight(self) -> Sight:
            return sight or super().sight()

        def known_wifi(self) -> list[str]:
            return known

    pi = Alone(tmp_path)
    pi.found = ()
    found = address(pi, Config())
    assert (found.light, found.words) == ("red", words)
    assert found.advice.startswith(advice)


def test_what_strains_a_machine_has_nothing_that_is_harmless(tmp_path: Path) -> None:
    assert [one.name for one in strains(Pi(tmp_path), Path("/data"))] == [
        "free space",
        "file system",
        "memory",
        "temperature",
        "power",
    ]
    assert {one.light for one in strains(told(tmp_path, POWER, "0x50005"), Path("/data"))} == {"green", "red"}


@pytest.mark.parametrize(
    ("counts", "light", "words"),
    [
        ({"mmcblk0p2": "0\n"}, "green", "no errors kept"),
        ({}, "green", "no errors kept"),
        ({"mmcblk0p2": "3\n", "sda1": "0\n"}, "red", "3 errors on mmcblk0p2"),
        ({"mmcblk0p2": "1\n"}, "red", "1 error on mmcblk0p2"),
        ({"mmcblk0p2": "?\n"}, "green", "no errors kept"),
    ],
)
def test_a_card_that_rots_is_seen_by_the_errors_that_its_file_system_keeps(
    tmp_path: Path, counts: dict[str, str], light: Light, words: str
) -> None:
    for device, count in counts.items():
        (tmp_path / "sys/fs/ext4" / device).mkdir(parents=True)
        (tmp_path / "sys/fs/ext4" / device / "errors_count").write_text(count)
    (tmp_path / "sys/fs/ext4/features").mkdir(parents=True)
    found = lines(Pi(tmp_path))["file system"]
    assert (found.light, found.words) == (light, words)


@pytest.mark.parametrize(
    ("factory", "kernel", "light"),
    [
        ("LGPIOFactory", "6.12.25+rpt-rpi-2712\n", "green"),
        ("RPiGPIOFactory", "6.12.25+rpt-rpi-2712\n", "amber"),
        ("NativeFactory", "6.6.0\n", "amber"),
        ("RPiGPIOFactory", "6.1.0-rpi8-rpi-v8\n", "green"),
        ("PiGPIOFactory", "6.12.25\n", "green"),
        ("RPiGPIOFactory", None, "green"),
    ],
)
def test_pins_whose_edges_are_dead_on_this_kernel_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factory: str, kernel: str | None, light: Light
) -> None:
    if kernel is not None:
        told(tmp_path, "proc/sys/kernel/osrelease", kernel)
    monkeypatch.setattr("device.doctor.hardware.open_panel", lambda _config: NullPanel())
    monkeypatch.setattr("gpiozero.Device.pin_factory", type(factory, (), {"close": lambda _self: None})())
    found = lines(Pi(tmp_path), Config())["pins"]
    assert (found.light, factory.removesuffix("Factory") in found.words) == (light, light == "amber")
    assert found.words.startswith("roll ")
