"""Shake of the Day: the owner sets it up, guests shake, and the owner puts an earlier one right. The pot adds up."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import Rolled, decode, history_of
from engine.games.shake import PATTERNS, PRESET
from tests.simulation.acts.keeping import owner
from tests.simulation.acts.people import throw
from tests.simulation.evening import NAMES, Broken, Evening

PAYS = ("100%", "50%", "10%", "25", "500", "99999999")


def shake_of_the_day(evening: Evening) -> None:
    chance = evening.chance
    if evening.now.shake is None or chance.random() < 0.1:
        _set_up(evening)
    elif chance.random() < 0.4:
        _put_right(evening)
    else:
        _shake(evening)
    evening.house.rest()
    _pot_adds_up(evening)


def _set_up(evening: Evening) -> None:
    chance = evening.chance
    patterns = chance.sample(sorted(PATTERNS), chance.randint(1, 3))
    options = {
        "price": chance.choice((0, 50, 100)), "seed": chance.choice((0, 1000)), "dice": chance.choice((1, 3, 5, 5, 6)),
        "throws": chance.randint(1, 3), "keep": chance.random() < 0.5, "face": chance.randint(1, 6),
        "currency": chance.choice(("$", "CHF")), "montana": chance.random() < 0.2,
        "pays": {pattern: chance.choice(PAYS) for pattern in patterns},
    }  # fmt: skip
    evening.send(owner(evening), ("/api/shake/set-up", {"options": options}), offered=False)


def _shake(evening: Evening) -> None:
    """Shake, and have the tray go back to the game: by itself, or by the button."""
    chance = evening.chance
    phone = evening.guest if chance.random() < 0.5 else evening.helm
    evening.send(phone, ("/api/shake", {"player": chance.choice(NAMES)}), offered=False)
    for _ in range(chance.randint(0, 3)):
        throw(evening)
    if chance.random() < 0.3:
        evening.send(evening.helm, ("/api/shake/end", {}), offered=False)
    evening.clock.now += chance.choice((0, 20, 130))


def _put_right(evening: Evening) -> None:
    """Send what the forms of the owner's page offer, with other dice, or another amount."""
    chance, phone = evening.chance, owner(evening)
    evening.look(phone, "/owner/shake")
    games = sorted(_shakes(evening))
    if phone.shown and chance.random() < 0.3:
        for to, said in chance.choice(phone.shown):
            evening.send(phone, (to, said), offered=False)
    elif games:
        game = chance.choice(games)
        dice = [chance.randint(1, 6) for _ in range(5)]
        order = chance.choice(
            (
                ("/api/shake/pot", {"game": game, "amount": chance.choice((-500, 100, 12_345))}),
                ("/api/shake/correct", {"game": game, "roll": chance.randint(1, 2), "dice": dice}),
            )
        )
        evening.send(phone, order, offered=False)
    phone.client.get("/owner/shake.csv")


def _shakes(evening: Evening) -> dict[int, Any]:
    """Return the shakes in the journal, each with its history."""
    games = evening.house.kept()
    return {number: history_of(map(decode, log)) for number, log in games.items() if log and f'"{PRESET}"' in log[0]}


def _pot_adds_up(evening: Evening) -> None:
    """The posted pot is what it began with, and what each shake has moved; what a card has lost nobody can add up."""
    posted, house = evening.now.shake, evening.house
    is_whole = not evening.in_trouble and not house.journal.notices and not [*house.folder.glob("journal.damaged-*")]
    if posted is None or not is_whole or evening.disk.is_off:
        return
    shakes = _shakes(evening)
    if shakes:
        wanted = shakes[min(shakes)].events[0].options["pot"] + sum(map(_moved, shakes.values()))
        if posted.pot != wanted:
            raise Broken(f"the pot is {posted.pot}, and adds up to {wanted}")


def _moved(book: Any) -> int:
    rules = book.state.rules
    if book.state.turn is not None or rules.voided:
        return int(rules.added)
    pot = max(0, rules.pot + rules.price)
    rolls = [(*entry.before.turn.fresh, *entry.event.dice) for entry in book.played if isinstance(entry.event, Rolled)]
    pays = {pattern: pot * int(pay[:-1]) // 100 if "%" in pay else min(int(pay), pot) for pattern, pay in rules.pays}
    paid = max((pay for dice in rolls for pattern, pay in pays.items() if _shows(pattern, dice, rules.face)), default=0)
    left = rules.pot + rules.price - paid
    if paid and paid == max(pays.values()):
        left = max(left, rules.seed)
    return int(left - rules.pot + rules.added)


def _shows(pattern: str, dice: Sequence[int], face: int) -> bool:
    many = sorted(Counter(dice).values())
    match pattern:
        case "set_face":
            return all(one == face for one in dice)
        case "straight":
            return {2, 3, 4, 5} <= set(dice) and bool({1, 6} & set(dice))
        case "full_house":
            return many[-1] == 3 and len(many) > 1 and many[-2] >= 2
    return many[-1] >= {"three": 3, "four": 4, "five": 5}[pattern]
