"""An evening at the tavern: hands that throw dice and press buttons, phones that ask, and power that fails."""

import json
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.end_to_end.phone import Client
from tests.end_to_end.program import ROOT, url_of

PATIENCE = 60
"""Seconds that the table has for anything."""


class Evening:
    """The table with everybody around it. The hands do nothing before the table has taken in what they did last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begin()

    def _begin(self) -> None:
        command = [sys.executable, "-m", "tests.end_to_end.tavern", str(self._folder)]
        self._table = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = url_of(self._table)

    def throw(self, *thrown: int, rail: Sequence[int] = ()) -> None:
        self._tell(throw=thrown, rail=rail)

    def press(self, button: str) -> None:
        self._tell(press=button)

    def lose_the_camera(self, why: str) -> None:
        self._tell(lose=why)

    def find_the_camera(self) -> None:
        self._tell(find=True)

    def cut_the_power(self) -> None:
        """The program ends in the midst of whatever it does, and is started again."""
        self._table.kill()
        self.close()
        self._begin()

    def close(self) -> None:
        self._table.communicate(timeout=PATIENCE)

    def _tell(self, **said: object) -> None:
        stdin, stdout = self._table.stdin, self._table.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(said) + "\n")
        stdin.flush()
        assert select.select([stdout], [], [], PATIENCE)[0], f"the table has not taken in {said}"
        assert stdout.readline() == "done\n", said

    def turns(self, written: str) -> None:
        """Play turns, a line each: ``Ines: 6 5 3 3 1, 6 5 | 4 6 2, stands``.

        A part is a throw, of the dice after the bar, with those before it on the rail. ROLL counts each; where she
        stands, STAND counts the last.
        """
        for line in written.strip().splitlines():
            player, _, does = line.partition(":")
            *before, last = does.split(",")
            stands = last.strip() == "stands"
            throws = before if stands else [*before, last]
            for number, one in enumerate(throws, 1):
                assert self.standing["player"] == player.strip(), line
                rail, _, thrown = one.rpartition("|")
                self.throw(*map(int, thrown.split()), rail=list(map(int, rail.split())))
                self.press("stand" if stands and number == len(throws) else "roll")

    def phone(self) -> Client:
        """A phone in the room. It keeps its cookie whatever becomes of the table."""
        return Client(lambda: self.url)

    def give_the_helm(self, phone: Client) -> None:
        """Both buttons are held, the phone asks, and ROLL is pressed until the table takes it for the phone's."""
        self.press("pair")
        for path, stage in (("api/helm/ask", "shown"), ("api/helm", "")):
            phone.ask(path)
            while stage and (now := phone.read("api/helm")["ask"]["stage"]) != "accepted":
                if now == stage:
                    self.press("roll")

    @property
    def now(self) -> dict[str, Any]:
        """The table, as anybody in the room may ask for it."""
        return self.phone().state

    @property
    def standing(self) -> dict[str, Any]:
        standing: dict[str, Any] = self.now["standing"]
        return standing


@contextmanager
def evening_in(folder: Path) -> Iterator[Evening]:
    """An evening whose journal lies in that folder."""
    evening = Evening(folder)
    try:
        yield evening
    finally:
        evening.close()
