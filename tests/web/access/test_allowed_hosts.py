"""Which names are the table's own."""

import socket

import pytest

from web.access.guard import is_ours, names_of


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> frozenset[str]:
    """Those of a machine called tray, to which a router gives another one."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Tray.fritz.box")
    return names_of(["Dice.Bar.lan."])


def test_its_name_its_addresses_and_the_names_it_was_given_are_its_own(names: frozenset[str]) -> None:
    own = (
        *("tray", "TRAY.local", "tray.local:8000", "tray.local.", "localhost:80", "dice.bar.lan"),
        *("192.168.4.1", "10.0.0.7:8000", "[::1]", "[2001:db8::7]:8000"),
        *("localhost:65535", "LOCALHOST.:8000", "[fe80::1%25eth0]", "[::ffff:192.0.2.7]:80", "localhost:"),
    )
    assert [host for host in own if not is_ours(host, names)] == []


def test_no_other_name_is_however_much_it_looks_alike(names: frozenset[str]) -> None:
    others = (
        *("", ":80", "evil.example", "tray.evil.example", "evil.tray.local", "localhost.evil.example", "bar.lan"),
        *("192.168.4.1.evil.example", "192.168.4.1:80:80", "192.168.4.1:x", "192.168.4", "[::1", "[::1]80", "[evil]"),
        *("192.0.2.7.", "0x7f000001", "2130706433", "127.1", "localhost:80:80", "localhost:8o", "localhost:١"),
        *("localhost@evil.example", "evil.example#localhost", "localhost/evil", "localhost, evil.example"),
        *("localhost evil.example", "[localhost]", "[::1]evil.example", "[::1]:80.evil.example", "xn--localhost"),
        *("localhost\x00", ".localhost"),
        *("tray.local@evil.example", "tray.local/evil", "tray local", "tray.local,evil.example", "0x7f.1", "١٩٢.1.1.1"),
    )
    assert [host for host in others if is_ours(host, names)] == []
