"""A clock for tests that wait for nothing."""


class Clock:
    """Seconds that pass when a test says so, or as somebody sleeps."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.now += seconds
