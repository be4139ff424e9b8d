"""The first start of a card without cloud-init: Raspberry Pi OS 12 runs ``firstrun.sh`` of its boot partition.

systemd runs it in place of all else and restarts (systemd-run-generator(8)); ``cmdline.txt`` says so. Raspberry Pi
Imager 1.x writes one with user, keys, name and network, which is added to.
"""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

FIRST_RUN, COMMAND_LINE = "firstrun.sh", "cmdline.txt"
PLACE = "/boot/firmware"
RUN = f"systemd.run={PLACE}/{FIRST_RUN} systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
NEW = f"""\
#!/bin/bash
set +e
rm -f {PLACE}/{FIRST_RUN}
sed -i 's| systemd\\.[^ ]*||g' {PLACE}/{COMMAND_LINE}
exit 0
"""
BEGIN, END = "# Quarterdeck: begin\n", "# Quarterdeck: end\n"
_OURS = re.compile(f"^{BEGIN}.*^{END}", re.MULTILINE | re.DOTALL)
_LAST = re.compile(rf"^rm .*{FIRST_RUN}$", re.MULTILINE)
"""The line from which on Raspberry Pi OS may replace the script."""
_NAME = re.compile(r"^\s*\S*imager_custom set_hostname (\S+)$", re.MULTILINE)

UNIT = "/etc/systemd/system/quarterdeck-first-start.service"
INSTALLS = """\
[Unit]
Description=Quarterdeck: install the package from the boot partition
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
{before}ExecStart={installer}
ExecStartPost=systemctl disable quarterdeck-first-start.service
{after}
[Install]
WantedBy=multi-user.target
"""
NETWORK = "/etc/NetworkManager/system-connections/quarterdeck-card.nmconnection"


def connection(network: str, password: str) -> str:
    """Return NetworkManager's file for a Wi-Fi network. Its name is written as bytes: it may have any characters."""
    name = "".join(f"{byte};" for byte in network.encode())
    joins = f"[connection]\nid=quarterdeck-card\ntype=wifi\n\n[wifi]\nssid={name}\n"
    escaped = re.sub("^ +| +$", lambda blanks: r"\s" * len(blanks[0]), password.replace("\\", r"\\"))
    return f"{joins}\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={escaped}\n" if password else joins


def first_run(found: str, files: Iterable[Mapping[str, str]], commands: Iterable[Sequence[str]]) -> str:
    """Return the script that does what ``found`` does, then writes the files and runs the commands.

    Raises :exc:`ValueError` for a script that does not end as Imager's.
    """
    text = found or NEW
    last = _LAST.search(text)
    if last is None:
        raise ValueError(FIRST_RUN)
    ours = "".join(map(_written, files)) + "".join(f"{shlex.join(command)}\n" for command in commands)
    return f"{text[: last.start()]}{BEGIN}{ours}{END}{text[last.start() :]}"


def _written(file: Mapping[str, str]) -> str:
    end, content = "QUARTERDECK", file["content"]
    while end in content:
        end += "_"
    where = shlex.quote(file["path"])
    newline = "" if content.endswith("\n") else "\n"
    return f"install -D -m {file.get('permissions', '0644')} /dev/stdin {where} << '{end}'\n{content}{newline}{end}\n"


def command_line(found: str) -> str:
    """Return the kernel's command line, which is one line, with the script to run."""
    return " ".join(found.split() if f"/{FIRST_RUN}" in found else [*found.split(), RUN]) + "\n"


def name_in(script: str) -> str:
    """Return the machine's name that the script sets, empty if it sets none."""
    return "".join(_NAME.findall(script)[:1]).strip("'\"")


def of_others(script: str) -> str:
    """Return the script without what was added to it before."""
    return _OURS.sub("", script)
