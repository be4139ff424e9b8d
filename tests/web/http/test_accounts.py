"""Under which account a client is counted."""

import pytest

from web.http.listener import account_of, forwarded_for, is_machine


@pytest.mark.parametrize(
    ("peer", "local", "account"),
    [
        ("192.168.1.7", "192.168.1.2", "192.168.1.7"),
        ("::ffff:192.168.1.7", "::ffff:192.168.1.2", "192.168.1.7"),
        ("2001:db8:1:2::7", "2001:db8:9::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::8", "", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::1", "2001:db8:1:2::7"),
        ("fe80::7%wlan0", "fe80::1%wlan0", "fe80::7"),
        ("unknown", "", "unknown"),
        ("", "", ""),
    ],
)
def test_a_client_has_the_account_of_its_address_or_of_its_network(peer: str, local: str, account: str) -> None:
    assert account_of(peer, local) == account


@pytest.mark.parametrize(
    ("peer", "here"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("127.0.0.2", False), ("192.168.1.7", False)],
)
def test_only_two_addresses_are_this_machine(peer: str, here: bool) -> None:
    assert is_machine(peer) is here


@pytest.mark.parametrize("header", ["10.0.0.9", "1.2.3.4, 10.0.0.9", " 10.0.0.9 "])
def test_a_proxy_names_its_client_last(header: str) -> None:
    assert forwarded_for(header) == "10.0.0.9"
