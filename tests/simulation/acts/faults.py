"""What happens to a table: the power goes, clocks jump, buttons bounce, phones sleep."""

from engine import encode
from table.games import rulebook
from table.panel import Button
from tests.simulation import laws
from tests.simulation.evening import Broken, Evening
from tests.simulation.machine import CONFIG


def cut(evening: Evening) -> None:
    """Cut the power and start again: the game, and who waits to join, are as they were.

    After one that is over the configured game may begin.
    """
    before, is_safe, asides = evening.now, not evening.in_trouble, evening.asides
    evening.restart()
    after = evening.now
    if not is_safe or evening.asides != asides:
        return
    if rulebook(before.state).is_over(before.state) and after.log[0] == evening.house.start:
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


def cut_at_a_call(evening: Evening) -> None:
    """Have the power go at one of the next calls to the disk, whatever is being done."""
    evening.disk.calls_left = evening.chance.choice((1, 2, 3, 5, 8, 13, 21, 50))


def spoil_the_disk(evening: Evening) -> None:
    evening.disk.trouble = evening.chance.choice(("full", "read-only", "no sync"))
    evening.done.append(evening.disk.trouble)


def mend_the_disk(evening: Evening) -> None:
    evening.disk.trouble = ""


def rot(evening: Evening) -> None:
    """Spoil one file while the table is off: it starts, and says so if anything is missing."""
    if evening.in_trouble:
        return
    evening.restart()
    told, asides = evening.told, evening.asides
    evening.house.close()
    name = evening.disk.rot(evening.chance, spared=CONFIG)
    evening.done.append(f"{name} rots")
    evening.disk.begin()
    evening.begin_again({})
    if evening.told != told and not evening.now.trouble and evening.asides == asides:
        raise Broken(f"{name} rots, events are missing, and nothing says so")
    evening.told, evening.safe = evening.house.kept(), {}


def trouble_the_wire(evening: Evening) -> None:
    """Cut the network, have it lose messages, take the venue's record away, or set it back to an earlier backup."""
    broker = evening.broker
    match evening.chance.choice(("cut", "bad", "away", "back up", "another", "go back")):
        case "cut":
            broker.is_cut = True
        case "bad":
            broker.is_bad = True
        case "away":
            broker.is_away = True
        case "back up":
            broker.record.back_up()
        case "another":
            broker.hear_another()
        case _:
            broker.set_back()


def mend_the_wire(evening: Evening) -> None:
    """Have the network and the venue be well again: soon the record has what the journal has."""
    laws.record_agrees(evening)
