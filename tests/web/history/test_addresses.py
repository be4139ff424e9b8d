"""Names in addresses."""

from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from engine.names import why_no_name
from web.history.addresses import key_of, name_of

NAMES = st.text(min_size=1, max_size=60).filter(lambda name: why_no_name(name) is None)
echo = Flask(__name__)
echo.add_url_rule("/players/<path:key>", "echo", lambda key: name_of(key) or "")


@given(NAMES)
def test_every_name_comes_back_from_its_address(name: str) -> None:
    assert name_of(key_of(name)) == name
    assert echo.test_client().get(f"/players/{quote(key_of(name))}").text == name


@given(NAMES, NAMES)
def test_two_names_have_two_addresses(one: str, other: str) -> None:
    assert (key_of(one) == key_of(other)) is (one == other)


@pytest.mark.parametrize("name", ["..", ".", "a/b", "a?b", "a#b", "~x", "a\\b", " x", "x ", "%2e", "‮x", "a.b", "-"])
def test_a_name_that_would_lead_elsewhere_is_written_in_code(name: str) -> None:
    assert key_of(name).startswith("~")
    assert set(key_of(name)[1:]) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@pytest.mark.parametrize("name", ["Mia", "Zoë", "Jean-Luc", "O’Neill", "李雷", "Mia 2"])
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    assert key_of(name) == name


@pytest.mark.parametrize("key", ["~", "~A", "~____", "~é", "~=", "~/w"])
def test_a_code_that_is_none_stands_for_nobody(key: str) -> None:
    assert not name_of(key)
