"""The panel on the kernel's pins, through lgpio: fingers that press, bounce and stay."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero import Device

from device.config.schema import PanelConfig
from device.errors import NoPanel
from device.panels.gpio import GpioPanel
from table.panel import Button, Lamp, Press

pytestmark = pytest.mark.vm

SIMULATED = Path("/sys/kernel/config/gpio-sim/quarterdeck")
CONFIG = PanelConfig(roll=17, stand=27, lamp=(22, 23, 24))


class Bank:
    """Twenty-eight pins, each of which can be pulled to ground.

    A pin has one pull, and whoever claims it sets that: unlike a true one it comes up when a button is set up on it, so
    that no button can be held from the start here.
    """

    def __init__(self) -> None:
        (SIMULATED / "bank0").mkdir(parents=True)
        (SIMULATED / "bank0" / "num_lines").write_text("28")
        (SIMULATED / "live").write_text("1")
        device, chip = ((SIMULATED / name).read_text().strip() for name in ("dev_name", "bank0/chip_name"))
        self._pins = Path("/sys/devices/platform", device, chip)

    def down(self, pin: int) -> None:
        (self._pins / f"sim_gpio{pin}" / "pull").write_text("pull-down")

    def up(self, pin: int) -> None:
        (self._pins / f"sim_gpio{pin}" / "pull").write_text("pull-up")

    def value(self, pin: int) -> int:
        return int((self._pins / f"sim_gpio{pin}" / "value").read_text())

    def close(self) -> None:
        (SIMULATED / "live").write_text("0")
        (SIMULATED / "bank0").rmdir()
        SIMULATED.rmdir()


@pytest.fixture(scope="module")
def bank() -> Iterator[Bank]:
    """As in the program the pins stay open for as long as it runs, however often a panel is opened on them."""
    bank = Bank()
    yield bank
    if Device.pin_factory:
        Device.pin_factory.close()
        Device.pin_factory = None
    bank.close()


@pytest.fixture
def panel(bank: Bank) -> Iterator[GpioPanel]:
    for pin in (17, 27):
        bank.up(pin)
    with GpioPanel(CONFIG) as panel:
        assert type(Device.pin_factory).__name__ == "LGPIOFactory"
        yield panel


def pressed(panel: GpioPanel, until: Callable[[list[Press]], bool], seconds: float = 10.0) -> list[Button]:
    presses: list[Press] = []
    end = time.monotonic() + seconds
    while not until(presses) and time.monotonic() < end:
        presses += panel.presses(float("inf"))
        time.sleep(0.02)
    return [press.button for press in presses]


def quiet(panel: GpioPanel, seconds: float = 0.5) -> list[Button]:
    return pressed(panel, lambda _: False, seconds)


def test_a_finger_presses_once(panel: GpioPanel, bank: Bank) -> None:
    for pin, button in ((17, Button.ROLL), (27, Button.STAND)):
        bank.down(pin)
        time.sleep(0.15)
        bank.up(pin)
        assert pressed(panel, bool) == [button]
    assert quiet(panel) == []


def test_contacts_that_bounce_are_one_press(panel: GpioPanel, bank: Bank) -> None:
    """An emulated processor is slow enough: it needs no pauses between the edges."""
    for _ in range(4):
        bank.down(17)
        bank.up(17)
    bank.down(17)
    time.sleep(0.2)
    bank.up(17)
    assert pressed(panel, bool) == [Button.ROLL]
    assert quiet(panel) == []


def test_a_finger_that_stays_takes_back_and_two_that_stay_pair(panel: GpioPanel, bank: Bank) -> None:
    bank.down(17)
    assert pressed(panel, bool) == [Button.TAKE_BACK]
    bank.up(17)
    time.sleep(0.1)
    bank.down(17)
    bank.down(27)
    assert pressed(panel, bool) == [Button.PAIR]
    assert panel.held == {Button.ROLL, Button.STAND}
    bank.up(17)
    bank.up(27)
    assert quiet(panel) == []


def test_the_lamp_drives_its_pins(panel: GpioPanel, bank: Bank) -> None:
    panel.show(Lamp("green"))
    time.sleep(0.2)
    assert [bank.value(pin) for pin in (22, 23, 24)] == [0, 1, 0]
    panel.show(Lamp("off"))
    time.sleep(0.2)
    assert [bank.value(pin) for pin in (22, 23, 24)] == [0, 0, 0]


def test_pins_that_are_in_use_are_named(panel: GpioPanel) -> None:
    assert panel
    with pytest.raises(NoPanel, match="roll can’t use pin 17"):
        GpioPanel(CONFIG)
