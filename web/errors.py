"""Errors of the web app."""


class WebError(Exception):
    """Base of all errors of the web app."""


class Denied(WebError):
    """Raised when a request is refused; nothing was changed.

    ``status`` is the HTTP status, ``code`` a stable word for programs, ``why`` one sentence. ``later`` is the number of
    seconds after which to retry, if that may help.
    """

    def __init__(self, status: int, code: str, why: str, later: int | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why
        self.later = later


class NotKept(WebError, OSError):
    """Raised when a value cannot be stored."""


class PortTaken(WebError, OSError):
    """Raised when another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"port {port} on {host} is taken by another program (perhaps a second Quarterdeck): "
            "set PORT to another number, or stop that program"
        )


class PortForbidden(WebError, PermissionError):
    """Raised for a port that this program may not listen on, or that is out of range."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"port {port} on {host} is not this program's to use: set PORT to a number from 1024 to 65535")


class HostUnknown(WebError, OSError):
    """Raised for an address that is not one of this machine."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"{host!r} is not an address of this machine: set HOST to 0.0.0.0 (everybody in the bar's network) "
            "or to 127.0.0.1 (only this machine)"
        )
