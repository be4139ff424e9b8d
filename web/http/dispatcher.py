"""The worker threads: the table's own clients first, then a few guests at a time, in turn by account."""

from collections import deque
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher

from web.access.visitor import Visitor


class Work(Protocol):
    """A request to be answered, and its visitor."""

    visitor: Visitor

    def service(self) -> None:
        """Answer it."""
        ...

    def cancel(self) -> None:
        """Do not answer it."""
        ...


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A thread pool, of which guests use ``at_work`` threads at a time for requests other than streams.

    Other guests wait in one queue per account, and the accounts take turns. Thread-safe.
    """

    def __init__(self, threads: int, at_work: int) -> None:
        super().__init__()
        self._most = at_work
        self._at_work: set[Visitor] = set()
        self._lines: dict[str, deque[Work]] = {}
        self.set_thread_count(threads)

    def in_line(self, account: str) -> tuple[int, int]:
        """Return how many requests of that account wait for a thread, and how many of all guests."""
        with self.lock:
            return len(self._lines.get(account, ())), sum(map(len, self._lines.values()))

    def add_task(self, task: Work) -> None:
        """Queue that request."""
        with self.lock:
            if task.visitor.own:
                self._begin(task)
            else:
                self._lines.setdefault(task.visitor.account, deque()).append(task)
                self._go_on()

    def release(self, visitor: Visitor) -> None:
        """Stop counting the request of that visitor as work: it was answered, or its response is a stream."""
        with self.lock:
            if visitor in self._at_work:
                self._at_work.remove(visitor)
                self._go_on()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Stop the threads; requests that wait are not answered."""
        with self.lock:
            waiting = [task for line in self._lines.values() for task in line]
            self._lines.clear()
        for task in waiting:
            task.cancel()
        return bool(super().shutdown(cancel_pending, timeout))

    def _go_on(self) -> None:
        while self._lines and len(self._at_work) < self._most:
            account = next(iter(self._lines))
            line = self._lines.pop(account)
            task = line.popleft()
            if line:
                self._lines[account] = line  # behind all others
            self._at_work.add(task.visitor)
            self._begin(task)

    def _begin(self, task: Work) -> None:
        self.queue.append(task)
        self.queue_cv.notify()
