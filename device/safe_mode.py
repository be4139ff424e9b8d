"""Safe mode: the page alone, which says what is wrong and what to do, when starting as usual is no use."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device import config as configuration
from device.config import WebConfig
from device.errors import DeviceError
from web import Server, WebError, create_safe_app, create_server


class RollHeld(DeviceError):
    """ROLL is held while the table starts, which asks for safe mode."""

    def __init__(self) -> None:
        super().__init__("ROLL was held while the table started.")


TO_DO = (
    "Mend what is named above. quarterdeck doctor looks at everything and says what to do about each thing.",
    "Then start again: switch off and on, or run systemctl restart quarterdeck. The next start is one as usual.",
    "Nothing that was confirmed is lost: the journal was not touched.",
)


def safe_page(file: Path, why: str) -> Server:
    """The page of safe mode, where the configuration says, or where there is room. Raises :class:`WebError`."""
    web = WebConfig()
    with suppress(DeviceError):
        web = configuration.load(file).web
    app = create_safe_app(why, TO_DO)
    for host, port in ((web.host, web.port), (WebConfig().host, WebConfig().port)):
        with suppress(WebError):
            return create_server(app, host, port)
    return create_server(app, WebConfig().host, 0)


def serve_safely(file: Path, why: str, told: Callable[[str], None]) -> None:
    """Serve that page until the program is ended."""
    server = safe_page(file, why)
    told(f"Safe mode: {why}")
    for line in TO_DO:
        told(line)
    told(f"The page is on {server.url}.")
    try:
        server.run()
    finally:
        server.close()
