"""A room with Debian's newest Python, libcamera and picamera2: a chroot, since this system may have none of them.

What is tested is copied into it. libcamera's virtual camera takes its pictures from a recording.
"""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import cv2

SUITE, MIRROR = "trixie", "http://deb.debian.org/debian"
PACKAGES = (
    "ca-certificates",
    "python3",
    "python3-venv",
    "python3-pip",
    "python3-numpy",
    "python3-libcamera",
    "python3-prctl",
    "python3-pil",
    "python3-jsonschema",
    "python3-tqdm",
    "python3-piexif",
    # pidng comes as its source
    "gcc",
    "libc6-dev",
    "python3-dev",
)
PICAMERA2 = ("picamera2", "av", "simplejpeg", "pidng", "videodev2", "v4l2-python3", "libarchive-c")
OURS = ("opencv-python-headless>=4.10,<6", "click", "flask", "gpiozero", "msgspec", "segno", "waitress", "pytest")

ROOT = Path(__file__).parents[2]
COPIED = ("device", "engine", "vision", "web", "tests/__init__.py", "tests/libcamera", "pyproject.toml")
RECORDING = ROOT / "fixtures" / "recordings" / "illegal-hold" / "video.mp4"
HOME = "opt/quarterdeck"

NETWORK = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
"""How this system reaches the network, and whom it trusts there: so does the room."""

PATIENCE = 3600.0
"""Seconds that a step may take, on a machine that has other things to do."""

VIRTUAL = """\
"Quarterdeck":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates:
    - 30
    - 30
  frames:
    path: "/opt/quarterdeck/frames"
  location: "CameraLocationFront"
  model: "Virtual tray"
"""


def folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "quarterdeck-libcamera"


def why_not() -> str | None:
    """Why no such room can be had here; None if it can."""
    if os.geteuid() or platform.machine() != "x86_64" or shutil.which("debootstrap") is None:
        return "the room needs root, amd64 and debootstrap (apt install debootstrap)"
    return None


def furnished() -> Path:
    """The room, with the programs as they are now; made the first time, which takes some minutes."""
    room = folder()
    if not (room / "ready").exists():
        if not (room / "built").exists():
            _clear(room)
            _call("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(room), MIRROR)
            (room / "built").touch()
        for file in NETWORK:
            if (Path("/") / file).is_file():
                shutil.copy(Path("/") / file, room / file)
        inside(room, "python3", "-m", "venv", "--system-site-packages", "/opt/python")
        inside(room, "/opt/python/bin/pip", "install", "-q", *OURS)
        inside(room, "/opt/python/bin/pip", "install", "-q", "--no-deps", *PICAMERA2)
        (room / "ready").touch()
    home = room / HOME
    shutil.rmtree(home, ignore_errors=True)
    for name in COPIED:
        source, target = ROOT / name, home / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    _pictures(home / "frames")
    for place in ("usr/share/libcamera/pipeline/virtual", "etc/libcamera/pipeline/virtual"):
        (room / place).mkdir(parents=True, exist_ok=True)
        (room / place / "virtual.yaml").write_text(VIRTUAL)
    return room


def inside(room: Path, *command: str) -> str:
    """Run a command in the room: what it said; a failure shows all of it."""
    environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"]
    environment.append("QUARTERDECK_ROOM=1")
    environment += [f"{name}={value}" for name, value in os.environ.items() if name.lower().endswith("_proxy")]
    environment += [f"{name}={value}" for name, value in os.environ.items() if name.startswith("PIP_")]
    return _call("chroot", str(room), *environment, *command)


def _clear(room: Path) -> None:
    """Remove what is left of an attempt that was broken off; not through its mounts, which are this system's own."""
    mounts = [Path(line.split()[1]) for line in Path("/proc/mounts").read_text().splitlines()]
    for mount in sorted((mount for mount in mounts if mount.is_relative_to(room)), reverse=True):
        _call("umount", str(mount))
    if room.exists():
        shutil.rmtree(room)


def _pictures(place: Path) -> None:
    """The first pictures of a recording as files: the virtual camera shows them over and over."""
    place.mkdir(parents=True)
    video = cv2.VideoCapture(str(RECORDING))
    for number in range(10):
        ok, image = video.read()
        assert ok
        cv2.imwrite(str(place / f"{number}.jpg"), image)


def _call(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{said[-6000:]}"
    return said
