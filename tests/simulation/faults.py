"""What happens to a table: the power goes, clocks jump, buttons bounce, phones sleep."""

from engine import encode
from table.games import rulebook
from table.panel import Button
from tests.simulation.evening import Broken, Evening
from tests.simulation.house import START


def cut(evening: Evening) -> None:
    """Cut the power and start again: the game, and who waits to join, are as they were.

    After one that is over the configured game may begin.
    """
    before = evening.now
    evening.restart()
    after = evening.now
    if rulebook(before.state).is_over(before.state) and after.log[0] == START:
        return
    for what in ("state", "joining", "former"):
        if getattr(before, what) != getattr(after, what):
            raise Broken(f"a power cut changed {what}: {getattr(before, what)} → {getattr(after, what)}")
    if list(map(encode, before.log)) != list(map(encode, after.log)):
        raise Broken("a power cut changed the log")


def set_the_clock(evening: Evening) -> None:
    """Set the machine's clock, as a network does some time after a start in 1970."""
    evening.clock.ahead += evening.chance.choice((-1, 1)) * evening.chance.choice((5, 3600, 86_400, 40 * 86_400))


def wait_long(evening: Evening) -> None:
    evening.clock.now += evening.chance.choice((600, 3600, 8 * 3600))


def bounce(evening: Evening) -> None:
    """Press a button twice at once, as a worn one does."""
    if evening.house.kind.buttons:
        button = evening.chance.choice(tuple(Button))
        for _ in range(2):
            evening.house.press(button)
            evening.clock.now += 0.01
