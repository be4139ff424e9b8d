"""Starting, refusing to start, and stopping."""

import socket
import threading

import pytest

from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.errors import HostUnknown, PortForbidden, PortTaken
from web.http.server import create_server


def test_a_taken_port_is_one_clear_error(table: ScriptedTable) -> None:
    with (
        running(create_app(table)) as server,
        pytest.raises(PortTaken, match=rf"Port {server.port} .* set \[web\] port"),
    ):
        create_server(create_app(table), "127.0.0.1", server.port)


def test_a_port_out_of_range_is_refused(table: ScriptedTable) -> None:
    with pytest.raises(PortForbidden, match="70000"):
        create_server(create_app(table), "127.0.0.1", 70000)


def test_a_port_of_root_is_refused(table: ScriptedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(PortForbidden, match="Port 80 "):
        create_server(create_app(table), "127.0.0.1", 80)


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1"])
def test_an_address_of_another_machine_is_refused(table: ScriptedTable, host: str) -> None:
    with pytest.raises(HostUnknown, match=r"set \[web\] host"):
        create_server(create_app(table), host, 0)


def test_a_closed_server_frees_its_port(table: ScriptedTable) -> None:
    with running(create_app(table)) as server:
        port = server.port
    with running(create_app(table), port) as again:
        assert again.port == port


def test_a_server_told_to_close_before_it_runs_does_not_run(table: ScriptedTable) -> None:
    server = create_server(create_app(table), "127.0.0.1", 0, threads=1)
    server.close()
    server.run()


def test_no_thread_outlives_its_server(table: ScriptedTable) -> None:
    before = set(threading.enumerate())
    with running(create_app(table)):
        assert set(threading.enumerate()) > before
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    assert set(threading.enumerate()) == before
