"""The errors of the engine."""


class EngineError(Exception):
    """Base class of all errors of the engine."""


class Refused(EngineError, ValueError):
    """An event that the rules do not allow now. Nothing was changed.

    ``code`` is a stable identifier for programs. ``why`` is one sentence in the game's terms.
    """

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class BadRules(EngineError, ValueError):
    """Rules that do not exist or contradict themselves, or players that the rules do not allow.

    The message has no capital and no full stop, so that it can follow the place of the error.
    """


class BadLog(EngineError, ValueError):
    """An event log that no valid game can produce."""
