"""The owner keeps the table: backups and restores from the page, updates, versions that are left again."""

import base64
from typing import Any

from device.backup.backup import JOURNAL, Backup, read_backup
from device.backup.restore import waits
from device.errors import BadBackup
from device.files.scratch import scratch_folder
from device.update.boot_guard import supervise
from tests.simulation.acts import people
from tests.simulation.disk.simulated import PowerCut
from tests.simulation.evening import Broken, Evening, Phone
from tests.simulation.machine import GOOD, NO_PAGE, NO_START, Games, games_in


def owner(evening: Evening) -> Phone:
    """Return a phone at the helm that has said the owner's PIN, if that is the one."""
    helm = evening.helm
    for path in ("/api/owner/pin", "/api/owner"):
        evening.send(helm, (path, {"pin": people.PINS[0]}), offered=False)
    return helm


def games_of(packed: bytes) -> Games | None:
    """Return the games in a backup, None if it is damaged."""
    with scratch_folder() as folder:
        (folder / "backup.zip").write_bytes(packed)
        try:
            backup: Backup = read_backup(folder / "backup.zip")
        except BadBackup:
            return None
        (folder / JOURNAL).write_bytes(backup.files[JOURNAL])
        return games_in(folder / JOURNAL)


def take_a_backup(evening: Evening) -> None:
    """Download a backup, or have one made on the card: it has all that was told."""
    phone = owner(evening)
    if evening.chance.random() < 0.5:
        made = evening.send(phone, ("/api/system/backup", {}), offered=False)
        if made.status_code != 200:
            return
        packed = (evening.machine.config.parent / "backups" / made.json["name"]).read_bytes()
    else:
        answer = evening.send(phone, ("/api/backup", {}), offered=False)
        if answer.status_code != 200:
            return
        packed = phone.client.get(answer.json["address"]).data
    games = games_of(packed)
    if games is None:
        raise Broken(f"a backup that can't be read: {packed[:200]!r}")
    if not evening.in_trouble and games != evening.house.kept():
        raise Broken(f"the backup has {games}, the journal {evening.house.kept()}")
    evening.backups.append((games, packed))


def put_a_backup_back(evening: Evening) -> None:
    """Restore a backup from a phone, whole or damaged, or one that is kept on the card; the power may go meanwhile."""
    phone, chance = owner(evening), evening.chance
    kept = sorted(one.name for one in evening.machine.care().backups.all())
    if kept and chance.random() < 0.5:
        evening.send(phone, ("/api/system/backup/restore", {"name": chance.choice(kept)}), offered=False)
    elif evening.backups:
        packed = bytearray(chance.choice(evening.backups)[1])
        if chance.random() < 0.2:
            packed[chance.randrange(len(packed))] ^= 1 << chance.randrange(8)
        said = {"at": 0, "data": base64.b64encode(packed).decode(), "last": True}
        evening.send(phone, ("/api/restore", said), offered=False)
    if waits(evening.machine.config) and chance.random() < 0.5:
        evening.disk.calls_left = chance.randint(1, 80)


def update(evening: Evening) -> None:
    """Install a version that works, shows no page, or does not start; often between two games, when it is allowed."""
    if evening.chance.random() < 0.8:
        people.same_game(evening)
    kind = evening.chance.choice((GOOD, NO_PAGE, NO_START))
    before = evening.house.kept()
    refused = evening.machine.update(kind)
    evening.done.append(f"update to {evening.machine.versions.current}: {refused or 'done'}")
    if evening.disk.is_off:
        raise PowerCut
    if refused is None and not evening.in_trouble:
        trial = evening.machine.versions.trial
        assert trial
        assert trial.backup
        packed = (evening.machine.config.parent / trial.backup).read_bytes()
        games = games_of(packed)
        if games != before:
            raise Broken(f"before the update there were {before}, its backup has {games}")
        evening.backups.append((before, packed))


def guard_the_version(evening: Evening) -> None:
    """Let the guard watch a version on trial for a minute, in which people play: it stays, or is left."""
    machine, chance = evening.machine, evening.chance

    def ask(_port: int) -> str | None:
        return None if machine.is_(NO_PAGE) else str(evening.now.boot)

    def restart() -> None:
        machine.is_restarting = True

    def wait(seconds: float) -> None:
        evening.clock.now += seconds
        if chance.random() < 0.1:
            people.throw(evening)
        evening.house.rest()

    supervise(machine.versions, restart, ask, evening.clock, wait)


def ask_the_machine(evening: Evening) -> None:
    """Ask on the owner's page for the version before, or a restart: not while that would lose what was told."""
    phone = owner(evening)
    said: dict[str, Any] = {"task": evening.chance.choice(("rollback", "restart", "reboot")), "during_game": True}
    held = evening.house.journal.held
    if evening.send(phone, ("/api/system/task", said), offered=False).status_code == 200 and held:
        raise Broken("a restart that loses the game was accepted")
    evening.look(phone, evening.chance.choice(("/owner/system", "/owner/backups", "/owner/log", "/owner/games")))


def restore_and_fail(evening: Evening) -> None:
    """Restore a backup that does not start: a few times the power goes, or something is wrong with the machine."""
    if evening.in_trouble or not evening.backups:
        return
    kept, chance, house = evening.house.kept(), evening.chance, evening.house
    packed = chance.choice(evening.backups)[1]
    said = {"at": 0, "data": base64.b64encode(packed).decode(), "last": True}
    if evening.send(owner(evening), ("/api/restore", said), offered=False).status_code != 200:
        return
    house.close(has_power=True)
    house.fails = chance.choice((1, 2, 3))
    if chance.random() < 0.3:
        evening.disk.calls_left = chance.randint(1, 150)
    evening.begin_again(evening.safe)
    said_so = any("backup" in one for one in evening.now.trouble)
    if (evening.house.kept() != kept and not evening.asides) or not said_so:
        raise Broken(f"a backup failed, and nothing says so: {evening.now.trouble}")
