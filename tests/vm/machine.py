"""An emulated machine with pins, cameras and disks of its own, whose programs are those of the machine it runs on.

QEMU boots Debian's kernel. Its root is this machine's root, read-only, with memory on top for what is written, so that
it runs this very environment. Two modules that Debian's kernel lacks are built for it: gpio-sim, pins that a test can
pull, and v4l2loopback, a camera that a test can feed. Its disks are memory under the device mapper, which records what
they are asked to write, or makes them fail. Needs root, amd64 and Debian's packages, and no /dev/kvm.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TOOLS = ("qemu-system-x86", "seabios", "kmod", "cpio", "busybox-static", "e2fsprogs", "gcc", "make", "v4l-utils")
HEADERS = "linux-headers-amd64"
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
"""What gpio-sim is built from: itself and the interrupts that it makes, which the kernel was built without."""

TRANSPORT = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
"""Modules that the guest needs before it has a root."""

RADIOS = "QUARTERDECK_RADIOS"
"""Variable that is set in a machine with the programs for Wi-Fi, whose files lie in that folder beside the kernel."""
WIFI = ("network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "iw", "udev", "polkitd")

READY, MEGABYTES = "ready", 2048
DONE = re.compile(r"^GUEST ENDED (\d+)", re.MULTILINE)


def folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "quarterdeck-vm"


def why_not() -> str | None:
    """Why no such machine can be had here; None if it can."""
    if os.geteuid() or platform.machine() != "x86_64" or shutil.which("apt-get") is None:
        return "the emulated machine needs root on a Debian for amd64"
    return None


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel that was taken apart under ``folder``: its image, its modules and its release."""

    folder: Path
    release: str

    @property
    def image(self) -> Path:
        return self.folder / "kernel" / "boot" / f"vmlinuz-{self.release}"


def prepared() -> Kernel:
    """The kernel with its two modules, fetched and built the first time: some minutes."""
    place = folder()
    if (place / READY).is_file():
        return Kernel(place, (place / READY).read_text())
    place.mkdir(parents=True, exist_ok=True)
    _apt("update")
    _apt("install", "--no-install-recommends", *TOOLS, HEADERS)
    depends = _said("dpkg-query", "-W", "-f", "${Depends}", HEADERS)
    release = depends.partition("linux-headers-")[2].split()[0]
    version = _said("dpkg-query", "-W", "-f", "${Version}", f"linux-headers-{release}")
    source = f"linux-source-{'.'.join(version.split('.')[:2])}={version}"
    _call("apt-get", "download", "-qq", f"linux-image-{release}", source, "v4l2loopback-dkms", at=place)
    _unpack(place)
    _build(place, release)
    (place / READY).write_text(release)
    return Kernel(place, release)


def with_radios(kernel: Kernel) -> str:
    """Fetch the programs for Wi-Fi and lay their files out, the first time; return the setting that names them.

    They are not installed on this machine: the guest copies them over its root.
    """
    files = kernel.folder / "radios"
    if not files.is_dir():
        fetched, partial = kernel.folder / "packages", kernel.folder / "radios.partial"
        (fetched / "partial").mkdir(parents=True, exist_ok=True)
        shutil.rmtree(partial, ignore_errors=True)
        where = f"Dir::Cache::archives={fetched}"
        _apt("install", "--no-install-recommends", "--reinstall", "--download-only", "-o", where, *WIFI)
        for package in fetched.glob("*.deb"):
            _call("dpkg-deb", "-x", str(package), str(partial))
        for name in ("bin", "sbin", "lib"):  # which are links to those of /usr
            if (partial / name).is_dir():
                shutil.copytree(partial / name, partial / "usr" / name, symlinks=True, dirs_exist_ok=True)
                shutil.rmtree(partial / name)
        partial.rename(files)
    return f"{RADIOS}={files}"


def run(kernel: Kernel, command: Sequence[str], seconds: float) -> tuple[int, str]:
    """Boot, run the command in this folder, and switch off: its exit status, and all that was said.

    A status of 255 means that the machine did not get as far.
    """
    initrd, console = kernel.folder / "initrd.cpio", kernel.folder / "console.log"
    initrd.write_bytes(_initrd(kernel, _first_program(kernel, command)))
    share = "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"
    qemu = ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"]
    qemu += ["-m", str(MEGABYTES), "-display", "none", "-vga", "std", "-nic", "none", "-monitor", "none", "-no-reboot"]
    qemu += ["-serial", f"file:{console}", "-virtfs", share, "-kernel", str(kernel.image), "-initrd", str(initrd)]
    qemu += ["-append", "console=ttyS0 quiet panic=-1 no_timer_check"]
    console.write_text("")
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(qemu, stdin=subprocess.DEVNULL, timeout=seconds, check=False)
    said = console.read_text(errors="replace").replace("\r", "")
    ended = DONE.search(said)
    return int(ended[1]) if ended else 255, said


def _unpack(place: Path) -> None:
    for pattern, target in (("linux-image-*.deb", "kernel"), ("v4l2loopback-dkms_*.deb", "loopback")):
        [package] = place.glob(pattern)
        _call("dpkg-deb", "-x", str(package), str(place / target))
    [package] = place.glob("linux-source-*.deb")
    _call("dpkg-deb", "-x", str(package), str(place / "source"))
    [archive] = (place / "source").glob("usr/src/*.tar.xz")
    wanted = [f"{archive.name.removesuffix('.tar.xz')}/{file}" for file in SOURCES]
    _call("tar", "-xJf", str(archive), "-C", str(place), "--strip-components=1", *wanted)
    shutil.rmtree(place / "source")


def _build(place: Path, release: str) -> None:
    pins = place / "gpio-sim"
    pins.mkdir(exist_ok=True)
    interrupts = (place / "kernel" / "irq" / "irq_sim.c").read_text()
    # a module may not look at an interrupt's descriptor; by its number it is the same
    own = interrupts.replace("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)")
    (pins / "irq_sim.c").write_text(own)
    shutil.copy(place / "drivers/gpio/gpio-sim.c", pins / "pins.c")
    shutil.copy(place / "drivers/gpio/gpiolib.h", pins)
    (pins / "Makefile").write_text("obj-m := gpio-sim.o\ngpio-sim-y := pins.o irq_sim.o\n")
    [loopback] = place.glob("loopback/usr/src/v4l2loopback-*")
    extra = place / "kernel" / "lib" / "modules" / release / "extra"
    extra.mkdir(parents=True, exist_ok=True)
    for source in (pins, loopback):
        _call("make", "-s", "-C", f"/lib/modules/{release}/build", f"M={source}", "modules")
        for module in source.glob("*.ko"):
            shutil.copy(module, extra)
    _call("depmod", "-b", str(place / "kernel"), release)


def _initrd(kernel: Kernel, first: str) -> bytes:
    """The first root, in memory: it lays memory over this machine's root and goes on there."""
    root = kernel.folder / "first-root"
    shutil.rmtree(root, ignore_errors=True)
    for name in ("bin", "modules", "proc", "dev", "below", "above", "newroot"):
        (root / name).mkdir(parents=True)
    shutil.copy(shutil.which("busybox") or "/bin/busybox", root / "bin" / "busybox")
    order = []
    for module in _needed(kernel):
        shutil.copy(module, root / "modules")
        order.append(module.name)
    (root / "then").write_text(first)
    init = root / "init"
    loads = "\n".join(f"$b insmod /modules/{name}" for name in order)
    init.write_text(FIRST.format(loads=loads))
    init.chmod(0o755)
    names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*"))) + "\n"
    pack = ["cpio", "-o", "-H", "newc", "--quiet"]
    packed = subprocess.run(pack, cwd=root, input=names.encode(), stdout=subprocess.PIPE, check=True)
    return packed.stdout


FIRST = """#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc proc /proc; $b mount -t devtmpfs dev /dev
{loads}
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=524288 host /below
$b mount -t tmpfs memory /above; $b mkdir /above/upper /above/work
$b mount -t overlay -o lowerdir=/below,upperdir=/above/upper,workdir=/above/work root /newroot
$b cp /then /newroot/quarterdeck-first
exec $b switch_root /newroot /bin/sh /quarterdeck-first
"""


def _first_program(kernel: Kernel, command: Sequence[str]) -> str:
    """What the guest does once it has its root. It looks like a Pi 3, or gpiozero would not take its pins for one's."""
    modules = shlex.quote(str(kernel.folder / "kernel"))
    return "\n".join(
        [
            "export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 GPIOZERO_PIN_FACTORY=lgpio",
            f"export QUARTERDECK_VM={modules}",
            "mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev",
            "mkdir -p /dev/shm /dev/pts; mount -t tmpfs run /run; mount -t tmpfs shm /dev/shm; ip link set lo up",
            f"modprobe -d {modules} configfs; mount -t configfs none /sys/kernel/config",
            f"modprobe -d {modules} gpio-sim; modprobe -d {modules} v4l2loopback video_nr=20 exclusive_caps=1",
            "(cat /proc/cpuinfo; echo 'Revision : a02082') > /run/cpuinfo; mount --bind /run/cpuinfo /proc/cpuinfo",
            f"cd {shlex.quote(str(Path.cwd()))}",
            f"{shlex.join(command)}; echo GUEST ENDED $?",
            "sync; echo o > /proc/sysrq-trigger; sleep 60",
        ]
    )


def _needed(kernel: Kernel) -> Iterator[Path]:
    """The modules that lead to the root, each after those it needs."""
    seen = set()
    for name in TRANSPORT:
        where = ("-d", str(kernel.folder / "kernel"), "-S", kernel.release)
        for line in _said("modprobe", *where, "--show-depends", name).splitlines():
            word, _, path = line.partition(" ")
            if word == "insmod" and path not in seen:
                seen.add(path)
                yield Path(path.strip())


def _apt(*arguments: str) -> None:
    _call("apt-get", "-qq", "-y", *arguments, environment={"DEBIAN_FRONTEND": "noninteractive"})


def _call(*command: str, at: Path | None = None, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command, cwd=at, env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(command)} failed:\n{done.stdout}{done.stderr}"


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
