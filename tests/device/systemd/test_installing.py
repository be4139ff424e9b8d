"""The service on a machine that lies in a folder: what is written, what is run, what is refused."""

import grp
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.errors import BadConfig, NoService
from device.systemd.install import Service
from device.systemd.unit import NAME, UnitPlan, text_of

UNIT = Path("etc/systemd/system/quarterdeck.service")
CONFIG = Path("var/lib/quarterdeck/quarterdeck.toml")
CONFIG_PLACE = Path("/") / CONFIG


class System:
    """Records the commands, and gives the answers that a test sets."""

    def __init__(self) -> None:
        self.run: list[str] = []
        self.answers: dict[str, tuple[int, str]] = {}

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        self.run.append(" ".join(command))
        return self.answers.get(command[1] if command[0] == "systemctl" else command[0], (0, ""))


@pytest.fixture
def system() -> System:
    return System()


def installed(root: Path, system: System, config: Path | None = None, *, watchdog: bool = False) -> list[str]:
    return list(Service(root, system, is_root=True).install(config, hardware_watchdog=watchdog))


def test_it_is_installed_and_started(tmp_path: Path, system: System) -> None:
    said = installed(tmp_path, system)
    assert (tmp_path / UNIT).read_text().startswith("[Unit]\nDescription=Quarterdeck")
    assert (tmp_path / CONFIG).exists()
    assert system.run[0].startswith("useradd --system")
    assert system.run[-3:] == [
        "systemctl daemon-reload",
        "systemctl enable quarterdeck.service",
        "systemctl restart quarterdeck.service",
    ]
    assert said[-1].startswith("The table runs")


def test_a_configuration_that_is_there_stays_unless_another_is_given(tmp_path: Path, system: System) -> None:
    (tmp_path / CONFIG).parent.mkdir(parents=True)
    (tmp_path / CONFIG).write_text("[web]\nport = 81\n")
    installed(tmp_path, system)
    assert (tmp_path / CONFIG).read_text() == "[web]\nport = 81\n"
    assert "AmbientCapabilities=CAP_NET_BIND_SERVICE\n" in (tmp_path / UNIT).read_text()
    (tmp_path / "mine.toml").write_text("[web]\nport = 8001\n")
    installed(tmp_path, system, tmp_path / "mine.toml")
    assert (tmp_path / CONFIG).read_text() == "[web]\nport = 8001\n"


def test_the_first_configuration_is_that_of_the_present_folder(
    tmp_path: Path, system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quarterdeck.toml").write_text("[web]\nport = 82\n")
    assert f"The configuration is {tmp_path / CONFIG}, a copy of quarterdeck.toml." in installed(tmp_path, system)
    Path("quarterdeck.toml").write_text("[web]\nport = 83\n")
    installed(tmp_path, system)
    assert (tmp_path / CONFIG).read_text() == "[web]\nport = 82\n"


def test_a_configuration_with_a_mistake_is_not_installed(tmp_path: Path, system: System) -> None:
    (tmp_path / "mine.toml").write_text("[web]\nprot = 8001\n")
    with pytest.raises(BadConfig):
        installed(tmp_path, system, tmp_path / "mine.toml")
    assert system.run == []


def test_the_hardware_watchdog_is_set_where_that_is_wished(tmp_path: Path, system: System) -> None:
    installed(tmp_path, system, watchdog=True)
    [file] = tmp_path.glob("etc/systemd/system.conf.d/*")
    assert "RuntimeWatchdogSec=15" in file.read_text()
    list(Service(tmp_path, system, is_root=True).uninstall())
    assert not file.exists()


def test_what_fails_is_reported_with_what_the_system_said(tmp_path: Path, system: System) -> None:
    system.answers["restart"] = (1, "Job for quarterdeck.service failed.")
    with pytest.raises(NoService, match=r"“systemctl restart quarterdeck.service” failed \(Job for"):
        installed(tmp_path, system)


def test_only_root_may(tmp_path: Path, system: System) -> None:
    service = Service(tmp_path, system, is_root=False)
    for asked in (service.install(None, hardware_watchdog=False), service.uninstall()):
        with pytest.raises(NoService, match="Only root may do that: sudo"):
            list(asked)


def test_a_read_only_root_is_reported_with_what_to_do(tmp_path: Path, system: System) -> None:
    (tmp_path / "etc").write_text("in the way of the folder")
    with pytest.raises(NoService, match="remount,rw"):
        installed(tmp_path, system)


def test_uninstalling_keeps_what_was_played(tmp_path: Path, system: System) -> None:
    installed(tmp_path, system)
    said = list(Service(tmp_path, system, is_root=True).uninstall())
    left = [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()]
    assert left == [str(CONFIG)]
    assert "Configuration and journal stay" in said[0]
    with pytest.raises(NoService, match="nothing to remove"):
        list(Service(tmp_path, system, is_root=True).uninstall())


def test_its_status_is_what_the_system_says_of_it(tmp_path: Path, system: System) -> None:
    service = Service(tmp_path, system, is_root=False)
    with pytest.raises(NoService, match="not installed"):
        list(service.status())
    installed(tmp_path, system)
    system.answers |= {"is-enabled": (0, "enabled"), "is-active": (3, "failed"), "journalctl": (0, "one\ntwo")}
    assert list(service.status()) == ["Start with the machine: enabled", "State: failed", "one", "two"]


@pytest.mark.parametrize(
    ("program", "home"), [("/opt/q/bin/quarterdeck", "yes"), ("/home/pi/q/quarterdeck", "read-only")]
)
def test_a_program_in_a_home_may_be_read_there(program: str, home: str) -> None:
    assert f"ProtectHome={home}\n" in text_of(NAME, UnitPlan(Path(program)))


def test_systemd_rates_the_unit_as_well_protected(tmp_path: Path) -> None:
    """Its exposure is 1.8 of 10; up to 4.9 is called OK."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on PATH: install systemd to have the unit rated")
    file = tmp_path / "quarterdeck.service"
    file.write_text(text_of(NAME, UnitPlan(Path("/bin/true"), groups=("video",))))
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "OK" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("folder", ["usr/lib/systemd/system", "lib/systemd/system"])
def test_the_service_of_a_package_is_shown_and_left_alone(tmp_path: Path, system: System, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "quarterdeck.service").write_text("[Unit]\n")
    service = Service(tmp_path, system, is_root=True)
    assert list(service.status())
    with pytest.raises(NoService, match="already"):
        list(service.install(None, hardware_watchdog=False))
    with pytest.raises(NoService, match="apt remove"):
        list(service.uninstall())


def test_the_units_of_a_screen_are_installed_with_the_table(tmp_path: Path, system: System) -> None:
    installed(tmp_path, system)
    console = (tmp_path / UNIT).with_name("quarterdeck-console.service").read_text()
    assert "quarterdeck console --config /var/lib/quarterdeck/quarterdeck.toml %t/quarterdeck-console/issue" in console
    assert "Wants=quarterdeck-firewall.service quarterdeck-console.service\n" in (tmp_path / UNIT).read_text()
    assert "http://localhost:8000/tv" in (tmp_path / UNIT).with_name("quarterdeck-kiosk.service").read_text()
    assert "quarterdeck-console" in (tmp_path / "etc/udev/rules.d/60-quarterdeck-screen.rules").read_text()
    assert "@" not in console.replace("@system-service", "")


@pytest.mark.parametrize(
    ("connectors", "starts"),
    [
        ({"card0-HDMI-A-1": "connected", "card0-HDMI-A-2": "disconnected"}, True),
        ({"card0-HDMI-A-1": "disconnected", "card0-Writeback-1": "unknown"}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("name", ["quarterdeck-console.service", "quarterdeck-kiosk.service"])
def test_a_unit_of_a_screen_starts_only_where_one_is(
    tmp_path: Path, connectors: dict[str, str], starts: bool, name: str
) -> None:
    for connector, status in connectors.items():
        (tmp_path / connector).mkdir()
        (tmp_path / connector / "status").write_text(f"{status}\n")
    [condition] = re.findall("^ExecCondition=(.*)$", text_of(name), re.MULTILINE)
    command = [part.replace("/sys/class/drm", str(tmp_path)) for part in shlex.split(condition)]
    assert (subprocess.run(command, capture_output=True, check=False).returncode == 0) == starts


def test_the_login_gets_its_text_while_the_console_runs(tmp_path: Path) -> None:
    """The commands of the unit's start and stop, in a folder instead of the root."""
    group = grp.getgrgid(os.getgid()).gr_name
    text = text_of("quarterdeck-console.service").replace("chgrp quarterdeck", f"chgrp {group}")
    text = text.replace("/etc/issue.d", f"{tmp_path}/issue.d").replace("/run/agetty", f"{tmp_path}/agetty")

    def do(what: str) -> None:
        for command in re.findall(f"^{what}=-[+](.*)$", text, re.MULTILINE):
            subprocess.run(shlex.split(command.replace("%t", "/run")), check=True)

    do("ExecStartPre")
    do("ExecStartPre")
    link, reload = tmp_path / "issue.d" / "quarterdeck.issue", tmp_path / "agetty.reload"
    assert link.readlink() == Path("/run/quarterdeck-console/issue")
    assert f"console --config {CONFIG_PLACE} %t/quarterdeck-console/issue\n" in text
    assert reload.stat().st_mode & 0o020
    os.utime(reload, (1, 1))
    do("ExecStopPost")
    assert not link.is_symlink()
    assert reload.stat().st_mtime > 1


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on PATH: install systemd")
@pytest.mark.parametrize(("name", "exposure"), [("firewall", 100), ("console", 25), ("kiosk", 100), ("stick@", 100)])
def test_systemd_knows_every_line_of_a_unit(tmp_path: Path, name: str, exposure: int) -> None:
    file = tmp_path / f"quarterdeck-{name}.service"
    text = text_of(file.name, UnitPlan(Path("/bin/true")))
    file.write_text(re.sub("^(Exec.*?=[-+]*)(/usr)?/s?bin/[a-z]+", r"\g<1>/bin/true", text, flags=re.MULTILINE))
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    rate = ["systemd-analyze", "security", "--offline=true", f"--threshold={exposure}", str(file)]
    rated = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-300:]
