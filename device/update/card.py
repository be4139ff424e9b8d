"""The files that make a table of a stock Raspberry Pi OS card at its first start, for cloud-init.

They lie on the card's boot partition: ``user-data`` and ``network-config`` for cloud-init's NoCloud data source
(https://docs.cloud-init.io/), beside them the package. Both are JSON, which is YAML too.
"""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.config.editor import changed
from device.config.template import template
from device.durable_write import write_durably
from device.errors import BadCard
from device.os_errors import reason_of
from device.systemd.install import WATCHDOGS
from device.systemd.unit import CONFIG, WATCHDOG
from device.update.signed_package import facts_of
from engine.i18n import gettext as _

USER_DATA, NETWORK, META_DATA = "user-data", "network-config", "meta-data"
BOOT = ("/boot/firmware", "/boot")
"""Where Raspberry Pi OS mounts the boot partition: Bookworm and later, and before."""

HOSTNAME = re.compile(r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
COUNTRY = re.compile(r"[A-Z]{2}")
SHORTEST, LONGEST = 8, 63
"""Length of a Wi-Fi password (WPA), in characters."""

LONGEST_NETWORK = 32
"""Most bytes of the name of a Wi-Fi network."""

HEAD = "#cloud-config\n# Written by quarterdeck card. Raspberry Pi OS reads it at the first start.\n"

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

LOG = """\
# The log is kept in memory: it would wear out the card.
[Journal]
Storage=volatile
RuntimeMaxUse=32M
"""
LOGS = "/etc/systemd/journald.conf.d/quarterdeck.conf"


@dataclass(frozen=True, slots=True)
class CardLink:
    """The link of a new table to its venue: keys of ``[mqtt]``, and the texts of files beside the configuration."""

    values: Mapping[str, object]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What is written to a card: package, name of the machine, Wi-Fi, configuration, and the link to a venue."""

    package: Path
    name: str = "quarterdeck"
    wifi: str = ""
    wifi_password: str = ""
    country: str = ""
    config: str = ""
    link: CardLink | None = None


def write_card(folder: Path, plan: CardPlan) -> list[Path]:
    """Write the files of a card into the folder of its boot partition, and return them. Raises :class:`BadCard`."""
    _check(plan)
    if not folder.is_dir():
        raise BadCard(_("{folder} isn’t a folder: name the boot partition of the card.", folder=folder))
    architecture = facts_of(plan.package).architecture
    if (folder / "config.txt").exists() and architecture != "arm64":
        raise BadCard(
            _("{file} isn’t for a Raspberry Pi: choose a file quarterdeck_…_arm64.deb.", file=plan.package.name)
        )
    texts = {USER_DATA: user_data(plan), META_DATA: f"instance-id: {plan.name}\n"}
    if plan.wifi:
        texts[NETWORK] = network_config(plan)
    try:
        free = shutil.disk_usage(folder).free + sum(_size(folder / name) for name in (*texts, plan.package.name))
        if plan.package.stat().st_size + (1 << 20) > free:
            raise BadCard(
                _("{folder} has too little space for {file}: delete other packages.", folder=folder, file=plan.package)
            )
        if plan.package.resolve() != (folder / plan.package.name).resolve():
            shutil.copyfile(plan.package, folder / plan.package.name)
        for name, text in texts.items():
            write_durably(folder / name, text.encode())
    except OSError as error:
        if isinstance(error, BadCard):
            raise
        raise BadCard(_("{folder} can’t be written ({why}).", folder=folder, why=reason_of(error))) from None
    return [folder / plan.package.name, *(folder / name for name in texts)]


def user_data(plan: CardPlan) -> str:
    """Return the text of ``user-data``: the machine's name, log, watchdog, and the installation of the package."""
    install = INSTALL.format(boot=" ".join(BOOT), package=plan.package.name)
    config = plan.config or (with_wifi(template(), plan) if plan.wifi else "")
    files: list[dict[str, str]] = [
        {"path": LOGS, "content": LOG},
        {"path": str(WATCHDOGS), "content": WATCHDOG},
        {"path": INSTALLER, "content": install, "permissions": "0755"},
    ]
    if plan.link:
        config = changed(config or template(), "mqtt", plan.link.values)
        files += [
            {"path": str(CONFIG.with_name(name)), "content": text, "permissions": "0600"}
            for name, text in plan.link.files.items()
        ]
    if config:
        files.append({"path": str(CONFIG), "content": config, "permissions": "0640"})
    return HEAD + _as_text(
        {
            "hostname": plan.name,
            "manage_etc_hosts": True,
            "write_files": files,
            "runcmd": [
                ["systemctl", "restart", "systemd-journald"],
                ["systemctl", "daemon-reexec"],
                [INSTALLER],
            ],
        }
    )


def with_wifi(config: str, plan: CardPlan) -> str:
    """Return the configuration with that Wi-Fi: the TV shows a code for it."""
    return changed(config, "web", {"wifi": plan.wifi, "wifi_password": plan.wifi_password})


def network_config(plan: CardPlan) -> str:
    """Return the text of ``network-config``: cable and Wi-Fi, addresses by DHCP (netplan, version 2)."""
    point = {plan.wifi: {"password": plan.wifi_password} if plan.wifi_password else {}}
    wifi: dict[str, Any] = {"dhcp4": True, "optional": True, "access-points": point}
    if plan.country:
        wifi["regulatory-domain"] = plan.country
    cable = {"dhcp4": True, "optional": True}
    return _as_text({"network": {"version": 2, "ethernets": {"eth0": cable}, "wifis": {"wlan0": wifi}}})


def _check(plan: CardPlan) -> None:
    if not HOSTNAME.fullmatch(plan.name):
        raise BadCard(_("{name} can’t be a machine’s name: use a to z, digits and hyphens.", name=plan.name))
    if plan.wifi and not 1 <= len(plan.wifi.encode()) <= LONGEST_NETWORK:
        raise BadCard(_("A Wi-Fi network has a name of at most {longest} bytes.", longest=LONGEST_NETWORK))
    if plan.wifi_password and not SHORTEST <= len(plan.wifi_password) <= LONGEST:
        raise BadCard(_("A Wi-Fi password has {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST))
    if plan.country and not COUNTRY.fullmatch(plan.country):
        raise BadCard(_("{country} isn’t a country: use two capital letters, such as DE.", country=plan.country))
    if not plan.package.is_file():
        raise BadCard(_("{file} isn’t there: build it with make deb, or name another.", file=plan.package))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _as_text(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
