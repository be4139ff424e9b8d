"""A clock that tests move."""


class Clock:
    """Return the seconds. They advance when a test sets them, and by each sleep."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Advance the clock, without waiting."""
        self.now += seconds
