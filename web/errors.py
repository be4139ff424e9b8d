"""Everything that the page's server refuses, and in which words."""


class WebError(Exception):
    """Base of all errors of the page."""


class Denied(WebError):
    """A request that is not granted; nothing was changed.

    ``status`` is HTTP's, ``code`` stable and meant for programs, ``why`` one sentence. ``later`` are the seconds after
    which to ask again, where that may help.
    """

    def __init__(self, status: int, code: str, why: str, later: int | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why
        self.later = later


class NotKept(WebError, OSError):
    """Something that was to be kept cannot be."""


class PortTaken(WebError, OSError):
    """Another program already listens where the page should."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"port {port} on {host} is taken by another program (perhaps a second Quarterdeck): "
            "set PORT to another number, or stop that program"
        )


class PortForbidden(WebError, PermissionError):
    """A port that this program may not listen on, or that is none."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"port {port} on {host} is not this program's to use: set PORT to a number from 1024 to 65535")


class HostUnknown(WebError, OSError):
    """An address that is none of this machine's own."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"{host!r} is not an address of this machine: set HOST to 0.0.0.0 (everybody in the bar's network) "
            "or to 127.0.0.1 (only this machine)"
        )
