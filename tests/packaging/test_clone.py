"""A clone beside a camera library that is compiled for Debian's numpy: ``make setup``, ``demo``, ``run``, a service.

On Debian 12 with numpy 1 and on 13 with numpy 2, of which Raspberry Pi OS is made. picamera2 is a stand-in with the
pictures of :mod:`tests.device.cameras.fake_picamera2`; numexpr, compiled for Debian's numpy, stands for what it brings.
The service is installed as docs/install.md says, in a container with systemd, Debian 12, which has neither picamera2
nor lgpio.
Needs root, debootstrap, and Debian's mirror and the Python package index. Run alone with
``pytest -m package -s tests/packaging/test_clone.py``.
"""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.phone import health_at
from tests.packaging.chroot import bootstrapped, machine, said
from tests.packaging.system import BootedTable, call, prepared

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
LIBRARY = """\
from functools import cache
import numexpr

@cache
def it():
    from tests.device.cameras.fake_picamera2 import Board, library
    return library(Board())

def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(it(), name)
"""
FAKE = "tests/device/cameras/fake_picamera2.py"
TRIED = """
import cv2, ncnn, numexpr, numpy
from device.sources.pi import picamera2_of_the_system
picamera2_of_the_system()
pixels = numpy.arange(12, dtype=numpy.uint8).reshape(3, 4)
assert numexpr.evaluate("pixels * 2").sum() == 132
assert cv2.resize(pixels, (8, 6)).shape == (6, 8)
assert numpy.array(ncnn.Mat(numpy.ones((2, 3), numpy.float32))).sum() == 6
print(numpy.__version__, cv2.__version__)
"""
CONFIG = """\
[camera]
kind = "pi"
[panel]
kind = "none"
[web]
host = "127.0.0.1"
port = {port}
"""
PATIENCE = 180.0
"""Seconds for a page to come."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], port: int) -> Iterator[dict[str, Any]]:
    """Run that in the machine; yield what its page says of its health."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield health_at(f"http://127.0.0.1:{port}/", PATIENCE)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def clone_into(root: Path, where: str) -> None:
    """Copy what is under version control there, and what pip needs for the network."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in files.split("\0"):
        if name and (name == FAKE or not name.startswith(("tests/", "fixtures/stills", "docs/"))):
            (root / where / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / where / name, follow_symlinks=False)
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    certificates = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
    shutil.copy(certificates, root / "etc" / "pip-cert.crt")


@pytest.mark.parametrize(("debian", "numpy"), [("bookworm", "1."), ("trixie", "2.")])
def test_a_clone_runs_with_the_systems_camera_library(tmp_path: Path, debian: str, numpy: str) -> None:
    if os.geteuid():
        pytest.skip("chroots need root")
    packages = ("python3-numexpr", "python3-venv", "make", "ca-certificates")
    with machine(bootstrapped("amd64", debian, *packages), tmp_path) as inside:
        root = tmp_path / "merged"
        clone_into(root, "clone")
        modules = root / "usr" / "lib" / "python3" / "dist-packages"
        (modules / "picamera2.py").write_text(LIBRARY)
        (modules / "libcamera.py").write_text("controls = None\n")
        network = [*inside[inside.index("chroot") :], "PIP_CERT=/etc/pip-cert.crt", "HOME=/root"]
        said(network, "make", "-C", "/clone", "setup")
        tried = said(network, "sh", "-c", f"cd /clone && exec .venv/bin/python -c '{TRIED}'")
        assert tried.startswith(numpy), tried
        print(f"\nDebian {debian}: numpy and OpenCV beside the system's: {tried}")
        port = free_port()
        with running([*network, "make", "-C", "/clone", "demo", f"PORT={port}"], port) as health:
            assert health["mode"] != "lost"
        (modules / "libcamera.py").write_text("from picamera2 import controls\n")
        (root / "clone" / "quarterdeck.toml").write_text(CONFIG.format(port=port))
        run = "cd /clone && PYTHONPATH=/clone exec .venv/bin/quarterdeck run"
        with running([*network, "sh", "-c", run], port) as health:
            assert health["ok"]
            assert health["mode"] != "lost", health


INSTALL = "apt-get update -qq && apt-get install -y -qq make python3-venv"
COMMANDS = ("cd /opt/quarterdeck-source && make setup", "rm /etc/pip-cert.crt /etc/resolv.conf")


def test_the_service_of_a_clone_is_installed_starts_with_the_machine_and_goes(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("containers need root")
    card, root = tmp_path / "card", tmp_path / "disk"
    for folder in (card, root):
        folder.mkdir()
    table = BootedTable(tmp_path, prepared(), card)
    call("mount", "-o", "loop", str(tmp_path / "root.img"), str(root))
    try:
        clone_into(root, "opt/quarterdeck-source")
        environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "PIP_CERT=/etc/pip-cert.crt", "HOME=/root"]
        for command in (INSTALL, *COMMANDS):
            call("chroot", str(root), "env", "-i", *environment, "DEBIAN_FRONTEND=noninteractive", "sh", "-c", command)
    finally:
        call("umount", str(root))
    program = "cd /opt/quarterdeck-source && .venv/bin/quarterdeck service"
    with table.on():
        table.wait_for("systemctl is-active dbus.service", "active", PATIENCE)
        told = table.said(f"{program} install", PATIENCE)
        assert "The table runs, and starts with the machine." in told
        print(f"\nservice install: page after {table.wait_for_page(PATIENCE):.0f} s", flush=True)
        assert table.said("stat -c %U /var/lib/quarterdeck/quarterdeck.toml") == "quarterdeck"
        assert "State: active" in table.said(f"{program} status")
        table.said("sync")
    with table.on():
        print(f"after a power cut: page after {table.wait_for_page(PATIENCE):.0f} s", flush=True)
        assert "stay in /var/lib/quarterdeck" in table.said(f"{program} uninstall")
        assert table.health() is None
        assert table.said("ls /var/lib/quarterdeck/quarterdeck.toml")
