"""A clock for tests that wait for nothing."""


class Clock:
    """It advances by what is slept, or as a test sets it."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.now += seconds
