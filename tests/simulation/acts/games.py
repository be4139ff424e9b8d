"""Games that have ended before: one short game after the other, and corrections around an end."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from engine import Corrected, Refused, history_of
from table.games import playable_presets, rulebook
from tests.simulation.acts.people import pick_a_box, throw
from tests.simulation.evening import NAMES, Broken, Evening, Order
from tests.simulation.laws import REMEMBERED, nothing_is_remembered_wrongly
from web.helm.new_game import switches


def _play(evening: Evening, preset: str, players: Sequence[str], many: int) -> bool:
    """Play so many throws, or until the end, of a game that is as short as the form allows. Return whether it began."""
    chance = evening.chance
    least: dict[str, object] = {
        one.option.key: one.option.least for one in switches(preset, {}) if one.option.takes == "number"
    }
    if any(one.option.key == "ends" for one in switches(preset, {})):
        least |= {"ends": "at_once"}
    said = {"preset": preset, "options": least, "players": list(players)}
    if evening.send(evening.helm, ("/api/games", said), offered=False).status_code != 200:
        return False
    for _ in range(many):
        throw(evening)
        pick_a_box(evening)
        if chance.random() < 0.6:
            evening.send(evening.helm, ("/api/moves", {"do": "stand"}), offered=False)
        if rulebook(evening.now.state).is_over(evening.now.state):
            break
    return True


def short_games(evening: Evening) -> None:
    """Play two or three games of the same people with as many throws, and look only after each."""
    chance, phone = evening.chance, evening.guest
    preset, players, many = evening.pick(playable_presets()), chance.sample(NAMES, 2), chance.randint(1, 6)
    for _ in range(chance.randint(2, 3)):
        if not _play(evening, preset, players, many):
            return
        for path in REMEMBERED:
            evening.get(phone, path)
    nothing_is_remembered_wrongly(evening)


def play_for_stakes(evening: Evening) -> None:
    """Play a few rounds of Ship, Captain, Crew for chips or drinks."""
    chance, helm = evening.chance, evening.helm
    kind = chance.choice(("pot", "pot(2)", "pot(first_shooter)", "drinks"))
    match = chance.choice(("rounds(2)", "chips(4)") if kind != "drinks" else ("rounds(2)",))
    options = {"stakes": kind, "match": match, "tie": chance.choice(("rolloff", "carry", "replay", "allowed"))}
    players = chance.sample(NAMES, chance.randint(2, 3))
    said = {"preset": chance.choice(("bar-pot", "rounds")), "options": options, "players": players}
    if evening.send(helm, ("/api/games", said), offered=False).status_code != 200:
        return
    for _ in range(chance.randint(4, 14)):
        if evening.now.state.phase == "ante":
            evening.send(helm, ("/api/moves", {"do": "ante", "chips": chance.randint(1, 5)}), offered=False)
        throw(evening)
        if chance.random() < 0.5:
            evening.send(evening.helm, ("/api/moves", {"do": "stand"}), offered=False)


def correct_and_back(evening: Evening) -> None:
    """Correct a roll, often so that the game ends, and correct it back after what happens then: it is as it was."""
    chance = evening.chance
    if chance.random() < 0.7:
        goals = [one for one in playable_presets() if any(to.option.key == "goal" for to in switches(one, {}))]
        _play(evening, evening.pick(goals), chance.sample(NAMES, 2), chance.randint(6, 14))
    state = evening.now.state
    told = evening.helm.client.get("/api/rolls").json
    rolls = [one for one in told["rolls"] if one["counts"]]  # type: ignore[index]
    if not rolls:
        return
    helm, before = evening.helm, history_of(evening.now.log)
    roll, other, gone = rolls[0], rolls[0]["dice"], before.aside
    for _ in range(40):
        roll = chance.choice(rolls)
        other, book = [chance.randint(1, 6) for _face in roll["dice"]], history_of(evening.now.log)
        place = next(one.place for one in book.played + book.waiting + book.aside if one.roll == roll["number"])
        with suppress(Refused):
            book.write(Corrected(roll["number"], tuple(other)))
        ended = book.state.player is None
        # rolls of the turn that are set aside are gone once something else is done; the turns after the end wait
        gone = [one for one in book.aside if one.place == place] if ended else book.aside
        if ended and not gone and len(book.played) < len(before.played):
            break
    here = str(chance.choice(state.present))
    between = [] if gone else [("rename", here, "Somebody"), ("rename", "Somebody", here)]
    orders: list[Order] = [
        ("/api/corrections", {"roll": roll["number"], "dice": other, "sure": True}),
        *(("/api/moves", {"do": do, "player": old, "name": new}) for do, old, new in between),
        ("/api/corrections", {"roll": roll["number"], "dice": roll["dice"], "sure": True}),
    ]
    for order in orders:
        if evening.send(helm, order, offered=False).status_code != 200:
            return
    now = evening.now.state
    if between and hasattr(now, "last"):  # the turn that is shown goes with the next event
        now = replace(now, last=state.last)
    if between and hasattr(now, "money"):
        now = replace(now, money=replace(now.money, former=state.money.former))
    if now != state:
        raise Broken("corrected and corrected back, the game is another")
