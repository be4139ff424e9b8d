"""Checks of the hardware: pins, disk, power, clock, network."""

import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from device.config.schema import Config
from device.doctor.machine import CheckResult, Diagnosis, Machine, graded
from device.errors import NoNetworkManager, NoPanel
from device.network.network_manager import Network, Sight
from device.panels.factory import open_panel
from engine.i18n import Text, joined, listed, ngettext, number
from engine.i18n import gettext as _

MEGABYTE = 1_000_000
FOR_OLD_KERNELS, NUMBERED_ANEW = frozenset({"Native", "RPiGPIO"}), [6, 6]
"""Libraries of gpiozero that wait for edges in /sys/class/gpio, where this Linux and later have other numbers."""

GAMES_GO_ON = _("games work without it, but dates may be wrong")
LITTLE, TOO_LITTLE = 1000, 200
"""Recommended and minimum free megabytes."""

IN_MEMORY = frozenset({"ramfs", "tmpfs"})
ELSEWHERE = frozenset({"cifs", "fuse.sshfs", "nfs", "nfs4", "smb3"})
"""File systems of another machine."""

SCANT, SCARCE = 0.12, 0.05
"""Shares of the memory: less free is little, and too little."""

WARM, HOT = 75.0, 82.0
"""Degrees Celsius; a Pi slows down at 80 to 85."""

BEFORE = 1_767_225_600
"""Start of 2026 (seconds, Unix). An earlier clock was never set."""

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
TEMPERATURE = "/sys/class/thermal/thermal_zone0/temp"

UNDERVOLTED, UNDERVOLTED_ONCE = 1 << 0, 1 << 16
"""Bits of the firmware's throttling word: undervoltage now, or since the machine started."""


def box(machine: Machine, config: Config, folder: Path, running: dict[str, Any] | None) -> Iterator[CheckResult]:
    """Check all but software and camera. ``folder`` holds the journal. ``running``: a running table's report."""
    yield CheckResult(_("pins"), *_pins(machine, config, running))
    yield from vitals(machine, folder)
    yield CheckResult(_("address"), *address(machine, config))
    yield CheckResult(_("networks"), *_networks(machine, config, (running or {}).get("reached", ())))


def vitals(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Check what can become worse while a table runs, without the camera: takes a moment."""
    yield from strains(machine, folder)
    yield CheckResult(_("storage"), *storage(machine, folder))
    if failed := _root(machine):
        yield CheckResult(_("read-only root"), *failed)
    yield CheckResult(_("clock"), *_clock(machine))
    yield CheckResult(_("uptime"), *_uptime(machine))


def strains(machine: Machine, folder: Path) -> Iterator[CheckResult]:
    """Check what wears a machine down while it runs."""
    yield CheckResult(_("free space"), *_space(machine, folder))
    yield CheckResult(_("file system"), *_file_system(machine))
    yield CheckResult(_("memory"), *_memory(machine))
    yield CheckResult(_("temperature"), *_temperature(machine))
    yield CheckResult(_("power"), *_voltage(machine))


NOT_MEASURED = Diagnosis("green", _("not measured on this machine"))


def _pins(machine: Machine, config: Config, running: dict[str, Any] | None) -> Diagnosis:
    panel = config.panel
    if panel.kind != "gpio":
        return Diagnosis("green", _("none used: the configuration has no buttons on pins"))
    used = ", ".join(f"{name} {pin}" for name, pin in panel.parts.items())
    if running and running.get("buttons", True):
        return Diagnosis("green", _("in use by the running table: {used}", used=used))
    try:
        with open_panel(panel):
            through = _library()
    except NoPanel as error:
        return Diagnosis("amber", str(error), _("without buttons set [panel] kind to “keyboard” or “none”"))
    kernel = (machine.text("/proc/sys/kernel/osrelease") or "").split(".")[:2]
    if through in FOR_OLD_KERNELS and [int(part) for part in kernel if part.isdigit()] >= NUMBERED_ANEW:
        words = _("{used}, through {library}, whose buttons are dead on this kernel", used=used, library=through)
        return Diagnosis("amber", words, _("sudo apt install python3-lgpio, then restart the table"))
    return Diagnosis("green", used)


def _library() -> str:
    """Return the library through which gpiozero uses the pins now."""
    from gpiozero import Device

    return type(Device.pin_factory).__name__.removesuffix("Factory")


def _space(machine: Machine, folder: Path) -> Diagnosis:
    free = machine.free(folder)
    if free is None:
        words = _("{folder} can’t be read", folder=folder)
        return Diagnosis("red", words, _("repair the disk, or set [journal] path"))
    words = _("{free} MB in {folder}", free=number(free / MEGABYTE), folder=folder)
    if free >= LITTLE * MEGABYTE:
        return Diagnosis("green", words)
    advice = _("delete recordings and old logs: the journal needs space")
    return Diagnosis("red" if free < TOO_LITTLE * MEGABYTE else "amber", words, advice)


def _file_system(machine: Machine) -> Diagnosis:
    """Look for errors that the file systems have kept since they were made or repaired."""
    errors = {name: count for name, count in machine.file_system_errors() if count}
    if not errors:
        return Diagnosis("green", _("no errors kept"))
    count, names = sum(errors.values()), listed([*errors])
    words = ngettext("{count} error on {names}", "{count} errors on {names}", count, names=names)
    return Diagnosis("red", words, _("make a backup, and replace the card"))


def storage(machine: Machine, folder: Path) -> Diagnosis:
    """Check that the mount of the folder keeps what is written there. Words and advice make a sentence."""
    kind, options = machine.mount(folder) or ("", [])
    if kind == "overlay":
        # its upper layer takes what is written, and may be mounted here too
        upper = next((one.partition("=")[2] for one in options if one.startswith("upperdir=/")), "/")
        layer = (machine.mount(Path(upper)) or (kind,))[0]
        return Diagnosis(
            "red" if layer in IN_MEMORY else "amber",
            _(
                "{folder} is on an overlay, so games are lost with its upper layer ({layer})",
                folder=folder,
                layer=layer,
            ),
            _("turn the overlay off, or write the card again with quarterdeck card --read-only"),
        )
    if kind in IN_MEMORY:
        words = _("{folder} is in memory ({kind}), so games are lost when the power goes", folder=folder, kind=kind)
        return Diagnosis("red", words, _("put a disk there, or set [journal] path"))
    if kind in ELSEWHERE:
        place = _("{folder} is on another machine ({kind}), so games depend on it", folder=folder, kind=kind)
        return Diagnosis("amber", place, _("put a disk there, or set [journal] path"))
    if "ro" in options:
        sealed = _("{folder} can’t be written: it is mounted read-only", folder=folder)
        return Diagnosis("red", sealed, _("mount it for writing, or set [journal] path"))
    return Diagnosis("green", kind) if kind else NOT_MEASURED


WRITE_AGAIN = _("make a backup, then write a card of 16 GB or more with quarterdeck card --read-only")
ROOT = {
    "small": Diagnosis("amber", _("it stays writable: the card is too small"), WRITE_AGAIN),
    "full": Diagnosis("amber", _("it stays writable: the card was used or divided before"), WRITE_AGAIN),
    "divide": Diagnosis("amber", _("it stays writable: the card couldn’t be divided"), WRITE_AGAIN),
    "cut": Diagnosis("amber", _("it stays writable: the first start was cut short"), WRITE_AGAIN),
    "boot": Diagnosis(
        "amber",
        _("it stays writable: the boot partition is mounted read-only"),
        _("sudo mount -o remount,rw /boot/firmware, then sudo quarterdeck-root on"),
    ),
    "memory": Diagnosis("amber", _("it stays writable: no memory can be laid over it"), _("sudo apt full-upgrade")),
    "data": Diagnosis("red", _("the partition for games can’t be used"), _("switch off, and replace the card")),
}
"""Why a read-only root that was asked for is none, by the word that its script keeps."""


def _root(machine: Machine) -> Diagnosis | None:
    asked = "cut" if "quarterdeck.root=" in (machine.text("/proc/cmdline") or "") else ""
    told = (machine.text(f"/{folder}/quarterdeck-root.failed") for folder in ("run", "etc"))
    return ROOT.get(next(filter(None, told), asked))


def _memory(machine: Machine) -> Diagnosis:
    lines = (line.split() for line in (machine.text("/proc/meminfo") or "").splitlines())
    kilobytes = {words[0]: int(words[1]) for words in lines if len(words) > 1 and words[1].isdigit()}
    total, free = kilobytes.get("MemTotal:"), kilobytes.get("MemAvailable:")
    if not total or free is None:
        return NOT_MEASURED
    words = _("{free} of {total} MB free", free=number(free * 1024 / MEGABYTE), total=number(total * 1024 / MEGABYTE))
    if free >= SCANT * total:
        return Diagnosis("green", words)
    advice = _("restart the machine; stop other programs if it happens again")
    return Diagnosis("red" if free < SCARCE * total else "amber", words, advice)


def _uptime(machine: Machine) -> Diagnosis:
    told = (machine.text("/proc/uptime") or "").partition(" ")[0].partition(".")[0]
    if not told.isdigit():
        return NOT_MEASURED
    hours = int(told) // 3600
    if hours >= 48:
        return Diagnosis("green", ngettext("{count} day", "{count} days", hours // 24))
    if hours:
        return Diagnosis("green", ngettext("{count} hour", "{count} hours", hours))
    return Diagnosis("green", ngettext("{count} minute", "{count} minutes", int(told) // 60))


def _temperature(machine: Machine) -> Diagnosis:
    told = machine.text(TEMPERATURE)
    if told is None or not told.lstrip("-").isdigit():
        return NOT_MEASURED
    degrees = int(told) / 1000
    return graded(degrees, WARM, HOT, f"{degrees:.0f} °C", _("give it air or a heat sink: it slows down at 80 °C"))


def _voltage(machine: Machine) -> Diagnosis:
    told = machine.text(THROTTLED) or (machine.told("vcgencmd", "get_throttled") or "").removeprefix("throttled=")
    try:
        word = int(told, 16)
    except ValueError:
        return NOT_MEASURED
    advice = _("use the Pi’s own supply and a short, thick cable")
    if word & UNDERVOLTED:
        return Diagnosis("red", _("too weak now"), advice)
    if word & UNDERVOLTED_ONCE:
        return Diagnosis("amber", _("was too weak since the last start"), advice)
    return Diagnosis("green", _("strong enough since the last start"))


def _clock(machine: Machine) -> Diagnosis:
    now = time.time()
    today = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < BEFORE:
        advice = _("connect it to a network once; {games_go_on}", games_go_on=GAMES_GO_ON)
        return Diagnosis("amber", _("never set: it says {today}", today=today), advice)
    if machine.told("timedatectl", "show", "--property=NTPSynchronized", "--value") == "no":
        return Diagnosis("amber", _("{today}, not set by a network", today=today), GAMES_GO_ON)
    return Diagnosis("green", today)


def address(machine: Machine, config: Config) -> Diagnosis:
    port = config.web.port
    if config.web.host in ("127.0.0.1", "::1", "localhost"):
        words = _("http://{host}:{port}/ for this machine alone", host=config.web.host, port=port)
        return Diagnosis("amber", words, _("set [web] host to 0.0.0.0, so that phones reach the page"))
    addresses = machine.addresses()
    if not addresses:
        return _no_network(machine)
    named = machine.name()
    words = _("http://{named}:{port}/ or http://{addresses}:{port}/", named=named, port=port, addresses=addresses[0])
    return Diagnosis("green", words)


def _no_network(machine: Machine) -> Diagnosis:
    try:
        why, advice = _away(machine, machine.sight())
    except NoNetworkManager:
        why, advice = "", ""
    if why:
        return Diagnosis("red", _("not on a network ({why})", why=why), advice)
    return Diagnosis("red", _("not on a network"), _("connect a cable, or set up Wi-Fi: phones can’t reach the page"))


def _away(machine: Machine, sight: Sight) -> tuple[str, str]:
    """Return why this machine is in no network of the house, and what to do. Raises as :meth:`Machine.sight`."""
    known, heard = sorted(machine.known_wifi()), set().union(*(radio.heard for radio in sight.radios))
    if sight.radios and sight.is_off:
        return _("the Wi-Fi is off"), _("set its country: sudo raspi-config, Localisation")
    if near := [name for name in known if name in heard]:
        advice = _("check the password (sudo nmtui), or connect a cable")
        return _("{names} can’t be joined", names=listed(near)), advice
    if known and sight.radios:
        advice = _("switch that Wi-Fi on, move the table nearer, or connect a cable")
        return _("{names} can’t be heard", names=listed(known)), advice
    return "", ""


def _networks(machine: Machine, config: Config, reached: Collection[str]) -> Diagnosis:
    """Say which networks this machine is in, and whether another device of each has ``reached`` the page."""
    why = advice = ""
    try:
        sight = machine.sight()
        if config.network.mode in ("house", "both") and sight.house is None:
            why, advice = _away(machine, sight)
    except NoNetworkManager as error:
        if config.network.mode == "off":
            return NOT_MEASURED
        return Diagnosis("red", str(error), _("sudo apt install network-manager, or set [network] mode to off"))
    named = [_named(network, network.address in reached) for network in sight.networks]
    words = joined(named, "; ") if named else _("not on a network")
    if config.network.mode == "off":
        return Diagnosis("green", words)
    if not any(radio.can_serve for radio in sight.radios):
        advice = _("set the country of the Wi-Fi (raspi-config), or plug in a Wi-Fi stick that can make a network")
        return Diagnosis("red", joined([words, _("no Wi-Fi that can make a network")], "; "), advice)
    if sight.own is None and (config.network.mode == "own" or sight.house is None):
        return Diagnosis("amber", words, _("start the table: it makes its own Wi-Fi"))
    return Diagnosis("amber", joined([words, why], "; "), advice) if why else Diagnosis("green", words)


def _named(network: Network, is_reached: bool) -> Text:
    given = {"name": network.name, "address": network.address, "interface": network.interface}
    words = _("{name}: {address} ({interface})", **given)
    if network.kind == "own":
        words = joined([words, _("as on the printed card")], ", ")
    # that none came proves nothing: nobody may have tried
    proof = _("not isolated, a device opened the page there") if is_reached else _("not known whether it is isolated")
    return joined([words, proof], ", ")
