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


class NotServed(WebError, OSError):
    """Raised when the page cannot be served: a problem with the setting ``host`` or ``port``, and the remedy."""

    def __init__(self, problem: str, setting: str, remedy: str) -> None:
        super().__init__(f"{problem}: set [web] {setting} in the configuration to {remedy}.")
        self.as_option = f"{problem}: set --{setting} to {remedy}."


class PortTaken(NotServed):
    """Raised when another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        problem = f"Port {port} on {host} is taken by another program (perhaps a second Quarterdeck)"
        super().__init__(problem, "port", "another number, or stop that program")


class PortForbidden(NotServed, PermissionError):
    """Raised for a port that this program may not listen on, or that is out of range."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"Port {port} on {host} cannot be used by this program", "port", "a number from 1024 to 65535")


class HostUnknown(NotServed):
    """Raised for an address that is not one of this machine."""

    def __init__(self, host: str) -> None:
        remedy = "0.0.0.0 (the whole network) or 127.0.0.1 (this machine only)"
        super().__init__(f"“{host}” is not an address of this machine", "host", remedy)
