"""A page that answers no guest is noticed, and the table ends so that it is started again."""

import threading
from functools import partial
from pathlib import Path

import pytest

from device.adapters.service_log import TableLog
from device.config import schema as configuration
from device.doctor.machine import Machine
from device.errors import PageDead
from device.panels.factory import NullPanel
from device.runtime import page
from device.runtime.assemble import run_table
from device.systemd import notify
from device.systemd.notify import IN_A_ROW, PageCheck
from tests.web.conftest import running
from tests.web.http.conftest import ask
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.limits import Limits
from web.http.server import create_server

NO_GUESTS = Limits(waiting=0)
"""Each guest is dropped for the next one at once: what a count of connections that only grows comes to."""


def test_a_page_that_answers_only_its_own_machine_is_dead() -> None:
    with running(create_app(ScriptedTable(WAITING)), limits=NO_GUESTS) as server:
        check = PageCheck(server.host, server.port)
        for asked in range(IN_A_ROW):
            assert not check.is_dead, f"after {asked} questions"
            check.ask()
        assert check.is_dead
        assert ask(server, "/healthz", "127.0.0.1").status == 200
        assert Machine().health(server.port) is None


def test_a_page_that_answers_late_or_with_an_error_lives() -> None:
    app = create_app(ScriptedTable(WAITING))
    app.view_functions["pages.page"] = lambda: ("Broken.", 500)
    app.view_functions["pages.health"] = lambda: "[" * 9999
    with running(app) as server:
        check = PageCheck(server.host, server.port)
        check._unanswered = IN_A_ROW
        check.ask()
        assert not check.is_dead
        assert Machine().health(server.port) is None


def test_an_address_that_the_machine_lost_says_nothing_of_the_page() -> None:
    check = PageCheck("192.0.2.1", 9)
    for _ in range(IN_A_ROW):
        check.ask()
    assert not check.is_dead


def test_a_table_whose_page_is_dead_ends_with_a_sentence_in_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "create_server", partial(create_server, limits=NO_GUESTS))
    file = tmp_path / "quarterdeck.toml"
    file.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n')
    config, log = configuration.load(file), TableLog(tmp_path)
    monkeypatch.setattr(notify, "EVERY", 0.01)
    with pytest.raises(PageDead, match="answered no guest"):
        run_table(file, config, NullPanel(), None, (), print, threading.Event(), log=log)
    assert "answered no guest" in log.entries()[0].said
