"""Token buckets: rate limits per account."""

from collections.abc import Callable

from web.http.limits import Rate

MOST = 4096
"""Accounts that are remembered; the one that was not heard of for longest is forgotten first."""


class Budgets:
    """One token bucket per account, full at first. ``clock`` in seconds, monotonic. Not thread-safe."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def take(self, account: str) -> float:
        """Take a token. Returns 0, or the seconds until there is one if the bucket is empty."""
        now = self._clock()
        left, then = self._left.pop(account, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - then) * self._rate.per_second)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate.per_second
        self._left[account] = (left if wait else left - 1, now)
        if len(self._left) > MOST:
            del self._left[next(iter(self._left))]
        return wait
