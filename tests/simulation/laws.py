"""What holds after every step of an evening."""

import re
from dataclasses import astuple

from device.archive.updater import AGAIN
from device.storage.live_reader import LiveJournal
from engine import encode
from engine.link_protocol import EventRow
from table.games import rulebook
from table.shake import PATIENCE
from tests.simulation.acts import people
from tests.simulation.disk.simulated import PowerCut
from tests.simulation.evening import Broken, Evening, Phone, table_of
from tests.simulation.house import START
from tests.simulation.referees import objections
from tests.simulation.venue import results_of
from web.access.sessions import MOST as MOST_HANDS
from web.http.limits import MAX_STREAMS, OWN_STREAMS
from web.live.result import result_of


def check(evening: Evening) -> None:
    """Check all laws; those that ask for pages after one step in four, since they take most of the time."""
    nothing_lost_or_doubled(evening)
    counters_count(evening)
    if evening.chance.random() < 0.25:
        screens_agree(evening)
    if evening.chance.random() < (0.3 if rulebook(evening.now.state).is_over(evening.now.state) else 0.02):
        nothing_is_remembered_wrongly(evening)
    for objection in objections(evening.now.state, evening.now.log):
        raise Broken(objection)
    result = result_of(evening.now)
    if result and all(one.score.isdigit() for one in result.ranking):
        firsts = [one.first for one in result.ranking].count(True)
        parts = [(int(one.score), one.first and firsts == 1) for one in result.ranking]
        evening.results[evening.house.journal.rows[0][0]] = (
            [row[3] for row in evening.house.journal.rows],
            sorted(parts),
        )


def nothing_lost_or_doubled(evening: Evening) -> None:
    """What a page was told is in the journal, once, in its order; on the disk, unless the page says otherwise."""
    journal = evening.house.journal
    log = [encode(event) for event in evening.now.log]
    rows = [row[3] for row in journal.rows]
    if rows != log:
        raise Broken(f"shown: {log[-3:]}, in the journal: {rows[-3:]}")
    game = journal.rows[0][0]
    told = evening.told.get(game, [])
    if log[: len(told)] != told:
        raise Broken(f"game {game} has lost or changed what was told: {told[-3:]}")
    evening.acknowledge()
    if journal.trouble is None and [row[3] for row in journal.ledger.rows(game)] != log:
        raise Broken(f"game {game} is not in the file as it is shown")
    if journal.trouble and journal.trouble not in evening.now.trouble:
        raise Broken("the page does not say that the game is in memory")


def screens_agree(evening: Evening) -> None:
    """The phones and the TV say the same, and say it after a reload too."""
    phone = evening.guest
    page = evening.get(phone, "/")
    hands = evening.phones[0].client.get("/api/helm").json
    if not hands["hands"] <= MOST_HANDS:  # type: ignore[index]
        raise Broken(f"{hands} at the helm")
    if evening.chance.random() < 0.2:
        if evening.get(phone, "/") != page:
            raise Broken("a reload shows another page")
        said = {_headline(evening.get(one, "/tv")) for one in evening.phones if one.language == phone.language}
        if said != {_headline(page)}:
            raise Broken(f"phone: {_headline(page)}, TV: {said}")


REMEMBERED = ("/", "/figures", "/result")
"""Pages with parts that are computed once an event."""


def nothing_is_remembered_wrongly(evening: Evening) -> None:
    """Pages show what pages without a memory of earlier games show."""
    if evening.in_trouble:  # emblems that were given are not on the disk
        return
    phone, fresh = evening.guest, evening.house.pages().test_client()
    fresh.environ_base |= phone.client.environ_base
    for path in REMEMBERED:
        page, found = evening.get(phone, path), fresh.get(path).text
        if table_of(found) != table_of(page):
            raise Broken(f"{path} remembers: {_difference(table_of(page), table_of(found))}")


def _headline(page: str) -> str:
    found = re.search(r"(?s)<h1.*?</h1>", page)
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", "", found[0])) if found else ""


def _difference(one: str, other: str) -> str:
    at = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"…{one[max(0, at - 60) : at + 60]}… or …{other[max(0, at - 60) : at + 60]}…"


def counters_count(evening: Evening) -> None:
    """What is counted is there: open streams, places at the helm, those who wait."""
    house = evening.house
    streams = sum(phone.stream is not None for phone in evening.phones)
    if house.streams != streams:
        raise Broken(f"{house.streams} streams are counted, {streams} are open")
    assert len(house.now.requests) == len(house.table.join_requests.open)
    assert streams <= MAX_STREAMS + OWN_STREAMS
    here = house.now.state.present
    if set(house.now.joining) & set(here) or len(set(here)) < len(here):
        raise Broken(f"who plays does not wait, and sits once: {here}, {house.now.joining}")


def record_agrees(evening: Evening) -> None:
    """Two minutes after the network is well the venue has the rows of the journal, and computes the same results."""
    house, broker = evening.house, evening.broker
    broker.mend()
    journal = LiveJournal(house.journal.file)
    for _ in range(120):
        evening.clock.now += 1
        house.rest()
        if evening.disk.is_off:
            raise PowerCut
        extent = journal.extent()
        cursor = broker.record.cursors().get(house.link.identity.id)
        if extent and cursor and (cursor.journal, cursor.events, cursor.openings) == astuple(extent)[:3]:
            break
    else:
        raise Broken(f"the record is at {cursor}, the journal at {extent}: {house.link.sender.trouble}")
    key = house.link.identity.id, extent.journal
    events, openings = broker.record.rows(key)
    if (events, openings) != (list(journal.events(1, 10**6, extent)), list(journal.openings(1, 10**6, extent))):
        raise Broken(f"the record has other rows than the journal: {events[-3:]}")
    if (found := broker.record.results(key)) != (wanted := results_of(events)):
        raise Broken(f"the venue has the results {found}, the journal {wanted}")
    if cursor.alarm or house.link.sender.trouble:
        raise Broken(f"there is one card: {cursor.alarm}, {house.link.sender.trouble}")


def archive_agrees(evening: Evening) -> None:
    """The archive has the totals and winners of the journal's games; names are as the owner has them shown."""
    house = evening.house
    if house.updater.archive.is_behind:  # it says so, and tries again after a failure
        evening.clock.now += AGAIN
        house.rest()
    rows = [EventRow(0, *row) for game in house.journal.ledger.games() for row in house.journal.ledger.rows(game)]
    results = results_of(rows)
    for record in house.updater.archive.last(50):
        found = record.over, [(part.total, part.won) for part in record.parts]
        over, parts = results[record.number]
        if found != (over, [(total, won) for _name, total, won in parts]):
            raise Broken(f"game {record.number}: {found} in the archive, {parts} in the journal")
        log, shown = evening.results.get(record.number, ([], []))
        if log == [row.event for row in rows if row.game == record.number] and shown != sorted(found[1]):
            raise Broken(f"game {record.number}: {found} in the archive, {shown} was the result")
    if house.updater.archive.is_behind:
        raise Broken("the archive is behind")


def alive(evening: Evening) -> None:
    """Five seconds after the last fault a new guest gets the page, and the next roll counts."""
    evening.disk.trouble, evening.disk.calls_left = "", None
    for _ in range(5):
        evening.clock.now += 1
        evening.house.rest()
    if evening.house.journal.trouble:
        raise Broken(f"the disk is well: {evening.house.journal.trouble}")
    guest = Phone(evening.house.phone("192.168.1.99"), "192.168.1.99", "en")
    if not _headline(evening.get(guest, "/")):
        raise Broken("a new guest gets no page")
    evening.chance.seed(0)
    for _ in range(2):  # for which a shake may have the tray
        evening.clock.now += PATIENCE
        evening.house.rest()
    helm = evening.helm
    start = {"preset": START.preset, "options": {}, "players": list(START.players), "starter": START.players[0]}
    for order in (("/api/camera", {"on": False}), ("/api/pause", {"on": False}), ("/api/games", start)):
        evening.send(helm, order, offered=order[0] != "/api/pause")
    people.throw(evening)
    if len(evening.now.log) < 2 or evening.safe[evening.house.journal.rows[0][0]] < 2:
        raise Broken("the next roll does not count")
    record_agrees(evening)
    archive_agrees(evening)
    evening.start_again()
