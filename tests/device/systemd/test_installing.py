"""The service on a machine that lies in a folder: what is written, what is run, what is refused."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.errors import BadConfig, NoService
from device.systemd.install import Service
from device.systemd.unit import UnitPlan, unit

UNIT = Path("etc/systemd/system/quarterdeck.service")
CONFIG = Path("var/lib/quarterdeck/quarterdeck.toml")


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
    assert not (tmp_path / UNIT).exists()
    assert (tmp_path / CONFIG).exists()
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
    assert f"ProtectHome={home}\n" in unit(UnitPlan(Path(program)))


def test_systemd_rates_the_unit_as_well_protected(tmp_path: Path) -> None:
    """Its exposure is 1.8 of 10; up to 4.9 is called OK."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on PATH: install systemd to have the unit rated")
    file = tmp_path / "quarterdeck.service"
    file.write_text(unit(UnitPlan(Path("/bin/true"), groups=("video",))))
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
