"""This machine's addresses, in networks of the kernel that tests make (root)."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from device.network.addresses import lan_addresses

SCRIPT = "from device.network.addresses import lan_addresses\nprint(*lan_addresses())\n"


@pytest.fixture
def network() -> Iterator[str]:
    """The name of a network namespace, with a loopback interface alone."""
    name = f"quarterdeck-{os.getpid()}"
    if os.geteuid() != 0 or shutil.which("ip") is None or run("ip", "netns", "add", name) is None:
        pytest.skip("needs root and network namespaces (apt install iproute2)")
    yield name
    run("ip", "netns", "del", name)


def run(*command: str) -> str | None:
    """Return the output of a command; None if it failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def plug(network: str, name: str, address: str) -> None:
    """Add an interface that has an address, with a cable to another one."""
    added = f"link add {name} type veth peer name {name}-end"
    for step in (added, f"addr add {address} dev {name}", f"link set {name} up", f"link set {name}-end up"):
        assert run("ip", "-n", network, *step.split()) is not None, step


def seen(network: str) -> list[str]:
    """Return the addresses that a program there finds."""
    found = run("ip", "netns", "exec", network, sys.executable, "-c", SCRIPT)
    assert found is not None
    return found.split()


def test_an_isolated_network_has_an_address_as_long_as_it_is_there(network: str) -> None:
    assert seen(network) == []
    run("ip", "-n", network, "link", "set", "lo", "up")
    assert seen(network) == []
    plug(network, "wlan0", "10.42.0.1/24")
    assert seen(network) == ["10.42.0.1"]
    run("ip", "-n", network, "link", "set", "wlan0-end", "down")
    assert seen(network) == []


def test_the_interface_of_the_default_route_comes_first_and_one_without_a_lease_last(network: str) -> None:
    for name, address in (("eth1", "169.254.3.4/16"), ("eth2", "192.168.7.2/24"), ("wlan0", "10.42.0.1/24")):
        plug(network, name, address)
    assert seen(network) == ["192.168.7.2", "10.42.0.1", "169.254.3.4"]
    run("ip", "-n", network, "route", "add", "default", "via", "10.42.0.254")
    assert seen(network) == ["10.42.0.1", "192.168.7.2", "169.254.3.4"]


def test_a_system_without_these_calls_has_what_the_default_route_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise OSError("not here")

    routed = lan_addresses()[:1]
    monkeypatch.setattr("fcntl.ioctl", fail)
    assert lan_addresses() in (tuple(routed), ())
