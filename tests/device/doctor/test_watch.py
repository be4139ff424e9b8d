"""What a running table lacks: after how long it is shown, and when the lamp signals it."""

from pathlib import Path

import pytest

from device.config.schema import Config, PanelConfig
from device.doctor.machine import CheckResult
from device.doctor.watch import LASTS, Watch, needs
from table.snapshot import CameraUse
from tests.device.doctor.test_hardware import POWER, told

NO_NETWORK = CheckResult("address", "red", "not on a network", "connect a cable")
JOINED = "Address: not on a network; connect a cable."


class Moments:
    """A watch, its clock, and what the doctor finds at the moment."""

    def __init__(self) -> None:
        self.now, self.found, self.new = 100.0, [NO_NETWORK], True
        self.watch = Watch(lambda: self.found, lambda: self.new, lambda: self.now)

    def after(self, seconds: float) -> tuple[tuple[str, ...], bool]:
        self.now += seconds
        self.watch.look()
        return self.watch.said, self.watch.rings


def test_a_problem_that_lasts_is_told_until_it_is_over_and_rings_on_a_new_table_only() -> None:
    moments = Moments()
    assert moments.after(0) == ((), False)
    assert moments.after(LASTS - 1) == ((), False)
    assert moments.after(1) == ((JOINED,), True)
    moments.new = False
    assert moments.after(1) == ((JOINED,), False)
    moments.found = []
    assert moments.after(1) == ((), False)
    moments.found = [NO_NETWORK]
    assert moments.after(LASTS) == ((), False), "the time starts again"


def test_a_measure_that_changes_is_one_problem_and_another_advice_is_another() -> None:
    moments = Moments()
    moments.found = [CheckResult("temperature", "red", "83 °C", "give it air")]
    moments.after(0)
    moments.found = [CheckResult("temperature", "red", "85 °C", "give it air")]
    assert moments.after(LASTS) == (("Temperature: 83 °C; give it air.",), True)
    moments.found = [
        CheckResult("temperature", "red", "85 °C", "switch it off"),
        CheckResult("clock", "amber", "", "x"),
    ]
    assert moments.after(1) == ((), False)


@pytest.mark.parametrize(
    ("addresses", "word", "camera", "finds_tray", "names"),
    [
        (("10.0.0.7",), "0x0", "on", True, []),
        ((), "0x0", "on", True, ["address"]),
        (("10.0.0.7",), "0x50005", "on", False, ["power", "markers"]),
        (("10.0.0.7",), "0x0", "lost", False, []),
        (("10.0.0.7",), "0x0", "off", False, []),
    ],
)
def test_what_is_lacking_comes_in_the_order_in_which_to_mend_it(
    tmp_path: Path, addresses: tuple[str, ...], word: str, camera: CameraUse, finds_tray: bool, names: list[str]
) -> None:
    pi = told(tmp_path, POWER, word)
    pi.found = addresses
    config = Config(panel=PanelConfig(kind="none"))
    found = needs(pi, config, Path("/data"), lambda: camera, lambda: finds_tray)
    assert [one.name for one in found if one.light == "red"] == names
