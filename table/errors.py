"""What a table refuses besides what the rules refuse (:class:`engine.Refused`)."""


class NotStored(Exception):
    """An event cannot be stored, or a stored game cannot be read; nothing was changed. The message says what to do."""


class NotAccepted(Exception):
    """A phone's request for the helm is not accepted.

    ``code`` is stable and meant for programs, ``why`` is one sentence. ``later`` are the seconds after which to ask
    again, where that may help.
    """

    def __init__(self, code: str, why: str, later: int | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.later = later
