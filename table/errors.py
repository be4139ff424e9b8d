"""The errors of a table besides :class:`engine.Refused`."""


class NotStored(Exception):
    """An event cannot be stored, or a stored game cannot be read. Nothing was changed. The message says what to do."""


class NotAccepted(Exception):
    """A phone's request for the helm, or to play, is not accepted.

    ``code`` is a stable identifier for programs, ``why`` is one sentence. ``later`` is the number of seconds after
    which to try again, where that may help.
    """

    def __init__(self, code: str, why: str, later: int | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.later = later
