"""What happens to a table: the power goes, clocks jump, buttons bounce, phones sleep."""

from collections.abc import Callable
from pathlib import Path

from device.runtime.boot_count import GOOD
from engine import encode
from table.games import rulebook
from table.panel import Button
from tests.simulation import laws
from tests.simulation.acts import people
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
    """Spoil one file while the table is off."""
    _start_after(evening, lambda: f"{evening.disk.rot(evening.chance, spared=CONFIG)} rots")


def rot_the_journal(evening: Evening) -> None:
    """Spoil the journal or its log while the table is off."""

    def spoil() -> str:
        file = evening.house.folder / evening.chance.choice(("journal.db", "journal.db", "journal.db-wal"))
        how = evening.chance.choice(("header", "page", "bits", "cut", "empty", "gone", "folder", "text", "unreadable"))
        _spoil(evening, file, how)
        return f"{file.name}: {how}"

    _start_after(evening, spoil)


def _start_after(evening: Evening, spoil: Callable[[], str]) -> None:
    """Start after the damage that ``spoil`` does and describes: what is missing is said."""
    if evening.in_trouble:
        return
    evening.restart()
    told, asides = evening.told, evening.asides
    evening.house.close()
    what = spoil()
    evening.done.append(what)
    evening.disk.begin()
    evening.begin_again({})
    if evening.told != told and not evening.now.trouble and evening.asides == asides:
        raise Broken(f"{what}, events are missing, and nothing says so")
    evening.told, evening.safe = evening.house.kept(), {}


def _spoil(evening: Evening, file: Path, how: str) -> None:
    data, chance = bytearray(file.read_bytes() if file.exists() else b""), evening.chance
    match how:
        case "header":
            data[:100] = chance.randbytes(100)
        case "page":
            at = 4096 * chance.randrange(len(data) // 4096 + 1)
            data[at : at + 4096] = bytes(4096)
        case "bits":
            for _ in range(20 if data else 0):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case "cut":
            del data[chance.randrange(len(data) + 1) :]
        case "text":
            data = bytearray(b"shopping list\n")
        case "empty":
            data.clear()
    if how in ("gone", "folder"):
        file.unlink(missing_ok=True)
    if how == "folder":
        file.mkdir()
    elif how != "gone":
        file.write_bytes(data)


def rot_in_play(evening: Evening) -> None:
    """Spoil a page of the journal under the running table: it goes on, and after a restart says what is missing."""
    if evening.in_trouble:
        return
    file, chance = evening.house.folder / "journal.db", evening.chance
    with file.open("r+b") as target:
        for _ in range(chance.choice((1, 30))):
            target.seek(chance.randrange(file.stat().st_size))
            target.write(chance.randbytes(chance.choice((1, 200))))
    evening.done.append("journal.db rots in play")
    for _ in range(3):
        people.throw(evening)
        evening.clock.now += 70
        evening.house.rest()
        evening.get(evening.guest, "/")
    told, asides = evening.told, evening.asides
    evening.house.close()
    evening.disk.begin()
    evening.begin_again({})
    if evening.told != told and not evening.now.trouble and evening.asides == asides:
        raise Broken("the journal rots, events are missing, and nothing says so")
    evening.told, evening.safe = evening.house.kept(), {}


def fail_to_start(evening: Evening) -> None:
    """Start with a configuration that can't be used: safe mode says why, until it is corrected."""
    evening.disk.trouble, evening.disk.calls_left = (
        "",
        None,
    )  # else starts are counted in memory, which is not simulated
    evening.house.rest()  # a backup on trial is accepted: it would be taken back, with the configuration before it
    config = evening.machine.config
    evening.house.repairs = [config.read_text()]
    config.write_text(
        evening.chance.choice(("[web]\nport = 'many'\n", "[game]\npreset = 'chess'\n", "[", "[nonsense]\n"))
    )
    version = evening.machine.versions.current
    evening.start_again()
    if evening.house.repairs and evening.machine.versions.current == version:  # else it left a version on trial
        raise Broken("it started with a configuration that can't be used")
    evening.house.repairs = []
    evening.clock.now += GOOD
    evening.house.rest()


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
