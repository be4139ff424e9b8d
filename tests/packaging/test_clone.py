"""A clone on Debian 12 beside a camera library that is compiled for Debian's numpy: ``make setup``, then its import.

numexpr, compiled for Debian's numpy 1.24, stands for what picamera2 brings. Needs root, debootstrap, and Debian's
mirror and the Python package index. Run alone with ``pytest -m package tests/packaging/test_clone.py``.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.chroot import bootstrapped, machine, said

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
LIBRARY = "import numexpr\nclass Picamera2: pass\n"
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


def test_the_systems_camera_library_loads_beside_what_a_clone_installs(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("chroots need root")
    packages = ("python3-numexpr", "python3-venv", "make", "ca-certificates")
    with machine(bootstrapped("amd64", "bookworm", *packages), tmp_path) as inside:
        root = tmp_path / "merged"
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in files.split("\0"):
            if name and not name.startswith(("tests/", "fixtures/stills", "docs/")):
                (root / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, root / "clone" / name, follow_symlinks=False)
        modules = root / "usr" / "lib" / "python3" / "dist-packages"
        (modules / "picamera2.py").write_text(LIBRARY)
        (modules / "libcamera.py").write_text("controls = None\n")
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        certificates = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
        shutil.copy(certificates, root / "etc" / "pip-cert.crt")
        network = [*inside[inside.index("chroot") :], "PIP_CERT=/etc/pip-cert.crt", "HOME=/root"]
        said(network, "make", "-C", "/clone", "setup")
        tried = said(network, "sh", "-c", f"cd /clone && exec .venv/bin/python -c '{TRIED}'")
        assert tried.startswith("1."), tried
        print(f"\nnumpy and OpenCV beside Debian's 1.24: {tried}")
