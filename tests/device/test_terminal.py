"""The terminal's language comes from the environment, and a terminal that lacks a character gets another."""

import gettext
import io
import os
import sys

import pytest

from device.terminal import encode_any_text, in_its_language, language, said, say, shown
from engine.i18n import gettext as _


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "tlh_KX.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8"}, "en-US"),
        ({"LANG": "C", "LC_ALL": "en_US"}, "en-US"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "tlh_KX:en_US:de"}, "en-US"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "de_CH"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "tlh:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "en"),
        ({"LANG": "de_"}, "de"),
        ({"LANG": "DE"}, "en"),
        ({"LANG": ".UTF-8"}, "en"),
        ({"LANG": "../../de"}, "en"),
        ({"LANG": "deutsch"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ":::/etc/passwd:d e:"}, "de"),
        ({"LANG": "\udcff\x00"}, "en"),
    ],
)
def test_the_environment_is_read_as_gettext_does(environment: dict[str, str], code: str) -> None:
    assert language(environment) == code


def test_click_speaks_the_same_language_and_the_environment_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    with in_its_language():
        assert os.environ["LANGUAGE"] == "de"
        assert gettext.textdomain() == "quarterdeck"
    assert "LANGUAGE" not in os.environ
    assert gettext.textdomain() == "messages"


def test_only_texts_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert (said(_("Menu")), said("Menu")) == ("Menü", "Menu")
    assert (shown(_("Menu")), shown(""), shown(None)) == ("Menü", "", "")


@pytest.mark.parametrize(
    ("encoding", "shown"), [("latin-1", 'Mens\xfc "x" -> ...?\n'), ("utf-8", "Mensü “x” → …\N{ANCHOR}\n")]
)
def test_what_a_terminal_cannot_encode_is_replaced(encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    encode_any_text()
    say("Mensü “x” → …\N{ANCHOR}")
    assert written.getvalue().decode(encoding) == shown


def test_control_characters_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    say("Mia\x1b[2J\nJonas", err=True)
    assert capsys.readouterr().err == "Mia[2J\nJonas\n"
