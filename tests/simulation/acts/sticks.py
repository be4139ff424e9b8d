"""USB sticks for backups: plugged in, pulled, full, faulty or protected; what the page calls a backup is one."""

import errno
import os
from unittest.mock import patch

from device.backup import stick
from tests.simulation.acts.keeping import games_of, owner
from tests.simulation.evening import Broken, Evening


def _plug(evening: Evening) -> None:
    """Plug one of two sticks in, or pull all."""
    machine, chance = evening.machine, evening.chance
    if machine.sticks and chance.random() < 0.3:
        machine.sticks = []
    else:
        place = machine.root.with_name(chance.choice(("stick-a", "stick-b")))
        place.mkdir(exist_ok=True)
        machine.sticks = sorted({*machine.sticks, place})
    evening.house.rest()


def use_the_stick(evening: Evening) -> None:
    """Tap what the owner's page offers for the stick, which may be faulty; a day may pass, too."""
    phone, chance, sticks = owner(evening), evening.chance, evening.house.sticks
    if not evening.machine.sticks or chance.random() < 0.2:
        _plug(evening)
    evening.get(phone, "/owner/backups")
    told = sticks.status()
    last = told.last
    do = {"new": "choose", "ready": "back_up"}.get(told.stick, chance.choice(("choose", "back_up")))
    asked = evening.send(phone, ("/api/system/stick", {"do": do}), offered=False)
    if do == "choose" and len(evening.machine.sticks) == 1 and asked.status_code not in (200, 403, 429, 503):
        raise Broken(f"a stick can't be chosen: {asked.text}")
    evening.clock.now += chance.choice((1, 86_400))
    with patch.object(stick, "_write", _writer(chance.choice(("", "", "", "full", "protected", "pulled", "lies")))):
        evening.house.rest()
    after = sticks.status()
    evening.done.append(f"{do}: {after.stick} {after.file} {bool(after.trouble)}")
    if after.last in (None, last) or evening.disk.is_off:
        return
    [place] = [one for one in evening.machine.sticks if one.name == after.where]
    games = games_of((place / after.file).read_bytes())
    if games is None or (not evening.in_trouble and games != evening.house.kept()):
        raise Broken(f"the stick has {games}, the journal {evening.house.kept()}")
    if after.kept > 7 or after.trouble:
        raise Broken(f"a backup was written: {after}")


def _writer(how: str) -> object:
    """Return how that stick writes a file."""
    real = stick._write

    def write(file: object, data: bytes) -> None:
        code = {"full": errno.ENOSPC, "protected": errno.EROFS, "pulled": errno.ENODEV}.get(how)
        if code:
            raise OSError(code, os.strerror(code))
        real(file, data if how != "lies" else data[: len(data) // 2] + bytes(len(data) - len(data) // 2))  # type: ignore[arg-type]

    return write
