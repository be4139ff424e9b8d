"""The command queue of the table: orders from the pages' threads, for the thread that runs the table."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from queue import Empty, SimpleQueue

from table.commands import CommandResult, Order, SeenRevision

BUSY = CommandResult(False, "no_answer", "The table did not answer in time: try again.")


class CommandQueue:
    """A queue of orders. It implements :class:`~table.commands.CommandSink` for the web server."""

    def __init__(self) -> None:
        self.used = False
        """Whether an order was ever given."""
        self._waiting: SimpleQueue[tuple[Order, SeenRevision | None, Future[CommandResult]]] = SimpleQueue()

    def order(self, order: Order, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Give an order and wait at most ``timeout`` seconds. An order not begun by then is dropped."""
        answer: Future[CommandResult] = Future()
        self._waiting.put((order, seen, answer))
        try:
            return answer.result(timeout)
        except TooLate:
            return BUSY if answer.cancel() else answer.result()

    def carry_out(self, do: Callable[[Order, SeenRevision | None], CommandResult]) -> None:
        """Carry out the queued orders, oldest first, and answer them. Returns at once for an empty queue.

        An unexpected failure is reported to the thread that gave the order, so that a page cannot end the game.
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
