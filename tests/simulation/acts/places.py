"""How phones come to the helm: by a press, by a code of another phone or of a screen; and how they leave it."""

import re

from table.panel import Button
from tests.simulation.acts.keeping import owner
from tests.simulation.evening import Broken, Evening, Phone
from web.guests.codes import GOOD_FOR


def ask_for_the_helm(evening: Evening) -> None:
    """Ask from up to three phones; who is accepted at the table has the helm, and nobody else."""
    house, chance = evening.house, evening.chance
    if house.kind.buttons and chance.random() < 0.9:
        house.press(Button.PAIR)
        house.rest()
    phones = [one for one in chance.sample(evening.phones[2:], chance.randint(1, 3)) if not _has(one)]
    asked = []
    for phone in phones:
        if evening.send(phone, ("/api/helm/ask", {}), offered=False).status_code == 200:
            asked.append(phone)
    for _ in range(2):
        evening.clock.now += chance.choice((0.2, 2.0))
        house.rest()
        if not (asked and house.kind.buttons):
            break
        told = {number: _told(phone) for number, phone in enumerate(asked)}
        shown = [number for number, one in told.items() if one and one["stage"] == "shown"]
        button = chance.choice((Button.ROLL, Button.STAND))
        house.press(button)
        for number, phone in enumerate(asked):
            if _has(phone):
                continue
            stage = (_told(phone) or {"stage": "gone"})["stage"]
            took = evening.send(phone, ("/api/helm", {}), offered=False).status_code == 200
            if took and not (number in shown and button is Button.ROLL):
                raise Broken(f"{button} at {told}, and phone {number} has the helm: {stage}")
            if stage == "accepted" and not took:
                raise Broken(f"phone {number} is accepted and may not: {told}")
    _read_the_screen(evening, asked)
    _leave(evening)


def _has(phone: Phone) -> bool:
    return bool(phone.client.get("/api/helm").json["mine"])  # type: ignore[index]


def _told(phone: Phone) -> dict[str, object] | None:
    return phone.client.get("/api/helm").json["ask"]  # type: ignore[index,no-any-return]


CODE = re.compile(r'<b class="code">([0-9 ]+)</b>')


def _read_the_screen(evening: Evening, asked: list[Phone]) -> None:
    """Take the helm with a code that a screen of the table shows: one of them is good for who asked, and is used up."""
    screen = next((one for one in evening.phones if one.client.get("/tv/codes").status_code == 200), None)
    if screen is None or not asked:
        return
    codes, phone = CODE.findall(evening.get(screen, "/tv/codes")), evening.chance.choice(asked)
    why = set()
    for code in codes:
        answer = evening.send(phone, ("/api/helm", {"code": code}), offered=False)
        if answer.status_code == 200:
            if code in CODE.findall(evening.get(screen, "/tv/codes")):
                raise Broken(f"{code} was used, and is shown")
            return
        why.add(answer.json["code"])
    if why == {"wrong_code"}:
        raise Broken(f"none of {codes} is good for who asked")


def _leave(evening: Evening) -> None:
    """Guests who have the helm give it back; rarely all phones lose it."""
    for phone in evening.phones[2:]:
        if _has(phone):
            evening.look(phone, "/helm")
            evening.send(phone, ("/api/helm/return", {}), offered=not evening.in_trouble)
    if evening.chance.random() < 0.1:
        evening.send(evening.helm, ("/api/helm/return", {"all": True}), offered=False)
        for phone in evening.phones:
            phone.at_the_helm = 0.0


def pass_the_helm_on(evening: Evening) -> None:
    """Show a code, which another phone takes within its minute, or too late."""
    phone, late = evening.guest, evening.chance.random() < 0.3
    made = evening.send(evening.helm, ("/api/helm/code", {}), offered=False)
    if made.status_code != 200 or _has(phone):
        return
    evening.clock.now += GOOD_FOR + 1 if late else evening.chance.choice((1.0, GOOD_FOR - 1))
    took = evening.send(phone, ("/api/helm", {"code": made.json["code"]}), offered=False)
    if took.status_code == 200 and late:
        raise Broken("a code is good after its minute")
    if took.status_code != 200 and not late and took.json["code"] not in ("helm_full", "wait"):
        raise Broken(f"a code of {made.json} is no good: {took.text}")
    _leave(evening)


def place_a_screen(evening: Evening) -> None:
    """Make a phone a screen of the table, which shows codes to those who ask, or take one away."""
    phone, chance = owner(evening), evening.chance
    made = evening.send(phone, ("/api/screens/code", {}), offered=False)
    if made.status_code == 200:
        screen = evening.guest
        evening.get(screen, "/screen")
        evening.send(screen, ("/api/screens", {"code": made.json["code"]}), offered=False)
        evening.get(screen, "/tv/codes")
    evening.send(phone, ("/api/screens/sound", {"on": chance.random() < 0.5}), offered=False)
    if chance.random() < 0.3:
        evening.send(phone, ("/api/screens/remove", {"screen": chance.randint(1, 4)}), offered=False)
    phone.client.get("/api/screens")
