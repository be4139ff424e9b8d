"""A Debian of a machine type in a folder, without a network, unchanged by what is done in it. Needs root."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.packaging.system import folder

TOOLS = ("debootstrap", "qemu-user-static", "binfmt-support", "debhelper", "openssh-client")
BINFMT = Path("/proc/sys/fs/binfmt_misc")
NEEDED = ("python3", "adduser", "openssh-client")
"""What the package depends on."""

TAGS = {"bookworm": "cp311", "trixie": "cp313"}
"""The folder of libraries that each Debian keeps."""


def bootstrapped(architecture: str, debian: str, *packages: str) -> Path:
    """Return the folder of that Debian with these packages; made the first time, in some minutes."""
    root = folder() / f"{architecture}-{debian}"
    if architecture == "arm64" and not (BINFMT / "qemu-aarch64").exists():
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *TOOLS], check=True)
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT)], check=False)
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    if not (root / "ready").exists():
        shutil.rmtree(root, ignore_errors=True)  # left by a run that was broken off
        included = ",".join((*NEEDED, *packages))
        command = ["debootstrap", f"--arch={architecture}", "--variant=minbase", f"--include={included}"]
        subprocess.run([*command, debian, str(root)], check=True, capture_output=True)
        (root / "ready").touch()
    return root


@contextmanager
def machine(root: Path, where: Path) -> Iterator[list[str]]:
    """Lay a machine over that Debian in ``where/merged``; yield the command that runs others in it."""
    upper, work, merged = (where / name for name in ("upper", "work", "merged"))
    for one in (upper, work, merged):
        one.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(where)], check=True)
    for one in (upper, work, merged):
        one.mkdir()
    try:
        options = f"lowerdir={root},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(merged)], check=True)
        for part in ("proc", "dev"):
            subprocess.run(["mount", "--bind", f"/{part}", str(merged / part)], check=True)
        # a network namespace of its own, without any route; it has only the address of this machine
        alone = ["unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$0" "$@"']
        yield [*alone, "chroot", str(merged), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    finally:
        for part in ("merged/proc", "merged/dev", "merged", ""):
            subprocess.run(["umount", "--lazy", str(where / part)], check=False, capture_output=True)


def said(command: list[str], *more: str) -> str:
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
    return done.stdout.strip()
