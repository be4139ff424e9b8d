"""The inbox of the table: orders from pages, on their own threads, for the one thread that runs the table."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from queue import Empty, SimpleQueue

from table.commands import CommandResult, Order, SeenRevision

BUSY = CommandResult(False, "no_answer", "The table did not answer in time: try again.")


class CommandQueue:
    """Orders that wait to be carried out. It is the helm as the web knows it."""

    def __init__(self) -> None:
        self.used = False
        """Whether anything was ever asked for."""
        self._waiting: SimpleQueue[tuple[Order, SeenRevision | None, Future[CommandResult]]] = SimpleQueue()

    def order(self, order: Order, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Ask for it, and wait at most so many seconds; what was not begun by then is not done later either."""
        answer: Future[CommandResult] = Future()
        self._waiting.put((order, seen, answer))
        try:
            return answer.result(timeout)
        except TooLate:
            return BUSY if answer.cancel() else answer.result()

    def carry_out(self, do: Callable[[Order, SeenRevision | None], CommandResult]) -> None:
        """Do what waits, oldest first, and answer; nobody waits where there is nothing.

        An order that fails as nothing should is told to who gave it: no page may end the game.
        """
        while True:
            try:
                order, seen, answer = self._waiting.get_nowait()
            except Empty:
                return
            self.used = True
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(do(order, seen))
                except Exception as error:
                    answer.set_exception(error)
