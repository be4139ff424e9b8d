"""The files that make a table of a stock Raspberry Pi OS card at its first start.

They lie on the card's boot partition: ``user-data`` and ``network-config`` for cloud-init's NoCloud data source
(https://docs.cloud-init.io/), or a script (:mod:`device.update.first_run`) where Raspberry Pi OS has no cloud-init, and
the package. What Raspberry Pi Imager wrote there is kept: user, keys, name, network.
"""

import re
import shutil
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import yaml

from device.config.editor import changed, template
from device.errors import BadCard
from device.files.durable_write import write_durably
from device.files.kept_file import size_of
from device.files.os_errors import not_written
from device.network import OWN_NETWORK
from device.network.keeper import LONGEST_NAME, new_wifi, text_of
from device.systemd.install import WATCHDOGS
from device.systemd.unit import CONFIG
from device.systemd.unit import text_of as text_of_system
from device.update import first_run, read_only_root
from device.update.first_run import COMMAND_LINE, FIRST_RUN
from device.update.signed_package import facts_of
from engine.i18n import gettext as _
from web.services.device import Wifi

USER_DATA, NETWORK, META_DATA = "user-data", "network-config", "meta-data"
BOOT = ("/boot/firmware", "/boot")
"""Where Raspberry Pi OS mounts the boot partition: Bookworm and later, and before."""

CUSTOM = "custom.toml"
NAME = "quarterdeck"
Part = TypeVar("Part", dict[str, Any], list[Any])
HOSTNAME = re.compile(r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
COUNTRY = re.compile(r"[A-Z]{2}")
SHORTEST, LONGEST = 8, 63
"""Length of a Wi-Fi password (WPA), in characters."""

MARK = "#cloud-config"
HEAD = f"{MARK}\n# Written by quarterdeck card. Raspberry Pi OS reads it at the first start.\n"

INSTALL = """\
#!/bin/sh
# Installs the package from the boot partition. Without a network, what it only recommends is left out.
set -eu
for boot in {boot}; do
    package=$boot/{package}
    if [ -f "$package" ]; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get install -y "$package" || apt-get install -y --no-install-recommends --no-download "$package" ||
            dpkg --install "$package"
        exit 0
    fi
done
echo "{package} is not on the boot partition." >&2
exit 1
"""
INSTALLER = "/usr/local/sbin/quarterdeck-first-start"

NO_DIALOG = """\
if [ ! -f /boot/firmware/userconf.txt ] && systemctl cat userconfig.service > /dev/null 2>&1; then
    rm -f /etc/ssh/sshd_config.d/rename_user.conf
    systemctl disable --now --no-block userconfig.service
    systemctl enable --now --no-block getty@tty1.service
fi
"""
"""Switches off the dialog of userconf-pi, which asks for a user on the screen of Raspberry Pi OS Lite.

It is part of multi-user.target, after which cloud-init runs ``runcmd``: until it is answered nothing is installed. It
asks whenever the first user has no password, also if there is a key. ``bootcmd`` runs before it begins. Of a
``userconf.txt`` it makes the user, and asks nothing.
"""

LOG = """\
# The log is kept in memory: it would wear out the card.
[Journal]
Storage=volatile
RuntimeMaxUse=32M
"""
COUNTRY_OF_WIFI = ["raspi-config", "nonint", "do_wifi_country"]
LOGS = "/etc/systemd/journald.conf.d/quarterdeck.conf"


@dataclass(frozen=True, slots=True)
class CardLink:
    """The link of a new table to its venue: keys of ``[mqtt]``, and the texts of files beside the configuration."""

    values: Mapping[str, object]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What is written to a card: package, name of the machine, Wi-Fi, configuration, link to a venue, root.

    Without a name the machine has that of the card, else ``quarterdeck``.
    """

    package: Path
    name: str = ""
    wifi: str = ""
    wifi_password: str = ""
    country: str = ""
    config: str = ""
    link: CardLink | None = None
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """The files that were written, the name of the machine, whether it has a user who can log in, and its own Wi-Fi."""

    files: list[Path]
    name: str
    has_user: bool
    own: Wifi | None


def write_card(folder: Path, plan: CardPlan) -> WrittenCard:
    """Write the files of a card into the folder of its boot partition. Raises :class:`BadCard`."""
    _check(plan)
    if not folder.is_dir():
        raise BadCard(_("{folder} isn’t a folder: name the boot partition of the card.", folder=folder))
    own = None if plan.config or plan.link or plan.wifi else new_wifi(plan.name)
    architecture = facts_of(plan.package).architecture
    if (folder / "config.txt").exists() and architecture != "arm64":
        raise BadCard(
            _("{file} isn’t for a Raspberry Pi: choose a file quarterdeck_…_arm64.deb.", file=plan.package.name)
        )
    try:
        if plan.read_only:
            _check_root(folder)
        script = first_run.of_others(_text(folder / FIRST_RUN))
        line = read_only_root.command_line(found_line := _text(folder / COMMAND_LINE), read_only=plan.read_only)
        name, files = plan.name or first_run.name_in(script), _files(plan, own)
        has_user = "userconf" in script or (folder / "userconf.txt").exists()
        if (folder / USER_DATA).exists() or not (folder / COMMAND_LINE).exists():
            data = _added(folder / USER_DATA, partial(user_data, plan, files, name))
            # with another id than before cloud-init takes even a card that was in use for a new one
            machine = _added(folder / META_DATA, _another_machine)
            texts = {USER_DATA: HEAD + _as_text(data), META_DATA: _as_text(machine)}
            if line != " ".join(found_line.split()):
                texts[COMMAND_LINE] = f"{line}\n"
            if plan.wifi:
                texts[NETWORK] = _as_text(_added(folder / NETWORK, partial(network_config, plan)))
            logins = {"user", "password", "chpasswd", "ssh_authorized_keys"} & data.keys()
            has_user |= bool(logins) or data.get("users") not in (None, [], "default", ["default"])
            name = data["hostname"]
        else:
            texts = {FIRST_RUN: _script(folder, plan, files, script)}
            texts[COMMAND_LINE] = first_run.command_line(line)
        free = shutil.disk_usage(folder).free + sum(size_of(folder / one) for one in (*texts, plan.package.name))
        if plan.package.stat().st_size + (1 << 20) > free:
            raise BadCard(
                _("{folder} has too little space for {file}: delete other packages.", folder=folder, file=plan.package)
            )
        if plan.package.resolve() != (folder / plan.package.name).resolve():
            shutil.copyfile(plan.package, folder / plan.package.name)
        for one, text in texts.items():
            write_durably(folder / one, text.encode())
    except OSError as error:
        if isinstance(error, BadCard):
            raise
        raise BadCard(not_written(folder, error)) from None
    return WrittenCard([folder / one for one in (plan.package.name, *texts)], name or NAME, has_user, own)


def _text(file: Path) -> str:
    """Return the text of a file, empty if it is not there. Raises :class:`BadCard` if it is none."""
    try:
        return file.read_text("utf-8-sig") if file.exists() else ""
    except UnicodeDecodeError:
        raise _another_format(file) from None


def _another_format(file: Path) -> BadCard:
    return BadCard(_("{file} can’t be added to, it has another format: write the card again.", file=file))


def _script(folder: Path, plan: CardPlan, files: Sequence[Mapping[str, str]], found: str) -> str:
    prepare, turn_on = (f"{read_only_root.SCRIPT} {what}\n" if plan.read_only else "" for what in ("prepare", "on"))
    before, after = prepare and f"ExecStartPre=-{prepare}", turn_on and f"ExecStartPost={turn_on}"
    content = first_run.INSTALLS.format(installer=INSTALLER, before=before, after=after)
    unit = {"path": first_run.UNIT, "content": content}
    commands = [["sh", "-c", NO_DIALOG], ["systemctl", "enable", Path(first_run.UNIT).name]]
    if plan.read_only:
        commands.append(["sh", "-c", f"[ ! -x {read_only_root.HOST_KEYS} ] || {read_only_root.HOST_KEYS}"])
    if plan.name or not first_run.name_in(found):
        commands.append(["raspi-config", "nonint", "do_hostname", plan.name or NAME])
    if plan.country:
        commands.append([*COUNTRY_OF_WIFI, plan.country])
    more = [unit]
    if plan.wifi:
        content = first_run.connection(plan.wifi, plan.wifi_password)
        more.append({"path": first_run.NETWORK, "content": content, "permissions": "0600"})
        commands.append(["rfkill", "unblock", "wifi"])
    try:
        return first_run.first_run(found, [*files, *more], [*commands, ["sync"]])
    except ValueError:
        raise _another_format(folder / FIRST_RUN) from None


def _added(file: Path, added: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Return what ``added`` makes of the content of the file. Raises :class:`BadCard` if it has another format."""
    try:
        text = _text(file)
        found = yaml.safe_load(text) or {}
        if not isinstance(found, dict) or (file.name == USER_DATA and found and not text.startswith(MARK)):
            raise TypeError
        return added(found)
    except (yaml.YAMLError, AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise _another_format(file) from None


def _files(plan: CardPlan, own: Wifi | None) -> list[dict[str, str]]:
    install = INSTALL.format(boot=" ".join(BOOT), package=plan.package.name)
    config = plan.config or (
        changed(template(), "web", {"wifi": plan.wifi, "wifi_password": plan.wifi_password}) if plan.wifi else ""
    )
    if not plan.config and not plan.link:  # at a venue the table is in the venue's network
        config = changed(config or template(), "network", {"mode": "house"})
    files: list[dict[str, str]] = [
        {"path": LOGS, "content": LOG},
        {"path": str(WATCHDOGS), "content": text_of_system("watchdog.conf")},
        {"path": INSTALLER, "content": install, "permissions": "0755"},
    ]
    if plan.read_only:
        files.append({"path": read_only_root.SCRIPT, "content": read_only_root.script(), "permissions": "0755"})
    if plan.link:
        config = changed(config or template(), "mqtt", plan.link.values)
        files += [
            {"path": str(CONFIG.with_name(name)), "content": text, "permissions": "0600"}
            for name, text in plan.link.files.items()
        ]
    if own:
        files.append({"path": str(CONFIG.with_name(OWN_NETWORK)), "content": text_of(own), "permissions": "0600"})
    if config:
        files.append({"path": str(CONFIG), "content": config, "permissions": "0640"})
    return files


def user_data(plan: CardPlan, files: list[dict[str, str]], name: str, found: Mapping[str, Any]) -> dict[str, Any]:
    paths = {file["path"] for file in files}
    there = [file for file in _part(found, "write_files", list) if file["path"] not in paths]
    ours = (f"{CONFIG.parent}/", read_only_root.SCRIPT)
    others = [file for file in there if not file["path"].startswith(ours)]  # of a plan before
    commands = [["systemctl", "restart", "systemd-journald"], ["systemctl", "daemon-reexec"], [INSTALLER]]
    before = [one for one in _part(found, "runcmd", list) if one[:1] != [read_only_root.SCRIPT]]
    before = [one for one in before if not (plan.country and one[:3] == COUNTRY_OF_WIFI)]
    told = [yaml.safe_load(file["content"]) for file in there if file["path"] == read_only_root.BEFORE]
    ours_too = read_only_root.NOT_GROWN if told else {}
    kept = {key: value for key, value in found.items() if value != ours_too.get(key, ())}
    kept = {key: value for one in (*told, kept) for key, value in one.items()}
    if plan.read_only:
        commands[-1:] = [[read_only_root.SCRIPT, "prepare"], [INSTALLER], [read_only_root.SCRIPT, "on"]]
        grows = {key: kept[key] for key in read_only_root.NOT_GROWN if key in kept}
        files = [*files, {"path": read_only_root.BEFORE, "content": _as_text(grows)}]
        kept |= read_only_root.NOT_GROWN
    if plan.country and not plan.wifi:  # without its country a Raspberry Pi keeps its radio off
        commands = [[*COUNTRY_OF_WIFI, plan.country], *commands]
    no_dialog = [["cloud-init-per", "once", "quarterdeck-no-dialog", "sh", "-c", NO_DIALOG]]
    return {
        **kept,
        "hostname": name if plan.name else _name_of(found, name),
        "manage_etc_hosts": found.get("manage_etc_hosts", True),
        "write_files": others + files,
        "bootcmd": [one for one in _part(found, "bootcmd", list) if one not in no_dialog] + no_dialog,
        "runcmd": [one for one in before if one not in commands] + commands,
    }


def _name_of(found: Mapping[str, Any], usual: str) -> str:
    name = found.get("hostname") or usual or NAME
    if not isinstance(name, str):
        raise TypeError("hostname")
    return name


def network_config(plan: CardPlan, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``found`` with cable and Wi-Fi, addresses by DHCP (netplan, version 2)."""
    network = _part(found, "network", dict)
    if network.get("version", None if found else 2) != 2:
        raise ValueError
    cables, wifis = _part(network, "ethernets", dict), _part(network, "wifis", dict)
    wifi = {"dhcp4": True, "optional": True, **_part(wifis, "wlan0", dict)}
    point = {plan.wifi: {"password": plan.wifi_password} if plan.wifi_password else {}}
    wifi["access-points"] = {**_part(wifi, "access-points", dict), **point}
    if plan.country:
        wifi["regulatory-domain"] = plan.country
    cables = cables or {"eth0": {"dhcp4": True, "optional": True}}
    added = {"version": 2, **network, "ethernets": cables, "wifis": {**wifis, "wlan0": wifi}}
    return {**found, "network": added}


def _another_machine(found: Mapping[str, Any]) -> dict[str, Any]:
    others = {key: value for key, value in found.items() if key != "instance_id"}
    return {**others, "instance-id": f"quarterdeck-{uuid.uuid4().hex}"}


def _part(found: Mapping[str, Any], key: str, kind: type[Part]) -> Part:
    """Return a part of a file, empty if it is missing. Raises :exc:`TypeError` if it is of another kind."""
    if not isinstance(part := found.get(key) or kind(), kind):
        raise TypeError(key)
    return part


def _check(plan: CardPlan) -> None:
    if plan.name and not HOSTNAME.fullmatch(plan.name):
        raise BadCard(_("{name} can’t be a machine’s name: use a to z, digits and hyphens.", name=plan.name))
    if plan.wifi and not 1 <= len(plan.wifi.encode()) <= LONGEST_NAME:
        raise BadCard(_("A Wi-Fi network has a name of at most {longest} bytes.", longest=LONGEST_NAME))
    if plan.wifi_password and not (SHORTEST <= len(plan.wifi_password) <= LONGEST and plan.wifi_password.isprintable()):
        raise BadCard(
            _("A Wi-Fi password is a line of {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST)
        )
    if plan.country and not COUNTRY.fullmatch(plan.country):
        raise BadCard(_("{country} isn’t a country: use two capital letters, such as DE.", country=plan.country))
    if not plan.package.is_file():
        raise BadCard(_("{file} isn’t there: build it with make deb, or name another.", file=plan.package))


def _check_root(folder: Path) -> None:
    if not (folder / COMMAND_LINE).exists():
        raise BadCard(_("{folder} isn’t the boot partition of Raspberry Pi OS 12 or 13.", folder=folder))
    if (folder / CUSTOM).exists():  # it is read by what grows the root
        raise _another_format(folder / CUSTOM)
    read_only_root.check_room(folder)


def _as_text(value: object) -> str:
    return str(yaml.safe_dump(value, sort_keys=False, allow_unicode=True))
