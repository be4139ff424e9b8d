"""A scripted table, its page behind a real server, and pages in a browser."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from playwright.sync_api import Browser, Page, ViewportSize
from werkzeug.routing import Rule

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.limits import Limits
from web.http.server import Server, create_server

Serve = Callable[..., Server]


class Compiled(BytecodeCache):
    """Compiled templates, shared by all the apps that tests make."""

    def __init__(self) -> None:
        self._known: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self._known[bucket.key] = bucket.code


Flask.jinja_options = {"bytecode_cache": Compiled()}

_compile_builder = Rule._compile_builder
_BUILDERS: dict[object, Callable[..., tuple[str, str]]] = {}


def _known_builder(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """Return the function that builds the addresses of a rule, compiled once for all apps."""
    key = (rule.rule, tuple(rule._trace), tuple((rule.defaults or {}).items()), append_unknown)
    if key not in _BUILDERS:
        _BUILDERS[key] = _compile_builder(rule, append_unknown)
    return _BUILDERS[key]


Rule._compile_builder = _known_builder  # type: ignore[method-assign, assignment]


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until the condition holds; fail if it does not within that many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.01)


@pytest.fixture
def table() -> ScriptedTable:
    return ScriptedTable(WAITING)


@contextmanager
def running(app: Flask, port: int = 0, limits: Limits | None = None) -> Iterator[Server]:
    """A server of this app on a port of its own (or on the one given), closed at the end."""
    server = create_server(app, "127.0.0.1", port, threads=8, limits=limits)
    thread = threading.Thread(target=server.run, name="page")
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


@pytest.fixture
def serve(table: ScriptedTable) -> Iterator[Serve]:
    """Serves the table until the test ends; takes the keyword arguments of :func:`web.app.create_app`."""
    with ExitStack() as stack:
        yield lambda heartbeat=0.1, **settings: stack.enter_context(
            running(create_app(table, heartbeat=heartbeat, **settings))
        )


class Watched:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


SIZE: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def kept_page(browser: Browser) -> Iterator[Watched]:
    with browser.new_context(viewport=SIZE) as context:
        yield Watched(context.new_page())


@pytest.fixture
def watched(kept_page: Watched) -> Iterator[Watched]:
    """An empty page. A module has one, since a new context takes a second."""
    kept_page.complaints.clear()
    yield kept_page
    page = kept_page.page
    page.unroute_all()
    page.goto("about:blank")
    page.set_viewport_size(SIZE)
    page.context.clear_cookies()


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Watched]:
    """A page in a context of its own: for a clock or an initial script, which cannot be removed from a context."""
    with browser.new_context(viewport=SIZE) as context:
        yield Watched(context.new_page())
