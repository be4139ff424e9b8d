"""Everything that the engine refuses, and in which words."""


class EngineError(Exception):
    """Base of all errors of the engine."""


class Refused(EngineError, ValueError):
    """Something that the rules do not allow now; nothing was changed.

    ``code`` is stable and meant for programs, ``why`` is one sentence in the game's words.
    """

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class BadRules(EngineError, ValueError):
    """Rules that do not exist or contradict themselves, or players that cannot play by them.

    Its text has no capital and no full stop, so that whoever tells it can say where it was.
    """


class BadLog(EngineError, ValueError):
    """An event log that no game can have written."""
