"""The command queue of the table: from the pages' threads to the thread that runs the table."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from queue import Empty, SimpleQueue

from engine import BadRules, Refused
from engine.names import sentence
from table.commands import Command, CommandResult, SeenRevision
from table.errors import NotStored

DONE = CommandResult(True)
BUSY = CommandResult(False, "no_answer", "The table did not answer in time: try again.")


class CommandQueue:
    """A queue of commands. It implements :class:`~table.commands.CommandSink` for the web server."""

    def __init__(self) -> None:
        self.used = False
        """Whether a command was ever submitted."""
        self._waiting: SimpleQueue[tuple[Command, SeenRevision | None, Future[CommandResult]]] = SimpleQueue()

    def submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Submit a command and wait at most ``timeout`` seconds. A command not begun by then is dropped."""
        answer: Future[CommandResult] = Future()
        self._waiting.put((command, seen, answer))
        try:
            return answer.result(timeout)
        except TooLate:
            return BUSY if answer.cancel() else answer.result()

    def execute(self, do: Callable[[Command, SeenRevision | None], CommandResult]) -> None:
        """Execute the queued commands, oldest first, and answer them. Returns at once for an empty queue.

        A refusal of the rules and a failure to store are answered with their reasons. An unexpected failure is raised
        in the thread that submitted the command, so that a page cannot end the game.
        """
        while True:
            try:
                command, seen, answer = self._waiting.get_nowait()
            except Empty:
                return
            self.used = True
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(do(command, seen))
                except Refused as refused:
                    answer.set_result(CommandResult(False, refused.code, refused.why))
                except BadRules as error:
                    answer.set_result(CommandResult(False, "bad_rules", sentence(str(error))))
                except NotStored as error:
                    answer.set_result(CommandResult(False, "not_kept", str(error)))
                except Exception as error:
                    answer.set_exception(error)
