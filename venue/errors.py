"""Errors of the venue server. Each message is one sentence: what failed, where, and what to do."""


class VenueError(Exception):
    """Base class of the venue server's errors. Its text is shown to the user."""


class BadSettings(VenueError, ValueError):
    """The venue's settings cannot be read, or have an invalid value."""


class RecordUnavailable(VenueError):
    """The record cannot be written now. Nothing was taken, and nothing is lost: tables keep their rows."""


class MissingProgram(VenueError):
    """A program that is needed is not installed."""


class ServerFailed(VenueError):
    """A database or broker did not start."""


class Rejected(VenueError, ValueError):
    """A request of the owner that cannot be carried out."""
