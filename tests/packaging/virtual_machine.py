"""A whole Debian in an emulated machine: its own kernel, disk, boot partition and network card, like a Raspberry Pi.

QEMU emulates a processor (TCG), so that no /dev/kvm is needed, and boots Debian's kernel. The guest's clock counts
instructions, half a thousand million a second, and stands still while this machine does other things: the guest's
timeouts don't depend on its load. The disk is that of
:mod:`tests.packaging.system` with a kernel, an SSH server and a network of its own; the boot partition is FAT, as on a
card. Its network ends at this machine: nothing else can be reached from it. Needs root on a Debian for amd64.
"""

import json
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.packaging.system import READY, SOURCE, Machine, call, folder, inside, write
from tests.packaging.system import prepared as prepared_container

TOOLS = ("qemu-system-x86", "seabios", "dosfstools", "mtools", "fdisk", "e2fsprogs", "openssh-client")
INSIDE = ("linux-image-cloud-amd64", "initramfs-tools", "openssh-server", "systemd-timesyncd", "busybox", "fdisk")
RADIOS = ("linux-image-amd64", "network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "iw", "polkitd")
"""A kernel with virtual radios in place of the small one, and what Raspberry Pi OS has for Wi-Fi."""

SIZE = "4G"
MEGABYTES = 1536
BOOT_MEGABYTES = 1024
"""Size of the boot partition: twice that of Raspberry Pi OS, as the tests' packages are not compressed."""

KERNEL_ARGUMENTS = "root=/dev/vda ro console=ttyS0 quiet panic=-1"

FSTAB = "/dev/vda / ext4 defaults,noatime 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 2\n"
NETWORK = "[Match]\nName=en* eth*\n\n[Network]\nDHCP=ipv4\n"
LEFT_ALONE = "[keyfile]\nunmanaged-devices=interface-name:e*\n"
"""The wire to this machine is none of the table's networks."""

KEPT_KEYS = "ssh_deletekeys: false\ndisable_root: false\n" + SOURCE
"""The server's keys were made with the disk, not at each first start."""

PHONE = """\
[Unit]
Description=The second radio, in a network of its own
After=systemd-modules-load.service
Before=NetworkManager.service

[Service]
Type=oneshot
ExecStart=ip netns add phone
ExecStart=iw phy phy1 set netns name phone
ExecStart=ip -n phone link set lo up

[Install]
WantedBy=multi-user.target
"""

SSH_OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "ConnectTimeout=600")


class Hardware:
    """The disk of a machine that was never started, Debian's kernel with the first root, and the key of root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.disk, self.kernel, self.initrd, self.key = (
            folder / name for name in ("root.img", "vmlinuz", "initrd.img", "key")
        )


def prepared(*, radios: bool = False) -> Hardware:
    """Make the hardware the first time, in some minutes; with ``radios`` one for the table and one for a phone."""
    made = Hardware(folder() / ("vm-radios" if radios else "vm"))
    packages = (*RADIOS, *INSIDE[1:]) if radios else INSIDE
    if (made.folder / READY).exists():
        return made
    prepared_container()
    call("apt-get", "install", "-qq", "-y", "--no-install-recommends", *TOOLS)
    root = made.folder / "root"
    shutil.rmtree(made.folder, ignore_errors=True)
    made.folder.mkdir()
    call("cp", "-a", str(folder() / "root"), str(root))
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    inside(root, "apt-get", "update", "-qq")
    inside(root, "apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages)
    inside(root, "apt-get", "clean")
    inside(root, "systemctl", "enable", "systemd-networkd")
    if radios:
        write(root / "etc" / "modules-load.d" / "radios.conf", "mac80211_hwsim\n")
        write(root / "etc" / "modprobe.d" / "radios.conf", "options mac80211_hwsim radios=2\n")
        write(root / "etc" / "NetworkManager" / "conf.d" / "wire.conf", LEFT_ALONE)
        write(root / "etc" / "systemd" / "system" / "phone.service", PHONE)
        inside(root, "systemctl", "enable", "phone.service")
    write(root / "etc" / "fstab", FSTAB)
    write(root / "etc" / "systemd" / "network" / "80-dhcp.network", NETWORK)
    write(root / "etc" / "cloud" / "cloud.cfg.d" / "99_raspberry-pi.cfg", KEPT_KEYS)
    (root / "etc" / "machine-id").write_text("")
    call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(made.key))
    write(root / "root" / ".ssh" / "authorized_keys", made.key.with_suffix(".pub").read_text())
    for name, file in (("vmlinuz-*", made.kernel), ("initrd.img-*", made.initrd)):
        [found] = (root / "boot").glob(name)
        shutil.copy(found, file)
    call("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(made.disk), SIZE)
    shutil.rmtree(root)
    (made.folder / READY).touch()
    return made


class VirtualTable(Machine):
    """A machine with a disk of its own in ``folder``, and the files of ``card`` on its boot partition."""

    usual, pause = 1800.0, 1.0

    def __init__(self, folder: Path, hardware: Hardware, card: Iterable[Path]) -> None:
        self._hardware = hardware
        self._disk, self._boot = folder / "root.img", folder / "boot.img"
        self.console, self._control = folder / "console.log", folder / "control"
        self._page, self._ssh = (_free_port() for _ in range(2))
        self._qemu: subprocess.Popen[bytes] | None = None
        call("cp", "--sparse=always", str(hardware.disk), str(self._disk))
        call("mkfs.vfat", "-C", "-n", "bootfs", str(self._boot), str(BOOT_MEGABYTES << 10))
        call("mcopy", "-i", str(self._boot), *(str(file) for file in card), "::")
        self._images = [self._disk, self._boot]

    @property
    def address(self) -> str:
        """The address of the page, as seen from this machine."""
        return f"http://127.0.0.1:{self._page}"

    def switch_on(self, arguments: str = KERNEL_ARGUMENTS, *_more: str) -> None:
        ports = f"hostfwd=tcp:127.0.0.1:{self._page}-:8000,hostfwd=tcp:127.0.0.1:{self._ssh}-:22"
        command = ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=single", "-cpu", "max", "-smp", "1"]
        command += ["-icount", "shift=1,sleep=on", "-rtc", "clock=vm"]
        command += ["-m", str(MEGABYTES), "-display", "none", "-vga", "none", "-monitor", "none", "-no-reboot"]
        command += ["-kernel", str(self._hardware.kernel), "-initrd", str(self._hardware.initrd)]
        command += ["-append", arguments, "-serial", f"file:{self.console}"]
        for image in self._images:
            command += ["-drive", f"if=virtio,format=raw,file={image}"]
        command += ["-netdev", f"user,id=net,restrict=on,{ports}", "-device", "virtio-net-pci,netdev=net"]
        self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def wait_until_off(self, seconds: float) -> None:
        assert self._qemu
        self._qemu.wait(seconds)
        self._control.unlink(missing_ok=True)

    def cut(self) -> None:
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
            self._control.unlink(missing_ok=True)

    def health(self) -> dict[str, Any] | None:
        with suppress(OSError, ValueError), urllib.request.urlopen(f"{self.address}/healthz", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
        return None

    def entering(self, command: str) -> list[str]:
        """Return the program that runs a command in the machine as root, over one connection for all."""
        options = [part for option in SSH_OPTIONS for part in ("-o", option)]
        options += ["-o", "ControlMaster=auto", "-o", f"ControlPath={self._control}", "-o", "ControlPersist=600"]
        return ["ssh", "-i", str(self._hardware.key), "-p", str(self._ssh), *options, "root@127.0.0.1", command]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
