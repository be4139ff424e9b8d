"""The systemd units of a table: program, user, permissions, and the mounting of USB sticks."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device.config.location import INSTALLED

STICKS = "/media/quarterdeck"
"""Folder in which sticks are mounted, each in a folder of the name of its device."""

STICK_UNIT = "quarterdeck-stick@"

OPTIONS = "nosuid,nodev,noexec,noatime,uid=quarterdeck,gid=quarterdeck,umask=0077"
"""How a stick is mounted: nothing on it is run, and the table's user alone reads and writes it."""

STICK_RULE = f"""\
# A USB stick with FAT or exFAT is mounted for updates and backups, for the table's user only, and nothing on it is run.
ACTION=="add", SUBSYSTEM=="block", ENV{{ID_BUS}}=="usb", ENV{{ID_FS_TYPE}}=="vfat|exfat", TAG+="systemd", \\
  ENV{{SYSTEMD_WANTS}}+="{STICK_UNIT}%k.service"
"""

STICK_SERVICE = f"""\
[Unit]
Description=USB stick %i for Quarterdeck
BindsTo=dev-%i.device
After=dev-%i.device

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStartPre=/usr/bin/mkdir -p {STICKS}/%i
ExecStart=/usr/bin/mount -t vfat,exfat -o {OPTIONS} /dev/%i {STICKS}/%i
# writes soon what is written without a sync, so that the stick may be pulled; exFAT does not have it
ExecStartPost=-/usr/bin/mount -o remount,flush {STICKS}/%i
ExecStop=/usr/bin/umount --lazy {STICKS}/%i
ExecStopPost=-/usr/bin/rmdir {STICKS}/%i
TimeoutSec=30
CapabilityBoundingSet=CAP_SYS_ADMIN CAP_DAC_OVERRIDE CAP_CHOWN
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX
"""

STICK_FOLDER = f"d {STICKS} 0755 root root -\n"
"""The folder, for systemd-tmpfiles: the table's unit names it as writable, so it is there before."""


NAME = "quarterdeck.service"
USER = "quarterdeck"
CONFIG = INSTALLED
HOME = CONFIG.parent

GROUPS = ("gpio", "video", "render")
"""Groups with access to pins and cameras, if they exist on the system."""

REQUESTS = "quarterdeck-requests"
"""Name of the units that do what the owner's page asks for."""

HIGHEST_PRIVILEGED = 1023
"""Highest port that requires a capability."""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """What a unit must know: the program, its port, which of the groups there are, and the guard of its versions."""

    program: Path
    port: int = 8000
    groups: Sequence[str] = ()
    guard: Path | None = None


def unit(plan: UnitPlan) -> str:
    groups = f"SupplementaryGroups={' '.join(plan.groups)}\n" if plan.groups else ""
    ports = "CAP_NET_BIND_SERVICE" if 0 < plan.port <= HIGHEST_PRIVILEGED else ""
    ambient = f"AmbientCapabilities={ports}\n" if ports else ""
    supervised = f"Wants=quarterdeck-trial.service {REQUESTS}.path\n" if plan.guard else ""
    supervised = f"Wants=quarterdeck-firewall.service\n{supervised}"
    first = f"ExecStartPre=+/usr/bin/python3 -I {plan.guard} start\n" if plan.guard else ""
    home = "read-only" if plan.program.parts[1:2] in (("home",), ("root",)) else "yes"
    return UNIT.format(
        program=plan.program,
        config=CONFIG,
        user=USER,
        groups=groups,
        ports=ports,
        ambient=ambient,
        home=home,
        supervised=supervised,
        first=first,
        sticks=STICKS,
    )


UNIT = """\
[Unit]
Description=Quarterdeck, a dice tray that keeps its own score
After=network.target
{supervised}StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
{first}ExecStart={program} run --config {config}
Restart=always
RestartSec=2
TimeoutStartSec=60
TimeoutStopSec=10
WatchdogSec=20
User={user}
{groups}StateDirectory=quarterdeck
StateDirectoryMode=0750
RuntimeDirectory=quarterdeck
RuntimeDirectoryPreserve=restart
WorkingDirectory=%S/quarterdeck
UMask=0027
ReadWritePaths=-{sticks}
# its log is in English, whatever the language of the machine
Environment=PYTHONUNBUFFERED=1 LC_ALL=C.UTF-8
MemoryMax=600M
TasksMax=512
LimitNOFILE=2048

# It reads a camera and buttons, writes its own folder, and answers phones. It needs nothing else.
NoNewPrivileges=yes
CapabilityBoundingSet={ports}
{ambient}ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
DevicePolicy=closed
DeviceAllow=char-gpiochip rw
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# to put its own figures after everything else
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM
RemoveIPC=yes
KeyringMode=private

[Install]
WantedBy=multi-user.target
"""

REQUESTS_PATH = f"""\
[Unit]
Description=Requests of the owner's page of Quarterdeck

[Path]
PathExists=/run/quarterdeck/request.json
Unit={REQUESTS}.service
"""
"""The unit that waits for a request. It is started with the table."""

REQUESTS_SERVICE = """\
[Unit]
Description=Update, rollback, restart or power-off, as the owner's page of Quarterdeck asked
StartLimitIntervalSec=60
StartLimitBurst=20

[Service]
Type=oneshot
ExecStart={program} attend
TimeoutStartSec=20min
UMask=0022
Environment=PYTHONUNBUFFERED=1 LC_ALL=C.UTF-8

# It installs versions, has backups written and talks to systemd. It needs no network and no devices. It may become the
# table's user for what lies in that user's folders, and may override no permission as root.
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=/opt/quarterdeck /var/lib/quarterdeck -/run/quarterdeck
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_UNIX
IPAddressDeny=any
SystemCallArchitectures=native
CapabilityBoundingSet=CAP_SETGID CAP_SETUID
"""
"""The unit that does what is asked for, as root and with little to touch; ``{program}`` is the command."""

WATCHDOG = """\
# The machine starts again when even systemd has hung for this long.
[Manager]
RuntimeWatchdogSec=15
RebootWatchdogSec=2min
"""
